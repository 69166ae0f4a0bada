import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  ExponentialBackoff,
  LinearBackoff,
  logMiddleware,
  Operation,
  paginate,
  poll,
  pollUntil,
  Request,
  type Result,
  retryMiddleware,
  withHeaders,
} from '../../lib/index.js';
import type { Untyped } from './capture.js';

/** Made at once: the platform reads its own options from Object.prototype. */
const RESPONSES: Record<string, Response> = {
  ok: new Response('{"data":{"n":1},"next":2}', { headers: { 'x-total': '1' } }),
  busy: new Response('{}', { status: 503 }),
  missing: new Response('', { status: 404 }),
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value);

/** A fetch that writes down all that one of anybody's could read: also what is inherited. */
const recordingFetch = (wire: unknown[]) => {
  let flaky = 0;
  return async (url: string, init: RequestInit): Promise<Response> => {
    const read: string[] = [];
    const headers = init.headers as Record<string, unknown>;
    for (const name in init) if (name !== 'headers') read.push(`${name} ${textOf(init[name as 'body'])}`);
    for (const name in headers) read.push(`header ${name} ${textOf(headers[name])}`);
    wire.push([url, read]);
    if (url.includes('missing')) return RESPONSES.missing!.clone();
    if (url.includes('flaky')) flaky += 1;
    return (flaky === 1 ? RESPONSES.busy! : RESPONSES.ok!).clone();
  };
};

const any = (config: ConstructorParameters<typeof Request>[0]) => new Request<Untyped, Untyped>(config);

const clientOf = (wire: unknown[]) =>
  createApi({
    baseUrl: 'https://api.example.com/v1?k=1',
    fetch: recordingFetch(wire),
    headers: { 'x-own': '1' },
    requests: {
      list: any({ method: 'GET', path: '/users/:id', share: true }),
      add: any({ method: 'POST', path: '/users', fetchOptions: { keepalive: true } }),
      flaky: any({
        method: 'PUT',
        path: '/flaky',
        middleware: [retryMiddleware({ max: 1, delay: () => 0 })],
      }),
      missing: any({ method: 'DELETE', path: '/missing/:id', responseType: 'none' }),
      kept: any({
        method: 'GET',
        path: '/kept',
        middleware: [cacheMiddleware(), logMiddleware({ enabled: false })],
      }),
      find: any({ method: 'GET', path: '/find', dedupe: true }),
      text: any({ method: 'GET', path: '/text', responseType: 'text' }),
      noText: any({ method: 'GET', path: '/missing', responseType: 'text' }),
      bytes: any({ method: 'GET', path: '/bytes', responseType: 'arrayBuffer' }),
    },
  });

/** Asks in every way that there is; gives what came home. */
const askAll = async (wire: unknown[]): Promise<unknown[]> => {
  const api = clientOf(wire);
  const copy = withHeaders(api, { 'x-copy': '1' }, {});
  const operations = { ask: new Operation<Untyped, Untyped>({ operation: 'query { n }' }) };
  const graph = createGraphQL({ endpoint: 'https://api.example.com/g', operations });
  const results: Result<unknown>[] = [
    ...(await Promise.all([api.list({ id: 1, q: [2, 3] }), api.list({ id: 1, q: [2, 3] }, {})])),
    await api.list({}),
    await api.add({ name: 'Ada', tags: ['a'] }),
    await api.add(undefined, { headers: { 'x-call': '1' }, fetchOptions: {}, timeout: 1000 }),
    await api.flaky({ a: 1 }, { timeout: 1000 }),
    await api.missing({ id: 1 }),
    await api.kept(),
    await api.kept(),
    await api.text(),
    await api.noText(),
    await api.bytes(),
    ...(await Promise.all([copy.find({ q: 1 }), copy.find({ q: 2 })])),
    await graph.ask({ id: 1 }),
    await new Promise<Result<unknown>>((resolve) => poll(api.kept, {}, resolve, { every: 0 })),
    await pollUntil(api.kept, {}, { every: 1, until: () => true }),
  ];
  for await (const page of paginate(
    api.add,
    { page: 1 },
    { next: (_page, { page: n }) => (n < 3 ? { page: n + 1 } : null) },
  ))
    results.push(page);
  const waits = [new ExponentialBackoff().delay(2), new LinearBackoff({}).delay(2)];
  return [...results.map(({ data, error }) => [data, error?.kind, error?.message]), waits];
};

/** What a run of everything put on the wire and wrote to the console, and what came home, as text. */
export const everything = async (): Promise<() => string> => {
  const wire: unknown[] = [];
  const { fetch } = globalThis;
  const { log } = console;
  globalThis.fetch = recordingFetch(wire) as typeof fetch;
  console.log = (...line: unknown[]) => void wire.push(line);
  const home = await askAll(wire).catch((thrown: unknown) => [String(thrown)]);
  globalThis.fetch = fetch;
  console.log = log;
  return () => JSON.stringify({ wire, home }, null, 1);
};
