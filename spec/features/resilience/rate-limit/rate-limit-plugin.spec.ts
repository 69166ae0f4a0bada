import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, retryMiddleware } from '../../../../lib/index.js';
import { observers } from '../../../../lib/entries/observe.js';
import { NotSentError, RateLimitPlugin } from '../../../../lib/entries/resilience.js';
import { Exchanging } from '../../../support/exchanging.js';
import { heldBack, limited, ordered, settleTasks } from '../../../support/limited.js';
import { createTestClient, stubFetch } from '../../../support/client.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const CLOSED = { 'retry-after': '60' };

describe('the concurrent requests (rules.md#rate-limit)', () => {
  it('are at most 20 by default', async () => {
    const { begin, answer } = limited();
    expect(await begin(25)).toBe(20);
    await answer(3);
    expect(await begin(0)).toBe(21);
  });

  it('are sent in the order of their calls', async () => {
    const { begin, answer, requests } = limited({ concurrency: 1 });
    await begin(5);
    for (let at = 0; at < 5; at += 1) await answer(at);
    expect(ordered(requests)).toEqual([1, 2, 3, 4, 5]);
  });

  it('start with the oldest calls, even if the end of a wait is spread', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { begin, answer, later, requests } = limited({ maxWait: 90_000 });
    await begin(1);
    await answer(0, CLOSED, 429);
    await begin(1);
    await later(60_000);
    await begin(1);
    expect(ordered(requests)).toEqual([1, 2]);
  });

  it('are counted for each origin', async () => {
    const { begin, api, requests } = limited({ concurrency: 1 });
    const toOther: Middleware = (ctx, next) => {
      ctx.request.url = 'http://other.test/';
      return next();
    };
    await begin(2);
    void api.read({}, { middleware: [toOther] });
    await settleTasks();
    expect(requests).toHaveLength(2);
  });

  it('are counted until the body is read', async () => {
    const { begin, requests } = limited({ concurrency: 1 });
    let end = (): void => undefined;
    const body = new ReadableStream({ start: (controller) => void (end = () => controller.close()) });
    await begin(2);
    requests[0]?.answer(new Response(body));
    expect(await begin(0)).toBe(1);
    end();
    expect(await begin(0)).toBe(2);
  });

  it.each<
    [string, (request: { fail(thrown: unknown): void; answer(body: unknown, init?: object): void }) => void]
  >([
    ['fails', (request) => request.fail(new TypeError('reset'))],
    ['returns a 500', (request) => request.answer({}, { status: 500 })],
    ['has a body that breaks', (request) => request.answer(new Response('{'))],
  ])("don't include a request that %s", async (_, ends) => {
    const { begin, requests } = limited({ concurrency: 1 });
    await begin(2);
    ends(requests[0]!);
    expect(await begin(0)).toBe(2);
  });
});

describe('an abort (rules.md#rate-limit)', () => {
  it('removes the call from the queue at once', async () => {
    const { begin, call, answer, requests } = limited({ concurrency: 1 });
    const controller = new AbortController();
    await begin(1);
    const aborted = call({ signal: controller.signal });
    await begin(1);
    controller.abort();
    expect((await aborted).error?.kind).toBe('abort');
    await answer(0);
    expect(ordered(requests)).toEqual([1, 3]);
  });

  it('releases the slot if a middleware never returns', async () => {
    const stuck: Middleware = async (_ctx, next) => {
      await next();
      return new Promise(() => undefined);
    };
    const { call, begin, requests } = limited({ concurrency: 1 });
    const controller = new AbortController();
    const held = call({ signal: controller.signal, middleware: [stuck] });
    await begin(1);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect((await held).error?.kind).toBe('abort');
    expect(requests).toHaveLength(2);
  });

  it('of 1,000 waiting calls leaves no slot, listener or timer', async () => {
    const { begin, call, answer } = limited({ concurrency: 1 });
    const controller = new AbortController();
    const { signal } = controller;
    const remove = vi.spyOn(signal, 'removeEventListener');
    const add = vi.spyOn(signal, 'addEventListener');
    await begin(1);
    const waiting = Array.from({ length: 1000 }, () => call({ signal }));
    await settleTasks();
    expect(vi.getTimerCount()).toBe(1);
    controller.abort();
    expect(new Set((await Promise.all(waiting)).map(({ error }) => error?.kind))).toEqual(new Set(['abort']));
    expect(vi.getTimerCount()).toBe(0);
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
    await answer(0);
    expect(await begin(1)).toBe(2);
  });
});

describe('a wait (rules.md#rate-limit)', () => {
  it('that is known to exceed maxWait fails at once', async () => {
    const { begin, call, answer, requests } = limited();
    await begin(1);
    await answer(0, CLOSED, 429);
    const late = call();
    expect(await heldBack(late)).toEqual({ kind: 'network', reason: 'wait-too-long', retryAfter: 60_000 });
    const { error } = await late;
    expect(error?.message).toBe(
      'GET /things was not sent. The rate limit requires a wait of 60000 ms: call later, or raise maxWait and the timeout.',
    );
    expect([requests.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("that is known to exceed the call's timeout fails at once", async () => {
    const { begin, call, answer } = limited({ maxWait: 90_000 });
    await begin(1);
    await answer(0, CLOSED, 429);
    expect(await heldBack(call({ timeout: 5000 }))).toMatchObject({ reason: 'wait-too-long' });
    const controller = new AbortController();
    const patient = call({ timeout: 70_000, signal: controller.signal });
    expect(await Promise.race([patient, settleTasks()])).toBeUndefined();
    controller.abort();
    expect((await patient).error?.kind).toBe('abort');
  });

  it('that becomes too long fails then', async () => {
    const { begin, calls, answer, later } = limited({ concurrency: 2 });
    await begin(4);
    await later(100);
    await answer(0, CLOSED, 503);
    expect(await heldBack(calls[2])).toEqual({
      kind: 'network',
      reason: 'wait-too-long',
      retryAfter: 60_000,
    });
    expect(await heldBack(calls[3])).toMatchObject({ reason: 'wait-too-long' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('for earlier calls fails after maxWait', async () => {
    const { begin, calls, later } = limited({ concurrency: 1, maxWait: 500 });
    await begin(3);
    expect(vi.getTimerCount()).toBe(1);
    await later(500);
    expect(await heldBack(calls[1])).toEqual({
      kind: 'network',
      reason: 'wait-too-long',
      retryAfter: undefined,
    });
    expect(await heldBack(calls[2])).toMatchObject({ reason: 'wait-too-long' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never happens with a maxWait of 0', async () => {
    const { begin, call } = limited({ concurrency: 1, maxWait: 0 });
    expect(await begin(1)).toBe(1);
    expect(await heldBack(call())).toMatchObject({ reason: 'wait-too-long' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is possible for maxQueue calls', async () => {
    const { begin, call } = limited({ concurrency: 1, maxQueue: 2 });
    await begin(3);
    const refused = call();
    expect(await heldBack(refused)).toEqual({ kind: 'network', reason: 'queue-full', retryAfter: undefined });
    const { error } = await refused;
    expect(error?.message).toContain(
      '2 requests already wait for the rate limit: send fewer, or raise maxQueue.',
    );
    expect(NotSentError.is(error?.cause)).toBe(true);
  });

  it('has an end time if the queue is full during a pause', async () => {
    const { begin, call, answer } = limited({ maxWait: 90_000, maxQueue: 1 });
    await begin(1);
    await answer(0, CLOSED, 429);
    await begin(1);
    expect(await heldBack(call())).toMatchObject({ reason: 'queue-full', retryAfter: 60_000 });
  });

  it('ends up to a tenth later than possible, so that not all calls are sent at once', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { begin, answer, later } = limited({ maxWait: 90_000 });
    await begin(1);
    await answer(0, CLOSED, 429);
    await begin(1);
    expect([await later(60_000), await later(5990), await later(10)]).toEqual([1, 1, 2]);
  });

  it.each([
    ['are aborted', undefined],
    ['find a full queue', 1],
  ])('is not extended by calls that %s while it ends', async (_, maxQueue) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { begin, answer, later } = limited({ maxWait: 90_000, maxQueue });
    const leaving = new AbortController();
    await begin(1);
    await answer(0, CLOSED, 429);
    await begin(1);
    if (!maxQueue) await begin(1, { signal: leaving.signal });
    await later(60_001);
    leaving.abort();
    if (maxQueue) await begin(1);
    await settleTasks();
    expect(await later(6000)).toBe(2);
  });

  it('ends before maxWait if possible', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { begin, answer, later } = limited({ maxWait: 60_000 });
    await begin(1);
    await answer(0, CLOSED, 429);
    await begin(1);
    expect([await later(59_999), await later(1)]).toEqual([1, 2]);
  });

  it('is reported to observers in milliseconds', async () => {
    const notes: unknown[] = [];
    const observer = { call: () => ({ note: (note: unknown) => void notes.push(note) }) };
    const fetch = stubFetch({ data: {}, status: 429, headers: CLOSED });
    const limit = new RateLimitPlugin({ maxWait: 90_000 });
    const { api } = createTestClient({ fetch, middleware: [limit], observers: observers(observer) });
    await api.call({});
    const waiting = api.call({});
    await settleTasks();
    vi.advanceTimersByTime(60_000);
    await waiting;
    expect(notes).toEqual([{ type: 'wait', ms: 60_000, why: 'rate-limit' }]);
  });
});

describe('the position of the limit (rules.md#rate-limit)', () => {
  it('inside of retry counts each attempt, and a backoff occupies no slot', async () => {
    const { begin, answer, requests } = limited({
      concurrency: 1,
      outside: [retryMiddleware({ max: 1, delay: () => 1000 })],
    });
    await begin(2);
    await answer(0, {}, 500);
    expect(ordered(requests)).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(requests).toHaveLength(2);
    await answer(1);
    expect(ordered(requests)).toEqual([1, 2, 1]);
  });

  it('inside of retry prevents a retry of a call that was held back', async () => {
    const always = retryMiddleware({ retryOn: ({ error }) => error?.kind === 'network' });
    const { begin, call, answer, requests } = limited({ outside: [always] });
    await begin(1);
    await answer(0, CLOSED, 429);
    expect(await heldBack(call())).toMatchObject({ reason: 'wait-too-long' });
    expect(requests).toHaveLength(1);
  });

  it('pauses the attempt timeout while a call waits', async () => {
    const attemptTimeout: Middleware = (ctx, next) => {
      ctx.request.attemptTimeout = 1000;
      return next();
    };
    const { begin, calls, answer, requests } = limited({ concurrency: 1, inside: [attemptTimeout] });
    await begin(2);
    await vi.advanceTimersByTimeAsync(999);
    await answer(0);
    await vi.advanceTimersByTimeAsync(999);
    await answer(1);
    expect((await calls[1])?.error).toBeNull();
    expect(requests).toHaveLength(2);
  });

  it("doesn't pause the timeout of the call", async () => {
    const { begin, call } = limited({ concurrency: 1 });
    await begin(1);
    const waiting = call({ timeout: 1000 });
    await vi.advanceTimersByTimeAsync(1001);
    expect((await waiting).error?.kind).toBe('timeout');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a plugin that is listed twice (rules.md#rate-limit)', () => {
  it('is one limit, so that each request occupies one slot', async () => {
    const limit = new RateLimitPlugin({ concurrency: 2 });
    const { begin, answer, calls } = limited({ outside: [limit], inside: [limit] });
    expect(await begin(3)).toBe(2);
    await answer(0);
    expect(await begin(0)).toBe(3);
    await answer(1);
    await answer(2);
    expect((await Promise.all(calls)).map(({ error }) => error)).toEqual([null, null, null]);
  });

  it('occupies one slot for each request of an outer plugin', async () => {
    const twice = new Exchanging(async (send, url, init) => {
      const [first] = await Promise.all([send(url, init), send(url, init)]);
      return first;
    });
    const limit = new RateLimitPlugin({ concurrency: 1 });
    const { begin, answer } = limited({ outside: [twice, limit], inside: [limit] });
    expect(await begin(1)).toBe(1);
    await answer(0);
    expect(await begin(0)).toBe(1);
  });
});

describe('other plugins around fetch (rules.md#rate-limit)', () => {
  it('can send after the end of the call, and the slot is released with the response', async () => {
    let sendLater = async (): Promise<unknown> => undefined;
    const background = new Exchanging(async (send, url, init) => {
      sendLater = () => send(url, { ...init, signal: new AbortController().signal });
      return new Response('{}');
    });
    const { begin, requests, answer, calls } = limited({ concurrency: 1, outside: [background] });
    await begin(1);
    await calls[0];
    void sendLater();
    const first = sendLater;
    await begin(1);
    void first();
    expect(await begin(0)).toBe(1);
    await answer(0);
    expect(requests).toHaveLength(2);
  });

  it('can replace the response', async () => {
    const replacing = new Exchanging(async (send, url, init) => {
      await send(url, init);
      return new Response('{}');
    });
    const { begin, answer, requests } = limited({ concurrency: 1, outside: [replacing] });
    await begin(2);
    await answer(0);
    expect(requests).toHaveLength(2);
  });

  it('can send more than once for a call', async () => {
    const twice = new Exchanging(async (send, url, init) => {
      const [first] = await Promise.all([send(url, init), send(url, init)]);
      return first;
    });
    const { begin, answer, requests } = limited({ concurrency: 2, outside: [twice] });
    await begin(2);
    expect(requests).toHaveLength(2);
    await answer(0);
    await answer(1);
    expect(requests).toHaveLength(4);
  });
});
