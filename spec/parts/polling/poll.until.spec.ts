import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type MiddlewareContext,
  Operation,
  Plugin,
  type PollUntilOptions,
  type Result,
  type Send,
  createGraphQL,
  pollUntil,
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

const isDone = ({ data }: { data: Untyped }): boolean => data.done === true;
const options: PollUntilOptions<Untyped> = { every: EVERY, until: isDone };

/** The Result once there is one. */
const outcome = (promise: Promise<Result<Untyped>>) => {
  const held: { result?: Result<Untyped> } = {};
  void promise.then((result) => (held.result = result));
  return held;
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('until (rules.md#polluntil)', () => {
  it('ends the wait with the success Result of which it says true', async () => {
    const { api, requests, answer } = polled();
    const promise = pollUntil(api.read, { id: 1 }, options);
    await answer({ done: false });
    await pass(EVERY);
    await answer({ done: true });
    const { data, error, response } = await promise;
    expect([data, error, response!.status]).toEqual([{ done: true }, null, 200]);
    await pass(10 * EVERY);
    expect(requests).toHaveLength(2);
  });

  it('is asked of successes only, each with its whole Result', async () => {
    const { api } = answered([500, 200, 500, 200]);
    const until = jest.fn(({ data, response }: Untyped) => data.n === 4 && response.ok);
    const held = outcome(pollUntil(api.read, {}, { every: EVERY, until }));
    await pass(3 * EVERY);
    expect(held.result!.data).toEqual({ n: 4 });
    expect(until.mock.calls.map(([{ data }]) => data.n)).toEqual([2, 4]);
  });

  it.each([1, 'true', {}, Promise.resolve(true), undefined, null])(
    'goes on for %p, which is not true',
    async (answer) => {
      const { api, sentAt } = answered();
      const held = outcome(pollUntil(api.read, {}, { every: EVERY, until: () => answer as never }));
      await pass(2 * EVERY);
      expect(held.result).toBeUndefined();
      expect(sentAt).toHaveLength(3);
    },
  );

  it.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine')) as never],
  ])('that %s counts as not done, and is reported as a callback is', async (_name, until) => {
    const { reportError } = asBrowser();
    const { api, onError, answer, requests } = polled();
    const owner = new AbortController();
    const held = outcome(pollUntil(api.read, {}, { every: EVERY, until, signal: owner.signal }));
    await answer(1);
    await pass(EVERY);
    expect([held.result, requests.length, onError.mock.calls.length]).toEqual([undefined, 2, 0]);
    expect(reportError.mock.calls).toEqual([[new Error('mine')]]);
    owner.abort();
  });

  it('that is no function is reported, and the wait goes on', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api, sentAt } = answered();
    void pollUntil(api.read, {}, { every: EVERY, until: 'done' as never });
    await pass(EVERY);
    expect(sentAt).toHaveLength(2);
    expect(logged.mock.calls).toEqual(Array(2).fill([expect.any(TypeError)]));
  });
});

describe('what else pollUntil resolves with (rules.md#polluntil)', () => {
  it.each([400, 401, 403, 404, 409, 410, 422, 499])('an HTTP %i', async (status) => {
    const { api, sentAt } = answered([status]);
    const { error } = await pollUntil(api.read, {}, options);
    expect(error).toMatchObject({ kind: 'http', status });
    expect(sentAt).toHaveLength(1);
  });

  it('a GraphQL error response', async () => {
    const fetch = async () => new Response('{"errors":[{"message":"no"}]}');
    const operations = { job: new Operation<never>({ operation: 'query job { job }' }) };
    const client = createGraphQL({ endpoint: 'http://api.test/graphql', fetch, operations });
    const { error } = await pollUntil(client.job, {} as never, { ...options, until: () => true });
    expect(error).toMatchObject({ kind: 'http', status: 200, statusText: 'GraphQL Error' });
  });

  it("a 'parse' error", async () => {
    const { api, requests } = polled();
    const promise = pollUntil(api.read, {}, options);
    requests[0]!.answer(new Response('{'));
    expect((await promise).error?.kind).toBe('parse');
  });

  it("a 'middleware' error", async () => {
    const { api } = polled();
    const middleware = [() => Promise.reject(new Error('mine'))];
    const { error } = await pollUntil(api.read, {}, { ...options, middleware });
    expect(error).toMatchObject({ kind: 'middleware', body: new Error('mine') });
  });

  it("an 'abort' of the request itself, as dedupe makes it", async () => {
    const { api, onError } = polled({ dedupe: true });
    const promise = pollUntil(api.read, { id: 1 }, options);
    void api.read({ id: 2 });
    expect((await promise).error?.kind).toBe('abort');
    expect(onError).not.toHaveBeenCalled();
  });

  it.each([0, -1, NaN, Infinity, undefined])(
    'the first Result when every is %p, done or not',
    async (every) => {
      for (const status of [200, 500]) {
        const { api, sentAt } = answered([status]);
        const until = jest.fn(() => false);
        const { response } = await pollUntil(api.read, {}, { until, every } as never);
        await pass(3_600_000);
        expect([response!.status, sentAt.length]).toEqual([status, 1]);
      }
    },
  );
});

describe('what pollUntil goes on after (rules.md#polluntil)', () => {
  it.each([500, 502, 503, 504, 599, 408, 429, 304, 300])('an HTTP %i', async (status) => {
    const { api, requests } = polled();
    const held = outcome(pollUntil(api.read, {}, options));
    requests[0]!.answer(new Response(null, { status }));
    await pass(EVERY);
    requests[1]!.answer({ done: true });
    await pass(0);
    expect(held.result!.data).toEqual({ done: true });
  });

  it('a network error', async () => {
    const { api, requests } = polled();
    const held = outcome(pollUntil(api.read, {}, options));
    requests[0]!.fail(new TypeError('reset'));
    await pass(EVERY);
    requests[1]!.answer({ done: true });
    await pass(0);
    expect(held.result!.data).toEqual({ done: true });
  });

  it("a single request's own timeout", async () => {
    const { api, requests } = polled();
    const held = outcome(pollUntil(api.read, {}, { ...options, timeout: 100 }));
    await pass(100 + EVERY);
    requests[1]!.answer({ done: true });
    await pass(0);
    expect(held.result!.data).toEqual({ done: true });
  });
});

describe("pollUntil's own results (rules.md#polluntil)", () => {
  it("are 'timeout' when giveUpAfter passes first, with the most recent request", async () => {
    const { api, onError } = answered() as Untyped;
    const held = outcome(pollUntil(api.read, { id: 1 }, { ...options, giveUpAfter: 2500 }));
    await pass(2499);
    expect(held.result).toBeUndefined();
    await pass(1);
    const { data, response, error } = held.result!;
    expect([data, response, error!.kind, error!.status]).toEqual([null, null, 'timeout', 0]);
    expect(error!.body).toMatchObject({ name: 'TimeoutError' });
    expect(error!.request).toEqual({ method: 'GET', url: 'http://api.test/job?id=1', params: { id: 1 } });
    expect(onError).toBeUndefined();
  });

  it('name the path template in the message, and no params in toJSON()', async () => {
    const { api } = polled({ path: '/jobs/:id' });
    const held = outcome(pollUntil(api.read, { id: 'mine', key: 'k' }, { ...options, giveUpAfter: 10 }));
    await pass(10);
    const { message } = held.result!.error!;
    expect(message).toMatch(/^GET \/jobs\/:id /);
    expect(JSON.stringify(held.result!.error)).not.toMatch(/mine|key/);
  });

  it('name the request as the middleware sent it', async () => {
    const { api } = polled({}, { middleware: [(ctx, next) => ((ctx.request.url += '?by=mw'), next())] });
    const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: 10 }));
    await pass(10);
    expect(held.result!.error!.request.url).toBe('http://api.test/job?by=mw');
  });

  it('name no request when none was sent, and the params passed', async () => {
    asBrowser().tab.hide();
    const { api, requests } = polled();
    const held = outcome(pollUntil(api.read, { id: 1 }, { ...options, giveUpAfter: 5000 }));
    await pass(5000);
    expect(held.result!.error!.request).toEqual({ method: '', url: '', params: { id: 1 } });
    expect(requests).toHaveLength(0);
  });

  it('count what was handed to fetch, and not what a plugin holds back before', async () => {
    class Holding extends Plugin {
      override readonly name: string = 'holding';
      held = 1;

      override exchange(_ctx: MiddlewareContext, url: string, init: RequestInit, send: Send) {
        return this.held-- > 0 ? new Promise<Response>(() => undefined) : send(url, init);
      }
    }
    const { api, requests, answer } = polled({}, { middleware: [new Holding()], timeout: EVERY });
    const ask = (giveUpAfter: number) => outcome(pollUntil(api.read, {}, { ...options, giveUpAfter }));
    const early = ask(10);
    await pass(10);
    const { message, sent, attempts } = early.result!.error!;
    expect([message, sent, attempts]).toEqual(['GET /job passed its deadline of 10 ms', false, 0]);
    const late = ask(5 * EVERY);
    await pass(0);
    await answer({ done: false });
    await pass(5 * EVERY);
    expect(requests.length).toBeGreaterThan(1);
    expect(late.result!.error!.attempts).toBe(requests.length);
  });

  it("are 'abort' when the signal aborts, and the request in flight is cancelled", async () => {
    const { api, requests } = polled();
    const owner = new AbortController();
    const promise = pollUntil(api.read, {}, { ...options, signal: owner.signal });
    owner.abort('enough');
    const { data, response, error } = await promise;
    expect([data, response]).toEqual([null, null]);
    expect(error).toMatchObject({ kind: 'abort', status: 0, body: 'enough' });
    expect(error!.request.url).toBe('http://api.test/job');
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it("are 'abort' when the signal aborts between two requests", async () => {
    const { api, sentAt } = answered();
    const owner = new AbortController();
    const held = outcome(pollUntil(api.read, {}, { ...options, signal: owner.signal }));
    await pass(EVERY + 500);
    owner.abort();
    await pass(10 * EVERY);
    expect(held.result!.error).toMatchObject({ kind: 'abort', body: { name: 'AbortError' } });
    expect(sentAt).toHaveLength(2);
  });

  it("are 'abort' at once for a signal that is aborted already, and nothing is sent", async () => {
    const { api, requests } = polled();
    const { error } = await pollUntil(api.read, {}, { ...options, signal: AbortSignal.abort('before') });
    expect(error).toMatchObject({ kind: 'abort', body: 'before', request: { method: '', url: '' } });
    expect(requests).toHaveLength(0);
  });

  it("are 'abort' when the signal aborts before the first request is sent, and nothing is sent", async () => {
    const owner = new AbortController();
    const { api, requests } = polled({ middleware: [(_ctx, next) => (owner.abort('mine'), next())] });
    const { error } = await pollUntil(api.read, {}, { ...options, signal: owner.signal });
    await pass(10 * EVERY);
    expect(error).toMatchObject({ kind: 'abort', body: 'mine' });
    expect(requests).toHaveLength(0);
  });

  it('are unchanged by an abort that comes after', async () => {
    const { api, answer } = polled();
    const owner = new AbortController();
    const promise = pollUntil(api.read, {}, { ...options, signal: owner.signal });
    await answer({ done: true });
    owner.abort();
    expect((await promise).error).toBeNull();
  });

  it('never reach onError', async () => {
    const { api, onError } = polled();
    const owner = new AbortController();
    const given = pollUntil(api.read, {}, { ...options, giveUpAfter: 10 });
    const aborted = pollUntil(api.read, {}, { ...options, signal: owner.signal });
    owner.abort();
    await pass(10);
    await Promise.all([given, aborted]);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('giveUpAfter (rules.md#polluntil)', () => {
  it.each([0, -1, NaN, Infinity, 2 ** 31, undefined, null])('%p is no limit', async (giveUpAfter) => {
    const { api, sentAt } = answered();
    const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: giveUpAfter as never }));
    await pass(EVERY);
    expect(held.result).toBeUndefined();
    expect(sentAt).toHaveLength(2);
  });

  it('of 2^31-1 is the longest', async () => {
    const { api } = polled();
    const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: 2 ** 31 - 1 }));
    await pass(2 ** 31 - 2);
    expect(held.result).toBeUndefined();
    await pass(1);
    expect(held.result!.error!.kind).toBe('timeout');
  });

  it('keeps counting while paused', async () => {
    const { tab } = asBrowser();
    const { api, sentAt } = answered();
    const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: 5000 }));
    await pass(500);
    tab.hide();
    await pass(4500);
    expect(held.result!.error!.kind).toBe('timeout');
    expect(sentAt).toHaveLength(1);
  });

  it('ends the wait of its own caller only', async () => {
    asReactNative();
    const { api, requests } = polled();
    const waiting = outcome(pollUntil(api.read, {}, options));
    const gone = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: 10 }));
    await pass(10);
    expect([gone.result!.error!.kind, requests[0]!.init.signal!.aborted]).toEqual(['timeout', false]);
    requests[0]!.answer({ done: true });
    await pass(0);
    expect(waiting.result!.data).toEqual({ done: true });
  });
});

describe('retry() of what pollUntil resolved with (rules.md#results)', () => {
  const endings: [string, number, Partial<PollUntilOptions<Untyped>>][] = [
    ['a success', 200, { until: ({ data }) => data.n % 2 === 0 }],
    ['an HTTP error', 404, {}],
    ['a timeout', 200, { giveUpAfter: EVERY + 1 }],
  ];

  it.each(endings)('runs the whole pollUntil again: %s', async (_name, status, more) => {
    const { api, sentAt } = answered(status === 404 ? [200, 404, 200, 404] : [status]);
    const first = outcome(pollUntil(api.read, {}, { ...options, ...more }));
    await pass(EVERY + 1);
    const again = outcome(first.result!.retry());
    await pass(EVERY + 1);
    expect(again.result!.error?.kind).toBe(first.result!.error?.kind);
    expect(sentAt).toHaveLength(4);
  });

  it('resolves again with the abort while the signal is aborted', async () => {
    const { api, requests } = polled();
    const first = await pollUntil(api.read, {}, { ...options, signal: AbortSignal.abort('before') });
    expect((await first.retry()).error).toMatchObject({ kind: 'abort', body: 'before' });
    expect(requests).toHaveLength(0);
  });

  it('runs with the params as they were at the call', async () => {
    const { api, requests, answer } = polled();
    const params = { id: 1 };
    const promise = pollUntil(api.read, params, options);
    await answer({ done: true });
    params.id = 2;
    void (await promise).retry();
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('http://api.test/job?id=1'));
  });

  it('ignores what it is given', async () => {
    const { api, requests, answer } = polled();
    const promise = pollUntil(api.read, {}, options);
    await answer({ done: true });
    const [again] = [await promise].map(({ retry }) => (retry as Untyped)(1, 2, 3));
    await answer({ done: true });
    expect((await again).data).toEqual({ done: true });
    expect(requests).toHaveLength(2);
  });
});

describe('two retries at the same time (rules.md#polluntil)', () => {
  it.each([
    ['on a server are two polls', asServer, 3],
    ['where there is a window share one', asReactNative, 2],
  ])('%s, each with data of its own', async (_where, enter, count) => {
    enter();
    const { api, sentAt } = answered();
    const { retry } = await pollUntil(api.read, {}, { every: EVERY, until: () => true });
    const [one, other] = await Promise.all([retry(), retry()]);
    expect(sentAt).toHaveLength(count);
    expect(one.data).not.toBe(other.data);
  });
});

describe('a mistake in the call of pollUntil (rules.md#polluntil)', () => {
  const { api } = polled();

  it.each<[string, Untyped[], RegExp]>([
    ['no endpoint', [undefined, { id: 1 }, options], /nothing to poll.*undefined/],
    ['no options', [api.read, { id: 1 }], /options of a poll.*undefined.*every/],
    ['null for options', [api.read, { id: 1 }, null], /options of a poll.*null.*every/],
  ])('is an error Result: %s', async (_name, args, sentence) => {
    const { data, response, error, retry } = await (pollUntil as Untyped)(...args);
    expect([data, response, error.status]).toEqual([null, null, 0]);
    expect(error.body).toMatchObject({ name: 'TypeError', message: expect.stringMatching(sentence) });
    expect(error.request).toEqual({ method: '', url: '', params: { id: 1 } });
    expect((await retry()).error.body.message).toMatch(sentence);
  });

  it('goes nowhere but there', async () => {
    const { reportError } = asBrowser();
    await (pollUntil as Untyped)(undefined, {}, options);
    expect(reportError).not.toHaveBeenCalled();
  });
});

describe('pollUntil in a shared poll (rules.md#sharing-a-poll)', () => {
  it('resolves without sending when until holds for the last answer', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    const callback = listener();
    const owner = new AbortController();
    void pollUntil(api.read, {}, { every: EVERY, until: () => false, signal: owner.signal });
    await pass(10);
    const { data } = await pollUntil(api.read, {}, { every: EVERY, until: () => true });
    owner.abort();
    expect([data, sentAt.length, callback.mock.calls.length]).toEqual([{ n: 1 }, 1, 0]);
  });

  it('leaves with its answer, and the poll goes on for the others', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    const owner = new AbortController();
    void pollUntil(api.read, {}, { every: EVERY, until: () => false, signal: owner.signal });
    const held = outcome(pollUntil(api.read, {}, { every: EVERY, until: ({ data }) => data.n === 2 }));
    await pass(3 * EVERY);
    owner.abort();
    expect(held.result!.data).toEqual({ n: 2 });
    expect(sentAt).toHaveLength(4);
  });
});

describe('retry() of what pollUntil resolved with', () => {
  it('asks what was asked at the call, whatever became of params and options', async () => {
    const { api, requests } = polled({ method: 'POST' });
    const [params, headers] = [{ deep: { user: 'ada' } }, { authorization: 'ada' }];
    const running = pollUntil(api.read, params, { every: EVERY, until: () => true, headers });
    requests[0]!.answer({});
    const { retry } = await running;
    params.deep.user = 'eve';
    headers.authorization = 'eve';
    void retry();
    const sent = requests.map(({ init }) => [init.body, new Headers(init.headers).get('authorization')]);
    expect(sent).toEqual(Array(2).fill(['{"deep":{"user":"ada"}}', 'ada']));
  });
});

describe('an error that somebody built by half', () => {
  it.each<[string, object]>([
    [
      'with headers that throw',
      {
        kind: 'http',
        status: 503,
        headers: {
          get: () => {
            throw new Error('get');
          },
        },
      },
    ],
    ['without a request', { kind: 'parse' }],
    ['with a request of URLs', { kind: 'parse', request: { method: 1, url: new URL('http://a.test') } }],
  ])('%s neither hangs nor crashes pollUntil', async (_what, error) => {
    const owner = new AbortController();
    const own = async () => ({ data: null, error }) as never;
    const running = pollUntil(own, {}, { every: EVERY, until: () => true, signal: owner.signal });
    await pass(EVERY);
    owner.abort();
    expect((await running).error).toBeInstanceOf(Error);
  });
});

describe('options of a poll', () => {
  it('are read once, those too that can be read only once', async () => {
    const { api, requests } = polled();
    const headers = new Map([['authorization', 'ada']]).entries();
    const running = pollUntil(api.read, {}, { every: EVERY, until: ({ data }) => data === 2, headers });
    requests[0]!.answer(1);
    await pass(EVERY);
    requests[1]!.answer(2);
    await running;
    const sent = requests.map(({ init }) => new Headers(init.headers).get('authorization'));
    expect(sent).toEqual(['ada', 'ada']);
  });

  it('that change later change nothing', async () => {
    const { api, requests } = polled();
    const headers = { authorization: 'ada' };
    const running = pollUntil(api.read, {}, { every: EVERY, until: ({ data }) => data === 2, headers });
    requests[0]!.answer(1);
    await pass(0);
    headers.authorization = 'eve';
    await pass(EVERY);
    requests[1]!.answer(2);
    await running;
    expect(new Headers(requests[1]!.init.headers).get('authorization')).toBe('ada');
  });
});

describe('onResult (rules.md#polluntil)', () => {
  const watched = () => {
    const onResult = listener();
    const { api, requests, answer, answerStatus } = polled();
    return { onResult, api, requests, answer, answerStatus };
  };

  it('gets every answer, errors and the last one included', async () => {
    const { onResult, api, answer, answerStatus } = watched();
    const wait = pollUntil(api.read, {}, { ...options, onResult });
    await answer({ done: false });
    await pass(EVERY);
    await answerStatus(503);
    await pass(EVERY);
    await answer({ done: true });
    expect((await wait).data).toEqual({ done: true });
    expect(heard(onResult)).toEqual([{ done: false }, 'http', { done: true }]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
    ['rejects', () => Promise.reject(new Error('mine'))],
  ])('stops nobody when it %s: that is reported', async (_what, onResult) => {
    const { reportError } = asBrowser();
    const { api, answer } = polled();
    const wait = pollUntil(api.read, {}, { ...options, onResult });
    await answer({ done: true });
    expect((await wait).data).toEqual({ done: true });
    expect(reportError.mock.calls).toEqual([[new Error('mine')]]);
  });

  it('may end the wait by its signal', async () => {
    const { api, answer } = watched();
    const owner = new AbortController();
    const onResult = () => owner.abort();
    const wait = pollUntil(api.read, {}, { ...options, onResult, signal: owner.signal });
    await answer({ done: true });
    expect((await wait).error?.kind).toBe('abort');
  });

  it('changes nothing of the Result that it is given', async () => {
    const { api, answer } = watched();
    const onResult = (result: object) => Object.assign(result, { data: 'mine', error: null });
    const wait = pollUntil(api.read, {}, { ...options, onResult });
    await answer({ done: true });
    expect((await wait).data).toEqual({ done: true });
  });
});
