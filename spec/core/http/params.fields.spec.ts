import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BASE, callOnce, type Untyped } from '../../support/client.js';
import { refusal, unsent } from '../../support/refusal.js';

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class Empty {
  run(): void {}
}

class Sealed {
  readonly #secret = 'hunter2';
  get length(): number {
    return this.#secret.length;
  }
}

class Money {
  amount = 5;
  toJSON(): unknown {
    return 'five';
  }
}

class Wire {
  readonly #amount = 5;
  toJSON(): unknown {
    return { cents: this.#amount * 100 };
  }
}

const foreign = (source: string): Untyped => runInNewContext(source);

describe('params with fields (rules.md#bodies)', () => {
  const spelled: [string, unknown][] = [
    ['a plain object', { x: 1, y: 2 }],
    ['an object without a prototype', Object.assign(Object.create(null), { x: 1, y: 2 })],
    ['an object of another realm', foreign('({ x: 1, y: 2 })')],
    ['a Map with string keys', new Map(Object.entries({ x: 1, y: 2 }))],
    ['a Map of another realm', foreign("new Map([['x', 1], ['y', 2]])")],
    ['an instance with own fields', new Point(1, 2)],
    ['an instance of another realm', foreign('new (class Point { x = 1; y = 2 })()')],
    ['an instance with own fields and toJSON', Object.assign(new Wire(), { x: 1, y: 2 })],
  ];

  it.each(spelled)('are sent as a JSON body or a query, and fill the path: %s', async (_kind, params) => {
    const { body, contentType } = await callOnce({ method: 'POST', params });
    expect({ body, contentType }).toEqual({ body: '{"x":1,"y":2}', contentType: 'application/json' });
    expect((await callOnce({ params })).url).toBe(`${BASE}/items?x=1&y=2`);
    const placed = await callOnce({ method: 'POST', path: '/items/:x', params });
    expect({ url: placed.url, body: placed.body }).toEqual({ url: `${BASE}/items/1`, body: '{"y":2}' });
  });

  it('are the fields of an instance, not the result of its toJSON', async () => {
    expect((await callOnce({ method: 'POST', params: new Money() })).body).toBe('{"amount":5}');
    expect((await callOnce({ params: new Money() })).url).toBe(`${BASE}/items?amount=5`);
    const own = Object.assign(new Point(1, 2), { toJSON: () => 'mine' });
    expect((await callOnce({ method: 'POST', params: own })).body).toBe('{"x":1,"y":2}');
  });

  it('are own fields with string names only, including a toJSON that is not a function', async () => {
    class Inherits extends Point {
      toJSON = 'yes';
    }
    Object.defineProperty(Inherits.prototype, 'z', { value: 3, enumerable: true });
    const params = Object.assign(new Inherits(1, 2), { [Symbol('b')]: 2 });
    expect((await callOnce({ params })).url).toBe(`${BASE}/items?x=1&y=2&toJSON=yes`);
    expect((await callOnce({ method: 'POST', params })).body).toBe('{"x":1,"y":2,"toJSON":"yes"}');
  });

  it('are not awaited if they have a then', async () => {
    const then = (): never => {
      throw new Error('called');
    };
    expect((await callOnce({ method: 'POST', params: { a: 1, then } })).body).toBe('{"a":1}');
  });
});

describe('instances with only toJSON (rules.md#bodies)', () => {
  it('are sent as their JSON, even if it is a string', async () => {
    const { body, contentType } = await callOnce({ method: 'POST', params: new Wire() });
    expect({ body, contentType }).toEqual({ body: '{"cents":500}', contentType: 'application/json' });
    expect((await callOnce({ method: 'POST', params: new URL(`${BASE}/a`) })).body).toBe(`"${BASE}/a"`);
  });

  it('are rejected in the query, with the name of the class, and when the path has params', async () => {
    expect(refusal(await callOnce({ params: new Wire() })).body.message).toContain('Wire');
    refusal(await callOnce({ method: 'POST', path: '/items/:cents', params: new Wire() }));
  });

  it('send no JSON Content-Type when toJSON returns undefined', async () => {
    class Nothing {
      toJSON(): undefined {
        return undefined;
      }
    }
    const { requests } = await callOnce({ method: 'POST', params: new Nothing() });
    expect(requests.map(({ headers }) => headers.get('content-type')).filter(Boolean)).toEqual([]);
  });

  it('send nothing when toJSON throws, and the error has the thrown value', async () => {
    const thrown = new RangeError('no');
    class Throws {
      toJSON(): never {
        throw thrown;
      }
    }
    expect(unsent(await callOnce({ method: 'POST', params: new Throws() })).body).toBe(thrown);
  });
});

describe('arrays (rules.md#bodies)', () => {
  it.each<[unknown[], string]>([
    [[1, 'a', null], '[1,"a",null]'],
    [[], '[]'],
    [[undefined, 1], '[null,1]'],
    [[{ a: 1 }, [2]], '[{"a":1},[2]]'],
    [foreign('[1, 2]'), '[1,2]'],
  ])('are sent as the whole body: %j', async (params, expected) => {
    const { body, contentType } = await callOnce({ method: 'POST', params });
    expect({ body, contentType }).toEqual({ body: expected, contentType: 'application/json' });
  });

  it.each([[[1]], [[]], [foreign('[1]')]])(
    'are rejected in the query, and when the path has params: %j',
    async (params) => {
      expect(refusal(await callOnce({ params })).body.message).toMatch(/\ban array\b/i);
      expect(refusal(await callOnce({ method: 'POST', path: '/items/:0', params })).body.message).toMatch(
        /\ban array\b/i,
      );
    },
  );
});

describe('invalid params (rules.md#bodies)', () => {
  const refused: [string, RegExp, unknown][] = [
    ['a Set', /\ba Set\b/, new Set([1])],
    ['a Set with own fields', /\ba Set\b/, Object.assign(new Set([1]), { a: 1 })],
    ['a boxed string', /\ba String\b/, Object('a=1')],
    ['a bare Date', /\ba Date\b/, new Date(0)],
    ['a Date of another realm', /\ba Date\b/, foreign('new Date(0)')],
    [
      'a Map with a key that is not a string',
      /params is a Map with non-string keys: use string keys/,
      new Map<unknown, unknown>([
        ['a', 1],
        [{}, 2],
      ]),
    ],
    ['an instance with private state', /\ba Sealed\b/, new Sealed()],
    ['an instance without fields', /\bEmpty\b/, new Empty()],
    ['a Promise', /\ba Promise\b/, Promise.resolve({ a: 1 })],
    ['a function', /\ba function\b/i, () => ({ a: 1 })],
    ['a symbol', /\ba symbol\b/i, Symbol('a')],
    ['a number', /\ba number\b/i, 7],
    ['a boolean', /\ba boolean\b/i, true],
    ['a bigint', /\ba bigint\b/i, 7n],
  ];

  it.each(refused)('are rejected in the body, the query and the path: %s', async (_kind, name, params) => {
    expect(refusal(await callOnce({ method: 'POST', params })).body.message).toMatch(name);
    expect(refusal(await callOnce({ params })).body.message).toMatch(name);
    refusal(await callOnce({ method: 'POST', path: '/items/:id', params }));
  });
});

describe('a body for a path with params (rules.md#bodies)', () => {
  it.each<[string, unknown]>([
    ['a string', 'id=7'],
    ['a FormData', new FormData()],
    ['a URLSearchParams', new URLSearchParams('id=7')],
    ['a Blob', new Blob(['x'])],
    ['a Uint8Array', new Uint8Array(2)],
  ])('is rejected when it is %s, which has no params', async (_kind, params) => {
    refusal(await callOnce({ method: 'POST', path: '/items/:id', params }));
  });
});

describe('values nested in a JSON body (rules.md#bodies)', () => {
  it.each<[string, unknown, string]>([
    ['a Map as {}', new Map([['a', 1]]), '{}'],
    ['an instance with private state as {}', new Sealed(), '{}'],
    ['a Date as its ISO string', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an instance with toJSON as its JSON', new Wire(), '{"cents":500}'],
    ['an instance as its fields', new Point(1, 2), '{"x":1,"y":2}'],
    ['a boxed number as the number', Object(1), '1'],
    ['null as null', null, 'null'],
    ['NaN as null', NaN, 'null'],
    ['an object of another realm', foreign('({ a: [1] })'), '{"a":[1]}'],
  ])('are sent as JSON.stringify writes them: %s', async (_case, value, expected) => {
    expect((await callOnce({ method: 'POST', params: { value } })).body).toBe(`{"value":${expected}}`);
  });

  it('are left out when undefined, a function or a symbol', async () => {
    expect(
      (
        await callOnce({
          method: 'POST',
          params: { a: undefined, b: () => 1, c: Symbol('c'), d: 1 },
        })
      ).body,
    ).toBe('{"d":1}');
  });
});
