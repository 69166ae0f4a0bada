import { describe, expect, it, jest } from '@jest/globals';
import {
  createApi,
  createGraphQL,
  type Middleware,
  Operation,
  poll,
  Request,
  type RequestConfig,
  withHeaders,
} from '../../../lib/index.js';
import type { Untyped } from '../../support/capture.js';
import { heldFetch, settleMicrotasks } from '../../support/held-fetch.js';
import { answering, headersOf, oneEndpoint } from '../../support/one-endpoint.js';

/** Adds a letter to the `x-path` header. */
const marking =
  (letter: string): Middleware =>
  ({ request }, next) => {
    request.setHeader('x-path', `${request.getHeader('x-path') ?? ''}${letter}`);
    return next();
  };

const held = (endpoint: Partial<RequestConfig> = {}) => {
  const { fetch, requests } = heldFetch();
  const read = new Request<Untyped, Untyped>({ method: 'GET', path: '/', ...endpoint });
  return { api: createApi({ baseUrl: 'http://api.test', fetch, requests: { read } }), requests };
};

describe('withHeaders with middleware (docs/reference/rules.md#copies)', () => {
  it('puts it outermost of all', async () => {
    const fetch = answering();
    const api = oneEndpoint({
      fetch,
      client: { middleware: [marking('c')] },
      endpoint: { middleware: [marking('d')] },
    });
    const copy = withHeaders(api, { a: '1' }, { middleware: [marking('a'), marking('b')] });
    await copy.call({}, { middleware: [marking('e')] });
    expect(headersOf(fetch)).toEqual({ a: '1', 'x-path': 'abcde' });
  });

  it('leaves the client as it was', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch });
    withHeaders(api, {}, { middleware: [marking('a')] });
    await api.call();
    expect(headersOf(fetch)).toEqual({});
  });

  it('chains, the later copy outermost', async () => {
    const fetch = answering();
    const inner = withHeaders(oneEndpoint({ fetch }), {}, { middleware: [marking('b')] });
    await withHeaders(withHeaders(inner, { x: '1' }), {}, { middleware: [marking('a')] }).call();
    expect(headersOf(fetch)).toEqual({ x: '1', 'x-path': 'ab' });
  });

  it('is skipped by a call, by reference', async () => {
    const fetch = answering();
    const [skipped, kept] = [marking('a'), marking('b')];
    const copy = withHeaders(oneEndpoint({ fetch }), {}, { middleware: [skipped, kept] });
    await copy.call({}, { skipMiddleware: [skipped] });
    expect(headersOf(fetch)).toEqual({ 'x-path': 'b' });
  });

  it('reads the list at once: a later change does not count', async () => {
    const fetch = answering();
    const middleware = [marking('a')];
    const copy = withHeaders(oneEndpoint({ fetch }), {}, { middleware });
    middleware.push(marking('b'));
    await copy.call();
    expect(headersOf(fetch)).toEqual({ 'x-path': 'a' });
  });

  it('an empty list, undefined and none make the same copy', async () => {
    const { api, requests } = held({ share: true });
    const options = [undefined, {}, { middleware: undefined }, { middleware: [] }];
    for (const each of options) void withHeaders(api, { a: '1' }, each).read();
    await settleMicrotasks();
    expect(requests).toHaveLength(1);
  });

  it('counts under share: only copies with the same middleware share', async () => {
    const { api, requests } = held({ share: true });
    const nothing: Middleware = (_ctx, next) => next();
    const other: Middleware = (_ctx, next) => next();
    const lists = [[nothing], [nothing], [other], [nothing, other], [other, nothing]];
    for (const middleware of lists) void withHeaders(api, {}, { middleware }).read();
    void api.read();
    await settleMicrotasks();
    expect(requests).toHaveLength(5);
  });

  it('counts under share for chained copies: the list as a whole is what matters', async () => {
    const { api, requests } = held({ share: true });
    const [a, b]: Middleware[] = [(_ctx, next) => next(), (_ctx, next) => next()];
    const chained = withHeaders(withHeaders(api, {}, { middleware: [b!] }), {}, { middleware: [a!] });
    void chained.read();
    void withHeaders(api, {}, { middleware: [a!, b!] }).read();
    await settleMicrotasks();
    expect(requests).toHaveLength(1);
  });

  it('counts under dedupe: a copy supersedes the calls of copies with the same middleware alone', async () => {
    const { api, requests } = held({ dedupe: true });
    const nothing: Middleware = (_ctx, next) => next();
    void withHeaders(api, {}, { middleware: [nothing] }).read();
    void withHeaders(api, {}, { middleware: [(_ctx, next) => next()] }).read();
    void api.read();
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([false, false, false]);
    void withHeaders(api, {}, { middleware: [nothing] }).read();
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([true, false, false, false]);
  });

  it('goes with dedupe: false', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, endpoint: { dedupe: true } });
    const copy = withHeaders(api, {}, { dedupe: false, middleware: [marking('a')] });
    const results = await Promise.all([copy.call(), copy.call()]);
    expect(results.map(({ error }) => error)).toEqual([null, null]);
    expect(headersOf(fetch)).toEqual({ 'x-path': 'a' });
  });

  it('counts for polls: only those through the same middleware are shared', async () => {
    Object.defineProperty(globalThis, 'window', { value: {}, configurable: true });
    try {
      const { api, requests } = held();
      const nothing: Middleware = (_ctx, next) => next();
      const other: Middleware = (_ctx, next) => next();
      const lists = [[nothing], [nothing], [other]];
      const stops = lists.map((middleware) =>
        poll(withHeaders(api, {}, { middleware }).read, {}, () => undefined, { every: 1000 }),
      );
      await settleMicrotasks();
      expect(requests).toHaveLength(2);
      for (const stop of stops) stop();
    } finally {
      delete (globalThis as { window?: unknown }).window;
    }
  });

  it('is for both sides of a GraphQL client', async () => {
    const fetch = jest.fn(async () => new Response('{"data":{"n":1}}'));
    const api = createGraphQL({
      endpoint: 'http://api.test',
      fetch,
      queries: { get: new Operation({ operation: '{ get }' }) },
      mutations: { set: new Operation({ operation: 'mutation { set }' }) },
    });
    const seen: string[] = [];
    const note: Middleware = (ctx, next) => (seen.push(ctx.requestName), next());
    const copy = api.withHeaders({}, { middleware: [note] });
    await copy.query.get();
    await withHeaders(copy, { b: '1' }).mutation.set();
    await api.query.get();
    expect(seen).toEqual(['get', 'set']);
  });
});

describe('withHeaders with what is no middleware', () => {
  it.each([[5], [null], ['mine'], [Symbol('mine')]])(
    "makes every call a 'middleware' error for a list with %p in it",
    async (entry) => {
      const copy = withHeaders(oneEndpoint(), {}, { middleware: [entry as never] });
      expect((await copy.call()).error?.kind).toBe('middleware');
    },
  );
});
