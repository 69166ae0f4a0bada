import { describe, expect, it } from '@jest/globals';
import { copyData } from '../../../lib/parts/keys/copy-data.js';

describe('copyData', () => {
  it.each([[null], [undefined], [0], ['text'], [true], [10n]])('gives %p as it is', (value) => {
    expect(copyData(value)).toBe(value);
  });

  it('copies arrays and plain objects at every depth', () => {
    const data = { list: [1, { deep: ['a'] }], nothing: null };
    const copy = copyData(data) as typeof data;
    expect(copy).toEqual(data);
    expect(copy.list).not.toBe(data.list);
    expect(copy.list[1]).not.toBe(data.list[1]);
  });

  it('copies an object without a prototype as one', () => {
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

  it('shares instances of classes', () => {
    const data = { at: new Date(0), file: new Blob(['x']), map: new Map() };
    const copy = copyData(data) as typeof data;
    expect([copy.at === data.at, copy.file === data.file, copy.map === data.map]).toEqual([true, true, true]);
  });

  it('copies what refers to itself', () => {
    const data: { self?: unknown; list: unknown[] } = { list: [] };
    data.self = data;
    data.list.push(data.list);
    const copy = copyData(data) as typeof data;
    expect(copy).not.toBe(data);
    expect(copy.self).toBe(copy);
    expect(copy.list[0]).toBe(copy.list);
  });

  it('keeps two places that are one value one value', () => {
    const one = { a: 1 };
    const copy = copyData([one, one]) as unknown[];
    expect(copy[0]).toBe(copy[1]);
    expect(copy[0]).not.toBe(one);
  });
});
