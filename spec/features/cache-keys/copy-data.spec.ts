import { describe, expect, it } from 'vitest';
import { copyData } from '../../../lib/features/cache-keys/copy-data.js';

describe('copyData', () => {
  it.each([[null], [undefined], [0], ['text'], [true], [10n]])('returns %o as it is', (value) => {
    expect(copyData(value)).toBe(value);
  });

  it('copies arrays and plain objects at every depth', () => {
    const data = { list: [1, { deep: ['a'] }], nothing: null };
    const copy = copyData(data) as typeof data;
    expect(copy).toEqual(data);
    expect(copy.list).not.toBe(data.list);
    expect(copy.list[1]).not.toBe(data.list[1]);
  });

  it('copies an object without a prototype as such an object', () => {
    const data = Object.assign(Object.create(null) as Record<string, unknown>, { a: [1] });
    const copy = copyData(data) as typeof data;
    expect(Object.getPrototypeOf(copy)).toBeNull();
    expect(copy['a']).not.toBe(data['a']);
  });

  it('keeps members called __proto__ and constructor as members (trap 7)', () => {
    const data: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2}}');
    const copy = copyData(data);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(data));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('shares class instances', () => {
    const data = { at: new Date(0), file: new Blob(['x']), map: new Map() };
    const copy = copyData(data) as typeof data;
    expect([copy.at === data.at, copy.file === data.file, copy.map === data.map]).toEqual([true, true, true]);
  });

  const bytes = Uint8Array.of(9, 1, 2, 9);

  it.each<[string, ArrayBufferView]>([
    ['a view', bytes.subarray(1, 3)],
    ['a Buffer', Buffer.from(bytes.buffer, 1, 2)],
    ['numbers of two bytes', new Int16Array(bytes.buffer, 2, 1)],
    ['a DataView', new DataView(bytes.buffer, 1, 2)],
  ])('copies the bytes of %s, as the same type', (_what, view) => {
    const copy = copyData({ view }) as { view: ArrayBufferView };
    expect(copy.view).toEqual(view);
    expect(Object.getPrototypeOf(copy.view)).toBe(Object.getPrototypeOf(view));
    new Uint8Array(copy.view.buffer).fill(7);
    expect([...bytes]).toEqual([9, 1, 2, 9]);
  });

  it('copies a form and a buffer', () => {
    const form = new FormData();
    form.set('a', '1');
    const copy = copyData({ form, buffer: bytes.buffer }) as { form: FormData; buffer: ArrayBuffer };
    expect([copy.form === form, copy.buffer === bytes.buffer]).toEqual([false, false]);
    expect([[...copy.form], [...new Uint8Array(copy.buffer)]]).toEqual([[['a', '1']], [9, 1, 2, 9]]);
  });

  it('copies circular references', () => {
    const data: { self?: unknown; list: unknown[] } = { list: [] };
    data.self = data;
    data.list.push(data.list);
    const copy = copyData(data) as typeof data;
    expect(copy).not.toBe(data);
    expect(copy.self).toBe(copy);
    expect(copy.list[0]).toBe(copy.list);
  });

  it('copies one value in two positions as one value', () => {
    const one = { a: 1 };
    const copy = copyData([one, one]) as unknown[];
    expect(copy[0]).toBe(copy[1]);
    expect(copy[0]).not.toBe(one);
  });
});
