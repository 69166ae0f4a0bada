import { ClientSecretPost } from 'oauth4webapi';
import { AuthPlugin, AuthSessions } from '../../lib/entries/auth.js';
import { tapeIn } from '../../lib/adapters/har/open-tape.js';
import {
  allResults,
  cacheMiddleware,
  collect,
  createApi,
  createGraphQL,
  defineRequest,
  ExponentialBackoff,
  gql,
  LinearBackoff,
  logMiddleware,
  matchError,
  nextLink,
  Operation,
  orThrow,
  paginate,
  pollUntil,
  type Result,
  Request,
  type RequestConfig,
  RetryPlugin,
  send,
  type StandardSchemaV1,
  withOptions,
} from '../../lib/index.js';
import { httpCacheMiddleware } from '../../lib/entries/http-cache.js';
import { publicOnly } from '../../lib/entries/node.js';
import { clientCredentials } from '../../lib/entries/oauth.js';
import { inspector } from '../../lib/entries/inspect.js';
import { problemOf, throwing } from '../../lib/entries/results.js';
import { observe, observers } from '../../lib/entries/observe.js';
import { nextTags } from '../../lib/entries/next.js';
import { places } from '../../lib/entries/openapi.js';
import { infiniteQuery, mutation, query, queryFnOf, queryKey, swr } from '../../lib/entries/query.js';
import {
  AttemptTimeoutPlugin,
  fromRateLimiterFlexible,
  hedgedFetch,
  IdempotencyPlugin,
  PolicyPlugin,
  RateLimitPlugin,
  RetryBudget,
  stack,
} from '../../lib/entries/resilience.js';
import {
  anyOf,
  as,
  dateTime,
  decodes,
  encodes,
  list,
  object,
  parseInt64,
  stringifyInt64,
  tagged,
} from '../../lib/entries/codec.js';
import { events, graphqlEvents } from '../../lib/entries/sse.js';
import { bytes, jsonLines, jsonSequence } from '../../lib/entries/stream.js';
import { errorResult, mockContext, mockFetch, successResult } from '../../lib/entries/testing.js';
import { withLimit, withProgress } from '../../lib/entries/transfer.js';
import type { Untyped } from './client.js';
import { MemoryFile } from './tapes.js';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Created early, because the platform reads its own options from Object.prototype. */
const ANSWERS: Readonly<Record<string, Response>> = {
  ok: new Response('{"n":1}', { headers: { ...JSON_TYPE, 'x-total': '1' } }),
  busy: new Response('{"message":"busy"}', { status: 503, headers: JSON_TYPE }),
  missing: new Response('', { status: 404 }),
  refused: new Response('', { status: 401 }),
  fresh: new Response('{"n":1}', {
    headers: { ...JSON_TYPE, 'cache-control': 'max-age=60', vary: 'accept' },
  }),
  graph: new Response('{"data":{"n":1}}', { headers: JSON_TYPE }),
  faulty: new Response('{"errors":[{"message":"no"}],"data":null}', { headers: JSON_TYPE }),
  lines: new Response('{"n":1}\n{"n":2}\n'),
  token: new Response('{"access_token":"T","token_type":"bearer","expires_in":3600}', { headers: JSON_TYPE }),
};

type Answer = keyof typeof ANSWERS;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value;

/** The requests and notifications of one run. */
export class Trace {
  readonly #told: unknown[] = [];

  get told(): string {
    return JSON.stringify(this.#told);
  }

  tell(...told: readonly unknown[]): void {
    this.#told.push(told);
  }

  /**
   * A fetch that returns these responses in order, repeats the last, and records all its options, also inherited
   * ones.
   */
  fetch(...answers: readonly (Answer | Response)[]) {
    let count = 0;
    return async (input: unknown, init: RequestInit = {}): Promise<Response> => {
      const read: string[] = [];
      const headers = (init.headers ?? Object.create(null)) as Record<string, unknown>;
      for (const name in init) if (name !== 'headers') read.push(`${name} ${textOf(init[name as 'body'])}`);
      for (const name in headers) read.push(`header ${name} ${textOf(headers[name])}`);
      this.tell(String(input), read);
      const answer = answers[Math.min(count, answers.length - 1)] ?? 'ok';
      count += 1;
      return (answer instanceof Response ? answer : ANSWERS[answer]!).clone();
    };
  }

  /** Records the Result. */
  home({ data, error }: Result<unknown>): void {
    this.tell('home', data, error && [error.kind, error.message, error.status]);
  }
}

const read = defineRequest<Untyped, Untyped>()({ method: 'GET', path: '/read' });
const write = defineRequest<Untyped, Untyped>()({ method: 'POST', path: '/write' });

const any = (config: Partial<RequestConfig>) =>
  new Request<Untyped, Untyped>({ method: 'GET', path: '/any', ...config });

const clientOf = (fetch: unknown, more: object = {}) =>
  createApi({
    baseUrl: 'https://api.example.com',
    fetch: fetch as typeof globalThis.fetch,
    requests: { read, write },
    ...more,
  });

/** A middleware list around a call or two that fail once. */
const through = async (
  trace: Trace,
  middleware: readonly Untyped[],
  params: unknown = { a: 1 },
): Promise<void> => {
  const api = clientOf(trace.fetch('busy', 'ok'), { middleware });
  trace.home(await api.read(params));
  trace.home(await api.write(params));
};

const source = async () => ({ token: 'T' });

const retry = () => new RetryPlugin({ max: 1, delay: () => 0 });

const quiet = (trace: Trace, run: () => Promise<void>): Promise<void> => {
  const { log, debug } = console;
  console.log = (...line: unknown[]) =>
    trace.tell(...line.map((part) => String(part).replace(/\d+ms/, 'ms')));
  console.debug = console.log;
  return run().finally(() => Object.assign(console, { log, debug }));
};

const EVENTS = [
  ': hi\n\nid: 7\ndata: {"n":1}\n\nevent: custom\ndata: {"n":2}\n\nevent: constructor\ndata: {"n":3}\n\n',
  'event: __proto__\ndata: {"n":4}\n\nevent: toString\ndata: {"n":5}\n\ndata: oops\n\n',
].join('');
const RESULTS = 'event: next\ndata: {"data":{"n":1}}\n\nevent: next\ndata: {"errors":[{"message":"a"}]}\n\n';
const LINES = '{"n":1}\noops\n{"n":2}';

/** Handwritten, because schema libraries read Object.prototype themselves. */
export const N: StandardSchemaV1 = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value) =>
      typeof Object(value).n === 'number' ? { value } : { issues: [{ message: 'no number', path: [] }] },
  },
};

/** Rejects all data. */
const NOTHING: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'own', validate: () => ({ issues: [{ message: 'no', path: [] }] }) },
};

/** Readers and their inputs. Created for each run, because a reader reads its options when it is created. */
const STREAMS: Readonly<Record<string, readonly [() => unknown, string]>> = {
  events: [() => events(), EVENTS],
  'events with none given': [() => events({}), EVENTS],
  'events with types': [
    () => events({ types: { message: N, error: N } }),
    `${EVENTS}event: error\ndata: 1\n\n`,
  ],
  'events that end with an error': [() => events(), `${EVENTS}event: error\ndata: {"n":1}\n\n`],
  'events with a schema': [() => events({ schema: N }), EVENTS],
  'events that reconnect': [() => events({ reconnect: { max: 1, baseDelay: 0 } }), EVENTS],
  'events of GraphQL': [() => graphqlEvents(), `${RESULTS}event: complete\ndata:\n\n`],
  'events of GraphQL that are cut': [() => graphqlEvents({}), RESULTS],
  'lines of JSON': [() => jsonLines(), LINES],
  'lines with none given': [() => jsonLines({}), LINES],
  'lines with a schema': [() => jsonLines({ schema: N }), LINES],
  'sequences of JSON': [() => jsonSequence({}), '\u001e{"n":1}\n\u001e12'],
  bytes: [() => bytes(), LINES],
  'bytes up to a size': [() => bytes({ maxSize: 1000 }), LINES],
};

/** Calls an endpoint with a stream response, also through the fetch wrappers, and reads the whole stream. */
const readStream = async (trace: Trace, answer: Response, responseType: unknown): Promise<void> => {
  const api = createApi({
    baseUrl: 'https://api.example.com',
    fetch: withLimit({
      maxResponseSize: 1e6,
      fetch: withProgress({ fetch: trace.fetch(answer, 'missing') }),
    }),
    requests: { open: any({ responseType: responseType as 'json' }) },
  });
  const { data, error } = await api.open();
  trace.tell(error?.kind, error?.message);
  for await (const item of (data ?? []) as AsyncIterable<Untyped>) {
    const { error: failed, ...more } = item;
    trace.tell(
      Object.entries(more),
      failed && [failed.kind, failed.message, failed.status, String(failed.body)],
    );
  }
};

const STREAM_TYPE = { headers: { 'content-type': 'text/event-stream' } };

const streams = Object.entries(STREAMS).map(([name, [make, text]]) => {
  const answer = new Response(text, STREAM_TYPE);
  return [name, (trace: Trace) => readStream(trace, answer, make())] as const;
});

/** Uses of each feature, with as few options as possible. */
export const EVERY_PART: Readonly<Record<string, (trace: Trace) => Promise<void>>> = {
  'options of calls and copies': async (trace) => {
    const api = clientOf(trace.fetch('ok'));
    const options = { headers: { 'x-a': '1' }, query: { q: 1 }, fetchOptions: {}, timeout: 60_000 };
    trace.home(await api.read({}, {}));
    trace.home(await api.write({ a: { b: 1 } }, options));
    trace.home(await withOptions(api, {}).read({ q: [1] }));
    trace.home(await withOptions(api, { headers: {}, timeout: 60_000, context: {} }).write());
    trace.home(await (await api.read()).retry());
  },
  'endpoints of every kind': async (trace) => {
    const api = createApi({
      baseUrl: 'https://api.example.com/v1?k=1',
      fetch: trace.fetch('ok'),
      headers: { 'x-own': '1' },
      requests: {
        shared: any({ path: '/users/:id', share: true }),
        newest: any({ dedupe: true }),
        none: any({ method: 'DELETE', responseType: 'none', fetchOptions: { keepalive: true } }),
        text: any({ responseType: 'text' }),
        bytes: any({ responseType: 'arrayBuffer' }),
      },
    });
    const calls = [
      ...[api.shared({ id: 1, q: [2, 3] }), api.shared({ id: 1, q: [2, 3] }, {}), api.shared({})],
      ...[api.newest({ q: 1 }), api.newest({ q: 2 }), api.none({ id: 1 }), api.text(), api.bytes()],
    ];
    for (const result of await Promise.all(calls)) trace.home(result);
    const { fetch } = globalThis;
    globalThis.fetch = trace.fetch('missing');
    const global = createApi({
      baseUrl: 'https://api.example.com',
      requests: { text: any({ responseType: 'text' }) },
    });
    trace.home(await global.text().finally(() => void (globalThis.fetch = fetch)));
  },
  codecs: async (trace) => {
    const table = object({ n: as('m'), at: dateTime, id: dateTime }, anyOf(list(dateTime), tagged('q', {})));
    const api = createApi({
      baseUrl: 'https://api.example.com',
      fetch: trace.fetch('ok'),
      parseJson: parseInt64,
      stringifyJson: stringifyInt64,
      requests: { write: any({ method: 'POST', params: encodes(table), schema: decodes(table) }) },
    });
    trace.home(await api.write({ m: 1n, at: new Date(0), a: [] }));
    trace.home(await api.write({ at: new Date(NaN) }));
  },
  backoffs: async (trace) => trace.tell(new ExponentialBackoff().delay(2), new LinearBackoff({}).delay(2)),
  retry: (trace) => through(trace, [retry()]),
  'retry without max': (trace) => through(trace, [new RetryPlugin({ delay: () => 0 })]),
  'retry with a budget': (trace) =>
    through(trace, [new RetryPlugin({ max: 1, delay: 'linear', baseDelay: 1, budget: new RetryBudget({}) })]),
  cache: (trace) => through(trace, [cacheMiddleware({}), cacheMiddleware()]),
  'HTTP cache': async (trace) => {
    const api = clientOf(trace.fetch('fresh'), {
      middleware: [httpCacheMiddleware({}), httpCacheMiddleware()],
    });
    for (let asked = 0; asked < 2; asked += 1) trace.home(await api.read({ a: 1 }));
    trace.home(await api.write({ a: 1 }));
  },
  'OAuth tokens': async (trace) => {
    const issuer = { issuer: 'https://login.test', token_endpoint: 'https://login.test/token' };
    const body = (init: RequestInit): string => [...(init.body as URLSearchParams).keys()].sort().join();
    const send = async (url: string, init: RequestInit): Promise<Response> => {
      trace.tell(url, init.method, body(init));
      return ANSWERS.token!.clone();
    };
    const tokens = clientCredentials({
      issuer,
      clientId: 'id',
      clientAuth: ClientSecretPost('secret'),
      fetch: send,
    });
    await through(trace, [new AuthPlugin(tokens)]);
  },
  'public addresses': async (trace) => {
    const build = (given: object) => {
      trace.tell(Object.keys(given));
      return (_target: object, done: (error: unknown) => void) => done(null);
    };
    const connect = publicOnly(build, {});
    const target = Object.assign(Object.create(null) as { hostname: string }, { hostname: '127.0.0.1' });
    connect(target, (error: unknown) => trace.tell(String(error)));
  },
  'cache over a store': async (trace) => {
    const kept = new Map<string, Untyped>();
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, entry: unknown) => void kept.set(key, entry),
      delete: (key: string) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    const api = clientOf(trace.fetch('ok'), { middleware: [cacheMiddleware({ store })] });
    for (let asked = 0; asked < 2; asked += 1) trace.home(await api.read({ a: 1 }));
    trace.tell([...kept.keys()].map((key) => key.replace(/ 0\.\d+/g, '')));
  },
  log: (trace) => quiet(trace, () => through(trace, [logMiddleware({}), logMiddleware()])),
  'idempotency keys': (trace) => {
    class Keys extends IdempotencyPlugin {
      protected override keyFor = () => 'key';
    }
    return through(trace, [new Keys({}), retry()]);
  },
  'rate limits': (trace) => through(trace, [retry(), new RateLimitPlugin({}), new RateLimitPlugin()]),
  'a shared limit': async (trace) => {
    const consume = (key: string) => (trace.tell(key), Promise.resolve({}));
    await through(trace, [new RateLimitPlugin({ shared: fromRateLimiterFlexible({ consume }) })]);
  },
  policies: (trace) =>
    through(trace, [
      new PolicyPlugin({ execute: (run) => run({}) }),
      PolicyPlugin.per(() => ({ execute: (run) => run({}) })),
      new AttemptTimeoutPlugin(60_000),
    ]),
  'a stack': async (trace) => {
    trace.tell(stack({}).length);
    await through(trace, stack({ retry: retry(), cache: cacheMiddleware() }));
  },
  hedging: async (trace) => {
    const api = clientOf(hedgedFetch(trace.fetch('busy', 'ok'), {}));
    trace.home(await api.read());
    trace.home(await api.write({ a: 1 }));
    const send = hedgedFetch(trace.fetch('ok'));
    trace.tell(
      (await send('https://api.example.com/x')).status,
      (await send('https://api.example.com/y', {})).status,
    );
  },
  'several calls': async (trace) => {
    const api = clientOf(trace.fetch('ok', 'missing'));
    trace.home(await allResults([() => api.read()], {}));
    trace.home(await allResults({ a: api.read() }));
    const { error } = await api.read();
    if (error) trace.tell(matchError(error, { default: () => 'handled' }));
    trace.tell(await orThrow(api.read()).catch(String));
  },
  'a client that throws': async (trace) => {
    const client = throwing(clientOf(trace.fetch('ok', 'missing')), {});
    trace.tell(await client.read(), await client.with({}).read().withResponse().catch(String));
    trace.tell(problemOf(await client.read().catch((thrown: unknown) => thrown)));
  },
  pages: async (trace) => {
    const api = clientOf(trace.fetch('ok'));
    const next = ({ data }: Untyped, { page }: Untyped) =>
      page < 2 ? { page: Number(page) + Number(data.n) } : null;
    trace.home(await collect(paginate(api.read, { page: 1 }, { next }), {}));
    trace.home(await collect(paginate(api.read, {}, { next: nextLink } as Untyped)));
  },
  polls: async (trace) => {
    const api = clientOf(trace.fetch('ok'));
    trace.home(await pollUntil(api.read, { a: 1 }, { every: 1, until: () => true }));
    const own = async (): Promise<Result<Untyped>> => successResult(1) as Untyped;
    trace.home(await pollUntil(own, {}, { every: 1, until: () => true }));
  },
  'queries for caches': async (trace) => {
    const api = clientOf(trace.fetch('ok'), { name: 'api' });
    const { signal } = new AbortController();
    for (const options of [undefined, {}]) {
      const { queryKey: key, queryFn } = query(api.read, { id: 1 }, options);
      const [swrKey, fetcher] = swr(api.read, { id: 1 }, options);
      trace.tell(key, swrKey, queryKey(api.read, { id: 1 }, options), queryKey(api.read, undefined, options));
      trace.tell(await queryFn({ signal }), await fetcher());
    }
    const next = ({ n }: Untyped, { page }: Untyped) => ({ page: Number(page) + Number(n) });
    const pages = infiniteQuery(api.read, { page: 1 }, { next });
    trace.tell(pages.queryKey, Object.keys(pages), pages.getNextPageParam({ n: 1 }, [], { page: 1 }));
    trace.tell(await pages.queryFn({ signal, pageParam: { page: 2 } }));
    trace.tell(
      await mutation(api.write).mutationFn({ a: 1 }),
      await queryFnOf(api.write)({ a: 1 }, { signal }),
    );
    trace.tell(nextTags(api.read, { id: 1 }));
  },
  observers: async (trace) => {
    const observer = {
      call: ({ name }: Untyped) => {
        trace.tell(name);
        return { note: ({ type }: Untyped) => trace.tell(type), end: () => trace.tell('end') };
      },
    };
    const api = clientOf(trace.fetch('busy', 'ok'), {
      middleware: [retry(), cacheMiddleware()],
      observers: observers(observer, { call: () => ({}) }),
    });
    const stop = observe(api, observer);
    trace.home(await api.read());
    trace.home(await api.read());
    stop();
  },
  'an inspector': async (trace) => {
    const seen = inspector({});
    const api = clientOf(trace.fetch('ok', 'missing'), { observers: observers(seen) });
    await api.read({ token: 'a' });
    await api.write({ token: 'a' });
    for (const { name, url, outcome, attempts } of seen.calls)
      trace.tell(name, url, outcome?.kind, attempts[0]?.request.body, attempts[0]?.response?.headers);
  },
  'a tape': async (trace) => {
    const file = new MemoryFile();
    for (const mode of ['record', 'replay'] as const) {
      const tape = await tapeIn(file, 'a.har', {
        mode,
        secrets: ['hunter2'],
        fetch: trace.fetch('ok'),
      });
      const api = clientOf(tape.fetch);
      trace.home(await api.read({ a: 1 }));
      trace.home(await api.write({ pin: 1 }));
      await tape.close();
      trace.tell(file.text);
    }
  },
  'what tests are written with': async (trace) => {
    const fetch = mockFetch({
      'GET /read': ANSWERS.ok!.clone(),
      'POST /write': async ({ params, request }) => {
        trace.tell(Object.entries(params), request.method, request.url, request.signal.aborted);
        return ANSWERS.ok!.clone();
      },
    });
    const api = clientOf(fetch.fetch);
    trace.home(await api.read({ a: 1 }));
    trace.home(await api.write({ a: 1 }));
    const { request, requestName } = mockContext({});
    trace.tell(request.method, request.url, requestName, successResult(1).data, errorResult(404).error.kind);
  },
  GraphQL: async (trace) => {
    const operations = {
      ask: new Operation<Untyped, Untyped>({ operation: 'query Q { n }' }),
      tell: new Operation<Untyped, Untyped>({
        operation: gql`
          mutation M {
            n
          }
        `,
      }),
    };
    const config = {
      endpoint: 'https://api.example.com/g',
      fetch: trace.fetch('graph', 'faulty') as typeof fetch,
    };
    const api = createGraphQL({ ...config, operations });
    trace.home(await api.ask({ id: 1 }));
    trace.home(await api.ask());
    trace.home(await api.tell({}, {}));
    const sides = createGraphQL({
      ...config,
      queries: { ask: operations.ask },
      mutations: { tell: operations.tell },
    });
    trace.home(await sides.query.ask({}));
    trace.home(await sides.mutation.tell({}));
  },
  'places of params': async (trace) => {
    const place = places({
      id: { in: 'path' },
      a: 'csv',
      h: { in: 'header', name: 'x-trace' },
      f: { in: 'form' },
      t: { in: 'header', style: 'spread' },
    });
    const api = createApi({
      baseUrl: 'https://api.example.com',
      fetch: trace.fetch('ok'),
      requests: { send: any({ method: 'POST', path: '/things/:id', place }) },
    });
    const f = { list: ['y', 'z'] };
    trace.home(await api.send({ id: 1, a: ['b', 'c'], d: 1, h: 'x', f, t: { u: 1, v: 2 } }));
  },
  'data by status, params of a schema, and options that are functions': async (trace) => {
    const api = createApi({
      baseUrl: () => 'https://api.example.com',
      headers: async () => ({ 'x-late': '1' }),
      fetch: trace.fetch('ok', 'ok', 'missing'),
      requests: {
        known: any({ responses: { 200: N }, params: N, headers: () => ({ 'x-own': '1' }) }),
        other: any({ method: 'POST', responses: { '2XX': NOTHING }, onInvalid: 'report' }),
      },
    });
    trace.home(await api.known({ n: 1 }));
    trace.home(await api.known({}));
    trace.home(await api.other({ a: 1 }));
    trace.home(await api.other());
  },
  'requests that are sent once': async (trace) => {
    const api = clientOf(trace.fetch('ok'));
    trace.home(await send(api, { method: 'GET', path: '/users/:id' }, { id: 1 }));
    trace.home(await send(api, { method: 'POST', url: '/next?a=1' }, { b: 1 }, {}));
    trace.home(await send(api, { method: 'GET', url: 'https://other.example.com/x' }));
    trace.home(await send(api, read));
    trace.home(
      await send({ fetch: trace.fetch('ok') }, { method: 'GET', url: 'https://other.example.com/x' }),
    );
    trace.home(await send({ fetch: trace.fetch('ok') }, { method: 'GET' }));
  },
  transfers: async (trace) => {
    const limited = withLimit({ maxResponseSize: 100, fetch: trace.fetch('ok') });
    trace.home(await clientOf(limited).read());
    const api = clientOf(withProgress({ fetch: trace.fetch('ok') }));
    const onDownloadProgress = ({ loaded }: Untyped) => trace.tell(loaded);
    trace.home(await api.write({ a: 1 }, { fetchOptions: { onDownloadProgress } }));
    trace.home(await api.write({ a: 1 }));
  },
  credentials: async (trace) => {
    await through(trace, [new AuthPlugin(source)]);
    await through(trace, [new AuthPlugin(source, {})]);
    const refreshing = new AuthPlugin(async (stale) => {
      trace.tell(stale?.token, stale?.refreshToken, stale?.scheme, stale?.expiresAt);
      return { token: 'A' };
    });
    await refreshing.set({} as never).catch((thrown: unknown) => trace.tell(String(thrown)));
    await refreshing.set({ token: 'T' });
    const api = clientOf(trace.fetch('refused', 'ok'), { middleware: [refreshing] });
    trace.home(await api.read());
    const sessions = new AuthSessions({ make: () => new AuthPlugin(source) });
    await through(trace, [sessions.for('a')]);
  },
  ...Object.fromEntries(streams),
};
