import { describe, expect, it } from '@jest/globals';
import { stringsIn } from '../../../lib/core/result/strings-in.js';

describe('the strings in a value', () => {
  it.each<[string, unknown, string[]]>([
    ['itself', 'a', ['a']],
    ['a number', 1, []],
    ['nothing', undefined, []],
    ['an object', { a: 'x', b: { c: ['y'] } }, ['y', 'x']],
    ['a Map', new Map([['k', 'v']]), ['v']],
    ['a Set', new Set(['s']), ['s']],
    ['a query', new URLSearchParams('a=1&b=2'), ['2', '1']],
    ['bytes', new Uint8Array(1e6), []],
  ])('%s', (_what, value, found) => {
    expect(stringsIn(value).sort()).toEqual(found.sort());
  });

  it('are found in a form', () => {
    const form = new FormData();
    form.set('a', 'in a form');
    expect(stringsIn(form)).toEqual(['in a form']);
  });

  it('are found in a circle', () => {
    const circle: Record<string, unknown> = { a: 'x' };
    circle['self'] = circle;
    expect(stringsIn(circle)).toEqual(['x']);
  });

  it('are not looked for without end', () => {
    expect(() => stringsIn(Array.from({ length: 200_000 }, () => 1))).toThrow(RangeError);
  });
});
