import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type BodyStrategy,
  type CallOptions,
  type PollOptions,
  RetryPlugin,
  poll,
  pollUntil,
  withHeaders,
} from '../../../lib/index.js';
import type { Untyped } from '../../support/capture.js';
import {
  EVERY,
  answered,
  asBrowser,
  asReactNative,
  asServer,
  heard,
  listener,
  pass,
  polled,
} from '../../support/polled.js';

const stops: (() => void)[] = [];

/** Polls every second until the case ends. */
const start = (
  endpoint: Untyped,
  params: unknown = {},
  options: Partial<PollOptions> = {},
  callback = listener(),
) => {
  const stop = poll(endpoint, params, callback, { every: EVERY, ...options });
  stops.push(stop);
  return { stop, callback };
};

beforeEach(() => {
  jest.useFakeTimers();
  asReactNative();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('where polls are shared (rules.md#sharing-a-poll)', () => {
  it.each([
    ['a browser', () => void asBrowser(), 1],
    ['React Native', asReactNative, 1],
    ['a server', asServer, 2],
  ])('%s', async (_name, enter, count) => {
    asServer();
    enter();
    const { api, requests, answer } = polled();
    const callers = [start(api.read), start(api.read)];
    for (const { answer: each } of requests) each('data');
    await answer('data');
    expect(requests).toHaveLength(count);
    expect(callers.map(({ callback }) => heard(callback))).toEqual([['data'], ['data']]);
  });

  it('on a server that defines a window the headers keep two users apart', () => {
    const { api, requests } = polled();
    start(api.read, {}, { headers: { Authorization: 'Bearer a' } });
    start(api.read, {}, { headers: { Authorization: 'Bearer b' } });
    start(api.read, {}, { headers: { Authorization: 'Bearer a' } });
    const tokens = requests.map(({ init }) => new Headers(init.headers).get('authorization'));
    expect(tokens).toEqual(['Bearer a', 'Bearer b']);
  });
});

describe('one poll of several callers (rules.md#sharing-a-poll)', () => {
  it('sends one request per interval and gives each Result to every caller', async () => {
    const { api, sentAt } = answered();
    const callers = [start(api.read), start(api.read), start(api.read)];
    await pass(2 * EVERY);
    expect(sentAt).toEqual([0, EVERY, 2 * EVERY]);
    for (const { callback } of callers) expect(heard(callback)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('lets one caller go and keeps the request in flight for the others', async () => {
    const { api, requests, answer } = polled();
    const [gone, left] = [start(api.read), start(api.read)];
    gone.stop();
    await answer(1);
    expect(requests[0]!.init.signal!.aborted).toBe(false);
    expect([heard(gone.callback), heard(left.callback)]).toEqual([[], [1]]);
  });

  it('ends with its last caller, and the request in flight with it', async () => {
    const { api, requests } = polled();
    const callers = [start(api.read), start(api.read)];
    for (const { stop } of callers) stop();
    await pass(10 * EVERY);
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([true]);
  });

  it('gives nothing any more to a caller whom a callback before it has stopped', async () => {
    const { api, answer } = polled();
    start(
      api.read,
      {},
      {},
      listener().mockImplementation(() => second.stop()),
    );
    const second = start(api.read);
    await answer(1);
    expect(second.callback).not.toHaveBeenCalled();
  });
});

describe('what is the same thing (rules.md#sharing-a-poll)', () => {
  const same: [string, unknown, unknown, CallOptions?, CallOptions?][] = [
    ['equal params', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }],
    ['params beside undefined members', { a: 1 }, { a: 1, b: undefined }],
    ['equal Dates', { a: new Date(0) }, { a: new Date(0) }],
    ['equal Maps', new Map([['a', 1]]), new Map([['a', 1]])],
    ['equal bigints', { a: 1n }, { a: 1n }],
    ['equal headers', {}, {}, { headers: { a: 'b', c: 'd' } }, { headers: { c: 'd', a: 'b' } }],
    ['equal fetch options', {}, {}, { fetchOptions: { mode: 'cors' } }, { fetchOptions: { mode: 'cors' } }],
    ['equal timeouts', {}, {}, { timeout: 5 }, { timeout: 5 }],
  ];
  const different: typeof same = [
    ['other params', { a: 1 }, { a: 2 }],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['a Date and its text', { a: new Date(0) }, { a: '1970-01-01T00:00:00.000Z' }],
    ['a bigint and its number', { a: 1n }, { a: 1 }],
    ['null and its text', { a: null }, { a: 'null' }],
    ['other headers', {}, {}, { headers: { a: 'b' } }, { headers: { a: 'c' } }],
    ['other fetch options', {}, {}, { fetchOptions: { mode: 'cors' } }, { fetchOptions: {} }],
    ['other timeouts', {}, {}, { timeout: 5 }, { timeout: 6 }],
  ];

  const count = (a: unknown, b: unknown, ofA?: CallOptions, ofB?: CallOptions): number => {
    const asked = jest.fn(() => new Promise(() => {}));
    start(asked, a, ofA);
    start(asked, b, ofB);
    return asked.mock.calls.length;
  };

  it.each(same)('shares for %s', (_name, ...asked) => {
    expect(count(...asked)).toBe(1);
  });

  it.each(different)('does not share for %s', (_name, ...asked) => {
    expect(count(...asked)).toBe(2);
  });

  it('never shares between two endpoints, or two clients', () => {
    const [one, other] = [polled(), polled()];
    for (const endpoint of [one.api.read, one.api.other, other.api.read]) start(endpoint);
    expect([one.requests.length, other.requests.length]).toEqual([2, 1]);
  });

  it('counts copies with the same headers as one client, and copies with others as others', () => {
    const { api, requests } = polled();
    const copies = ['a', 'a', 'b'].map((tenant) => withHeaders(api, { 'X-Tenant': tenant }));
    for (const copy of [api, ...copies]) start(copy.read);
    expect(requests).toHaveLength(3);
  });

  it.each([true, false])(
    'tells a copy made with { dedupe: false } from one made without (dedupe: %s)',
    (dedupe) => {
      const { api, requests } = polled({ dedupe });
      const headers = { 'X-Tenant': 'a' };
      start(withHeaders(api, headers, { dedupe: false }).read);
      start(withHeaders(api, headers).read);
      start(withHeaders(api, headers, { dedupe: false }).read);
      expect(requests).toHaveLength(2);
    },
  );
});

describe('what cannot be compared (rules.md#sharing-a-poll)', () => {
  const middleware = (_ctx: unknown, next: () => Promise<Untyped>): Promise<Untyped> => next();
  const plugin = new RetryPlugin({ max: 0 });
  const options: [string, CallOptions][] = [
    ['per-request middleware', { middleware: [middleware] }],
    ['a per-request plugin', { middleware: [plugin] }],
    ['skipMiddleware', { skipMiddleware: [middleware] }],
    ['skipMiddleware with a plugin', { skipMiddleware: [plugin] }],
    ['a Headers instance', { headers: new Headers({ a: 'b' }) as never }],
  ];
  const params: [string, unknown][] = [
    ['URLSearchParams', new URLSearchParams('a=1')],
    ['FormData', new FormData()],
    ['a Blob', new Blob(['a'])],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['a Blob deep inside', { a: [{ b: new Blob(['a']) }] }],
  ];

  it.each(options)('gives a poll of its own to a caller with %s', async (_name, each) => {
    const { api, requests } = polled();
    for (let caller = 0; caller < 2; caller += 1) start(api.read, {}, each);
    await pass(0);
    expect(requests).toHaveLength(2);
  });

  it.each(params)('gives a poll of its own to a caller with %s for params', async (_name, each) => {
    const { api, requests } = polled({ method: 'POST' });
    for (let caller = 0; caller < 2; caller += 1) start(api.read, each);
    await pass(0);
    expect(requests).toHaveLength(2);
  });

  it('such a poll repeats, and stops', async () => {
    const { api, sentAt } = answered();
    const { stop } = start(api.read, {}, { middleware: [middleware] });
    await pass(EVERY);
    stop();
    await pass(10 * EVERY);
    expect(sentAt).toHaveLength(2);
  });
});

describe('what is not compared (rules.md#sharing-a-poll)', () => {
  it.each<Partial<PollOptions> & { until?: unknown; giveUpAfter?: number }>([
    { every: 2000 },
    { inBackground: true },
    { maxEvery: 5000 },
    { signal: new AbortController().signal },
    { until: () => false },
    { giveUpAfter: 1e6 },
  ])('%o', (options) => {
    const { api, requests } = polled();
    start(api.read);
    start(api.read, {}, options);
    expect(requests).toHaveLength(1);
  });
});

describe('the shortest every (rules.md#sharing-a-poll)', () => {
  it('wins', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 5000 });
    start(api.read, {}, { every: 2000 });
    await pass(4000);
    expect(sentAt).toEqual([0, 2000, 4000]);
  });

  it('is read anew before each wait', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 5000 });
    const { stop } = start(api.read, {}, { every: 2000 });
    await pass(2500);
    stop();
    await pass(12_000);
    expect(sentAt).toEqual([0, 2000, 4000, 9000, 14_000]);
  });

  it.each([
    [500, 1000],
    [3000, 3000],
  ])('of a joiner after %i ms does not wait out the longer wait already begun', async (after, next) => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(after);
    start(api.read, {}, { every: 1000 });
    await pass(next - after);
    expect(sentAt).toEqual([0, next]);
  });

  it('of a joiner leaves a longer wait after a failure as it is', async () => {
    const { api, sentAt } = answered([500, 200]);
    jest.spyOn(Math, 'random').mockReturnValue(1);
    start(api.read, {}, { every: 10_000 });
    await pass(1);
    start(api.read, {}, { every: 1000 });
    await pass(30_000);
    expect(sentAt.slice(0, 3)).toEqual([0, 20_000, 21_000]);
  });
});

describe('a caller with a shorter every who leaves before it asked (rules.md#sharing-a-poll)', () => {
  it.each([500, 3000])('at once, after %i ms, leaves the pace of the others as it was', async (after) => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(after);
    start(api.read, {}, { every: 1000 }).stop();
    await pass(120_000 - after);
    expect(sentAt).toEqual([0, 60_000, 120_000]);
  });

  it('a while later, does so too', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    const { stop } = start(api.read, {}, { every: 30_000 });
    await pass(30_000);
    const late = start(api.read, {}, { every: 20_000 });
    await pass(10_000);
    late.stop();
    stop();
    await pass(80_000);
    expect(sentAt).toEqual([0, 30_000, 60_000, 120_000]);
  });

  it('by its signal, does so too, and a thousand of them', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(1);
    for (let caller = 0; caller < 1000; caller += 1) {
      const owner = new AbortController();
      start(api.read, {}, { every: 1 + (caller % 7), signal: owner.signal });
      owner.abort();
    }
    await pass(59_999);
    expect(sentAt).toEqual([0, 60_000]);
  });

  it('with its answer, as pollUntil does whose until holds for the last one, sends nothing', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(3000);
    const wait = () => pollUntil(api.read, {}, { every: 1000, until: () => true });
    const results = await Promise.all([wait(), wait(), wait()]);
    await pass(57_000);
    expect([results.map(({ error }) => error), sentAt]).toEqual([
      [null, null, null],
      [0, 60_000],
    ]);
  });

  it('leaves its own pace to one who stays', async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(10);
    start(api.read, {}, { every: 2000 });
    start(api.read, {}, { every: 1000 }).stop();
    await pass(1990);
    expect(sentAt).toEqual([0, 2000]);
  });
});

describe('a late joiner (rules.md#sharing-a-poll)', () => {
  it('gets the last answer in a microtask after the call, without a new request', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    await answer('last');
    const { callback } = start(api.read);
    expect(heard(callback)).toEqual([]);
    await Promise.resolve();
    expect(heard(callback)).toEqual(['last']);
    await pass(EVERY - 1);
    expect(requests).toHaveLength(1);
  });

  it('gets it while the next request is in flight, and then that one too', async () => {
    const { api, answer } = polled();
    start(api.read);
    await answer(1);
    await pass(EVERY);
    const { callback } = start(api.read);
    await pass(0);
    await answer(2);
    expect(heard(callback)).toEqual([1, 2]);
  });

  it('gets an error too', async () => {
    const { api, answerStatus } = polled();
    start(api.read);
    await answerStatus(500);
    const { callback } = start(api.read);
    await pass(0);
    expect(heard(callback)).toEqual(['http']);
  });

  it('waits while the first answer is pending', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    await pass(5 * EVERY);
    const { callback } = start(api.read);
    await pass(0);
    expect([requests.length, heard(callback)]).toEqual([1, []]);
    await answer(1);
    expect(heard(callback)).toEqual([1]);
  });

  it('gets nothing when it stops before that microtask', async () => {
    const { api, answer } = polled();
    start(api.read);
    await answer(1);
    const { stop, callback } = start(api.read);
    stop();
    await pass(0);
    expect(callback).not.toHaveBeenCalled();
  });

  it('that joins from inside a callback sends nothing', async () => {
    const { api, requests, answer } = polled();
    const late = listener();
    const joins = listener().mockImplementationOnce(() => void start(api.read, {}, {}, late));
    start(api.read, {}, {}, joins);
    await answer(1);
    expect([requests.length, heard(late)]).toEqual([1, [1]]);
    await pass(EVERY - 1);
    expect(requests).toHaveLength(1);
  });

  it('that joins for one answer, from inside the callback that stops, sends nothing', async () => {
    const { api, requests, answer } = polled();
    const late = listener();
    const callback = listener().mockImplementationOnce(() => {
      start(api.read, {}, { every: 0 }, late);
      leaving.stop();
    });
    const leaving = start(api.read, {}, {}, callback);
    await answer(1);
    await pass(10 * EVERY);
    expect([requests.length, heard(late)]).toEqual([1, [1]]);
  });

  it('never gets an answer after a newer one', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    await answer(1);
    await pass(EVERY);
    requests[1]!.answer(2);
    const late = [];
    for (let turn = 0; turn < 40; turn += 1) {
      late.push(start(api.read).callback);
      await Promise.resolve();
    }
    const orders = new Set(late.map((callback) => heard(callback).join()));
    expect([...orders].sort()).toEqual(['1,2', '2']);
  });
});

describe('params (rules.md#sharing-a-poll)', () => {
  it.each([
    ['a plain object', { q: 1 }],
    ['an object without a prototype', Object.assign(Object.create(null), { q: 1 })],
    ['a plain object of another realm', runInNewContext('({ q: 1 })')],
  ])('are copied at the call: %s', async (_name, params) => {
    const { api, requests, answer } = polled();
    start(api.read, params);
    await answer(1);
    params.q = 2;
    await pass(EVERY);
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('http://api.test/job?q=1'));
  });

  it('are copied at the top level only', async () => {
    const { api, requests, answer } = polled();
    const params = { q: [1] };
    start(api.read, params);
    await answer(1);
    params.q.push(2);
    await pass(EVERY);
    expect(requests[1]!.url).toBe('http://api.test/job?q=1&q=2');
  });

  it.each([
    ['a Map', (q: number) => new Map([['q', q]]), (params: Untyped) => params.set('q', 2)],
    [
      'an instance',
      (q: number) =>
        new (class {
          q = q;
        })(),
      (params: Untyped) => (params.q = 2),
    ],
  ])('are used uncopied otherwise: %s', async (_name, make, change) => {
    const { api, requests, answer } = polled();
    const params = make(1);
    start(api.read, params);
    await answer(1);
    change(params);
    await pass(EVERY);
    expect(requests[1]!.url).toBe('http://api.test/job?q=2');
  });
});

describe('a shared poll whose params change below the top level', () => {
  it('goes on for its own caller, and the others get the answers to what they asked', async () => {
    const { api, requests } = polled();
    const changing = { filter: ['ann'] };
    const own = start(api.read, changing);
    const joined = start(api.read, { filter: ['ann'] });
    requests[0]!.answer('of ann');
    await pass(0);
    changing.filter[0] = 'ben';
    await pass(EVERY);
    const late = start(api.read, { filter: ['ann'] });
    const urls = requests.map(({ url }) => url.split('=')[1]);
    expect([...urls].sort()).toEqual(['ann', 'ann', 'ben']);
    requests.slice(1).forEach((request, at) => request.answer(`of ${urls[at + 1]}`));
    await pass(0);
    expect([own, joined, late].map(({ callback }) => heard(callback).at(-1))).toEqual([
      'of ben',
      'of ann',
      'of ann',
    ]);
  });

  it('is joined by nobody, but the poll that an other caller moved to is', async () => {
    const { api, requests } = polled();
    const [own, other] = [{ filter: ['ann'] }, { filter: ['ann'] }];
    start(api.read, own);
    start(api.read, other);
    requests[0]!.answer('of ann');
    await pass(0);
    own.filter[0] = 'ben';
    other.filter[0] = 'cy';
    await pass(EVERY);
    for (const filter of ['ben', 'cy']) start(api.read, { filter: [filter] });
    expect(requests.map(({ url }) => url.split('=')[1])).toEqual(['ann', 'cy', 'ben', 'ben']);
  });

  it('leaves nothing behind when only the others are left', async () => {
    const { api, requests, answer } = polled();
    const changing = { filter: ['ann'] };
    const own = start(api.read, changing);
    const joined = start(api.read, { filter: ['ann'] });
    await answer('of ann');
    own.stop();
    changing.filter[0] = 'ben';
    await pass(EVERY);
    await answer('still of ann');
    expect(requests.map(({ url }) => url.split('=')[1])).toEqual(['ann', 'ann']);
    expect(heard(joined.callback)).toEqual(['of ann', 'still of ann']);
    joined.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('each caller of a shared poll', () => {
  it('gets data of its own, and so does a late joiner', async () => {
    const { api, answer } = polled();
    const spoil = listener().mockImplementation(({ data }) => data.list.push('mine'));
    start(api.read, {}, {}, spoil);
    const other = start(api.read);
    await answer({ list: [1] });
    const late = start(api.read);
    await pass(0);
    expect([other, late].map(({ callback }) => heard(callback))).toEqual(Array(2).fill([{ list: [1] }]));
  });
});

describe('headers of which more is sent than they show', () => {
  class Redacted {
    constructor(readonly authorization: string) {}
    toJSON(): string {
      return '[redacted]';
    }
  }
  class Pairs {
    readonly kind = 1;
    readonly #token: string;
    constructor(token: string) {
      this.#token = token;
    }
    *[Symbol.iterator](): Iterator<[string, string]> {
      yield ['authorization', this.#token];
    }
  }
  const hiding = (token: string): object =>
    Object.defineProperty({ authorization: token }, 'toJSON', { value: () => '[redacted]' });

  it.each<[string, (token: string) => object]>([
    ['a class with a toJSON', (token) => new Redacted(token)],
    ['pairs with private state', (token) => new Pairs(token)],
    ['a hidden toJSON', hiding],
  ])('share no poll: %s', (_what, make) => {
    const { api, requests } = polled();
    for (const token of ['ada', 'grace']) start(api.read, {}, { headers: make(token) as never });
    const sent = requests.map(({ init }) => new Headers(init.headers).get('authorization'));
    expect(sent).toEqual(['ada', 'grace']);
  });
});

describe('what a strategy sends in a form of its own', () => {
  class Row {
    readonly id = 1;
    readonly #text: string;
    constructor(text: string) {
      this.#text = text;
    }
    get text(): string {
      return this.#text;
    }
  }
  const rows: BodyStrategy = {
    accepts: (value) => value instanceof Row,
    encode: (value) => ({ body: (value as Row).text, contentType: 'text/csv' }),
  };

  it('shares no poll with what only has the same fields', async () => {
    const { api, requests } = polled({ method: 'POST' }, { bodyStrategies: [rows] });
    for (const params of [new Row('a'), new Row('b'), { id: 1 }, new Row('a')]) start(api.read, params);
    expect(requests.map(({ init }) => init.body)).toEqual(['a', 'b', '{"id":1}']);
  });

  it('nor through a function of the user’s own, where an instance counts by identity', async () => {
    const { api, requests } = polled({ method: 'POST' }, { bodyStrategies: [rows] });
    const ask = (params: Untyped, options: CallOptions) => api.read(params, options);
    const row = new Row('a');
    for (const params of [row, new Row('b'), { id: 1 }, row, { id: 1 }]) start(ask, params);
    expect(requests.map(({ init }) => init.body)).toEqual(['a', 'b', '{"id":1}']);
  });
});

describe('dedupe is per endpoint (rules.md#sharing-a-poll)', () => {
  it('two polls with different params cancel each other', async () => {
    const { api, requests } = polled({ dedupe: true });
    const older = start(api.read, { id: 1 });
    start(api.read, { id: 2 });
    await pass(0);
    expect(heard(older.callback)).toEqual(['abort']);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });
});

describe('share (rules.md#sharing-a-poll)', () => {
  beforeEach(asServer);

  it('joins the requests of unshared polls and of direct calls; each poll gets its own Result', async () => {
    const { api, requests, answer } = polled({ share: true });
    const callers = [start(api.read), start(api.read)];
    const direct = api.read();
    await answer({ n: 1 });
    expect(requests).toHaveLength(1);
    const [a, b] = callers.map(({ callback }) => callback.mock.calls[0]![0]);
    expect([a!.data, b!.data, (await direct).data]).toEqual(Array(3).fill({ n: 1 }));
    expect(a!.data).not.toBe(b!.data);
  });

  it('keeps the request in flight for a direct call when the poll ends', async () => {
    const { api, requests, answer } = polled({ share: true });
    const { stop } = start(api.read);
    const direct = api.read();
    stop();
    await answer(1);
    expect([requests[0]!.init.signal!.aborted, (await direct).data]).toEqual([false, 1]);
  });

  it('lets the polls drift apart after a failure', async () => {
    const { api, sentAt, answerStatus } = polled({ share: true });
    const random = jest.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5);
    start(api.read);
    start(api.read);
    await answerStatus(500);
    await pass(2 * EVERY);
    expect(sentAt.slice(0, 2)).toEqual([0, EVERY]);
    expect(random).toHaveBeenCalledTimes(2);
  });
});

describe('React (rules.md#sharing-a-poll)', () => {
  it('a strict-mode double mount leaves one poll, and one delivery per answer', async () => {
    asBrowser();
    const { api, requests, answer } = polled();
    const callback = listener();
    const effect = () => poll(api.read, {}, callback, { every: EVERY });
    effect()();
    const unmount = effect();
    await answer(1);
    await pass(EVERY);
    await answer(2);
    unmount();
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    expect([requests.length, heard(callback)]).toEqual([3, [1, 2]]);
  });

  it('a second component gets the last answer when it mounts', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    await answer(1);
    const { callback } = start(api.read);
    await pass(0);
    expect([heard(callback), requests.length]).toEqual([[1], 1]);
  });
});
