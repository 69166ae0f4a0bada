import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
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
import { ownFetch, useServers } from '../support/node-server.js';
import { optionNames } from '../support/option-names.js';

let calls = 0;

const explode = (): never => {
  calls += 1;
  throw new Error('read from Object.prototype');
};

/** Names that the language and other libraries read from Object.prototype themselves. */
const NOT_OURS: readonly string[] = ['constructor', 'then', 'toJSON', 'toString', 'value', 'issues'];

/** Params, an event of a stream, the source of a GraphQL document, the fields of a body, and error fields. */
const DATA = 'id a q 0 custom { loc encoding fields size why fatal failure'.split(' ');

const names = [...optionNames(), ...DATA].filter((name) => !NOT_OURS.includes(name));

const clean = (polluted: readonly string[] = names): void => {
  for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
};

/** Runs with these names on Object.prototype. */
const under = async <T>(run: () => Promise<T>, polluted: readonly string[], value: unknown): Promise<T> => {
  const descriptor = { value, configurable: true, enumerable: true, writable: true };
  for (const name of polluted) Object.defineProperty(Object.prototype, name, { ...descriptor });
  try {
    return await run();
  } finally {
    clean(polluted);
  }
};

/** Uses these parts, and returns what each sent and returned. */
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

/** Finds the names that a part reads from Object.prototype. */
const culprits = async (part: string, expected: string, value: unknown): Promise<string> => {
  const found: string[] = [];
  for (const name of names) {
    const [trace] = await under(runOf([part]), [name], value);
    if (trace?.told !== expected) found.push(name);
  }
  return `${part}: ${found.join() || 'several together'}`;
};

const POISONS: readonly [string, unknown][] = [
  ['false', false],
  ['a number', 1],
  ['a text', 'evil'],
  ['a text of JSON', '{"n":1}'],
  ['a schema', N],
  ['an object', { 'x-evil': '1', name: 'evil', n: 1, custom: N, source: { body: '{ evil }' } }],
  ['a function', explode],
  ['a list', [explode]],
  ['a signal', AbortSignal.abort()],
];

afterEach(() => clean());

describe('trap 6: a polluted Object.prototype changes no request and no Result', () => {
  it('is polluted with the name of every option, init member and header', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'baseUrl',
        'headers',
        'timeout',
        'hashKeys',
        'maxPages',
        'until',
        'dispatcher',
        'content-type',
      ]),
    );
  });

  it.each(POISONS)('if each name has the value: %s', async (_what, value) => {
    const expected = (await runOf(PARTS)()).map(({ told }) => told);
    const found = (await under(runOf(PARTS), names, value)).map(({ told }) => told);
    const changed = PARTS.filter((_part, at) => found[at] !== expected[at]);
    const blamed: string[] = [];
    for (const part of changed) blamed.push(await culprits(part, expected[PARTS.indexOf(part)]!, value));
    expect(blamed).toEqual([]);
    expect(calls).toBe(0);
  });

  it('if toJSON is polluted and a call sends no JSON', async () => {
    const run = async () => {
      const { url, headers, result } = await callOnce({ params: { a: 1 }, answer: () => new Response('{}') });
      return [url, [...headers], result.data];
    };
    expect(await under(run, ['toJSON'], () => 'evil')).toEqual(await run());
  });

  it('if an error is written as JSON', async () => {
    const { error } = (await callOnce({ answer: () => new Response('no', { status: 400 }) })).result;
    const written = JSON.stringify(error);

    expect(await under(async () => JSON.stringify(error), ['operation', 'issues', 'rawBody'], 'evil')).toBe(
      written,
    );
  });

  it.each(['evil', 1, {}, [1]])('if a plugin sets no member of Plugin: %j', async (value) => {
    class Quiet extends Plugin {}
    const run = async (): Promise<unknown> =>
      (await callOnce({ answer: () => new Response('{}'), middleware: [new Quiet()] })).result.data;
    expect(await under(run, ['exchange', 'scope', 'innermost'], value)).toEqual(await run());
  });

  it('if an operation has neither kind nor name', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response('no', { status: 400 }));
    const operations = { findUser: new Operation({ operation: '{ user }' }) };
    const client = createGraphQL({ endpoint: 'http://a.test', fetch, operations });
    const { error } = await under(() => client.findUser(), ['kind', 'name'], 'evil');
    expect(error?.operation).toBe('query findUser');
  });
});

/** Options that platforms read, with a value that breaks the code that reads it. */
const PLATFORM_OPTIONS: Readonly<Record<string, unknown>> = {
  info: true,
  status: 999,
  statusText: '\n',
  endings: 'elsewhere',
  start: 5,
  pull: 5,
  cancel: 5,
  type: 'elsewhere',
  size: 5,
  highWaterMark: -1,
  autoAllocateChunkSize: -1,
  chunkSize: -1,
  finishFlush: 99,
  maxOutputLength: 1,
  upgrade: 'elsewhere',
  blocking: 'elsewhere',
  dispatcher: {},
  maxResponseSize: 0,
  cookies: {},
  method: 'no method',
  headers: { 'no name': 'x' },
  body: 'x',
  integrity: 'sha256-x',
  redirect: 'elsewhere',
};

const LARGE = 'x'.repeat(2_000_000);

const respond = async (request: IncomingMessage, response: ServerResponse) => {
  const body = await buffer(request);
  if (request.url === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('text'));
  else if (request.url === '/large')
    response.setHeader('content-encoding', 'deflate, gzip').end(gzipSync(deflateRawSync(LARGE)));
  else response.end(body.length > 0 ? body : 'text');
};

const post = (body: unknown): RequestInit => ({ method: 'POST', body, duplex: 'half' }) as RequestInit;

const form = (): FormData => {
  const made = new FormData();
  made.append('a', 'b');
  return made;
};

const FETCHES: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a text': async (url) => (await ownFetch()(url)).text(),
  'a Blob': async (url) => (await (await ownFetch()(url)).blob()).size,
  'a stream': async (url) => (await (await ownFetch()(url)).body!.getReader().read()).value?.length,
  'a clone': async (url) => (await ownFetch()(url)).clone().text(),
  gzip: async (url) => (await ownFetch()(`${url}/gzip`)).text(),
  'deflate in gzip': async (url) => (await (await ownFetch()(`${url}/large`)).text()).length,
  'a Blob as body': async (url) => (await ownFetch()(url, post(new Blob(['sent'])))).text(),
  'a form as body': async (url) => /name="a"/.test(await (await ownFetch()(url, post(form()))).text()),
};

describe('trap 6: nodeFetch passes no option from Object.prototype to the platform', () => {
  const serve = useServers();

  // One name at a time, and only during the call: the options of Node's own streams also break its servers.
  it.each(Object.keys(PLATFORM_OPTIONS))('with %s on Object.prototype', async (name) => {
    const { url } = await serve(respond);
    const got: unknown[] = [];
    for (const run of Object.values(FETCHES))
      got.push(await under(() => run(url), [name], PLATFORM_OPTIONS[name]));
    expect(got).toEqual(['text', 4, 4, 'text', 'text', LARGE.length, 'sent', true]);
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
