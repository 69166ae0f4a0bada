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

/** What the language and the validators of other people read from Object.prototype, for everybody. */
const NOT_OURS: readonly string[] = ['constructor', 'then', 'toJSON', 'toString', 'value', 'issues'];

/** Of an event in one of the streams, too. */
const names = [...optionNames(), 'why', 'fatal', 'failure', '{', 'custom'].filter(
  (name) => !NOT_OURS.includes(name),
);

const clean = (polluted: readonly string[] = names): void => {
  for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
};

/** What a run gives with these names on Object.prototype. */
const under = async <T>(run: () => Promise<T>, polluted: readonly string[], value: unknown): Promise<T> => {
  const descriptor = { value, configurable: true, enumerable: true, writable: true };
  for (const name of polluted) Object.defineProperty(Object.prototype, name, { ...descriptor });
  try {
    return await run();
  } finally {
    clean(polluted);
  }
};

/** Does what there is to do with parts, and has them tell of it; what that throws is told, too. */
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

/** What somebody may have put there. */
const POISONS: readonly [string, unknown][] = [
  ['false', false],
  ['a number', 1],
  ['a text', 'evil'],
  ['a text of JSON', '{"n":1}'],
  ['a schema', N],
  ['an object', { 'x-evil': '1', name: 'evil', n: 1, custom: N }],
  ['a function', explode],
  ['a list', [explode]],
  ['a signal', AbortSignal.abort()],
];

afterEach(() => clean());

describe('trap 6: a polluted Object.prototype changes nothing on the wire and nothing that comes home', () => {
  it('knows the name of every option', () => {
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

  it.each(POISONS)('whatever is there under any name of an option: %s', async (_what, value) => {
    const expected = (await runOf(PARTS)()).map(({ told }) => told);
    const found = (await under(runOf(PARTS), names, value)).map(({ told }) => told);
    const changed = PARTS.filter((_part, at) => found[at] !== expected[at]);
    const blamed: string[] = [];
    for (const part of changed) blamed.push(await culprits(part, expected[PARTS.indexOf(part)]!, value));
    expect(blamed).toEqual([]);
  });

  it('in what an error writes of itself', async () => {
    const { error } = (await callOnce({ answer: () => new Response('no', { status: 400 }) })).result;
    const written = JSON.stringify(error);

    expect(await under(async () => JSON.stringify(error), ['operation', 'issues', 'rawBody'], 'evil')).toBe(
      written,
    );
  });

  it.each(['evil', 1, {}, [1]])(
    'in a plugin that stands around nothing, nor has a scope: %j',
    async (value) => {
      class Quiet extends Plugin {}
      const run = async (): Promise<unknown> =>
        (await callOnce({ answer: () => new Response('{}'), middleware: [new Quiet()] })).result.data;
      expect(await under(run, ['exchange', 'scope', 'innermost'], value)).toEqual(await run());
    },
  );

  it('in the label of an operation that has neither a kind nor a name', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response('no', { status: 400 }));
    const operations = { findUser: new Operation({ operation: '{ user }' }) };
    const client = createGraphQL({ endpoint: 'http://a.test', fetch, operations });
    const { error } = await under(() => client.findUser(), ['kind', 'name'], 'evil');
    expect(error?.operation).toBe('query findUser');
  });
});

describe('trap 7: __proto__ and constructor.prototype pollute nothing', () => {
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
    ['params beside a path', { params: { ...evil(), id: 1 }, path: '/:id', method: 'POST' }],
    ['a query', { params: JSON.parse('{"__proto__":"1","constructor":"2"}') }],
    ['the options', { options: evil() }],
    ['the headers', { options: { headers: JSON.parse('{"__proto__":"1","constructor":"2"}') } }],
    ['the fetchOptions', { options: { fetchOptions: evil() } }],
    ['those of the endpoint', { fetchOptions: evil(), ...evil() }],
    ['those of the client', { client: { fetchOptions: evil(), ...evil() } }],
  ])('in %s', async (_place, asked) => {
    const { result, init } = await callOnce(asked);
    expect(result.error).toBeNull();
    expect(init).not.toBeInstanceOf(Object);
    expect((init as Untyped).x).toBeUndefined();
  });

  it('in the options of plugins, polls and pages', async () => {
    const fetch = stubFetch();
    const middleware = [cacheMiddleware(evil()), retryMiddleware(evil())];
    const api = createApi({ baseUrl: 'http://a.test', fetch, middleware, requests: { request } });
    expect((await pollUntil(api.request, {}, { every: 0, until: () => true, ...evil() })).error).toBeNull();
    const walk = paginate(api.request, {}, { next: () => null, ...evil() });
    for await (const page of walk) expect(page).toMatchObject({ error: null });
  });

  it('in a request body: they are sent as they stand', async () => {
    expect((await callOnce({ method: 'POST', params: evil() })).body).toBe(EVIL);
  });

  it('in a response: they are members of the data', async () => {
    const { data } = (await callOnce({ answer: () => new Response(EVIL) })).result;
    expect(JSON.stringify(data)).toBe(EVIL);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it('in an error body', async () => {
    const { error } = (await callOnce({ answer: () => new Response(EVIL, { status: 400 }) })).result;
    expect(JSON.stringify(error?.body)).toBe(EVIL);
  });

  it('in what the cache copies', async () => {
    const { api } = createTestClient({ middleware: [cacheMiddleware()], answers: [new Response(EVIL)] });
    await api.call();
    expect(JSON.stringify((await api.call()).data)).toBe(EVIL);
  });

  it('in the variables and in the answer of a GraphQL operation', async () => {
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
