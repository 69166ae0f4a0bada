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

describe('where polls are shared (rules.md#sharing-a-poll)', () => {
  it.each([
    ['a browser', () => void asBrowser(), 1],
    ['React Native', asReactNative, 1],
    ['a server', asServer, 2],
  ])('%s', async (_name, enter, count) => {
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

  it('lets one caller go; the request in flight ends with the last', async () => {
    const { api, requests } = polled();
    const [gone, left] = [start(api.read), start(api.read)];
    await flush();
    gone.stop();
    expect(requests[0]!.init.signal!.aborted).toBe(false);
    left.stop();
    await pass(10 * EVERY);
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([true]);
  });

  it('gives nothing any more to a caller whom a callback before it has stopped', async () => {
    const { api, answer } = polled();
    const stops = listener().mockImplementation(() => second.stop());
    start(api.read, {}, {}, stops);
    const second = start(api.read);
    await answer(1);
    expect(heard(second.callback)).toEqual([]);
  });

  it('gives each data of its own, a late joiner too', async () => {
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

describe('what is the same thing (rules.md#sharing-a-poll)', () => {
  type Pair = [string, unknown, unknown, CallOptions?, CallOptions?];
  const same: Pair[] = [
    ['equal params', { a: 1, b: [{ c: 2 }] }, { b: [{ c: 2 }], a: 1 }],
    ['params beside undefined members', { a: 1 }, { a: 1, b: undefined }],
    ['equal Dates', { a: new Date(0) }, { a: new Date(0) }],
    ['equal Maps', new Map([['a', 1]]), new Map([['a', 1]])],
    ['equal bigints', { a: 1n }, { a: 1n }],
    ['equal headers', {}, {}, { headers: { a: 'b', c: 'd' } }, { headers: { c: 'd', a: 'b' } }],
    ['equal fetch options', {}, {}, { fetchOptions: { mode: 'cors' } }, { fetchOptions: { mode: 'cors' } }],
    ['equal timeouts', {}, {}, { timeout: 5 }, { timeout: 5 }],
  ];
  const different: Pair[] = [
    ['other params', { a: 1 }, { a: 2 }],
    ['a number and its text', { a: 1 }, { a: '1' }],
    ['a Date and its text', { a: new Date(0) }, { a: '1970-01-01T00:00:00.000Z' }],
    ['a bigint and its number', { a: 1n }, { a: 1 }],
    ['null and its text', { a: null }, { a: 'null' }],
    ['other headers', {}, {}, { headers: { a: 'b' } }, { headers: { a: 'c' } }],
    ['other fetch options', {}, {}, { fetchOptions: { mode: 'cors' } }, { fetchOptions: {} }],
    ['other timeouts', {}, {}, { timeout: 5 }, { timeout: 6 }],
    ['other attempt timeouts', {}, {}, { attemptTimeout: 5 }, {}],
  ];

  const count = (a: unknown, b: unknown, ofA?: CallOptions, ofB?: CallOptions): number => {
    const asked = vi.fn(() => new Promise(() => {}));
    start(asked, a, ofA);
    start(asked, b, ofB);
    return asked.mock.calls.length;
  };

  it.each(same)('shares for %s', (_name, ...asked) => expect(count(...asked)).toBe(1));

  it.each(different)('does not share for %s', (_name, ...asked) => expect(count(...asked)).toBe(2));

  it('never shares between two endpoints, or two clients', async () => {
    const [one, other] = [polled(), polled()];
    for (const endpoint of [one.api.read, one.api.other, other.api.read]) start(endpoint);
    await flush();
    expect([one.requests.length, other.requests.length]).toEqual([2, 1]);
  });

  it('counts copies with the same headers as one client, and copies with others as others', async () => {
    const { api, requests } = polled();
    const copies = ['a', 'a', 'b'].map((token) => withHeaders(api, { Authorization: token }));
    for (const copy of [api, ...copies]) start(copy.read);
    await flush();
    expect(tokens(requests)).toEqual([null, 'a', 'b']);
  });

  it.each([true, false])(
    'tells a copy made with { dedupe: false } from one without (dedupe: %s)',
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
  ])('does not compare %o', async (options) => {
    const { api, requests } = polled();
    start(api.read);
    start(api.read, {}, options);
    await flush();
    expect(requests).toHaveLength(1);
  });
});

describe('what cannot be compared (rules.md#sharing-a-poll)', () => {
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
    ['URLSearchParams for params', new URLSearchParams('a=1')],
    ['FormData for params', new FormData()],
    ['a Blob for params', new Blob(['a'])],
    ['an ArrayBuffer for params', new ArrayBuffer(1)],
    ['a Blob deep inside', { a: [{ b: new Blob(['a']) }] }],
  ])(
    'gives a poll of its own to a caller with %s, which repeats and stops',
    async (_name, ...[params, options]) => {
      const { api, requests } = polled({ method: 'POST' });
      const callers = [start(api.read, params, options), start(api.read, params, options)];
      await pass(0);
      for (const request of requests) request.answer(1);
      await pass(EVERY);
      for (const { stop } of callers) stop();
      await pass(10 * EVERY);
      expect(requests).toHaveLength(4);
    },
  );

  it('an instance in the options is equal to itself only: it may send more than its fields show', async () => {
    const { api, requests } = polled();
    for (const token of ['ada', 'grace']) start(api.read, {}, { headers: new Redacted(token) as never });
    await flush();
    expect(tokens(requests)).toEqual(['ada', 'grace']);
  });

  describe('by its fields, as a strategy sends it in a form of its own', () => {
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

    it('shares no poll with what only has the same fields', async () => {
      const { api, requests } = setUp();
      for (const params of [new Row('a'), new Row('b'), { id: 1 }, new Row('a')]) start(api.read, params);
      await flush();
      expect(requests.map(({ init }) => init.body)).toEqual(['a', 'b', '{"id":1}']);
    });

    it('nor through a function of the user’s own, where an instance counts by identity', async () => {
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
  it('counts, and is read anew before each wait', async () => {
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
    drawing(1);
    start(api.read, {}, { every: 10_000 });
    await pass(1);
    start(api.read, {}, { every: 1000 });
    await pass(21_000);
    expect(sentAt).toEqual([0, 20_000, 21_000]);
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
    const [{ callback }, gone] = [start(api.read), start(api.read)];
    gone.stop();
    expect(heard(callback)).toEqual([]);
    await Promise.resolve();
    expect([heard(callback), heard(gone.callback)]).toEqual([['last'], []]);
    await pass(EVERY - 1);
    expect(requests).toHaveLength(1);
  });

  it('gets it while the next request is in flight, an error too, and then that one', async () => {
    const { api, answer, answerStatus } = polled();
    start(api.read);
    await answerStatus(500);
    await pass(EVERY);
    const { callback } = start(api.read);
    await pass(0);
    await answer(2);
    expect(heard(callback)).toEqual(['http', 2]);
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

  it('that joins from inside a callback sends nothing', async () => {
    const { api, requests, answer } = polled();
    const late = listener();
    const joins = listener().mockImplementationOnce(() => void start(api.read, {}, {}, late));
    start(api.read, {}, {}, joins);
    await answer(1);
    await pass(EVERY - 1);
    expect([requests.length, heard(late)]).toEqual([1, [1]]);
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
  it.each<[string, Untyped, (params: Untyped) => void, string]>([
    ['a plain object is copied at the call', { q: 1 }, (params) => (params.q = 2), 'q=1'],
    ['at the top level only', { q: [1] }, (params) => params.q.push(2), 'q=1&q=2'],
    ['a Map is used uncopied', new Map([['q', 1]]), (params) => params.set('q', 2), 'q=2'],
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

  it('goes on for its own caller, and the others get the answers to what they asked', async () => {
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

  it('is joined no more, but the poll that another caller moved to is', async () => {
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
    expect(asked(requests)).toEqual(['ann', 'ann']);
    expect(heard(joined.callback)).toEqual(['of ann', 'still of ann']);
    joined.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('dedupe and share (rules.md#sharing-a-poll)', () => {
  it('two polls of a dedupe endpoint with different params cancel each other', async () => {
    const { api, requests } = polled({ dedupe: true });
    const older = start(api.read, { id: 1 });
    await flush();
    start(api.read, { id: 2 });
    await pass(0);
    expect(heard(older.callback)).toEqual(['abort']);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it('share joins the requests of unshared polls and of direct calls; each gets its own Result', async () => {
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

  it('share keeps the request in flight for a direct call when the poll ends', async () => {
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

  it('share lets the polls drift apart after a failure', async () => {
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

it('a strict-mode double mount of React leaves one poll, and one delivery per answer', async () => {
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
