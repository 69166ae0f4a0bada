import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  type Middleware,
  type MiddlewareContext,
  Plugin,
  type Result,
  retryMiddleware,
} from '../../../lib/index.js';
import { errorResult, jsonResponse, successResult } from '../../../lib/entries/testing.js';
import { createTestClient, stubFetch } from '../../support/client.js';

const pass: Middleware = (_ctx, next) => next();
const returning = (value: unknown): Middleware => (() => Promise.resolve(value)) as Middleware;
const changing =
  (change: (request: MiddlewareContext['request']) => void): Middleware =>
  (ctx, next) => {
    change(ctx.request);
    return next();
  };

describe('the order of middleware (rules.md#middleware)', () => {
  const noting =
    (log: string[], name: string): Middleware =>
    async (_ctx, next) => {
      log.push(`>${name}`);
      const result = await next();
      log.push(`<${name}`);
      return result;
    };

  it('is client, endpoint, call before the request, and the reverse after it', async () => {
    const log: string[] = [];
    const fetch = stubFetch();
    fetch.mockImplementation(async () => {
      log.push('fetch');
      return jsonResponse(1);
    });
    const [client, endpoint, call] = ['client', 'endpoint', 'call'].map((name) => [noting(log, name)]);
    const { api } = createTestClient({ fetch, middleware: client, endpoint: { middleware: endpoint } });
    await api.call({}, { middleware: call });
    expect(log.join(' ')).toBe('>client >endpoint >call fetch <call <endpoint <client');
  });

  it('follows the array within a level, and runs an entry as often as it is listed', async () => {
    const log: string[] = [];
    const a = noting(log, 'a');
    await createTestClient({ middleware: [a] }).api.call({}, { middleware: [a, noting(log, 'b')] });
    expect(log).toEqual(['>a', '>a', '>b', '<b', '<a', '<a']);
  });

  it("the middleware of one call doesn't run for the next call", async () => {
    const once = vi.fn(pass);
    const { api } = createTestClient();
    await api.call({}, { middleware: [once] });
    await api.call();
    expect(once).toHaveBeenCalledTimes(1);
  });
});

describe('skipMiddleware (rules.md#middleware)', () => {
  it.each(['client', 'endpoint', 'call'] as const)('skips an entry of the %s', async (level) => {
    const skipped = vi.fn(pass);
    const kept = vi.fn(pass);
    const middleware = [skipped, kept];
    const { api } = createTestClient({
      ...(level === 'client' && { middleware }),
      ...(level === 'endpoint' && { endpoint: { middleware } }),
    });
    await api.call({}, { skipMiddleware: [skipped], ...(level === 'call' && { middleware }) });
    expect(skipped).not.toHaveBeenCalled();
    expect(kept).toHaveBeenCalledTimes(1);
  });

  it('applies to a retry of the call, but to no other call', async () => {
    const middleware = vi.fn(pass);
    const { api } = createTestClient({ middleware: [middleware] });
    await (await api.call({}, { skipMiddleware: [middleware] })).retry();
    expect(middleware).not.toHaveBeenCalled();
    await api.call();
    expect(middleware).toHaveBeenCalledTimes(1);
  });
});

describe('ctx (rules.md#middleware)', () => {
  it('describes the call and the request that it would send', async () => {
    const look = vi.fn(pass);
    const { api } = createTestClient({
      baseUrl: 'http://api.test?v=1',
      fetchOptions: { mode: 'cors' },
      headers: { a: '1' },
      endpoint: { method: 'POST', path: '/users/:id', middleware: [look] },
    });
    await api.call({ id: 7, name: 'Ada' }, { timeout: 1000 });
    const [{ requestName, request }] = look.mock.calls[0]!;
    expect(requestName).toBe('call');
    expect(request).toMatchObject({
      method: 'POST',
      url: 'http://api.test/users/7?v=1',
      path: '/users/:id',
      params: { id: 7, name: 'Ada' },
      body: '{"name":"Ada"}',
      fetchOptions: { mode: 'cors' },
      signal: expect.any(AbortSignal),
    });
    expect(request.headers).toBeInstanceOf(Headers);
    expect(Object.fromEntries(request.headers)).toEqual({
      a: '1',
      accept: 'application/json',
      'content-type': 'application/json',
    });
  });
});

describe('a change in ctx.request by a middleware (rules.md#middleware)', () => {
  const sentAfter = async (change: Parameters<typeof changing>[0]) => {
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, fetchOptions: { mode: 'cors' }, headers: { a: '1' } });
    await api.call({ q: 1 }, { middleware: [changing(change)] });
    return { ...fetch.lastInit, url: fetch.mock.lastCall?.[0], headers: fetch.lastHeaders };
  };

  it.each<[string, Parameters<typeof changing>[0], object]>([
    ['a removed header', ({ headers }) => headers.delete('a'), { headers: {} }],
    [
      'new headers, which replace all headers',
      (request) => (request.headers = new Headers({ b: '2' })),
      { headers: { b: '2' } },
    ],
    ['a url', (request) => (request.url += '&page=2'), { url: 'http://api.test/things?q=1&page=2' }],
    ['a method', (request) => (request.method = 'PUT'), { method: 'PUT' }],
    [
      'a body',
      (request) => Object.assign(request, { method: 'PUT', body: 'changed' }),
      { method: 'PUT', body: 'changed' },
    ],
    [
      'a field of fetchOptions',
      ({ fetchOptions }) => (fetchOptions.credentials = 'include'),
      { mode: 'cors', credentials: 'include' },
    ],
    [
      'new fetchOptions, which replace all fetchOptions',
      (request) => (request.fetchOptions = { cache: 'reload' }),
      { cache: 'reload', mode: undefined },
    ],
  ])('is sent: %s', async (_what, change, expected) => {
    expect({ mode: undefined, ...(await sentAfter(change)) }).toMatchObject(expected);
  });

  it("appears in errors, doesn't affect other calls, and is made again by retry()", async () => {
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, fetchOptions: { mode: 'cors' }, headers: { a: '1' } });
    const change = changing((request) => {
      request.url += '/x';
      request.headers.append('a', '2');
      request.fetchOptions.mode = 'no-cors';
    });
    fetch.mockRejectedValueOnce(new Error('down'));
    const { error, retry } = await api.call({}, { middleware: [change] });
    expect(error?.request.url).toBe('http://api.test/things/x');
    await retry();
    expect([fetch.mock.lastCall?.[0], fetch.lastHeaders]).toEqual([
      'http://api.test/things/x',
      { a: '1, 2' },
    ]);
    await api.call();
    expect([fetch.lastHeaders, fetch.lastInit.mode]).toEqual([{ a: '1' }, 'cors']);
  });
});

describe('next() (rules.md#middleware)', () => {
  it('runs everything after it again when it is called twice, in sequence or at the same time', async () => {
    const fetch = stubFetch();
    const inner = vi.fn(pass);
    const twice: Middleware = async (_ctx, next) => (await next(), next());
    const both: Middleware = async (_ctx, next) => (await Promise.all([next(), next()]))[1];
    for (const outer of [twice, both])
      expect(
        (await createTestClient({ fetch }).api.call({}, { middleware: [outer, inner] })).error,
      ).toBeNull();
    expect([inner.mock.calls.length, fetch.mock.calls.length]).toEqual([4, 4]);
  });

  it('rejects with the error that an inner middleware threw', async () => {
    const thrown = new Error('inner');
    const caught: unknown[] = [];
    const rescue: Middleware = (_ctx, next) =>
      next().catch((reason: unknown) => {
        caught.push(reason);
        return successResult('rescued');
      });
    const result = await createTestClient().api.call(
      {},
      { middleware: [rescue, () => Promise.reject(thrown)] },
    );
    expect(caught).toEqual([thrown]);
    expect(result.data).toBe('rescued');
  });
});

describe('the return value of a middleware (rules.md#middleware)', () => {
  it('is the outcome of the call if it is a Result, even without a promise, and nothing is sent', async () => {
    const fetch = stubFetch();
    const own = errorResult(409, 'conflict');
    const sync = (() => own) as unknown as Middleware;
    for (const middleware of [[returning(own)], [sync]]) {
      const result = await createTestClient({ fetch }).api.call({}, { middleware });
      expect(result).toMatchObject({ data: null, error: own.error });
    }
    expect(fetch).not.toHaveBeenCalled();
  });

  it('gets a retry() that runs the whole call again if it has none', async () => {
    const middleware = vi.fn(returning({ data: 1, error: null, response: null }));
    const result = await createTestClient().api.call({}, { middleware: [middleware] });
    expect((await result.retry()).data).toBe(1);
    expect(middleware).toHaveBeenCalledTimes(2);
  });

  it('loses its data if it also has an error (trap 29)', async () => {
    const { error } = errorResult(500);
    const stale = { ...successResult('stale'), error };
    const result = await createTestClient().api.call({}, { middleware: [returning(stale)] });
    expect({ data: result.data, error: result.error }).toEqual({ data: null, error });
  });
});

describe('an error that a middleware throws (rules.md#which-kind-it-is)', () => {
  it("makes the call a 'middleware' error, even if it is an ApiError of another kind", async () => {
    const thrown = new ApiError({ kind: 'abort', request: { method: 'GET', url: '/' } });
    const { error } = await createTestClient().api.call({}, { middleware: [() => Promise.reject(thrown)] });
    expect({ kind: error?.kind, body: error?.body }).toEqual({ kind: 'middleware', body: thrown });
  });
});

describe('an entry that is not a middleware (rules.md#middleware)', () => {
  const entries: [string, unknown][] = [
    ['undefined', undefined],
    ['a string', 'log'],
    ['an object without handle', {}],
    ['an object whose handle is not a function', { handle: true }],
  ];

  it.each(entries)(
    "makes the call a 'middleware' error with a TypeError, and sends nothing: %s",
    async (_what, entry) => {
      const fetch = stubFetch();
      const { error } = await createTestClient({ fetch }).api.call({}, { middleware: [entry as Middleware] });
      expect(error).toMatchObject({ kind: 'middleware', body: expect.any(TypeError) });
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('fails the calls of a client, but not createApi', async () => {
    const { api } = createTestClient({ middleware: [undefined as unknown as Middleware] });
    expect((await api.call()).error?.kind).toBe('middleware');
  });
});

const wrong = 7 as unknown as Result<unknown>;
const outer: Middleware = (_ctx, next) => next();
const forgetful: Middleware = async () => wrong;
const auth: Middleware = () => Promise.reject(new RangeError('no session'));
const wrapping: Middleware = async (_ctx, next) => {
  try {
    return await next();
  } catch (cause) {
    throw new Error('wrapped', { cause });
  }
};

class Failing extends Plugin {
  override readonly name = 'sign\nature';
  protected override onRequest(): void {
    throw new Error('no key');
  }
}

/** An anonymous function. A direct assignment would name it. */
const unnamed = (() => (): never => {
  throw new Error('x');
})();

describe('the message of a call whose middleware fails (rules.md#what-a-message-says)', () => {
  it.each<[string, unknown[], string]>([
    [
      "a function that didn't return a Result",
      [forgetful],
      '"forgetful": A middleware returned a number: return the Result',
    ],
    ['the middleware that threw, and not the outer ones', [outer, auth], '"auth": RangeError: no session'],
    ['the middleware that wrapped the error', [outer, wrapping, auth], '"wrapping": Error: wrapped'],
    ['a plugin', [new Failing()], '"sign ature": Error: no key'],
    ['the position of an unnamed middleware', [outer, unnamed], '"number 2": Error: x'],
    [
      'the position of an unnamed middleware that throws undefined',
      [outer, () => Promise.reject(undefined)],
      '"number 2": undefined',
    ],
  ])('names %s', async (_what, middleware, told) => {
    const { api } = createTestClient({ endpoint: { path: '/thing' } });
    const { error } = await api.call({}, { middleware: middleware as Middleware[] });
    expect(error?.message).toContain(`GET /thing failed in the middleware ${told}`);
  });
});

describe('a middleware under a signal that an outer middleware has aborted (rules.md#middleware)', () => {
  /** Aborts its first run and starts a second run. The inner middleware waits for `gate` in the first run. */
  const twice = async (
    reason: unknown,
    change = (_request: MiddlewareContext['request']): void => undefined,
  ) => {
    let open!: () => void;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const late: Result<unknown>[] = [];
    const givingUp: Middleware = async (ctx, next) => {
      const controller = new AbortController();
      const first = next({ signal: controller.signal });
      controller.abort(reason);
      const second = await next();
      change(ctx.request);
      open();
      late.push(await first);
      return second;
    };
    let runs = 0;
    const waiting: Middleware = async (_ctx, next) => {
      runs += 1;
      if (runs === 1) await gate;
      return next();
    };
    const fetch = stubFetch();
    const { data } = await createTestClient({ fetch, middleware: [givingUp, waiting] }).api.call();
    return { data, sends: fetch.mock.calls.length, late };
  };

  it.each<[string, unknown]>([
    ['abort', new Error('enough')],
    ['timeout', Object.assign(new Error('too long'), { name: 'TimeoutError' })],
  ])('sends nothing with a late next(), which returns the %s', async (kind, reason) => {
    const { data, sends, late } = await twice(reason);
    expect({ data, sends }).toEqual({ data: { n: 1 }, sends: 1 });
    expect(late[0]!.error).toMatchObject({ kind, body: reason });
  });

  it('sends nothing with a late next(), even if another signal is set by that time', async () => {
    const { sends } = await twice(new Error('enough'), (request) => {
      request.signal = new AbortController().signal;
    });
    expect(sends).toBe(1);
  });

  it('sends again if an inner middleware left its aborted signal behind', async () => {
    const twiceOver: Middleware = async (_ctx, next) => {
      const result = await next();
      return result.error ? next() : result;
    };
    const tidying: Middleware = async (ctx, next) => {
      const controller = new AbortController();
      ctx.request.signal = controller.signal;
      try {
        return await next();
      } finally {
        controller.abort();
      }
    };
    const fetch = stubFetch();
    fetch.mockResolvedValueOnce(new Response(null, { status: 503 }));
    const { data } = await createTestClient({ fetch, middleware: [twiceOver, tidying] }).api.call();
    expect({ data, length: fetch.mock.calls.length }).toEqual({ data: { n: 1 }, length: 2 });
  });

  it('sends again if an inner middleware left its signal behind and aborts it in the second run', async () => {
    const left = new AbortController();
    const twiceOver: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    let runs = 0;
    const leaving: Middleware = (ctx, next) => {
      runs += 1;
      ctx.request.signal = runs === 1 ? left.signal : new AbortController().signal;
      // Aborts the signal of the first run.
      if (runs === 2) left.abort();
      return next();
    };
    const fetch = stubFetch();
    const { data } = await createTestClient({ fetch, middleware: [twiceOver, leaving] }).api.call();
    expect({ data, length: fetch.mock.calls.length }).toEqual({ data: { n: 2 }, length: 2 });
  });
});

describe('a wait under a signal that a middleware restores when it is done (rules.md#which-kind-it-is)', () => {
  it.each([
    ['abort', new Error('enough')],
    ['timeout', Object.assign(new Error('too long'), { name: 'TimeoutError' })],
  ])('ends the call as %s', async (kind, reason) => {
    const own = new AbortController();
    const bounded: Middleware = async (ctx, next) => {
      const { signal } = ctx.request;
      ctx.request.signal = own.signal;
      try {
        return await next();
      } finally {
        ctx.request.signal = signal;
      }
    };
    const waiting: Middleware = (ctx) => Promise.reject(ctx.request.signal?.reason);
    const retrying = retryMiddleware({ delay: () => 60_000, onRetry: () => own.abort(reason) });
    for (const inside of [retrying, waiting]) {
      const fetch = stubFetch({ data: {}, status: 503 });
      const { error } = await createTestClient({ fetch, middleware: [bounded, inside] }).api.call();
      expect(error).toMatchObject({ kind, body: reason });
    }
  });
});
