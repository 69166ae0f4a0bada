import { describe, expect, it } from 'vitest';
import { BY_VALUE, contentKey } from '../../../lib/features/cache-keys/content-key.js';

class Point {
  x = 1;
}
class Money {
  readonly #cents: number;
  constructor(cents = 100) {
    this.#cents = cents;
  }
  toJSON() {
    return { cents: this.#cents };
  }
}
class Both extends Money {
  constructor(
    readonly field: number,
    cents: number,
  ) {
    super(cents);
  }
}
class Secret {
  readonly #value = 1;
  get value() {
    return this.#value;
  }
}

const circular = (): unknown => {
  const value: { self?: unknown } = {};
  value.self = [value];
  return value;
};

const bytes = (...values: number[]) => new Uint8Array(values);

describe('the content key of params (rules.md#cache)', () => {
  it.each<[string, unknown, unknown]>([
    ['object keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['undefined members', { a: 1 }, { a: 1, b: undefined }],
    ['a Date and its ISO string', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a value and the result of its toJSON', { price: new Money() }, { price: { cents: 100 } }],
    [
      'an object with and without a prototype',
      { a: 1 },
      Object.assign(Object.create(null) as object, { a: 1 }),
    ],
    ['an instance with fields and an object with the same fields', { at: new Point() }, { at: { x: 1 } }],
    ['two Maps', { m: new Map([['a', 1]]) }, { m: new Map([['a', 1]]) }],
    ['two Sets', { s: new Set([1, 2]) }, { s: new Set([1, 2]) }],
    ['two typed arrays', { t: bytes(1, 2) }, { t: bytes(1, 2) }],
    ['views of the same bytes', { t: bytes(2, 3) }, { t: bytes(1, 2, 3).subarray(1) }],
    ['one value in two positions, and two equal values', [[1], [1]], Array(2).fill([1])],
  ])('is the same for %s', (_what, a, b) => {
    expect(contentKey(a)).toBe(contentKey(b));
  });

  it.each<[string, unknown, unknown]>([
    ['other values', { a: 1 }, { a: 2 }],
    ['a number and its string', { a: 1 }, { a: '1' }],
    ['null and its string', { a: null }, { a: 'null' }],
    ['a boolean and its string', { a: true }, { a: 'true' }],
    ['an array and an object', { a: ['x'] }, { a: { 0: 'x' } }],
    ['orders of elements', [1, 2], [2, 1]],
    ['a string that looks like a key', { a: '1,"b":2' }, { a: 1, b: 2 }],
    ['a string that looks like the end of one string and the next', ['a', 'b'], ['astring1 b']],
    ['names with quotes', { 'a":1,"b': 2 }, { a: 1, b: 2 }],
    ['Maps', { m: new Map([['a', 1]]) }, { m: new Map([['a', 2]]) }],
    ['Sets', { s: new Set([1]) }, { s: new Set([2]) }],
    ['a Map and a Set', { s: new Set([['a', 1]]) }, { s: new Map([['a', 1]]) }],
    ['bytes', { t: bytes(1) }, { t: bytes(2) }],
    ['kinds of typed array', { t: bytes(1) }, { t: new Int8Array([1]) }],
    ['deep members', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }],
    ['__proto__ members', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
    ['numbers of an array that join to the same digits', [1, 23], [12, 3]],
    ['fields of params that also have a toJSON()', new Both(1, 0), new Both(2, 0)],
    ['members with a toJSON()', { a: new Both(1, 1) }, { a: new Both(1, 2) }],
    ['params with nothing but a toJSON()', new Money(1), new Money(2)],
  ])('differs for %s', (_what, a, b) => {
    expect(contentKey(a)).not.toBe(contentKey(b));
    expect(contentKey(a, BY_VALUE)).not.toBe(contentKey(b, BY_VALUE));
  });

  it.each<[string, unknown, unknown]>([
    ['a Date and its string', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a bigint and its string', 1n, '1n'],
    ['two bigints', 1n, 2n],
  ])('by value differs for %s', (_what, a, b) => {
    expect(contentKey(a, BY_VALUE)).not.toBe(contentKey(b, BY_VALUE));
  });
});

describe('a value without a content key (rules.md#cache)', () => {
  const kinds: [string, () => unknown][] = [
    ['a BigInt', () => 1n],
    ['a function', () => () => 1],
    ['a symbol', () => Symbol('a')],
    ['an ArrayBuffer', () => new ArrayBuffer(1)],
    ['a Blob', () => new Blob(['a'])],
    ['a FormData', () => new FormData()],
    ['a URLSearchParams', () => new URLSearchParams('a=1')],
    ['a boxed string', () => Object('a')],
    ['a circular structure', circular],
    ['an Error', () => new Error('a')],
    ['a Promise', () => Promise.resolve(1)],
    ['an instance with private state only', () => new Secret()],
  ];

  it.each(kinds)('is %s, also in an array, an object, a Map and a Set', (_kind, make) => {
    for (const wrap of [
      (value: unknown) => value,
      (value: unknown) => [[value]],
      (value: unknown) => ({ a: { b: value } }),
      (value: unknown) => new Map([['a', value]]),
      (value: unknown) => new Set([value]),
      (value: unknown) => ({ toJSON: () => ({ value }) }),
    ])
      expect(() => contentKey(wrap(make()))).toThrow(/^Can't create a key from /);
  });
});

describe('a platform whose classes have no tag, such as React Native', () => {
  it.each(['Blob', 'FormData', 'URLSearchParams'] as const)('creates no key from a %s', (name) => {
    class Untagged {
      readonly parts = ['a'];
    }
    const own = Object.getOwnPropertyDescriptor(globalThis, name)!;
    Object.defineProperty(globalThis, name, { value: Untagged, configurable: true, writable: true });
    try {
      expect(() => contentKey({ a: new Untagged() })).toThrow("Can't create a key");
    } finally {
      Object.defineProperty(globalThis, name, own);
    }
  });
});
