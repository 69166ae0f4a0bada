import { describe, expect, it, vi } from 'vitest';
import {
  type BodyStrategy,
  type CallOptions,
  type PollOptions,
  RetryPlugin,
  poll,
  pollUntil,
  withHeaders,
} from '../../../lib/index.js';
import type { Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import {
  EVERY,
  answered,
  asBrowser,
  asReactNative,
  asServer,
  drawing,
  heard,
  inOwnTime,
  listener,
  pass,
  polled,
  start,
} from '../../support/polled.js';

inOwnTime(asReactNative);

const tokens = (requests: ReturnType<typeof polled>['requests']) =>
  requests.map(({ init }) => new Headers(init.headers).get('authorization'));

describe('equal polls (rules.md#sharing-a-poll)', () => {
  it.each([
    ['a browser', () => void asBrowser(), 1],
    ['React Native', asReactNative, 1],
    ['a server', asServer, 2],
  ])('are shared unless the platform is a server: %s', async (_name, enter, count) => {
    enter();
    const { api, requests } = polled();
    const callers = [start(api.read), start(api.read)];
    await flush();
    for (const { answer: each } of requests) each('data');
    await pass(0);
    expect(requests).toHaveLength(count);
    expect(callers.map(({ callback }) => heard(callback))).toEqual([['data'], ['data']]);
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

  it('lets one caller stop, and the request in flight ends with the last caller', async () => {
    const { api, requests } = polled();
    const [gone, left] = [start(api.read), start(api.read)];
    await flush();
    gone.stop();
    expect(requests[0]!.init.signal!.aborted).toBe(false);
    left.stop();
    await pass(10 * EVERY);
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([true]);
  });

  it('sends nothing more to a caller that an earlier callback has stopped', async () => {
    const { api, answer } = polled();
    const stops = listener().mockImplementation(() => second.stop());
    start(api.read, {}, {}, stops);
    const second = start(api.read);
    await answer(1);
    expect(heard(second.callback)).toEqual([]);
  });

  it('gives each caller its own data, including a late joiner', async () => {
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

describe('the equality of two polls (rules.md#sharing-a-poll)', () => {
  type Pair = [string, unknown, unknown, CallOptions?, CallOptions?];
  const same: Pair[] = [
    ['equal params', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }],
    ['params with and without undefined members', { a: 1 }, { a: 1, b: undefined }],
    ['equal Dates', { a: new Date(0) }, { a: new Date(0) }],
    ['equal Maps', new Map([['a', 1]]), new Map([['a', 1]])],
    ['equal bigints', { a: 1n }, { a: 1n }],
    ['equal headers', {}, {}, { headers: { a: 'b', c: 'd' } }, { headers: { c: 'd', a: 'b' } }],
    ['equal fetch options', {}, {}, { fetchOptions: { mode: 'cors' } }, { fetchOptions: { mode: 'cors' } }],
    ['equal timeouts', {}, {}, { timeout: 5 }, { timeout: 5 }],
  ];
  const different: Pair[] = [
    ['other params', { a: 1 }, { a: 2 }],
    ['a number and its string', { a: 1 }, { a: '1' }],
    ['a Date and its string', { a: new Date(0) }, { a: '1970-01-01T00:00:00.000Z' }],
    ['a bigint and its number', { a: 1n }, { a: 1 }],
    ['null and its string', { a: null }, { a: 'null' }],
    ['other headers', {}, {}, { headers: { a: 'b' } }, { headers: { a: 'c' } }],
    ['different fetch options', {}, {}, { fetchOptions: { mode: 'cors' } }, { fetchOptions: {} }],
    ['other timeouts', {}, {}, { timeout: 5 }, { timeout: 6 }],
    ['different attempt timeouts', {}, {}, { attemptTimeout: 5 }, {}],
  ];

  const count = (a: unknown, b: unknown, ofA?: CallOptions, ofB?: CallOptions): number => {
    const asked = vi.fn(() => new Promise(() => {}));
    start(asked, a, ofA);
    start(asked, b, ofB);
    return asked.mock.calls.length;
  };

  it.each(same)('includes %s', (_name, ...asked) => expect(count(...asked)).toBe(1));

  it.each(different)("doesn't include %s", (_name, ...asked) => expect(count(...asked)).toBe(2));

  it('never includes two endpoints or two clients', async () => {
    const [one, other] = [polled(), polled()];
    for (const endpoint of [one.api.read, one.api.other, other.api.read]) start(endpoint);
    await flush();
    expect([one.requests.length, other.requests.length]).toEqual([2, 1]);
  });

  it('includes copies with the same headers, and no copies with different headers', async () => {
    const { api, requests } = polled();
    const copies = ['a', 'a', 'b'].map((token) => withHeaders(api, { Authorization: token }));
    for (const copy of [api, ...copies]) start(copy.read);
    await flush();
    expect(tokens(requests)).toEqual([null, 'a', 'b']);
  });

  it.each([true, false])(
    "doesn't include a copy made with { dedupe: false } and one without (dedupe: %s)",
    async (dedupe) => {
      const { api, requests } = polled({ dedupe });
      for (const options of [{ dedupe: false }, {}, { dedupe: false }] as const)
        start(withHeaders(api, { 'X-Tenant': 'a' }, options).read);
      await flush();
      expect(requests).toHaveLength(2);
    },
  );

  it.each<Partial<PollOptions> & { until?: unknown; giveUpAfter?: number }>([
    { every: 2000 },
    { inBackground: true },
    { maxEvery: 5000 },
    { signal: new AbortController().signal },
    { until: () => false },
    { giveUpAfter: 1e6 },
  ])('ignores %o', async (options) => {
    const { api, requests } = polled();
    start(api.read);
    start(api.read, {}, options);
    await flush();
    expect(requests).toHaveLength(1);
  });
});

describe("a poll that can't be compared (rules.md#sharing-a-poll)", () => {
  const middleware = (_ctx: unknown, next: () => Promise<Untyped>): Promise<Untyped> => next();
  const plugin = new RetryPlugin({ max: 0 });

  class Redacted {
    constructor(readonly authorization: string) {}
    toJSON(): string {
      return '[redacted]';
    }
  }

  it.each<[string, unknown, CallOptions?]>([
    ['per-request middleware', {}, { middleware: [middleware] }],
    ['a per-request plugin', {}, { middleware: [plugin] }],
    ['skipMiddleware', {}, { skipMiddleware: [middleware] }],
    ['a Headers instance', {}, { headers: new Headers({ a: 'b' }) }],
    ['URLSearchParams as params', new URLSearchParams('a=1')],
    ['FormData as params', new FormData()],
    ['a Blob as params', new Blob(['a'])],
    ['an ArrayBuffer as params', new ArrayBuffer(1)],
    ['a deeply nested Blob', { a: [{ b: new Blob(['a']) }] }],
  ])('is separate for a caller with %s, and repeats and stops', async (_name, ...[params, options]) => {
    const { api, requests } = polled({ method: 'POST' });
    const callers = [start(api.read, params, options), start(api.read, params, options)];
    await pass(0);
    for (const request of requests) request.answer(1);
    await pass(EVERY);
    for (const { stop } of callers) stop();
    await pass(10 * EVERY);
    expect(requests).toHaveLength(4);
  });

  it('equals only itself if its options contain an instance, which can send more than its fields show', async () => {
    const { api, requests } = polled();
    for (const token of ['ada', 'grace']) start(api.read, {}, { headers: new Redacted(token) as never });
    await flush();
    expect(tokens(requests)).toEqual(['ada', 'grace']);
  });

  describe('by its fields, because a body strategy encodes its params', () => {
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
    const setUp = () => polled({ method: 'POST' }, { bodyStrategies: [rows] });

    it('is not shared with a poll whose params have the same fields', async () => {
      const { api, requests } = setUp();
      for (const params of [new Row('a'), new Row('b'), { id: 1 }, new Row('a')]) start(api.read, params);
      await flush();
      expect(requests.map(({ init }) => init.body)).toEqual(['a', 'b', '{"id":1}']);
    });

    it('is not shared through a function of the user either, where an instance counts by identity', async () => {
      const { api, requests } = setUp();
      const ask = (params: Untyped, options: CallOptions) => api.read(params, options);
      const row = new Row('a');
      for (const params of [row, new Row('b'), { id: 1 }, row, { id: 1 }]) start(ask, params);
      await flush();
      expect(requests.map(({ init }) => init.body)).toEqual(['a', 'b', '{"id":1}']);
    });
  });
});

describe('the shortest every (rules.md#sharing-a-poll)', () => {
  it('is used, and read again before each wait', async () => {
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
  ])('of a joiner after %i ms replaces the longer wait that is running', async (after, next) => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(after);
    start(api.read, {}, { every: 1000 });
    await pass(next - after);
    expect(sentAt).toEqual([0, next]);
  });

  it('of a joiner keeps a longer wait after a failure', async () => {
    const { api, sentAt } = answered([500, 200]);
    drawing(1);
    start(api.read, {}, { every: 10_000 });
    await pass(1);
    start(api.read, {}, { every: 1000 });
    await pass(21_000);
    expect(sentAt).toEqual([0, 20_000, 21_000]);
  });
});

describe('a caller with a shorter every who stops before its request (rules.md#sharing-a-poll)', () => {
  it.each([500, 3000])('at once, after %i ms, keeps the interval of the others', async (after) => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 60_000 });
    await pass(after);
    start(api.read, {}, { every: 1000 }).stop();
    await pass(120_000 - after);
    expect(sentAt).toEqual([0, 60_000, 120_000]);
  });

  it('later keeps the interval of the others too', async () => {
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

  it('with a response, as in pollUntil whose until is true for the last one, sends nothing', async () => {
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

  it('leaves its interval to a caller who stays', async () => {
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
  it('receives the last response in a microtask after the call, without a new request', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    await answer('last');
    const [{ callback }, gone] = [start(api.read), start(api.read)];
    gone.stop();
    expect(heard(callback)).toEqual([]);
    await Promise.resolve();
    expect([heard(callback), heard(gone.callback)]).toEqual([['last'], []]);
    await pass(EVERY - 1);
    expect(requests).toHaveLength(1);
  });

  it('receives the last response during the next request, even if it is an error, and then the next response', async () => {
    const { api, answer, answerStatus } = polled();
    start(api.read);
    await answerStatus(500);
    await pass(EVERY);
    const { callback } = start(api.read);
    await pass(0);
    await answer(2);
    expect(heard(callback)).toEqual(['http', 2]);
  });

  it('waits while the first response is pending', async () => {
    const { api, requests, answer } = polled();
    start(api.read);
    await pass(5 * EVERY);
    const { callback } = start(api.read);
    await pass(0);
    expect([requests.length, heard(callback)]).toEqual([1, []]);
    await answer(1);
    expect(heard(callback)).toEqual([1]);
  });

  it('that joins in a callback sends nothing', async () => {
    const { api, requests, answer } = polled();
    const late = listener();
    const joins = listener().mockImplementationOnce(() => void start(api.read, {}, {}, late));
    start(api.read, {}, {}, joins);
    await answer(1);
    await pass(EVERY - 1);
    expect([requests.length, heard(late)]).toEqual([1, [1]]);
  });

  it('that joins for one response, in the callback that stops, sends nothing', async () => {
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

  it('never receives a response after a newer one', async () => {
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

describe('the params of a poll (rules.md#sharing-a-poll)', () => {
  it.each<[string, Untyped, (params: Untyped) => void, string]>([
    ['are copied at the call if they are a plain object', { q: 1 }, (params) => (params.q = 2), 'q=1'],
    ['are copied at the top level only', { q: [1] }, (params) => params.q.push(2), 'q=1&q=2'],
    ['are used uncopied if they are a Map', new Map([['q', 1]]), (params) => params.set('q', 2), 'q=2'],
  ])('%s', async (_name, params, change, query) => {
    const { api, requests, answer } = polled();
    start(api.read, params);
    await answer(1);
    change(params);
    await pass(EVERY);
    expect(requests[1]!.url).toBe(`http://api.test/job?${query}`);
  });
});

describe('a shared poll whose params change below the top level', () => {
  const asked = (requests: ReturnType<typeof polled>['requests']) =>
    requests.map(({ url }) => url.split('=')[1]);

  it('continues for its own caller, and the others receive the responses to their params', async () => {
    const { api, requests } = polled();
    const changing = { filter: ['ann'] };
    const own = start(api.read, changing);
    const joined = start(api.read, { filter: ['ann'] });
    await flush();
    requests[0]!.answer('of ann');
    await pass(0);
    changing.filter[0] = 'ben';
    await pass(EVERY);
    const late = start(api.read, { filter: ['ann'] });
    expect(asked(requests).sort()).toEqual(['ann', 'ann', 'ben']);
    requests.slice(1).forEach((request) => request.answer(`of ${request.url.split('=')[1]}`));
    await pass(0);
    const last = [own, joined, late].map(({ callback }) => heard(callback).at(-1));
    expect(last).toEqual(['of ben', 'of ann', 'of ann']);
  });

  it("can't be joined anymore, but the poll that another caller moved to can", async () => {
    const { api, requests } = polled();
    const [own, other] = [{ filter: ['ann'] }, { filter: ['ann'] }];
    start(api.read, own);
    start(api.read, other);
    await flush();
    requests[0]!.answer('of ann');
    await pass(0);
    own.filter[0] = 'ben';
    other.filter[0] = 'cy';
    await pass(EVERY);
    for (const filter of ['ben', 'cy']) start(api.read, { filter: [filter] });
    await flush();
    expect(asked(requests)).toEqual(['ann', 'cy', 'ben', 'ben']);
  });

  it('leaves nothing behind if only the others remain', async () => {
    const { api, requests, answer } = polled();
    const changing = { filter: ['ann'] };
    const own = start(api.read, changing);
    const joined = start(api.read, { filter: ['ann'] });
    await answer('of ann');
    own.stop();
    changing.filter[0] = 'ben';
    await pass(EVERY);
    await answer('still of ann');
    expect(asked(requests)).toEqual(['ann', 'ann']);
    expect(heard(joined.callback)).toEqual(['of ann', 'still of ann']);
    joined.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('dedupe and share (rules.md#sharing-a-poll)', () => {
  it("cancel each other's requests in two polls of a dedupe endpoint with different params", async () => {
    const { api, requests } = polled({ dedupe: true });
    const older = start(api.read, { id: 1 });
    await flush();
    start(api.read, { id: 2 });
    await pass(0);
    expect(heard(older.callback)).toEqual(['abort']);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it('join the requests of unshared polls and of direct calls, each of which receives its own Result', async () => {
    asServer();
    const { api, requests, answer } = polled({ share: true });
    const callers = [start(api.read), start(api.read), start(api.read)];
    const direct = api.read();
    callers[2]!.stop();
    await answer({ n: 1 });
    expect(requests).toHaveLength(1);
    const [a, b] = callers.map(({ callback }) => callback.mock.calls[0]?.[0]);
    expect([a!.data, b!.data, (await direct).data]).toEqual(Array(3).fill({ n: 1 }));
    expect(a!.data).not.toBe(b!.data);
  });

  it('keep the shared request in flight for a direct call when the poll ends', async () => {
    asServer();
    const { api, requests, answer } = polled({ share: true });
    const { stop } = start(api.read);
    const direct = api.read();
    stop();
    await answer(1);
    expect({ aborted: requests[0]!.init.signal!.aborted, data: (await direct).data }).toEqual({
      aborted: false,
      data: 1,
    });
  });

  it('let shared polls drift apart after a failure', async () => {
    asServer();
    const { api, sentAt, answerStatus } = polled({ share: true });
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5);
    start(api.read);
    start(api.read);
    await answerStatus(500);
    await pass(1.5 * EVERY);
    expect(sentAt).toEqual([0, EVERY]);
  });
});

it('a strict-mode double mount in React leaves one poll, which delivers each response once', async () => {
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
  const wanted = requests.filter(({ init }) => !init.signal!.aborted);
  expect([wanted.length, heard(callback)]).toEqual([2, [1, 2]]);
});
