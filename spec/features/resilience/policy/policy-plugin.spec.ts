import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createApi,
  type MiddlewareEntry,
  Request,
  type Result,
  retryMiddleware,
  RetryPlugin,
} from '../../../../lib/index.js';
import {
  isServiceFailure,
  NotSentError,
  type Policy,
  PolicyPlugin,
} from '../../../../lib/entries/resilience.js';
import { type ByteStream, bytes } from '../../../../lib/entries/stream.js';
import { createTestClient, type Untyped } from '../../../support/client.js';
import { cockatiels } from '../../../support/cockatiels.js';
import { flush } from '../../../support/flush.js';
import { heldFetch } from '../../../support/held-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client whose responses the spec sends. */
const heldBy = (...middleware: MiddlewareEntry[]) => createTestClient({ held: true, middleware });

type Held = ReturnType<typeof heldBy>;

const answered = async (
  { api, requests }: Held,
  status: number,
  options?: object,
): Promise<Result<unknown>> => {
  const sent = requests.length;
  const call = api.call({}, options);
  await flush();
  requests[sent]?.answer({}, { status });
  return call;
};

const aborted = async ({ api, requests }: Held): Promise<[Result<unknown>, number]> => {
  const sent = requests.length;
  const controller = new AbortController();
  const call = api.call({}, { signal: controller.signal });
  await flush();
  controller.abort();
  await vi.advanceTimersByTimeAsync(1);
  return [await call, requests.length - sent];
};

const CLOSED = 0;
const OPEN = 1;
const HALF_OPEN = 2;

describe.each(cockatiels)('PolicyPlugin over %s (rules.md#policy)', (_, cockatiel) => {
  const { bulkhead, circuitBreaker, ConsecutiveBreaker, handleAll, handleWhenResult, timeout, wrap } =
    cockatiel;

  const breakerOf = (failures = 2, filter = handleWhenResult(isServiceFailure)) =>
    circuitBreaker(filter, { halfOpenAfter: 1000, breaker: new ConsecutiveBreaker(failures) });

  /** A circuit that has opened and would allow a probe. */
  const dueForAProbe = async ({
    around,
    filter,
    inside = [],
  }: { around?: Policy; filter?: never; inside?: MiddlewareEntry[] } = {}) => {
    const breaker = breakerOf(1, filter);
    const policy = around ? wrap(around as never, breaker) : breaker;
    const held = heldBy(new PolicyPlugin(policy), ...inside);
    await answered(held, 500);
    expect(breaker.state).toBe(OPEN);
    await vi.advanceTimersByTimeAsync(1000);
    return { breaker, held };
  };

  describe('a circuit', () => {
    it.each([500, 503])(
      'opens after the number of responses of %i, and then sends nothing',
      async (status) => {
        const breaker = breakerOf();
        const held = heldBy(new PolicyPlugin(breaker));
        await answered(held, status);
        expect(breaker.state).toBe(CLOSED);
        await answered(held, status);
        expect(breaker.state).toBe(OPEN);
        await held.api.call({});
        expect(held.requests).toHaveLength(2);
      },
    );

    it('that is open returns a network error that was not sent, with the remaining time', async () => {
      const held = heldBy(new PolicyPlugin(breakerOf(1)));
      await answered(held, 500);
      await vi.advanceTimersByTimeAsync(300);
      const { error } = await held.api.call({});
      expect(error).toMatchObject({ kind: 'network', cause: { reason: 'circuit-open', retryAfter: 700 } });
      expect(NotSentError.is(error?.cause)).toBe(true);
      expect(error?.message).toBe(
        'GET /things was not sent. The circuit is open after failed calls: try again later.',
      );
    });

    it('that was opened with isolate() does so too, without a remaining time', async () => {
      const breaker = breakerOf(1);
      const held = heldBy(new PolicyPlugin(breaker));
      const { dispose } = breaker.isolate();
      const { error } = await held.api.call({});
      expect(error).toMatchObject({
        kind: 'network',
        cause: { reason: 'circuit-open', retryAfter: undefined },
      });
      expect(error?.message).toContain('The circuit was opened with isolate(): dispose its handle.');
      dispose();
      expect((await answered(held, 200)).error).toBeNull();
    });

    it('is closed by a probe with a response, even a 404, and opened again by a failed probe', async () => {
      const { breaker, held } = await dueForAProbe();
      await answered(held, 503);
      expect(breaker.state).toBe(OPEN);
      await vi.advanceTimersByTimeAsync(1000);
      await answered(held, 404);
      expect(breaker.state).toBe(CLOSED);
    });

    it('receives the abort of a probe at the same time as the caller', async () => {
      const { breaker, held } = await dueForAProbe();
      const controller = new AbortController();
      const call = held.api.call({}, { signal: controller.signal });
      await flush();
      controller.abort();
      await call;
      expect(breaker.state).toBe(OPEN);
    });

    it('is not probed by a call that timed out while it waited for another probe', async () => {
      const { held } = await dueForAProbe({
        around: timeout(100, cockatiel.TimeoutStrategy.Cooperative),
      });
      const probe = held.api.call({ n: 1 });
      await vi.advanceTimersByTimeAsync(50);
      const waiting = held.api.call({ n: 2 });
      await vi.advanceTimersByTimeAsync(49);
      held.requests[1]?.answer(new Response(new ReadableStream()));
      await vi.advanceTimersByTimeAsync(1);
      expect((await probe).error?.kind).toBe('timeout');
      expect((await waiting).error?.cause).toMatchObject({ reason: 'circuit-open' });
      expect(held.requests).toHaveLength(2);
    });

    it('that is probed for too long delays another call only until the timeout around it', async () => {
      const breaker = breakerOf(1, handleAll.orWhenResult(isServiceFailure));
      const policies = [timeout(100, cockatiel.TimeoutStrategy.Cooperative), breaker] as const;
      const held = heldBy(new PolicyPlugin(wrap(...policies)));
      const probing = heldBy(new PolicyPlugin(breaker));
      await answered(held, 500);
      await vi.advanceTimersByTimeAsync(1000);
      const probe = probing.api.call({ n: 1 });
      await flush();
      expect(breaker.state).toBe(HALF_OPEN);
      const waiting = held.api.call({ n: 2 });
      await vi.advanceTimersByTimeAsync(100);
      expect((await waiting).error?.kind).toBe('timeout');
      expect({ state: breaker.state, length: held.requests.length }).toEqual({ state: HALF_OPEN, length: 1 });
      probing.requests[0]?.answer({});
      expect((await probe).error).toBeNull();
      await flush();
      // An ended call counts for nothing, whatever rule the breaker uses.
      expect({ state: breaker.state, length: held.requests.length }).toEqual({ state: CLOSED, length: 1 });
    });

    it.each([
      ['handleAll', handleAll],
      ['handleAll.orWhenResult(failed)', handleAll.orWhenResult(isServiceFailure)],
      ['a custom rule', handleWhenResult((r) => Number((r as Result<unknown>).error?.status) >= 500)],
    ])('that is closed counts no abort under %s', async (name, filter) => {
      const breaker = breakerOf(2, filter);
      const held = heldBy(new PolicyPlugin(breaker));
      for (let call = 0; call < 5; call += 1) await aborted(held);
      expect(breaker.state).toBe(CLOSED);
      if (name === 'handleAll') return;
      await answered(held, 500);
      // It is not a success either, which would restart the count.
      await aborted(held);
      await answered(held, 500);
      expect(breaker.state).toBe(OPEN);
    });

    it.each([
      ['handleWhenResult(failed)', handleWhenResult(isServiceFailure)],
      ['handleAll.orWhenResult(failed)', handleAll.orWhenResult(isServiceFailure)],
      ['a custom rule', handleWhenResult((r) => Number((r as Result<unknown>).error?.status) >= 500)],
    ])('is not closed by an aborted probe under %s, which it receives as a 503', async (__, filter) => {
      const { breaker, held } = await dueForAProbe({ filter: filter as never });
      const told: unknown[] = [];
      breaker.onBreak((reason) => told.push(reason));
      const [{ error }, sent] = await aborted(held);
      expect({ kind: error?.kind, sent, state: breaker.state }).toEqual({
        kind: 'abort',
        sent: 1,
        state: OPEN,
      });
      expect(told).toMatchObject([{ value: { error: { kind: 'http', status: 503 } } }]);
    });

    it('ignores requests that were not sent, and is not closed by them', async () => {
      const breaker = breakerOf(2);
      let isOpenInside = true;
      const inside: MiddlewareEntry = (_ctx, next) =>
        isOpenInside
          ? Promise.resolve({
              data: null,
              error: { kind: 'network', cause: new NotSentError('queue-full', 'Full.') },
            } as never)
          : next();
      const held = heldBy(new PolicyPlugin(breaker), inside);
      for (let call = 0; call < 5; call += 1) await held.api.call({});
      expect(breaker.state).toBe(CLOSED);
      isOpenInside = false;
      await answered(held, 500);
      isOpenInside = true;
      await held.api.call({});
      isOpenInside = false;
      await answered(held, 500);
      expect(breaker.state).toBe(OPEN);
      await vi.advanceTimersByTimeAsync(1000);
      isOpenInside = true;
      expect((await held.api.call({})).error?.cause).toMatchObject({ reason: 'queue-full' });
      expect(breaker.state).toBe(OPEN);
    });

    it('is not closed by a probe that fails in a middleware', async () => {
      let throws = false;
      const failing: MiddlewareEntry = (_ctx, next) => {
        if (throws) throw new TypeError('broken');
        return next();
      };
      const { breaker, held } = await dueForAProbe({ inside: [failing] });
      throws = true;
      expect((await held.api.call({})).error).toMatchObject({
        kind: 'middleware',
        cause: { message: 'broken' },
      });
      expect(breaker.state).toBe(OPEN);
    });

    it('is probed again if an inner middleware never returned from a probe', async () => {
      let isStuck = false;
      const sticky: MiddlewareEntry = (_ctx, next) => (isStuck ? new Promise(() => undefined) : next());
      const { breaker, held } = await dueForAProbe({ inside: [sticky] });
      isStuck = true;
      const probe = held.api.call({}, { timeout: 50 });
      await vi.advanceTimersByTimeAsync(60);
      expect((await probe).error?.kind).toBe('timeout');
      expect(breaker.state).toBe(OPEN);
      isStuck = false;
      await vi.advanceTimersByTimeAsync(1000);
      expect((await answered(held, 200)).error).toBeNull();
      expect(breaker.state).toBe(CLOSED);
    });

    it('lets the other calls wait during a probe, and end at once if they are aborted', async () => {
      const { breaker, held } = await dueForAProbe();
      const probe = held.api.call({ n: 1 });
      await flush();
      expect(breaker.state).toBe(HALF_OPEN);
      const [{ error }, sent] = await aborted(held);
      expect({ kind: error?.kind, sent }).toEqual({ kind: 'abort', sent: 0 });
      const waiting = held.api.call({ n: 2 });
      await flush();
      held.requests[1]?.answer({});
      expect((await probe).error).toBeNull();
      await flush();
      held.requests[2]?.answer({});
      expect((await waiting).error).toBeNull();
      expect({ state: breaker.state, length: held.requests.length }).toEqual({ state: CLOSED, length: 3 });
    });

    it('is not opened again by the abort of a call that started while it was closed', async () => {
      const breaker = breakerOf(1);
      const held = heldBy(new PolicyPlugin(breaker));
      const controller = new AbortController();
      const early = held.api.call({ n: 1 }, { signal: controller.signal });
      await flush();
      await answered(held, 500);
      await vi.advanceTimersByTimeAsync(1000);
      const probe = held.api.call({ n: 2 });
      await flush();
      controller.abort();
      await flush();
      expect({ state: breaker.state, kind: (await early).error?.kind }).toEqual({
        state: HALF_OPEN,
        kind: 'abort',
      });
      held.requests[2]?.answer({});
      await probe;
      expect(breaker.state).toBe(CLOSED);
    });
  });

  describe('a timeout', () => {
    const { Cooperative, Aggressive } = cockatiel.TimeoutStrategy;

    it.each([Cooperative, Aggressive])(
      'that is %s returns a timeout error, and ends the request',
      async (strategy) => {
        const { api, requests } = heldBy(new PolicyPlugin(timeout(100, strategy)));
        const call = api.call({});
        await vi.advanceTimersByTimeAsync(100);
        const { error } = await call;
        expect(error).toMatchObject({ kind: 'timeout', cause: { name: 'TimeoutError' }, endpoint: 'call' });
        expect(error?.message).toBe('GET /things timed out: A policy ended the attempt before its response.');
        expect(requests[0]?.init.signal?.aborted).toBe(true);
      },
    );

    it.each([Cooperative, Aggressive])(
      'that is %s leaves an abort and a call timeout unchanged',
      async (strategy) => {
        const held = heldBy(new PolicyPlugin(timeout(100, strategy)));
        expect((await aborted(held))[0].error?.kind).toBe('abort');
        const late = held.api.call({}, { timeout: 50 });
        await vi.advanceTimersByTimeAsync(60);
        expect((await late).error?.message).toBe('GET /things timed out after 50 ms');
        expect((await answered(held, 200)).error).toBeNull();
        expect(vi.getTimerCount()).toBe(0);
      },
    );

    it.each([Cooperative, Aggressive])(
      'that is %s prevents a late request of the attempt, after or during the next attempt',
      async (strategy) => {
        let runs = 0;
        const slowAtFirst: MiddlewareEntry = async (_ctx, next) => {
          runs += 1;
          if (runs === 1) await new Promise((resolve) => setTimeout(resolve, 220));
          return next();
        };
        const retry = new RetryPlugin({ max: 1, delay: () => 50, jitter: false, retryOn: isServiceFailure });
        const held = heldBy(retry, new PolicyPlugin(timeout(150, strategy)), slowAtFirst);
        const call = held.api.call({});
        await vi.advanceTimersByTimeAsync(1000);
        expect({ runs, length: held.requests.length }).toEqual({ runs: 2, length: 1 });
        await call;
        await vi.advanceTimersByTimeAsync(1000);
        expect(held.requests).toHaveLength(1);
      },
    );

    it.each([Cooperative, Aggressive])(
      'that is %s counts as a failure of the circuit around it',
      async (strategy) => {
        const breaker = breakerOf(1);
        const { api } = heldBy(new PolicyPlugin(wrap(breaker, timeout(100, strategy))));
        const call = api.call({});
        await vi.advanceTimersByTimeAsync(100);
        expect((await call).error?.kind).toBe('timeout');
        expect(breaker.state).toBe(OPEN);
      },
    );

    it.each([Cooperative, Aggressive])(
      'that is %s around a circuit prevents an abort from counting',
      async (strategy) => {
        const breaker = breakerOf(1, handleAll.orWhenResult(isServiceFailure));
        const held = heldBy(new PolicyPlugin(wrap(timeout(100, strategy), breaker)));
        expect((await aborted(held))[0].error?.kind).toBe('abort');
        expect(breaker.state).toBe(CLOSED);
      },
    );

    it('ends the inner work that waits for its signal', async () => {
      const { api } = heldBy(
        new PolicyPlugin(timeout(100, Cooperative)),
        ({ request }) =>
          new Promise((_resolve, reject) => {
            request.signal?.addEventListener('abort', () => reject(request.signal?.reason as Error));
          }),
      );
      const call = api.call({});
      await vi.advanceTimersByTimeAsync(100);
      expect((await call).error).toMatchObject({ kind: 'timeout', cause: { name: 'TimeoutError' } });
    });

    it('is retried by a retry outside of it, with the full time for each attempt', async () => {
      const retry = new RetryPlugin({ max: 1, delay: () => 0 });
      const { api, requests } = heldBy(retry, new PolicyPlugin(timeout(100, Cooperative)));
      const call = api.call({});
      await vi.advanceTimersByTimeAsync(150);
      expect(requests).toHaveLength(2);
      expect(requests[1]?.init.signal?.aborted).toBe(false);
      requests[1]?.answer({});
      expect((await call).error).toBeNull();
    });

    it('restores the signal, and the signal of an outer middleware also ends the attempt', async () => {
      const own = new AbortController();
      const seen: unknown[] = [];
      const outer: MiddlewareEntry = async ({ request }, next) => {
        request.signal = own.signal;
        const result = await next();
        seen.push(request.signal);
        return result;
      };
      const { api, requests } = heldBy(outer, new PolicyPlugin(timeout(100, Cooperative)));
      const call = api.call({});
      await flush();
      own.abort();
      expect((await call).error?.kind).toBe('abort');
      expect(seen[0]).toBe(own.signal);
      expect(requests[0]?.init.signal?.aborted).toBe(true);
    });

    it('that passes while a call waits in a bulkhead returns a timeout error, and nothing is sent', async () => {
      const { api, requests } = heldBy(new PolicyPlugin(wrap(timeout(100, Cooperative), bulkhead(1, 5))));
      const first = api.call({ n: 1 }, { timeout: 500 });
      await vi.advanceTimersByTimeAsync(90);
      const second = api.call({ n: 2 });
      await vi.advanceTimersByTimeAsync(10);
      expect((await first).error?.kind).toBe('timeout');
      await flush();
      expect(requests).toHaveLength(2);
      const third = api.call({ n: 3 });
      await vi.advanceTimersByTimeAsync(300);
      expect([(await second).error?.kind, (await third).error?.kind]).toEqual(['timeout', 'timeout']);
      expect(requests).toHaveLength(3);
    });

    it("doesn't end a stream that was opened in time", async () => {
      const outer = new AbortController();
      const { fetch, requests } = heldFetch();
      const described = new Request<Untyped, Untyped>({
        method: 'GET',
        path: '/things',
        responseType: bytes(),
      });
      const removed = vi.spyOn(outer.signal, 'removeEventListener');
      const installing: MiddlewareEntry = ({ request }, next) => {
        request.signal = outer.signal;
        return next();
      };
      const api = createApi({
        baseUrl: 'https://api.test',
        fetch,
        middleware: [installing, new PolicyPlugin(timeout(100, Cooperative))],
        requests: { read: described },
      });
      const call = api.read({});
      await flush();
      requests[0]?.answer(new Response(new ReadableStream()));
      const data = (await call).data as ByteStream;
      await vi.advanceTimersByTimeAsync(500);
      expect(requests[0]?.init.signal?.aborted).toBe(false);
      const reading = data.next();
      outer.abort();
      expect((await reading).value!.error?.kind).toBe('abort');
      expect(requests[0]?.init.signal?.aborted).toBe(true);
      expect(removed).toHaveBeenCalled();
    });

    it('leaves nothing on an outer signal after the stream has ended', async () => {
      const { signal } = new AbortController();
      const added = vi.spyOn(signal, 'addEventListener');
      const removed = vi.spyOn(signal, 'removeEventListener');
      const api = createApi({
        baseUrl: 'https://api.test',
        fetch: () => Promise.resolve(new Response('text')),
        middleware: [
          ({ request }, next) => {
            request.signal = signal;
            return next();
          },
          new PolicyPlugin(timeout(100, Cooperative)),
        ],
        requests: {
          read: new Request<Untyped, Untyped>({ method: 'GET', path: '/', responseType: bytes() }),
        },
      });
      const stream = (await api.read({})).data as ByteStream;
      expect(added.mock.calls.length - removed.mock.calls.length).toBe(1);
      for await (const { error } of stream) expect(error).toBeNull();
      expect(added.mock.calls.length - removed.mock.calls.length).toBe(0);
    });
  });

  describe('a bulkhead', () => {
    it('that is full returns a network error that was not sent', async () => {
      const { api, requests } = heldBy(new PolicyPlugin(bulkhead(1, 0)));
      const first = api.call({ n: 1 });
      await flush();
      const { error } = await api.call({ n: 2 });
      expect(error).toMatchObject({ kind: 'network', cause: { reason: 'queue-full' } });
      expect(error?.message).toContain('was not sent. The bulkhead');
      requests[0]?.answer({});
      expect((await first).error).toBeNull();
      expect(requests).toHaveLength(1);
    });

    it('passes the slot of a finished call on, even if a middleware never returned', async () => {
      const { api, requests } = heldBy(new PolicyPlugin(bulkhead(1, 10)), ({ request }, next) =>
        request.url.endsWith('n=1') ? new Promise(() => undefined) : next(),
      );
      const stuck = api.call({ n: 1 }, { timeout: 50 });
      const behind = api.call({ n: 2 });
      await vi.advanceTimersByTimeAsync(60);
      expect((await stuck).error?.kind).toBe('timeout');
      requests[0]?.answer({});
      expect((await behind).error).toBeNull();
    });

    it('releases a call that is aborted in its queue at once, and the calls after it continue', async () => {
      const { api, requests } = heldBy(new PolicyPlugin(bulkhead(1, 10)));
      const first = api.call({ n: 1 });
      const controller = new AbortController();
      const waiting = [2, 3].map((n) => api.call({ n }, { signal: controller.signal }));
      const last = api.call({ n: 4 });
      await flush();
      controller.abort();
      for (const { error } of await Promise.all(waiting)) expect(error?.kind).toBe('abort');
      requests[0]?.answer({});
      expect((await first).error).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      requests[1]?.answer({});
      expect((await last).error).toBeNull();
      expect(requests).toHaveLength(2);
    });

    it('rejects a call whose signal was already aborted without a wait', async () => {
      const places = bulkhead(1, 5);
      let free = (): void => undefined;
      void places.execute(() => new Promise<void>((resolve) => (free = resolve)));
      const { api } = heldBy(({ request }, next) => {
        request.signal = AbortSignal.abort();
        return next();
      }, new PolicyPlugin(places));
      expect((await api.call({})).error?.kind).toBe('abort');
      expect(places.queueSlots).toBe(5);
      free();
    });

    it("reports an abort by the caller's own signal, even if its reason is a TimeoutError", async () => {
      const { api } = heldBy(new PolicyPlugin(bulkhead(1, 5)));
      void api.call({ n: 1 });
      const controller = new AbortController();
      const call = api.call({ n: 2 }, { signal: controller.signal });
      await flush();
      controller.abort(Object.assign(new Error('late'), { name: 'TimeoutError' }));
      expect((await call).error?.kind).toBe('abort');
    });

    it("reports an abort by a middleware's signal without a reason, as in React Native", async () => {
      const places = bulkhead(1, 5);
      let free = (): void => undefined;
      void places.execute(() => new Promise<void>((resolve) => (free = resolve)));
      const controller = new AbortController();
      Object.defineProperty(controller.signal, 'reason', { value: undefined });
      const { api } = heldBy(({ request }, next) => {
        request.signal = controller.signal;
        return next();
      }, new PolicyPlugin(places));
      const call = api.call({});
      await flush();
      controller.abort();
      expect((await call).error).toMatchObject({ kind: 'abort', cause: { name: 'AbortError' } });
      free();
    });

    it("doesn't end a call that has left its queue", async () => {
      const inTime = timeout(100, cockatiel.TimeoutStrategy.Cooperative);
      const spare = cockatiel.fallback(handleWhenResult(isServiceFailure), { data: 'spare' });
      const { api } = heldBy(new PolicyPlugin(wrap(inTime, bulkhead(1, 1), spare)));
      const call = api.call({});
      await vi.advanceTimersByTimeAsync(100);
      expect(await call).toMatchObject({ data: 'spare', error: null });
    });

    it('never lets a call that was aborted in its queue probe a circuit', async () => {
      const places = bulkhead(1, 5);
      const { breaker, held } = await dueForAProbe({ around: places });
      let free = (): void => undefined;
      void places.execute(() => new Promise<void>((resolve) => (free = resolve)));
      expect((await aborted(held))[0].error?.kind).toBe('abort');
      free();
      await flush();
      expect((await answered(held, 200)).error).toBeNull();
      expect(breaker.state).toBe(CLOSED);
    });

    it('that is full is neither a failure nor a success for the circuit around it', async () => {
      const breaker = breakerOf(1, handleAll.orWhenResult(isServiceFailure));
      const policy = bulkhead(1, 0);
      const held = heldBy(new PolicyPlugin(wrap(breaker, policy)));
      const first = held.api.call({ n: 1 });
      await flush();
      expect((await held.api.call({ n: 2 })).error?.cause).toMatchObject({ reason: 'queue-full' });
      expect(breaker.state).toBe(CLOSED);
      held.requests[0]?.answer({}, { status: 500 });
      await first;
      await vi.advanceTimersByTimeAsync(1000);
      let free = (): void => undefined;
      void policy.execute(() => new Promise<void>((resolve) => (free = resolve)));
      expect((await held.api.call({ n: 3 })).error?.cause).toMatchObject({ reason: 'queue-full' });
      expect(breaker.state).toBe(OPEN);
      free();
    });
  });

  describe('another policy', () => {
    it('leaves a signal that it passes on unchanged on the request', async () => {
      const own = new AbortController();
      const seen: unknown[] = [];
      const { api, requests } = heldBy(
        ({ request }, next) => {
          request.signal = own.signal;
          return next();
        },
        new PolicyPlugin(cockatiel.retry(handleWhenResult(isServiceFailure), { maxAttempts: 1 })),
        ({ request }, next) => {
          seen.push(request.signal);
          return next();
        },
      );
      const call = api.call({});
      await flush();
      requests[0]?.answer({});
      await call;
      expect(seen[0]).toBe(own.signal);
    });

    it('with its own signal lets an outer signal end the attempt', async () => {
      const own = new AbortController();
      const { api, requests } = heldBy(
        ({ request }, next) => {
          request.signal = own.signal;
          return next();
        },
        new PolicyPlugin({ execute: (run) => run({ signal: new AbortController().signal }) }),
      );
      const call = api.call({});
      await flush();
      own.abort();
      expect((await call).error?.kind).toBe('abort');
      expect(requests[0]?.init.signal?.aborted).toBe(true);
    });

    it('in a wrap() keeps its position: each attempt counts for the circuit', async () => {
      const breaker = breakerOf(2);
      const retry = cockatiel.retry(handleWhenResult(isServiceFailure), { maxAttempts: 5 });
      const { api, requests } = heldBy(
        new PolicyPlugin(wrap(retry, breaker, timeout(100, 'aggressive' as never))),
      );
      const call = api.call({});
      await vi.advanceTimersByTimeAsync(1);
      requests[0]?.answer({}, { status: 500 });
      await vi.advanceTimersByTimeAsync(200);
      // The third attempt was held back: the call returns the Result of the second.
      expect((await call).error).toMatchObject({ kind: 'timeout', sent: true, attempts: 2 });
      expect(await api.call({})).toMatchObject({ error: { cause: { reason: 'circuit-open' }, sent: false } });
      expect(requests).toHaveLength(2);
    });

    it("lets the call's timeout end the call during the wait before a retry", async () => {
      const { api, requests } = heldBy(
        new PolicyPlugin(timeout(60_000, 'aggressive' as never)),
        retryMiddleware({ delay: () => 10_000, jitter: false }),
      );
      const call = api.call({}, { timeout: 1000 });
      await vi.advanceTimersByTimeAsync(1);
      requests[0]?.answer({}, { status: 503 });
      await vi.advanceTimersByTimeAsync(1500);
      expect((await call).error).toMatchObject({
        kind: 'timeout',
        attempts: 1,
        lastAttempt: { error: { status: 503 } },
      });
      expect(vi.getTimerCount()).toBe(0);
    });

    it('can be a wrap() inside of a wrap()', async () => {
      const around = wrap(cockatiel.noop, cockatiel.noop) as never;
      const { breaker, held } = await dueForAProbe({ around });
      await aborted(held);
      expect(breaker.state).toBe(OPEN);
    });

    it('can be a fallback that returns a Result for a failed or held back call', async () => {
      const breaker = breakerOf(1);
      const spare = cockatiel.fallback(handleAll.orWhenResult(isServiceFailure), { data: 'spare' });
      const held = heldBy(new PolicyPlugin(wrap(spare, breaker)));
      expect(await answered(held, 500)).toMatchObject({ data: 'spare', error: null });
      expect(await held.api.call({})).toMatchObject({ data: 'spare', error: null });
    });

    it('can be a fallback that returns only an error', async () => {
      const policy = cockatiel.fallback(handleWhenResult(isServiceFailure), {
        error: { kind: 'timeout', body: 'late' },
      });
      const held = heldBy(new PolicyPlugin(policy));
      expect((await answered(held, 500)).error).toMatchObject({ kind: 'timeout', body: 'late' });
    });

    it.each([
      ['a string', 'spare', 'a string'],
      ['undefined', undefined, 'undefined'],
      ['an object without data', { spare: 1 }, 'an Object'],
    ])("can't be a fallback that returns %s, which isn't a Result", async (__, value, type) => {
      const held = heldBy(new PolicyPlugin(cockatiel.fallback(handleWhenResult(isServiceFailure), value)));
      const { error } = await answered(held, 500);
      expect(error?.kind).toBe('middleware');
      expect(error?.message).toContain(`failed in the middleware "policy": A middleware returned ${type}`);
    });

    it.each<[string, () => Promise<never>]>([
      ['rejects with', () => Promise.reject(new TypeError('broken'))],
      [
        'throws at once',
        () => {
          throw new TypeError('broken');
        },
      ],
    ])('that %s causes a middleware error', async (__, execute) => {
      const { api } = heldBy(new PolicyPlugin({ execute }));
      expect((await api.call({})).error).toMatchObject({ kind: 'middleware', cause: { message: 'broken' } });
    });

    it.each([undefined, { openedAt: 0 }, { openedAt: 0, backoff: { duration: Infinity } }])(
      'can be a circuit whose state is %j, without a remaining time',
      async (innerState) => {
        const broken = Object.assign(new Error('open'), { isBrokenCircuitError: true });
        const policy = { execute: () => Promise.reject(broken), state: 1, isolate: () => 0, innerState };
        const { error } = await heldBy(new PolicyPlugin(policy)).api.call({});
        expect(error?.cause).toMatchObject({ reason: 'circuit-open', retryAfter: undefined });
      },
    );
  });

  it('leave no listener, timer or slot after 1,000 calls that waited, were aborted or were held back', async () => {
    const own = new AbortController();
    const { signal } = own;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    vi.spyOn(signal, 'addEventListener').mockImplementation((...given) => {
      listeners += 1;
      add(...given);
    });
    vi.spyOn(signal, 'removeEventListener').mockImplementation((...given) => {
      listeners -= 1;
      remove(...given);
    });
    const places = bulkhead(1, 2000);
    const breaker = breakerOf(1);
    const policy = wrap(places, breaker, timeout(50, cockatiel.TimeoutStrategy.Cooperative));
    const held = heldBy(({ request }, next) => {
      request.signal = signal;
      return next();
    }, new PolicyPlugin(policy));
    const controllers = Array.from({ length: 1000 }, () => new AbortController());
    const calls = controllers.map((each, n) => held.api.call({ n }, { signal: each.signal }));
    await flush();
    controllers.slice(1).forEach((each) => each.abort());
    await vi.advanceTimersByTimeAsync(10);
    held.requests[0]?.answer({}, { status: 500 });
    const kinds = (await Promise.all(calls)).map(({ error }) => error?.kind);
    expect(new Set(kinds.slice(1))).toEqual(new Set(['abort']));
    expect(held.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    const heldBack = await Promise.all(Array.from({ length: 1000 }, (_, n) => held.api.call({ n })));
    expect(heldBack[999]?.error?.cause).toMatchObject({ reason: 'circuit-open' });
    await vi.advanceTimersByTimeAsync(10);
    expect([listeners, vi.getTimerCount(), places.queueSlots, places.executionSlots]).toEqual([
      0, 0, 2000, 1,
    ]);
  });
});

describe('PolicyPlugin.per() (rules.md#policy)', () => {
  const perOrigin = (isBroken: () => boolean = () => false) => {
    const made: string[] = [];
    const plugin = PolicyPlugin.per((origin) => {
      made.push(origin);
      if (isBroken()) throw new TypeError('broken');
      return { execute: (run) => run({}) };
    });
    const toUrl: MiddlewareEntry = ({ request }, next) => {
      request.url = String(request.params);
      return next();
    };
    const fetch = () => Promise.resolve(new Response('{}'));
    const read = new Request<Untyped, Untyped>({ method: 'POST', path: '/' });
    const api = createApi({
      baseUrl: 'https://x.test',
      fetch,
      middleware: [toUrl, plugin],
      requests: { read },
    });
    return { made, call: (url: string) => api.read(url) };
  };

  it('creates one policy for each origin, for any path, user and spelling', async () => {
    const { made, call } = perOrigin();
    for (const url of ['https://a.test/x', 'https://a.test:443', 'HTTPS://A.TEST/', 'https://u:p@a.test/x'])
      await call(url);
    await call('https://a.test@evil.example/');
    await call('http://a.test/');
    expect(made).toEqual(['https://a.test', 'https://evil.example', 'http://a.test']);
  });

  it('keeps 1,000 policies, and evicts the one that was used longest ago', async () => {
    const { made, call } = perOrigin();
    for (let n = 0; n < 1000; n += 1) await call(`https://${String(n)}.test/`);
    await call('https://0.test/');
    await call('https://1000.test/');
    expect(made).toHaveLength(1001);
    await call('https://0.test/');
    expect(made).toHaveLength(1001);
    await call('https://1.test/');
    expect(made).toHaveLength(1002);
  });

  it('creates a policy again if the first try threw, which is a middleware error', async () => {
    let isBroken = true;
    const { made, call } = perOrigin(() => isBroken);
    expect((await call('https://a.test/')).error).toMatchObject({
      kind: 'middleware',
      cause: { message: 'broken' },
    });
    isBroken = false;
    expect((await call('https://a.test/')).error).toBeNull();
    expect(made).toHaveLength(2);
  });
});
