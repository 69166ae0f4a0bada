import { describe, expect, it } from 'vitest';
import { stubFetch } from '../../support/client.js';
import { askedOf, DOCUMENT, oneOperation, refusalOf } from '../../support/one-operation.js';

const sentFor = async (...args: unknown[]) => {
  const fetch = stubFetch({ data: { data: {} } });
  await oneOperation({ fetch }).call(...(args as [Record<string, unknown>]));
  return { fetch, asked: askedOf(fetch) };
};

class Point {
  readonly #hidden = 3;
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}

  toJSON(): unknown {
    return this.#hidden;
  }
}

class Sealed {
  readonly #hidden = 3;

  toJSON(): unknown {
    return { hidden: this.#hidden };
  }
}

describe('a sent operation (rules.md#graphql)', () => {
  it('is a POST of JSON to the endpoint, with query and variables', async () => {
    const { asked, fetch } = await sentFor({ id: 1 });
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/graphql');
    expect(fetch.lastInit.method).toBe('POST');
    expect(fetch.lastHeaders).toEqual({ 'content-type': 'application/json' });
    expect(asked).toEqual({ query: DOCUMENT, variables: { id: 1 } });
  });

  it.each([[[]], [[undefined]], [[null]]])('has empty variables for a call with %j', async (args) => {
    expect((await sentFor(...args)).asked).toEqual({ query: DOCUMENT, variables: {} });
  });

  it.each<[string, unknown, unknown]>([
    ['{}', {}, {}],
    ['a null variable', { id: null }, { id: null }],
    ['an undefined variable', { id: undefined, a: 1 }, { a: 1 }],
    [
      'arrays and input objects',
      { ids: [1, [2]], input: { a: { b: 1 } } },
      { ids: [1, [2]], input: { a: { b: 1 } } },
    ],
    ['a Date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a Map with string keys', new Map([['id', 1]]), { id: 1 }],
    ['an object without a prototype', Object.assign(Object.create(null), { id: 1 }), { id: 1 }],
    ['an instance with own fields, even if it has a toJSON', new Point(1, 2), { x: 1, y: 2 }],
    ['only own properties', Object.assign(Object.create({ inherited: 1 }), { own: 1 }), { own: 1 }],
  ])('has the variables of %s', async (_what, variables, sent) => {
    expect((await sentFor(variables)).asked.variables).toEqual(sent);
  });

  it('has an own __proto__ as a variable, without prototype pollution', async () => {
    const { fetch } = await sentFor(JSON.parse('{"__proto__":{"x":1},"id":1}'));
    expect(fetch.lastInit.body).toContain('"variables":{"__proto__":{"x":1},"id":1}');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it("doesn't change the variables", async () => {
    await sentFor(Object.freeze({ id: 1 }));
  });

  it("has the caller's own Content-Type, at any level", async () => {
    const fetch = stubFetch({ data: { data: {} } });
    await oneOperation({
      fetch,
      operation: { headers: { 'Content-Type': 'application/graphql+json' } },
    }).call();
    expect(fetch.lastHeaders).toEqual({ 'content-type': 'application/graphql+json' });
  });
});

describe("variables that can't be sent cause a 'network' error with a TypeError, and nothing is sent (rules.md#graphql)", () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each<[string, unknown, RegExp]>([
    ['an array', [1], /variables.*Array/],
    ['a string', 'id', /variables.*string/],
    ['a Set', new Set([1]), /variables.*Set/],
    ['a Date', new Date(0), /variables.*Date/],
    ['a Map with other keys', new Map([[1, 1]]), /Map with non-string keys: use string keys/],
    ['an instance without fields', new Sealed(), /variables.*Sealed/],
    ['a FormData', new FormData(), /variables.*FormData/],
    ['a typed array', new Uint8Array([1]), /variables.*Uint8Array/],
  ])('which names %s', async (_what, variables, named) => {
    const { error, sent } = await refusalOf(variables);
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(String(error?.body)).toMatch(named);
    expect(sent).toBe(0);
  });

  it.each<[string, unknown]>([
    ['a BigInt', { id: 1n }],
    ['a circular structure', circular],
  ])('for %s', async (_what, variables) => {
    const { error, sent } = await refusalOf(variables);
    expect(error).toMatchObject({ kind: 'network', body: { name: 'TypeError' } });
    expect(error?.message).toContain("variables can't be converted to JSON:");
    expect(sent).toBe(0);
  });

  it('but the thrown error for a toJSON that throws', async () => {
    const toJSON = (): never => {
      throw new Error('mine');
    };
    const { error, sent } = await refusalOf({ id: { toJSON } });
    expect(error).toMatchObject({ kind: 'network', body: { message: 'mine' } });
    expect(sent).toBe(0);
  });

  it('which contains no value', async () => {
    expect((await refusalOf(['s3cret'])).error?.message).not.toContain('s3cret');
  });
});
