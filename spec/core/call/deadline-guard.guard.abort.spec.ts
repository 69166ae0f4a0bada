import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiError, type Middleware, retryMiddleware } from '../../../lib/index.js';
import { createTestClient, type Fetch, stubFetch } from '../../support/client.js';

const timeoutError = (): DOMException => new DOMException('late', 'TimeoutError');

/** Aborts a call while its request is in flight. */
const abortInFlight = async (fetch: Fetch, reason?: unknown, middleware: Middleware[] = []) => {
  const controller = new AbortController();
  const running = createTestClient({ fetch }).api.call({}, { signal: controller.signal, middleware });
  await Promise.resolve();
  controller.abort(reason);
  const result = await running;
  return { error: result.error as ApiError, reason: controller.signal.reason as unknown };
};

/** Returns the error of a call that times out while a middleware or fetch waits. */
const runOut = async (fetch: Fetch, middleware: Middleware[] = []): Promise<ApiError> =>
  (await createTestClient({ fetch }).api.call({}, { timeout: 20, middleware })).error as ApiError;

describe("the caller's own signal (rules.md#which-kind-it-is)", () => {
  it("ends a call with 'abort' even if fetch throws another error because of the abort", async () => {
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new TypeError('socket closed')));
      });
    const { error, reason } = await abortInFlight(fetch);
    expect(error.kind).toBe('abort');
    expect(error.body).toBe(reason);
  });

  it.each<[string, unknown]>([
    ['an error', new TypeError('fetch failed')],
    ['a string', 'down'],
  ])(
    "ends a call with 'abort' even if its reason is the error of an earlier attempt: %s",
    async (_what, reason) => {
      const controller = new AbortController();
      const onError = vi.fn();
      const { call } = createTestClient({ throws: reason, onError }).api;
      const middleware = [retryMiddleware({ onRetry: () => controller.abort(reason) })];
      const { error } = await call({}, { signal: controller.signal, middleware });
      expect(error).toMatchObject({ kind: 'abort', body: reason, attempts: 1 });
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it.each<[string, () => object]>([
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
    ],
    [
      'an object whose getters throw',
      () =>
        Object.defineProperties(
          {},
          Object.fromEntries(
            ['name', 'message', 'cause', 'code'].map((name) => [
              name,
              {
                get() {
                  throw new Error('unreadable');
                },
              },
            ]),
          ),
        ),
    ],
  ])(
    "ends a call with 'abort' when a middleware rejects with the reason of the signal, which is %s",
    async (_what, make) => {
      const reason = make();
      const controller = new AbortController();
      const middleware: Middleware = ({ request }) =>
        new Promise((_resolve, reject) => {
          request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
        });
      const running = createTestClient().api.call(
        {},
        { signal: controller.signal, middleware: [middleware] },
      );
      controller.abort(reason);
      const { error } = await running;
      expect(error?.kind).toBe('abort');
      expect(error?.body === reason).toBe(true);
    },
  );

  it("ends a call with 'abort' even if the deadline has also passed when the call checks the signal", async () => {
    let ticks = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ticks += 100));
    const { error } = await createTestClient().api.call({}, { signal: AbortSignal.abort(), timeout: 1 });
    clock.mockRestore();
    expect(error?.kind).toBe('abort');
  });

  it("ends a call with 'abort' when it is an AbortSignal.timeout", async () => {
    const { error } = await createTestClient({ held: true }).api.call({}, { signal: AbortSignal.timeout(1) });
    expect(error).toMatchObject({ kind: 'abort', body: { name: 'TimeoutError' } });
  });

  it.each([200, 500])("ends a call with 'abort' while the body of a %d is read", async (status) => {
    const controller = new AbortController();
    const endless = new ReadableStream({ pull: () => controller.abort('enough') }, { highWaterMark: 0 });
    const fetch: Fetch = async () => new Response(endless, { status });
    const { error, response } = await createTestClient({ fetch }).api.call({}, { signal: controller.signal });
    expect(error).toMatchObject({ kind: 'abort', body: 'enough', status: 0 });
    expect(response).toBeNull();
  });

  it('changes nothing when it aborts after the response', async () => {
    const controller = new AbortController();
    const result = await createTestClient({ fetch: stubFetch({ data: 'here' }) }).api.call(
      {},
      { signal: controller.signal },
    );
    controller.abort();
    expect(result).toMatchObject({ data: 'here', error: null });
  });
});

describe('ctx.request.signal (rules.md#middleware)', () => {
  it('is aborted with the reason of the call for a middleware that first reads it after the abort', async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const reading: Middleware = (ctx, next) => {
      controller.abort('left');
      const { aborted, reason } = ctx.request.signal!;
      seen.push(aborted, reason);
      return next();
    };
    await createTestClient().api.call({}, { signal: controller.signal, middleware: [reading] });
    expect(seen).toEqual([true, 'left']);
  });
});

describe('a signal that is aborted already (rules.md#deadlines-and-aborts)', () => {
  it.each([AbortSignal.abort('other'), new AbortController().signal, undefined])(
    'prevents sending, even if a middleware sets another signal',
    async (installed) => {
      const fetch = stubFetch();
      const install: Middleware = (ctx, next) => {
        if (installed) ctx.request.signal = installed;
        return next();
      };
      const own = AbortSignal.abort('early');
      const { error } = await createTestClient({ fetch }).api.call(
        {},
        { signal: own, middleware: [install] },
      );
      expect(error).toMatchObject({ kind: 'abort', body: 'early' });
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('still lets the middleware run and return their own Result', async () => {
    const fetch = stubFetch();
    const kinds: unknown[] = [];
    const look: Middleware = async (_ctx, next) => {
      const result = await next();
      kinds.push(result.error?.kind);
      return { ...result, error: null, data: 'kept' } as typeof result;
    };
    const result = await createTestClient({ fetch }).api.call(
      {},
      { signal: AbortSignal.abort(), middleware: [look] },
    );
    expect(kinds).toEqual(['abort']);
    expect(result.data).toBe('kept');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a deadline (rules.md#which-kind-it-is)', () => {
  it("ends the call with the reason of fetch's signal", async () => {
    const fetch = stubFetch({ held: true });
    const error = await runOut(fetch);
    expect(fetch.lastInit.signal?.reason).toBe(error.body);
    expect((error.body as Error).message).toBe('timed out after 20 ms');
  });

  it.each([
    ['timeout', stubFetch({ held: true }), { timeout: 1 }],
    ['network', stubFetch({ throws: 1 }), {}],
  ])("keeps the kind '%s' when the caller aborts afterwards", async (kind, fetch, options) => {
    const controller = new AbortController();
    const late: Middleware = async (_ctx, next) => {
      const result = await next();
      controller.abort();
      return result;
    };
    const { call } = createTestClient({ fetch, endpoint: { middleware: [late] } }).api;
    expect((await call({}, { ...options, signal: controller.signal })).error?.kind).toBe(kind);
  });
});

describe('a middleware that throws after an abort or deadline (rules.md#which-kind-it-is)', () => {
  const throwing =
    (make: (reason: unknown) => unknown): Middleware =>
    async (ctx, next) => {
      await next();
      throw make(ctx.request.signal?.reason);
    };
  const rethrown: [string, (reason: unknown) => unknown][] = [
    ['unchanged', (reason) => reason],
    ['as the cause of a cause', (cause) => new Error('outer', { cause: new Error('inner', { cause }) })],
  ];

  it.each(rethrown)(
    "returns 'abort' or 'timeout' with the reason when it rethrows the reason %s",
    async (_how, make) => {
      const { error, reason } = await abortInFlight(stubFetch({ held: true }), new Error('mine'), [
        throwing(make),
      ]);
      expect({ kind: error.kind, body: error.body }).toEqual({ kind: 'abort', body: reason });
      const late = await runOut(stubFetch({ held: true }), [throwing(make)]);
      expect(late).toMatchObject({ kind: 'timeout', body: { name: 'TimeoutError' } });
    },
  );

  it.each(['stop', { stop: true }])("returns 'abort' when it rethrows the reason %o", async (reason) => {
    const { error } = await abortInFlight(stubFetch({ held: true }), reason, [throwing((same) => same)]);
    expect(error.kind).toBe('abort');
  });

  it.each([
    ['something unrelated', () => new Error('my own trouble')],
    ['another error named AbortError', () => new DOMException('x', 'AbortError')],
    ['an error with another cause', () => new Error('x', { cause: new Error('y') })],
  ])("returns 'middleware' when it throws %s", async (_what, make) => {
    expect((await abortInFlight(stubFetch({ held: true }), undefined, [throwing(make)])).error.kind).toBe(
      'middleware',
    );
    expect((await runOut(stubFetch({ held: true }), [throwing(make)])).kind).toBe('middleware');
  });
});

describe('a signal that a middleware installed (rules.md#which-kind-it-is)', () => {
  const installing =
    (signal: AbortSignal | undefined): Middleware =>
    (ctx, next) => {
      ctx.request.signal = signal;
      return next();
    };

  it.each([
    ['timeout', 'a reason named TimeoutError', timeoutError()],
    ['abort', 'any other reason', new Error('inner')],
  ] as const)("ends the call with '%s' for %s", async (kind, _what, reason) => {
    const controller = new AbortController();
    const running = createTestClient({ held: true }).api.call(
      {},
      { middleware: [installing(controller.signal)] },
    );
    await Promise.resolve();
    controller.abort(reason);
    const { error } = await running;
    expect(error?.kind).toBe(kind);
    expect(error?.body).toBe(reason);
  });

  it.each([
    ['another signal', new AbortController().signal],
    ['no signal', undefined],
  ])("doesn't disable the caller's own signal: %s", async (_what, signal) => {
    const { error } = await abortInFlight(stubFetch({ held: true }), 'own', [installing(signal)]);
    expect(error).toMatchObject({ kind: 'abort', body: 'own' });
  });
});

describe('a runtime whose signals have no reason, such as React Native', () => {
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason')!;

  beforeEach(() => {
    delete (AbortSignal.prototype as { reason?: unknown }).reason;
  });

  afterEach(() => {
    Object.defineProperty(AbortSignal.prototype, 'reason', reason);
  });

  it("returns a 'timeout' error when the deadline passes while a retry waits", async () => {
    const middleware = [retryMiddleware({ delay: () => 60_000, jitter: false })];
    const fetch = stubFetch({ data: {}, status: 500 });
    vi.useFakeTimers();
    const call = createTestClient({ fetch, endpoint: { middleware, timeout: 200 } }).api.call();
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    const { error } = await call;
    expect(error).toMatchObject({ kind: 'timeout', lastAttempt: { error: { status: 500 } } });
  });

  it("still gives fetch's signal the reason of a timeout", async () => {
    const { error } = await createTestClient({ held: true, endpoint: { timeout: 5 } }).api.call();
    expect({ kind: error?.kind, name: (error?.body as Error).name }).toEqual({
      kind: 'timeout',
      name: 'TimeoutError',
    });
  });

  it("returns the message 'The call was aborted.' for an abort without a reason", async () => {
    const { error } = await createTestClient().api.call({}, { signal: AbortSignal.abort() });
    expect((error?.body as Error).message).toBe('The call was aborted.');
  });

  it.each(['caller', 'middleware'])(
    "keeps the error of a middleware a 'middleware' error although a signal of the %s aborted",
    async (whose) => {
      const stop = new AbortController();
      const failing: Middleware = ({ request }) => {
        if (whose === 'middleware') request.signal = stop.signal;
        stop.abort();
        return Promise.reject(new Error('mine'));
      };
      const { call } = createTestClient({ endpoint: { middleware: [failing] } }).api;
      const { error } = await call({}, whose === 'caller' ? { signal: stop.signal } : {});
      expect({ kind: error?.kind, message: (error?.body as Error).message }).toEqual({
        kind: 'middleware',
        message: 'mine',
      });
    },
  );
});

it('a call times out even if the runtime throws when a signal is aborted, as workers do', async () => {
  const abort = vi.spyOn(AbortController.prototype, 'abort').mockImplementation(() => {
    throw new Error('Cannot perform I/O on behalf of a different request.');
  });
  const { error } = await createTestClient({ held: true, ignoresSignal: true }).api.call({}, { timeout: 5 });
  abort.mockRestore();
  expect(error?.kind).toBe('timeout');
});
