import { describe, expect, it } from '@jest/globals';
import { BY_VALUE, contentKey } from '../../../lib/parts/keys/content-key.js';
import { cacheMiddleware, type CallOptions } from '../../../lib/index.js';
import { answering } from '../../support/answering.js';

class Both {
  readonly #json: unknown;
  constructor(
    readonly field: number,
    json: unknown,
  ) {
    this.#json = json;
  }
  toJSON(): unknown {
    return this.#json;
  }
}

class OnlyJson {
  readonly #json: unknown;
  constructor(json: unknown) {
    this.#json = json;
  }
  toJSON(): unknown {
    return this.#json;
  }
}

const date = new Date(0);

describe('what is not equal has keys apart (rules.md#cache)', () => {
  it.each<[string, unknown, unknown]>([
    ['numbers of a list, wherever they end', [1, 23], [12, 3]],
    ['texts of a list, wherever they end', ['a', 'b'], ['a,b']],
    ['members of a Set', new Set([1, 23]), new Set([12, 3])],
    ['entries of a Map', new Map([['a', 1]]), new Map([['a', 2]])],
    ['a Set and a list', new Set([1]), [1]],
    ['null and its text', null, 'null'],
    ['a number and its text', 1, '1'],
    ['fields of params that have a toJSON() too', new Both(1, 0), new Both(2, 0)],
    ['params with nothing but a toJSON()', new OnlyJson(1), new OnlyJson(2)],
    ['members with a toJSON()', { a: new Both(1, 1) }, { a: new Both(1, 2) }],
    ['typed arrays', new Uint8Array([1, 23]), new Uint8Array([12, 3])],
  ])('%s', (_what, one, other) => {
    expect(contentKey(one)).not.toBe(contentKey(other));
    expect(contentKey(one, BY_VALUE)).not.toBe(contentKey(other, BY_VALUE));
  });

  it.each<[string, unknown, unknown]>([
    ['a Date and its text', { at: date }, { at: date.toISOString() }],
    ['a bigint and its text', 1n, '1n'],
    ['two bigints', 1n, 2n],
  ])('%s, where only what is equal by value counts', (_what, one, other) => {
    expect(contentKey(one, BY_VALUE)).not.toBe(contentKey(other, BY_VALUE));
  });

  it('a bigint has none where JSON counts', () => {
    expect(() => contentKey({ value: 1n })).toThrow('No content to be keyed on: bigint.');
  });

  it.each<[string, unknown]>([
    ['a symbol', Symbol('a')],
    ['a function', () => 1],
    ['an instance without fields', Object.create({ inherited: 1 })],
    ['a Blob', new Blob()],
  ])('%s has none at all', (_what, value) => {
    expect(() => contentKey({ value })).toThrow(/^No content to be keyed on: /);
    expect(() => contentKey({ value }, BY_VALUE)).toThrow(/^No content to be keyed on: /);
  });
});

describe('what is equal has one key', () => {
  it.each<[string, unknown, unknown]>([
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a member that is undefined', { a: 1, b: undefined }, { a: 1 }],
    ['a Date and its text, as JSON has it', { at: date }, { at: date.toISOString() }],
    ['a member by its toJSON()', { a: new Both(1, 7) }, { a: new Both(2, 7) }],
  ])('%s', (_what, one, other) => {
    expect(contentKey(one)).toBe(contentKey(other));
  });

  it.each<[string, CallOptions, CallOptions]>([
    ['headers', { headers: { 'x-a': '1', 'x-b': '2' } }, { headers: { 'x-b': '2', 'x-a': '1' } }],
    [
      'fetch options',
      { fetchOptions: { cache: 'reload', mode: 'cors' } },
      { fetchOptions: { mode: 'cors', cache: 'reload' } },
    ],
  ])('%s in another order are one entry', async (_what, first, second) => {
    const { api, arrived } = answering([], { middleware: [cacheMiddleware()] });
    await api.read({}, first);
    await api.read({}, second);
    expect(arrived).toHaveLength(1);
  });

  it('a fetch option that a middleware set to undefined is as if it were not there', async () => {
    const unset = { fetchOptions: {} };
    const { api, arrived } = answering([], {
      middleware: [
        async (ctx, next) => {
          if (arrived.length > 0) ctx.request.fetchOptions = { cache: undefined };
          return next();
        },
        cacheMiddleware(),
      ],
    });
    await api.read({}, unset);
    await api.read({}, unset);
    expect(arrived).toHaveLength(1);
  });
});
