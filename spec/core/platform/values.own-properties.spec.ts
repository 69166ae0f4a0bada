import { describe, expect, it } from '@jest/globals';
import { givenOptions } from '../../../lib/core/platform/values.js';

describe('givenOptions', () => {
  it('gives what was given, falsy values too', () => {
    expect({ ...givenOptions({ a: 1, b: 0, c: false, d: '', e: NaN }) }).toEqual({
      a: 1,
      b: 0,
      c: false,
      d: '',
      e: NaN,
    });
  });

  it('leaves out what is undefined or null', () => {
    expect(Object.keys(givenOptions({ a: undefined, b: null }))).toEqual([]);
  });

  it.each([undefined, null])('gives none for %p', (options) => {
    expect(Object.keys(givenOptions<object>(options))).toEqual([]);
  });

  it('leaves out what is inherited', () => {
    const options = Object.create({ a: 1 }) as { a?: number; toString?: unknown };
    const given = givenOptions(options);
    expect([given.a, given.toString]).toEqual([undefined, undefined]);
  });

  it('takes one called __proto__ for an option as any other', () => {
    const given = givenOptions(JSON.parse('{"__proto__":{"a":1}}') as { a?: number });
    expect([given.a, Object.keys(given)]).toEqual([undefined, ['__proto__']]);
  });
});
