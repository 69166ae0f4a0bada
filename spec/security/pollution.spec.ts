import { afterEach, describe, expect, it } from 'vitest';
import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  Operation,
  paginate,
  Plugin,
  pollUntil,
  Request,
  retryMiddleware,
} from '../../lib/index.js';
import {
  callOnce,
  type CallOnceOptions,
  createTestClient,
  stubFetch,
  type Untyped,
} from '../support/client.js';
import { EVERY_PART, N, Trace } from '../support/every-part.js';
import { optionNames } from '../support/option-names.js';

const explode = (): never => {
  throw new Error('read from Object.prototype');
};

/** Names that JavaScript and third-party validators read from Object.prototype. */
const NOT_OURS: readonly string[] = ['constructor', 'then', 'toJSON', 'toString', 'value', 'issues'];

/** Includes the names in an event of a stream. */
const names = [...optionNames(), 'why', 'fatal', 'failure', '{', 'custom'].filter(
  (name) => !NOT_OURS.includes(name),
);

const clean = (polluted: readonly string[] = names): void => {
  for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
};

/** Returns the result of a run with these names on Object.prototype. */
const under = async <T>(run: () => Promise<T>, polluted: readonly string[], value: unknown): Promise<T> => {
  const descriptor = { value, configurable: true, enumerable: true, writable: true };
  for (const name of polluted) Object.defineProperty(Object.prototype, name, { ...descriptor });
  try {
    return await run();
  } finally {
    clean(polluted);
  }
};

/** Runs all parts, and records what each does and throws. */
const runOf = (parts: readonly string[]) => async (): Promise<readonly Trace[]> => {
  const traces: Trace[] = [];
  for (const part of parts) {
    const trace = new Trace();
    traces.push(trace);
    await EVERY_PART[part]!(trace).catch((thrown: unknown) => trace.tell('thrown', String(thrown)));
  }
  return traces;
};

const PARTS = Object.keys(EVERY_PART);

/** The names that a part reads from Object.prototype. */
const culprits = async (part: string, expected: string, value: unknown): Promise<string> => {
  const found: string[] = [];
  for (const name of names) {
    const [trace] = await under(runOf([part]), [name], value);
    if (trace?.told !== expected) found.push(name);
  }
  return `${part}: ${found.join() || 'several together'}`;
};

/** Values that an attacker can put on Object.prototype. */
const POISONS: readonly [string, unknown][] = [
  ['false', false],
  ['a number', 1],
  ['a string', 'evil'],
  ['a string of JSON', '{"n":1}'],
  ['a schema', N],
  ['an object', { 'x-evil': '1', name: 'evil', n: 1, custom: N }],
  ['a function', explode],
  ['an array', [explode]],
  ['a signal', AbortSignal.abort()],
];

afterEach(() => clean());

describe('trap 6: a polluted Object.prototype', () => {
  it('is tested with the name of every option', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'baseUrl',
        'headers',
        'timeout',
        'hashKeys',
        'maxPages',
        'until',
        'dispatcher',
      ]),
    );
  });

  it.each(POISONS)(
    'changes no request and no Result, if it has %s under every option name',
    async (_what, value) => {
      const expected = (await runOf(PARTS)()).map(({ told }) => told);
      const found = (await under(runOf(PARTS), names, value)).map(({ told }) => told);
      const changed = PARTS.filter((_part, at) => found[at] !== expected[at]);
      const blamed: string[] = [];
      for (const part of changed) blamed.push(await culprits(part, expected[PARTS.indexOf(part)]!, value));
      expect(blamed).toEqual([]);
    },
  );

  it('changes nothing in the JSON of an error', async () => {
    const { error } = (await callOnce({ answer: () => new Response('no', { status: 400 }) })).result;
    const written = JSON.stringify(error);

    expect(await under(async () => JSON.stringify(error), ['operation', 'issues', 'rawBody'], 'evil')).toBe(
      written,
    );
  });

  it.each(['evil', 1, {}, [1]])(
    'changes nothing for a plugin without wrapFetch and scope: %j',
    async (value) => {
      class Quiet extends Plugin {}
      const run = async (): Promise<unknown> =>
        (await callOnce({ answer: () => new Response('{}'), middleware: [new Quiet()] })).result.data;
      expect(await under(run, ['exchange', 'scope', 'innermost'], value)).toEqual(await run());
    },
  );

  it('changes nothing in the label of an operation without a kind and a name', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response('no', { status: 400 }));
    const operations = { findUser: new Operation({ operation: '{ user }' }) };
    const client = createGraphQL({ endpoint: 'http://a.test', fetch, operations });
    const { error } = await under(() => client.findUser(), ['kind', 'name'], 'evil');
    expect(error?.operation).toBe('query findUser');
  });
});

describe('trap 7: __proto__ and constructor.prototype', () => {
  const EVIL = '{"__proto__":{"x":"1"},"constructor":{"prototype":{"x":"1"}}}';
  const evil = (): Untyped => JSON.parse(EVIL);
  const request = new Request<Untyped, Untyped>({ method: 'POST', path: '/items' });

  afterEach(() => {
    expect(({} as Untyped).x).toBeUndefined();
    expect((Object as Untyped).x).toBeUndefined();
  });

  it.each<[string, CallOnceOptions]>([
    ['the params', { params: evil(), method: 'POST' }],
    ['a param', { params: { a: evil() }, method: 'POST' }],
    ['params for a path', { params: { ...evil(), id: 1 }, path: '/:id', method: 'POST' }],
    ['a query', { params: JSON.parse('{"__proto__":"1","constructor":"2"}') }],
    ['the options', { options: evil() }],
    ['the headers', { options: { headers: JSON.parse('{"__proto__":"1","constructor":"2"}') } }],
    ['the fetchOptions', { options: { fetchOptions: evil() } }],
    ['the fetchOptions of the endpoint', { fetchOptions: evil(), ...evil() }],
    ['the fetchOptions of the client', { client: { fetchOptions: evil(), ...evil() } }],
  ])('pollute nothing in %s', async (_place, asked) => {
    const { result, init } = await callOnce(asked);
    expect(result.error).toBeNull();
    expect(init).not.toBeInstanceOf(Object);
    expect((init as Untyped).x).toBeUndefined();
  });

  it('pollute nothing in the options of plugins, polls and paginations', async () => {
    const fetch = stubFetch();
    const middleware = [cacheMiddleware(evil()), retryMiddleware(evil())];
    const api = createApi({ baseUrl: 'http://a.test', fetch, middleware, requests: { request } });
    expect((await pollUntil(api.request, {}, { every: 0, until: () => true, ...evil() })).error).toBeNull();
    const walk = paginate(api.request, {}, { next: () => null, ...evil() });
    for await (const page of walk) expect(page).toMatchObject({ error: null });
  });

  it('are sent unchanged in a request body', async () => {
    expect((await callOnce({ method: 'POST', params: evil() })).body).toBe(EVIL);
  });

  it('are members of the data in a response', async () => {
    const { data } = (await callOnce({ answer: () => new Response(EVIL) })).result;
    expect(JSON.stringify(data)).toBe(EVIL);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('are members of an error body', async () => {
    const { error } = (await callOnce({ answer: () => new Response(EVIL, { status: 400 }) })).result;
    expect(JSON.stringify(error?.body)).toBe(EVIL);
  });

  it('are members of the data that the cache copies', async () => {
    const { api } = createTestClient({ middleware: [cacheMiddleware()], answers: [new Response(EVIL)] });
    await api.call();
    expect(JSON.stringify((await api.call()).data)).toBe(EVIL);
  });

  it('are members of the variables and the response of a GraphQL operation', async () => {
    const { requests } = await callOnce({
      method: 'POST',
      answer: () => new Response(`{"data":${EVIL}}`),
    });
    const operations = { ask: new Operation<Untyped, Untyped>({ operation: '{ a }' }) };
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      expect(init.body).toBe(`{"query":"{ a }","variables":${EVIL}}`);
      return new Response(`{"__proto__":{"errors":[1]},"data":${EVIL}}`);
    };
    const { data } = await createGraphQL({ endpoint: 'http://a.test', fetch, operations }).ask(evil());
    expect(JSON.stringify(data)).toBe(EVIL);
    expect(requests).toHaveLength(1);
  });
});
