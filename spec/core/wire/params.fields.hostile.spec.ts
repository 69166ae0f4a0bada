import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { type Asked, BASE, call, type Captured, get, post, type Untyped } from '../../support/capture.js';
import { refusal, unsent } from '../../support/refusal.js';

const thrown = new RangeError('hands off');
const explode = (): never => {
  throw thrown;
};

const revoked = (): Untyped => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const circular = (): unknown => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  return circle;
};

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
};

const hostile: [string, () => unknown][] = [
  [
    'a getter that throws',
    () => ({
      get id() {
        return explode();
      },
    }),
  ],
  ['a proxy that throws on every trap', () => new Proxy({}, new Proxy({}, { get: () => explode }))],
  ['a revoked proxy', revoked],
  ['a circular structure', circular],
  ['a BigInt in JSON', () => ({ big: 1n })],
  ['a structure deeper than the stack', () => deep(100_000)],
  ['a toJSON that throws', () => ({ toJSON: explode })],
  ['a toString that throws', () => ({ id: { toString: explode, valueOf: explode } })],
  ['a Symbol.toPrimitive that throws', () => ({ id: { [Symbol.toPrimitive]: explode } })],
  [
    'a Symbol.toStringTag that throws',
    () => ({
      get [Symbol.toStringTag]() {
        return explode();
      },
    }),
  ],
  ['a boxed string', () => Object('id')],
  ['a boxed number', () => Object(1)],
  ['a boxed symbol', () => Object(Symbol('id'))],
  ['a boxed bigint', () => Object(1n)],
  [
    'a Promise that rejects',
    () => {
      const promise = Promise.reject(thrown);
      promise.catch(() => {});
      return promise;
    },
  ],
  ['an Error with fields', () => Object.assign(new Error('x'), { id: 1 })],
  [
    'a generator',
    () =>
      (function* () {
        yield 1;
      })(),
  ],
  ['the global object', () => globalThis],
  ['arguments', () => runInNewContext('(function () { return arguments; })(1, 2)')],
];

/** Whatever the params are: one Result, and at most one request. */
const settles = ({ result, sent }: Captured): void => {
  expect((result.data === null) !== (result.error === null)).toBe(true);
  expect(sent.length).toBe(result.error ? 0 : 1);
  if (result.error) expect(result.error.kind).toBe('network');
};

describe('a call never rejects, whatever its params are (rules.md#results)', () => {
  it.each(hostile)('%s in the query', async (_kind, make) => {
    settles(await get('/items', make()));
  });

  it.each(hostile)('%s as a query value', async (_kind, make) => {
    settles(await get('/items', { q: make() }));
  });

  it.each(hostile)('%s as a query element', async (_kind, make) => {
    settles(await get('/items', { q: [make()] }));
  });

  it.each(hostile)('%s as the body', async (_kind, make) => {
    settles(await post('/items', make()));
  });

  it.each(hostile)('%s inside a body', async (_kind, make) => {
    settles(await post('/items', { a: make() }));
  });

  it.each(hostile)('%s for a path with a param', async (_kind, make) => {
    settles(await post('/items/:id', make()));
  });

  it.each(hostile)('%s as a path param', async (_kind, make) => {
    settles(await get('/items/:id', { id: make() }));
  });
});

describe('error.body holds what the params threw (rules.md#errors)', () => {
  const throwing: [string, () => unknown][] = [
    [
      'a getter',
      () => ({
        get id() {
          return explode();
        },
      }),
    ],
  ];

  it.each(throwing)('%s, in the query', async (_kind, make) => {
    expect(unsent(await get('/items', make())).body).toBe(thrown);
  });

  it.each(throwing)('%s, in the body', async (_kind, make) => {
    expect(unsent(await post('/items', make())).body).toBe(thrown);
  });

  it('a toJSON inside a body', async () => {
    expect(unsent(await post('/items', { a: { toJSON: explode } })).body).toBe(thrown);
  });
});

describe('prototype-named keys are params as any other (rules.md#urls)', () => {
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'then',
    'toJSON',
  ];
  const paramsOf = (name: string): unknown => JSON.parse(`{"${name}":"own"}`);

  it.each(names)('%s in the query', async (name) => {
    expect((await get('/items', paramsOf(name))).url).toBe(`${BASE}/items?${name}=own`);
  });

  it.each(names)('%s in the body', async (name) => {
    expect((await post('/items', paramsOf(name))).body).toBe(`{"${name}":"own"}`);
  });

  it.each(names)('%s in the body beside a path param', async (name) => {
    const params = JSON.parse(`{"id":7,"${name}":"own"}`) as unknown;
    expect((await post('/items/:id', params)).body).toBe(`{"${name}":"own"}`);
  });

  it.each(names)('%s as a key of a Map', async (name) => {
    expect((await post('/items', new Map([[name, 'own']]))).body).toBe(`{"${name}":"own"}`);
  });

  it('pollute nothing', async () => {
    const evil = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ) as object;
    await post('/items', evil);
    await post('/items/:id', { id: 7, ...evil });
    await post('/items', new Map(Object.entries(evil)));
    await get('/items', evil);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('trap 6: a polluted Object.prototype', () => {
  const polluted: [string, unknown][] = [
    ['toJSON', () => 'evil'],
    ['id', 'evil'],
    ['q', 'evil'],
    ['0', 'evil'],
  ];
  const prototype: object = Object.prototype;

  /** Calls while every object inherits the value; `read` is what fetch then finds in its init. */
  const withPolluted = async (name: string, value: unknown, asked: Asked) => {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true, enumerable: true });
    try {
      const captured = await call({ baseUrl: BASE, ...asked });
      const [init = {}] = captured.sent.map((sent) => sent.init as Record<string, unknown>);
      const { method, body, credentials, mode, duplex, signal, dispatcher } = init;
      return {
        captured,
        read: [method, body ?? null, credentials, mode, duplex, signal ?? undefined, dispatcher],
      };
    } finally {
      Reflect.deleteProperty(prototype, name);
    }
  };

  it.each(polluted)('changes nothing of a GET: %s', async (name, value) => {
    const { captured, read } = await withPolluted(name, value, { method: 'GET', params: { a: 1 } });
    expect([captured.url, [...captured.headers]]).toEqual([`${BASE}/items?a=1`, []]);
    expect(read).toEqual(['GET', null, ...Array<undefined>(5)]);
    expect(captured.result).toMatchObject({ data: { ok: true }, error: null });
  });

  // An inherited toJSON is read by JSON.stringify itself.
  it.each(polluted.filter(([name]) => name !== 'toJSON'))(
    'changes nothing of a POST: %s',
    async (name, value) => {
      const { captured, read } = await withPolluted(name, value, { method: 'POST', params: { a: 1 } });
      expect([captured.url, captured.contentType]).toEqual([`${BASE}/items`, 'application/json']);
      expect(read).toEqual(['POST', '{"a":1}', ...Array<undefined>(5)]);
      expect(captured.result).toMatchObject({ data: { ok: true }, error: null });
    },
  );

  it('fills no path param', async () => {
    const { captured } = await withPolluted('id', 'evil', { path: '/items/:id', params: {} });
    refusal(captured);
  });

  it('turns no call without params into one with a body', async () => {
    const { captured } = await withPolluted('a', 'evil', { method: 'POST' });
    expect([captured.body, captured.contentType]).toEqual([null, null]);
  });
});

describe('objects of another realm (rules.md#bodies)', () => {
  const foreign = (source: string): unknown => runInNewContext(source);

  it.each([
    ['({ a: 1 })', '{"a":1}'],
    ['Object.assign(Object.create(null), { a: 1 })', '{"a":1}'],
    ["new Map([['a', 1]])", '{"a":1}'],
    ['[1]', '[1]'],
    ['new (class { constructor() { this.a = 1 } })()', '{"a":1}'],
    ['new (class { toJSON() { return { a: 1 } } })()', '{"a":1}'],
  ])('are sent as those of this one: %s', async (source, expected) => {
    const { body, contentType } = await post('/items', foreign(source));
    expect([body, contentType]).toEqual([expected, 'application/json']);
  });

  it.each(['new Set([1])', 'new Date(0)', 'new Map([[1, 2]])', 'Promise.resolve()', 'new Error("x")'])(
    'are refused as those of this one: %s',
    async (source) => {
      refusal(await post('/items', foreign(source)));
    },
  );

  it.each(['({})', 'new Date(0)', '[[1]]', 'new String("x")'])(
    'are refused as query values as those of this one: %s',
    async (source) => {
      expect(refusal(await get('/items', { filter: foreign(source) })).body.message).toContain('"filter"');
    },
  );

  it('repeat a key for an array', async () => {
    expect((await get('/items', { q: foreign('["a", null, "b"]') })).url).toBe(`${BASE}/items?q=a&q=b`);
  });
});
