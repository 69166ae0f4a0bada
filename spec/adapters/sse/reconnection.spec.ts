import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, retryMiddleware } from '../../../lib/index.js';
import { collect, eventAnswer, shown } from '../../support/event-streams.js';
import {
  cut,
  ended,
  useManualTime,
  inTime,
  reconnecting,
  refused,
  type Reply,
  stalled,
  status,
  unanswered,
} from '../../support/reconnecting.js';
import { expectNothingLeft, turn } from '../../support/streaming.js';

beforeEach(useManualTime);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Setup = Parameters<typeof reconnecting>[1];
type Row = [what: string, reply: Reply, setup?: Setup];

/** A row with all its entries, because a runner passes a callback for a missing one. */
const full = ([what, reply, setup]: Row) => [what, reply, setup] as const;

/** Reads a stream with these responses to its end, and returns the items and the records. */
const run = async (replies: readonly Reply[], setup?: Setup) => {
  const all = reconnecting(replies, setup);
  const { signal } = new AbortController();
  const { data, error } = await inTime(all.api.watch({}, { signal }));
  expect(error).toBeNull();
  const items = await inTime(collect(data));
  await expectNothingLeft(signal);
  return { ...all, items, lines: items.map(shown) };
};

const event = (n: number): string => `id: ${String(n)}\ndata: ${String(n)}\n\n`;
const wrongType: Reply = () => new Response('<h1>', { headers: { 'content-type': 'text/html' } });

describe('a stream reconnects (rules.md#reconnecting)', () => {
  it.each(
    (
      [
        ['a clean end', ended(event(1))],
        ['a broken connection', cut(event(1))],
        ['a silence', stalled(event(1)), { options: { idleTimeout: 1000 } }],
        ['an end without its mark', ended(event(1)), { options: { until: '[DONE]' } }],
        ['an event that was cut', cut(`${event(1)}id: 2\ndata: 2`)],
      ] as Row[]
    ).map(full),
  )('after %s', async (_what, first, setup) => {
    const { lines, sent, onError } = await run([first, ended(event(2)), status(204)], setup);
    expect(lines).toEqual(['message#1 1', 'message#2 2']);
    expect(sent).toHaveLength(3);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each(
    (
      [
        ['408', status(408)],
        ['425', status(425)],
        ['429', status(429)],
        ['500', status(500)],
        ['502', status(502)],
        ['503', status(503)],
        ['599', status(599)],
        ['a refused connection', refused],
        ['a timeout', unanswered, { client: { timeout: 500 } }],
        ['a null body and another status than 204', () => eventAnswer(null)],
        ['a response that ends at once', ended('')],
        ['a response with only comments', ended(': hello\n\n')],
      ] as Row[]
    ).map(full),
  )('after a connection that failed with %s', async (_what, failed, setup) => {
    const { lines, sent, onError } = await run(
      [ended(event(1)), failed, failed, ended(event(2)), status(204)],
      setup,
    );
    expect(lines).toEqual(['message#1 1', 'message#2 2']);
    expect(sent).toHaveLength(5);
    expect(onError).not.toHaveBeenCalled();
  });

  it('only with the option', async () => {
    const { lines, sent } = await run([ended(event(1)), ended(event(2))], { reconnect: false });
    expect({ lines, length: sent.length }).toEqual({ lines: ['message#1 1'], length: 1 });
  });

  it('only after it opened once: use a retry for the first connection', async () => {
    const { api, sent } = reconnecting([status(503), ended(event(1))]);
    const { error } = await inTime(api.watch());
    expect({ status: error?.status, length: sent.length }).toEqual({ status: 503, length: 1 });
  });
});

describe('a reconnecting stream ends (rules.md#reconnecting)', () => {
  it.each(
    (
      [
        ['a 204', status(204)],
        ['a 205', status(205)],
      ] as Row[]
    ).map(full),
  )('without an error after %s', async (_what, last) => {
    const { lines, sent, onError, notes } = await run([ended(event(1)), last, ended(event(2))]);
    expect({ lines, length: sent.length, calls: onError.mock.calls }).toEqual({
      lines: ['message#1 1'],
      length: 2,
      calls: [],
    });
    expect(notes.at(-1)).toEqual(['data', undefined, 1]);
  });

  it('without an error if the first response is a 204', async () => {
    const { lines, sent } = await run([status(204), ended(event(2))]);
    expect({ lines, length: sent.length }).toEqual({ lines: [], length: 1 });
  });

  it.each([400, 401, 404, 409, 499])('with the error for a %d', async (code) => {
    const { lines, items, sent, onError } = await run([ended(event(1)), status(code), ended(event(2))]);
    expect({ lines, length: sent.length }).toEqual({ lines: ['message#1 1', 'error#1 (http)'], length: 2 });
    expect(items[1]).toMatchObject({ ended: true, error: { status: code, body: { status: code } } });
    expect(onError.mock.calls).toEqual([[items[1]!.error, expect.anything()]]);
  });

  it('with an error if the server responds with another type', async () => {
    const { lines, items, sent, onError } = await run([ended(event(1)), wrongType, ended(event(2))]);
    expect({ lines, length: sent.length }).toEqual({ lines: ['message#1 1', 'error#1 (parse)'], length: 2 });
    expect(items[1]!.error).toMatchObject({ status: 200, body: '<h1>' });
    expect(items[1]!.error!.message).toBe('GET /watch returned text/html instead of text/event-stream');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('but not for another type under ignoreContentType', async () => {
    const plain: Reply = () => new Response(event(2), { headers: { 'content-type': 'text/plain' } });
    const { lines } = await run([ended(event(1)), plain, status(204)], {
      options: { ignoreContentType: true },
    });
    expect(lines).toEqual(['message#1 1', 'message#2 2']);
  });

  it.each<[string, string, Setup, string?]>([
    ['its mark', event(2), { options: { until: '2' } }],
    ['its last item', event(2), { options: { until: ({ data }) => data === 1 } }],
    ['an item that is too large', 'data: 12345\n\n', { options: { maxItemSize: 4 } }, 'error#1 (parse)'],
  ])('after %s', async (_what, text, setup, ...last) => {
    const { lines, sent } = await run([ended(event(1) + text), ended(event(3))], setup);
    expect({ lines, length: sent.length }).toEqual({ lines: ['message#1 1', ...last], length: 1 });
  });

  it.each<[string, Reply[]]>([
    ['while the stream is read', [stalled(event(1))]],
    ['while the stream waits', [ended(event(1))]],
    ['while the request runs', [ended(event(1)), unanswered]],
  ])('at maxDuration, %s', async (_what, replies) => {
    const maxDuration = replies.length > 1 ? 4000 : 2000;
    const { lines, sent, onError } = await run(replies, { options: { maxDuration } });
    expect({ lines, length: sent.length }).toEqual({
      lines: ['message#1 1', 'error#1 (timeout)'],
      length: replies.length,
    });
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('with the error that a middleware throws', async () => {
    let count = 0;
    const middleware: Middleware = (_ctx, next) => {
      count += 1;
      if (count > 1) throw new Error('No token.');
      return next();
    };
    const { lines, items, sent } = await run([ended(event(1)), ended(event(2))], {
      client: { middleware: [middleware] },
    });
    expect(lines).toEqual(['message#1 1', 'error#1 (middleware)']);
    expect(items[1]!.error!.message).toContain('No token.');
    expect(sent).toHaveLength(1);
  });

  it("with an error if the request can't be sent twice", async () => {
    const body = new ReadableStream({ start: (controller) => controller.close() });
    const all = reconnecting([ended(event(1)), ended(event(2))], {
      endpoint: { method: 'POST', bodyAs: 'body' },
    });
    const { data } = await inTime(all.api.watch(body as never));
    const lines = (await inTime(collect(data))).map(shown);
    expect(lines).toEqual(['message#1 1', 'error#1 (network)']);
    expect(all.sent).toHaveLength(1);
    expect(all.told).toHaveLength(1);
  });

  it.each<[string, Reply[], number, string[], number[]]>([
    [
      'with the error of the last connection',
      [status(503), refused, ended(event(9))],
      2,
      ['error#1 (network)'],
      [3000, 6000],
    ],
    ['and without an error if the last connection had none', [ended(''), ended('')], 2, [], [3000, 6000]],
    ['and at once if max is 0', [ended(event(2))], 0, [], []],
  ])('after max connections without an event, %s', async (_what, replies, max, last, waited) => {
    const { lines, waits } = await run([ended(event(1)), ...replies], { reconnect: { max } });
    expect([lines, waits()]).toEqual([['message#1 1', ...last], waited]);
  });

  it('but never because of max while events arrive', async () => {
    const replies = [1, 2, 3, 4].map((n) => ended(event(n)));
    const { lines } = await run([...replies, status(204)], { reconnect: { max: 1 } });
    expect(lines).toHaveLength(4);
  });
});

describe('the wait before a reconnection (rules.md#reconnecting)', () => {
  const busy = Array.from({ length: 5 }, () => status(503));
  const asking = (line: string): Reply => ended(`${line}\n\n`);
  const hurried = [1, 2, 3].map((n) => ended(`retry: 0\n${event(n)}`));
  const retryAfter = (seconds: string): Reply => status(503, { 'retry-after': seconds });

  type Waits = [string, Reply[], number[], Exclude<Setup, undefined>['reconnect']?];

  it.each(
    (
      [
        [
          '3 seconds by default, and again after each event',
          [ended(event(2)), ended(event(3))],
          [3000, 3000, 3000],
        ],
        [
          'doubled with each try without an event, up to 30 seconds',
          [...busy, ended(event(2))],
          [3000, 6000, 12_000, 24_000, 30_000, 30_000, 3000],
        ],
        ['doubled after responses without an event, too', [ended(''), asking(': b')], [3000, 6000, 12_000]],
        [
          'the retry time of the server, from then on',
          [asking('retry: 500\ndata: 1'), refused, ended(event(2)), ended('retry: 700\n')],
          [3000, 500, 1000, 500, 1400],
        ],
        [
          'capped by maxDelay if the server sends more',
          [asking('retry: 99999999999')],
          [3000, 5000],
          { maxDelay: 5000 },
        ],
        [
          'capped by maxDelay if the server sends more than a number can hold',
          [asking(`retry: ${'9'.repeat(400)}`)],
          [3000, 30_000],
        ],
        ...['1.5', '-1', '5s', '', '0x10', '٣'].map((value): Waits => [
          `unaffected by the invalid retry: ${value}`,
          [asking(`data: 1\nretry: ${value}`)],
          [3000, 3000],
        ]),
        [
          'set by baseDelay and maxDelay',
          [refused, refused, refused],
          [10, 200, 250, 250],
          { baseDelay: 10, maxDelay: 250 },
        ],
        [
          'at least 100 ms if the server sends less, to prevent a hot loop',
          [...hurried, ended(''), ended('')],
          [3000, 100, 100, 100, 200, 400],
        ],
        [
          '0 for a baseDelay of 0, except from the second attempt on',
          [ended(event(2)), refused, refused],
          [0, 0, 200, 400],
          { baseDelay: 0 },
        ],
        [
          'at least 100 ms from the second attempt on, even if maxDelay is less',
          [refused, refused],
          [0, 100, 100],
          { maxDelay: 0 },
        ],
        [
          'the time in Retry-After, even if maxDelay is less',
          [retryAfter('60'), retryAfter('1')],
          [3000, 60_000, 12_000],
        ],
        ['at most a day, even if Retry-After is longer', [retryAfter('99999999')], [3000, 86_400_000]],
        ['capped by maxDelay if baseDelay is infinite', [], [30_000], { baseDelay: Infinity }],
        [
          'the longest time of a timer at most',
          [refused],
          [2_147_483_647, 2_147_483_647],
          { baseDelay: 1e308, maxDelay: Infinity },
        ],
        ['0 if baseDelay is negative', [], [0], { baseDelay: -5 }],
      ] as Waits[]
    ).map(([rule, replies, expected, reconnect]) => [rule, replies, expected, reconnect] as const),
  )('is %s', async (_rule, replies, expected, reconnect) => {
    const { waits } = await run([ended(event(1)), ...replies, status(204)], { reconnect });
    expect(waits()).toEqual(expected);
  });

  it.each([
    [0, 30_000, 3000],
    [0.5, 30_000, 3750],
    [1, 30_000, 4500],
    [1, 3500, 3500],
  ])(
    'is up to 50 % longer by default: with the random value %d and maxDelay %d',
    async (random, maxDelay, wait) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      const { waits } = await run([ended(event(1)), status(204)], { reconnect: { jitter: true, maxDelay } });
      expect(waits()).toEqual([wait]);
    },
  );

  it('ends before the request is sent, and not earlier', async () => {
    const { api, sent } = reconnecting([ended(event(1)), ended(event(2)), status(204)]);
    const { data } = await api.watch();
    await data!.next();
    const next = data!.next();
    await turn();
    vi.advanceTimersByTime(2999);
    await turn();
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await turn();
    expect(sent).toHaveLength(2);
    expect((await next).value?.data).toBe(2);
    await data!.return?.();
  });

  it('starts only when the caller waits for the next item', async () => {
    const { api, told } = reconnecting([ended(event(1)), ended(event(2)), status(204)]);
    const { data } = await api.watch();
    await data!.next();
    await turn();
    vi.advanceTimersByTime(60_000);
    await turn();
    expect(told).toEqual([]);
    await data!.return?.();
    await expectNothingLeft();
  });
});

describe('Last-Event-ID (rules.md#reconnecting)', () => {
  const caller: Setup = { options: { lastEventId: '5' } };

  it.each<[string, string[], (string | null)[], Setup?]>([
    [
      'the last id, even if its block had no data',
      [event(7), 'id: 8\n\n', 'data: 1\n\n'],
      [null, '7', '8', '8'],
    ],
    ['not sent before the first id', ['data: 1\n\n'], [null, null]],
    ['not sent after an empty id cleared it', [event(7), 'id\ndata: 1\n\n'], [null, '7', null]],
    ['sent as its UTF-8 bytes', ['id: é\n\n'], [null, 'Ã©']],
    ['not sent when it is too long', [`id: ${'x'.repeat(8193)}\n\n`], [null, null]],
    ['the lastEventId option, until an id arrives', ['data: 1\n\n', event(6)], ['5', '5', '6'], caller],
    ['empty if an empty id cleared the lastEventId option', ['id:\ndata: 1\n\n'], ['5', ''], caller],
    [
      "the caller's header, until an id arrives",
      ['data: 1\n\n', event(6)],
      ['5', '5', '6'],
      { endpoint: { headers: { 'last-event-id': '5' } } },
    ],
  ])('is %s', async (_rule, texts, expected, ...[setup]) => {
    const { ids } = await run([...texts.map(ended), status(204)], setup);
    expect(ids()).toEqual(expected);
  });

  it('is not the id of an incomplete block', async () => {
    const { ids } = await run([cut(`${event(7)}id: 8\ndata: 8\n`), status(204)]);
    expect(ids()).toEqual([null, '7']);
  });

  it('is passed to onReconnect', async () => {
    const { told } = await run([ended(event(7)), status(204)]);
    expect(told).toEqual([{ attempt: 1, delay: 3000, error: undefined, lastEventId: '7' }]);
  });

  it('is included in items of events without an id', async () => {
    const { lines } = await run([ended(event(7)), ended('data: 8\n\n'), status(204)]);
    expect(lines).toEqual(['message#7 7', 'message#7 8']);
  });
});

describe('each reconnection (rules.md#reconnecting)', () => {
  it('runs through all middleware again, so its token is fresh', async () => {
    let count = 0;
    const tokens: Middleware = (ctx, next) => {
      count += 1;
      ctx.request.setHeader('authorization', `token ${String(count)}`);
      return next();
    };
    const { sent } = await run([ended(event(1)), status(503), ended(event(2)), status(204)], {
      client: { middleware: [tokens] },
    });
    expect(sent.map(({ headers }) => new Headers(headers).get('authorization'))).toEqual([
      'token 1',
      'token 2',
      'token 3',
      'token 4',
    ]);
  });

  it('can be retried by a middleware, without a wait of the stream', async () => {
    const { lines, waits } = await run([ended(event(1)), status(503), ended(event(2)), status(204)], {
      client: { middleware: [retryMiddleware({ max: 1, delay: () => 0 })] },
    });
    expect(lines).toEqual(['message#1 1', 'message#2 2']);
    expect(waits()).toEqual([3000, 3000]);
  });

  it('sends the same request, with the same body', async () => {
    const all = reconnecting([ended(event(1)), status(204)], { endpoint: { method: 'POST' } });
    const { data } = await all.api.watch({ prompt: 'Hi' });
    await inTime(collect(data));
    expect(all.sent.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"prompt":"Hi"}'],
      ['POST', '{"prompt":"Hi"}'],
    ]);
    expect(all.sent[1]).toMatchObject({ cache: 'no-store' });
    expect(new Headers(all.sent[1]!.headers).get('accept')).toBe('text/event-stream');
  });

  it('is not reported to onError or the log, and is an attempt with a wait for observers', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { notes, onError } = await run([ended(event(1)), status(503), cut(event(2)), status(204)], {
      client: { log: true },
    });
    const wait = (ms: number) => ({ type: 'wait', ms, why: 'reconnect' });
    expect(notes).toEqual([1, wait(3000), 2, wait(6000), 3, wait(3000), 4, ['data', undefined, 2]]);
    expect(onError).not.toHaveBeenCalled();
    expect(log.mock.calls.map(([line]) => String(line).replace(/\d+ms/, 'Nms'))).toEqual([
      expect.stringContaining('[homing] → GET watch '),
      '[homing] ← watch OK (Nms)',
      '[homing] ↻ watch waits Nms (reconnect)',
      '[homing] ↻ watch waits Nms (reconnect)',
      '[homing] ↻ watch waits Nms (reconnect)',
      '[homing] ⇤ watch END (2 items, Nms)',
    ]);
  });

  it('is reported to onReconnect before its wait, with the outcome of the previous connection', async () => {
    const { told } = await run([ended(event(1)), status(503), cut(event(2)), status(204)]);
    expect(told.map(({ attempt, error }) => [attempt, error?.kind, error?.status])).toEqual([
      [1, undefined, undefined],
      [2, 'http', 503],
      [1, 'network', 200],
    ]);
  });

  it('happens even if onReconnect throws, which is reported', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    const onReconnect = (): void => {
      throw new Error('mine');
    };
    const { lines } = await run([ended(event(1)), ended(event(2)), status(204)], {
      reconnect: { onReconnect },
    });
    expect(lines).toHaveLength(2);
    expect(reported).toHaveBeenCalledTimes(2);
  });

  it('has a new timeout, which covers only its opening', async () => {
    const slow: Reply = async (init) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return stalled(event(2))(init);
    };
    const { lines } = await run([ended(event(1)), slow, status(204)], {
      client: { timeout: 1000 },
      options: { idleTimeout: 5000 },
    });
    expect(lines).toEqual(['message#1 1', 'message#2 2']);
  });

  it('ends the previous connection, which has only fallen silent', async () => {
    const { sent } = await run([stalled(event(1)), ended(event(2)), status(204)], {
      options: { idleTimeout: 1000 },
    });
    expect(sent[0]!.signal!.aborted).toBe(true);
  });
});

describe('a stream that the caller leaves during a reconnection (rules.md#reconnecting)', () => {
  const leave = {
    'its signal': (controller: AbortController) => controller.abort('enough'),
    cancel: (_controller: AbortController, data: { return?: () => Promise<unknown> }) => void data.return?.(),
  };
  const moments: [string, Reply[], number][] = [
    ['during the first wait', [ended(event(1))], 1000],
    ['during a later wait', [ended(event(1)), status(503), refused], 10_000],
    ['during a request', [ended(event(1)), unanswered], 3000],
    ['during a later request', [ended(event(1)), status(503), unanswered], 9000],
    [
      'while the text of a response with another type is read',
      [
        ended(event(1)),
        (init) => {
          const response = stalled('<h1>')(init) as Response;
          response.headers.set('content-type', 'text/html');
          return response;
        },
      ],
      3000,
    ],
    ['during a wait after a null body', [ended(event(1)), () => eventAnswer(null)], 4000],
    ['while the body of a reconnection is silent', [ended(event(1)), stalled()], 3000],
  ];

  describe.each(Object.entries(leave))('by %s', (how, end) => {
    it.each(moments)('leaves nothing behind %s', async (_what, replies, ms) => {
      const { api, sent, onError } = reconnecting(replies);
      const controller = new AbortController();
      const { data } = await api.watch({}, { signal: controller.signal });
      await data!.next();
      const next = data!.next();
      for (let passed = 0; passed < ms; passed += 1000) {
        await turn();
        vi.advanceTimersByTime(1000);
      }
      await turn();
      expect(sent).toHaveLength(replies.length);
      end(controller, data!);
      const last = await next;
      expect(last.value?.error?.kind).toBe(how === 'cancel' ? undefined : 'abort');
      expect((await data!.next()).done).toBe(true);
      await expectNothingLeft(controller.signal);
      expect(sent).toHaveLength(replies.length);
      // A refused request needs no abort.
      if (replies.at(-1) !== refused && replies.length > 1) expect(sent.at(-1)!.signal!.aborted).toBe(true);
      expect(onError).not.toHaveBeenCalled();
    });
  });

  it("by a newer call under dedupe doesn't affect the newer stream", async () => {
    const { api } = reconnecting([ended(event(1)), ended(event(2)), status(204)], {
      endpoint: { dedupe: true },
    });
    const { data: older } = await api.watch();
    await older!.next();
    const last = older!.next();
    await turn();
    const { data: newer } = await api.watch();
    expect((await last).value?.error?.kind).toBe('abort');
    expect((await inTime(collect(newer))).map(shown)).toEqual(['message#2 2']);
    await expectNothingLeft();
  });

  it('by break in the loop sends no further request', async () => {
    const { api, sent } = reconnecting([ended(event(1) + event(2)), ended(event(3))]);
    for await (const { data } of (await api.watch()).data!) if (data === 2) break;
    await expectNothingLeft();
    expect(sent).toHaveLength(1);
  });
});
