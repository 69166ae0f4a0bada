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

  it('chains, the later copy outermost, is skipped by reference, and leaves the client as it was', async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch });
    const middleware = [marking('b'), marking('c')];
    const inner = withHeaders(api, {}, { middleware });
    middleware.push(marking('d'));
    const outer = withHeaders(withHeaders(inner, { x: '1' }), {}, { middleware: [marking('a')] });
    await outer.call({}, { skipMiddleware: [middleware[1]!] });
    expect(headersOf(fetch)).toEqual({ x: '1', 'x-path': 'ab' });
    await api.call();
    expect(headersOf(fetch)).toEqual({});
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
    void withHeaders(withHeaders(api, {}, { middleware: [other] }), {}, { middleware: [nothing] }).read();
    void api.read();
    await settleMicrotasks();
    expect(requests).toHaveLength(5);
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
  it.each([[5], [null]])("makes every call a 'middleware' error for a list with %p in it", async (entry) => {
    const copy = withHeaders(oneEndpoint(), {}, { middleware: [entry as never] });
    expect((await copy.call()).error?.kind).toBe('middleware');
  });
});
