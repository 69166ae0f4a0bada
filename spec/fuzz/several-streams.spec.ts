import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type ApiError, createApi, Request, type ResponseReader, retryMiddleware } from '../../lib/index.js';
import { events } from '../../lib/entries/sse.js';
import { type Item, type ItemStream, jsonLines } from '../../lib/entries/stream.js';
import { settle, VirtualTime } from './virtual-time.js';
import { effort } from '../support/effort.js';

/** Fixed, so that a failure can be repeated. */
const SEED = 20_261_122;

/** Milliseconds after which waiting callers are aborted. */
const THE_END = 200;

type Stream = ItemStream<Item<unknown>>;

const anyMs = fc.constantFrom(undefined, undefined, 5, 20, 60);

const anyEndpoint = fc.record({
  reads: fc.constantFrom('lines', 'events', 'events with reconnect'),
  dedupe: fc.boolean(),
  timeout: anyMs,
  idleTimeout: anyMs,
  maxDuration: anyMs,
});

const anyReply = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 204, 401, 503),
  wait: fc.constantFrom(0, 0, 3, 30),
  /** Chunks that can end anywhere, also within a line or an event. */
  pieces: fc.array(
    fc.record({
      wait: fc.constantFrom(0, 0, 1, 10, 40),
      text: fc.constantFrom(
        ...['data: 1\n\n', 'data: {"a"', ':2}\n\nid: 7\n', '3\n', '"é\n', 'data: [DONE]\n\n', '\n'],
      ),
    }),
    { maxLength: 6 },
  ),
  ending: fc.constantFrom('close', 'break off', 'never'),
  /** Whether the body ends with the signal. */
  heeds: fc.boolean(),
});

type Reply = typeof anyReply extends fc.Arbitrary<infer T> ? T : never;

/** The caller's use of its stream. */
const READERS: Readonly<
  Record<string, (stream: Stream, take: (item: Item<unknown>) => void) => Promise<unknown>>
> = {
  'reads all': async (stream, take) => {
    for await (const item of stream) take(item);
  },
  'stops after one item': async (stream, take) => {
    for await (const item of stream) {
      take(item);
      break;
    }
  },
  'throws at the first item': async (stream, take) => {
    for await (const item of stream) {
      take(item);
      throw new RangeError('mine');
    }
  },
  'requests several items at once': async (stream, take) => {
    const steps = await Promise.all([stream.next(), stream.next(), stream.next()]);
    for (const { value } of steps) if (value) take(value);
    await stream.cancel();
  },
  'never reads': () => Promise.resolve(),
  'cancels at once': (stream) => stream.cancel(),
};

const anyCall = fc.record({
  endpoint: fc.nat(1),
  startAt: fc.constantFrom(0, 0, 4, 15),
  abortAt: fc.constantFrom(THE_END, THE_END, 0, 8, 35),
  does: fc.constantFrom('reads all', ...Object.keys(READERS)),
});

const anyScenario = fc.record({
  endpoints: fc.tuple(anyEndpoint, anyEndpoint),
  replies: fc.array(anyReply, { minLength: 1, maxLength: 4 }),
  calls: fc.array(anyCall, { minLength: 1, maxLength: 5 }),
  oneSignal: fc.boolean(),
  retries: fc.boolean(),
});

type Scenario = typeof anyScenario extends fc.Arbitrary<infer T> ? T : never;

const readerOf = ({
  reads,
  idleTimeout,
  maxDuration,
}: Scenario['endpoints'][number]): ResponseReader<Stream> => {
  const limits = { idleTimeout, maxDuration };
  if (reads === 'lines') return jsonLines(limits);
  const reconnect = reads === 'events with reconnect' && { baseDelay: 5, max: 3 };
  return events({ ...limits, until: '[DONE]', reconnect });
};

/** A fetch that returns the replies in order, and records which bodies are open. */
const networkOf = (replies: readonly Reply[], time: VirtualTime) => {
  const open = new Set<Reply>();
  let sent = 0;
  const bodyOf = (reply: Reply, signal: AbortSignal): ReadableStream<Uint8Array> => {
    const { pieces, ending, heeds } = reply;
    const waiting = [...pieces];
    const gone = (): void => void open.delete(reply);
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          open.add(reply);
          const abort = (): void => {
            gone();
            controller.error(signal.reason);
          };
          if (heeds) signal.addEventListener('abort', abort);
        },
        async pull(controller) {
          const piece = waiting.shift();
          if (piece) {
            await time.wait(piece.wait);
            if (open.has(reply)) controller.enqueue(new TextEncoder().encode(piece.text));
          } else if (ending === 'never') await new Promise(() => {});
          else {
            gone();
            if (ending === 'close') controller.close();
            else controller.error(new TypeError('reset'));
          }
        },
        cancel: gone,
      },
      { highWaterMark: 0 },
    );
  };
  const fetch = async (_url: unknown, { signal }: RequestInit): Promise<Response> => {
    // A copy, because one reply can be used several times.
    const reply = { ...replies[sent % replies.length]! };
    sent += 1;
    const aborted = new Promise<never>((_resolve, reject) => {
      const abort = (): void => reject(signal!.reason);
      if (signal!.aborted) abort();
      signal!.addEventListener('abort', abort);
    });
    await Promise.race([time.wait(reply.wait), aborted]);
    const { status } = reply;
    const type = { 'content-type': 'text/event-stream' };
    if (status !== 200) return new Response(status === 204 ? null : 'no', { status });
    return new Response(bodyOf(reply, signal!), { headers: type });
  };
  return { fetch, open };
};

/** The results of all callers of a scenario. */
const run = async ({ endpoints, replies, calls, oneSignal, retries }: Scenario, time: VirtualTime) => {
  const { fetch, open } = networkOf(replies, time);
  const reported: ApiError[] = [];
  const of = (at: 0 | 1): Request<Record<string, unknown>, Stream> => {
    const { dedupe, timeout } = endpoints[at];
    return new Request({ method: 'GET', path: '/s', dedupe, timeout, responseType: readerOf(endpoints[at]) });
  };
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError: (error) => void reported.push(error),
    middleware: retries ? [retryMiddleware({ max: 2, baseDelay: 5 })] : [],
    requests: { e0: of(0), e1: of(1) },
  });
  const shared = new AbortController();
  const signals: AbortSignal[] = [];
  const seen: Item<unknown>[][] = [];
  const kinds: string[] = [];
  const thrown: unknown[] = [];
  let settled = 0;
  const call = async ({ endpoint, abortAt, does }: Scenario['calls'][number]): Promise<void> => {
    const controller = oneSignal ? shared : new AbortController();
    signals.push(controller.signal);
    time.after(Math.max((oneSignal ? THE_END : abortAt) - time.now, 0), () => controller.abort());
    const { data, error } = await api[endpoint === 0 ? 'e0' : 'e1']({}, { signal: controller.signal });
    kinds.push(error ? `call ${error.kind}` : 'a stream');
    if (error) return;
    const items: Item<unknown>[] = [];
    seen.push(items);
    await READERS[does]!(data, (item) => items.push(item));
    // The remaining resources at the end.
    if (does === 'never reads') time.after(THE_END + 1, () => void data.next());
  };
  for (const each of calls)
    time.after(each.startAt, () => {
      call(each)
        .catch((caught: unknown) => thrown.push(caught))
        .finally(() => (settled += 1));
    });
  for (let moves = 0; moves < 500; moves += 1) {
    await settle();
    if (!time.next()) break;
  }
  await settle();
  return { open, reported, seen, kinds, signals, settled, thrown };
};

const kindsOf = (items: readonly Item<unknown>[]): string[] =>
  items.map(({ error, ...more }) =>
    error ? `${error.kind}${'ended' in more && more.ended ? '!' : ''}` : 'data',
  );

describe('several streams of one client with random callers and a random server', () => {
  it('never throw, end once, and leave nothing behind', async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const time = new VirtualTime();
        const restore = time.install({});
        try {
          const { open, reported, seen, kinds, signals, settled, thrown } = await run(scenario, time);
          const ended = seen.flatMap((items) => kindsOf(items));
          for (const kind of [...kinds, ...ended]) met.set(kind, (met.get(kind) ?? 0) + 1);

          expect(settled).toBe(scenario.calls.length);
          // Except for errors that a loop threw.
          expect(thrown.filter((each) => !(each instanceof RangeError))).toEqual([]);
          expect(time.uncaught).toEqual([]);
          const tooEarly = seen.flatMap((items) => kindsOf(items).slice(0, -1));
          expect(tooEarly.filter((kind) => kind.endsWith('!'))).toEqual([]);
          expect(new Set(reported).size).toBe(reported.length);
          expect(reported.filter(({ kind }) => kind === 'abort')).toEqual([]);
          const listeners = signals.map((signal) => getEventListeners(signal, 'abort').length);
          expect([time.foreignTimers, open.size, Math.max(...listeners)]).toEqual([0, 0, 0]);
        } finally {
          restore();
        }
      }),
      { seed: SEED, numRuns: effort(200, 700) },
    );
    const wanted = [
      ...['a stream', 'data', 'parse', 'network!', 'timeout!', 'abort!', 'call http', 'call timeout'],
    ];
    expect(wanted.filter((kind) => (met.get(kind) ?? 0) < effort(5, 20))).toEqual([]);
  }, 120_000);
});
