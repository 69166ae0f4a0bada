import { describe, expect, it, vi } from 'vitest';
import {
  type MiddlewareContext,
  Operation,
  Plugin,
  type PollUntilOptions,
  type Result,
  type SendRequest,
  createGraphQL,
  pollUntil,
} from '../../../lib/index.js';
import type { Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import {
  EVERY,
  answered,
  asBrowser,
  asReactNative,
  asServer,
  heard,
  inOwnTime,
  listener,
  pass,
  polled,
  start,
} from '../../support/polled.js';

const isDone = ({ data }: { data: Untyped }): boolean => data.done === true;
const options: PollUntilOptions<Untyped> = { every: EVERY, until: isDone };

/** The Result after the promise resolves. */
const outcome = (promise: Promise<Result<Untyped>>) => {
  const held: { result?: Result<Untyped> } = {};
  void promise.then((result) => (held.result = result));
  return held;
};

const mistake = new Error('mine');
const failing: [string, () => never][] = [
  [
    'throws',
    () => {
      throw mistake;
    },
  ],
  ['rejects', () => Promise.reject(mistake) as never],
];

inOwnTime();

describe('until (rules.md#polluntil)', () => {
  it('is called for successes only, and ends the wait with the Result for which it returns true', async () => {
    const { api, sentAt } = answered([500, 200, 500, 200]);
    const until = vi.fn(({ data, response }: Untyped) => data.n === 4 && response.ok);
    const held = outcome(pollUntil(api.read, {}, { every: EVERY, until }));
    await pass(13 * EVERY);
    expect(held.result).toMatchObject({ data: { n: 4 }, error: null, response: { status: 200 } });
    expect(until.mock.calls.map(([{ data }]) => data.n)).toEqual([2, 4]);
    expect(sentAt).toHaveLength(4);
  });

  it.each([1, 'true', Promise.resolve(true), undefined])(
    'continues for %o, which is not true',
    async (answer) => {
      const { api, sentAt } = answered();
      const held = outcome(pollUntil(api.read, {}, { every: EVERY, until: () => answer as never }));
      await pass(2 * EVERY);
      expect({ result: held.result, length: sentAt.length }).toEqual({ result: undefined, length: 3 });
    },
  );

  it.each(failing)(
    'that %s counts as not done, and is reported like an error of a callback',
    async (_name, until) => {
      const { reportError } = asBrowser();
      const { api, onError, answer, requests } = polled();
      const held = outcome(pollUntil(api.read, {}, { every: EVERY, until }));
      await answer(1);
      await pass(EVERY);
      expect({ result: held.result, length: requests.length, calls: onError.mock.calls }).toEqual({
        result: undefined,
        length: 2,
        calls: [],
      });
      expect(reportError.mock.calls).toEqual([[mistake]]);
    },
  );
});

describe('pollUntil also resolves with (rules.md#polluntil)', () => {
  it.each([400, 401, 404, 410, 425, 499])('an HTTP %i', async (status) => {
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
    await flush();
    requests[0]!.answer(new Response('{'));
    expect((await promise).error?.kind).toBe('parse');
  });

  it("a 'middleware' error", async () => {
    const middleware = [() => Promise.reject(mistake)];
    const { error } = await pollUntil(polled().api.read, {}, { ...options, middleware });
    expect(error).toMatchObject({ kind: 'middleware', body: mistake });
  });

  it("an 'abort' of the request itself, as dedupe makes it", async () => {
    const { api, onError } = polled({ dedupe: true });
    const promise = pollUntil(api.read, { id: 1 }, options);
    void api.read({ id: 2 });
    expect((await promise).error?.kind).toBe('abort');
    expect(onError).not.toHaveBeenCalled();
  });

  it.each([0, NaN, Infinity, undefined])('the first Result when every is %o, done or not', async (every) => {
    for (const status of [200, 500]) {
      const { api, sentAt } = answered([status]);
      const { response } = await pollUntil(api.read, {}, { until: () => false, every } as never);
      await pass(3_600_000);
      expect({ status: response!.status, sentAt }).toEqual({ status, sentAt: [0] });
    }
  });
});

it.each<[string, (request: ReturnType<typeof polled>['requests'][number]) => unknown]>([
  ...[500, 503, 599, 408, 429, 304].map((status): [string, (request: Untyped) => unknown] => [
    `an HTTP ${status}`,
    (request) => request.answer(new Response(null, { status })),
  ]),
  ['a network error', (request) => request.fail(new TypeError('reset'))],
  ["a single request's own timeout", () => pass(100)],
])('pollUntil continues after %s (rules.md#polluntil)', async (_what, settle) => {
  const { api, requests } = polled();
  const held = outcome(pollUntil(api.read, {}, { ...options, timeout: 100 }));
  await flush();
  await settle(requests[0]!);
  await pass(EVERY);
  requests[1]!.answer({ done: true });
  await pass(0);
  expect(held.result!.data).toEqual({ done: true });
});

describe("pollUntil's own results (rules.md#polluntil)", () => {
  const first = { method: 'GET', url: 'http://api.test/job?id=1', params: { id: 1 } };

  it("are 'timeout' if giveUpAfter passes first, with the most recent request", async () => {
    const { api, onError, answer } = polled();
    const held = outcome(pollUntil(api.read, { id: 1 }, { ...options, giveUpAfter: 2500 }));
    await answer({});
    await pass(2499);
    expect(held.result).toBeUndefined();
    await pass(1);
    const { data, response, error } = held.result!;
    expect({ data, response, request: error!.request }).toEqual({
      data: null,
      response: null,
      request: first,
    });
    expect(error).toMatchObject({ kind: 'timeout', status: 0, body: { name: 'TimeoutError' } });
    expect(error!.message).toBe('GET /job timed out after 2500 ms');
    expect(onError).not.toHaveBeenCalled();
  });

  it('name the request as a middleware changed it', async () => {
    const { api } = polled({}, { middleware: [(ctx, next) => ((ctx.request.url += '?by=mw'), next())] });
    const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: 10 }));
    await pass(10);
    expect(held.result!.error!.request.url).toBe('http://api.test/job?by=mw');
  });

  it('name no request if none was sent, but the given params', async () => {
    asBrowser().tab.hide();
    const { api, requests } = polled();
    const held = outcome(pollUntil(api.read, { id: 1 }, { ...options, giveUpAfter: 5000 }));
    await pass(5000);
    expect(held.result!.error!.request).toEqual({ method: '', url: '', params: { id: 1 } });
    expect(requests).toHaveLength(0);
  });

  it('count the requests that reached fetch, and not the requests that a plugin held back', async () => {
    class Holding extends Plugin {
      override readonly name: string = 'holding';
      held = 1;

      override wrapFetch(_ctx: MiddlewareContext, url: string, init: RequestInit, send: SendRequest) {
        return this.held-- > 0 ? new Promise<Response>(() => undefined) : send(url, init);
      }
    }
    const { api, requests, answer } = polled({}, { middleware: [new Holding()], timeout: EVERY });
    const ask = (giveUpAfter: number) => outcome(pollUntil(api.read, {}, { ...options, giveUpAfter }));
    const early = ask(10);
    await pass(10);
    expect(early.result!.error).toMatchObject({ sent: false, attempts: 0 });
    const late = ask(5 * EVERY);
    await pass(0);
    await answer({ done: false });
    await pass(5 * EVERY);
    expect(requests.length).toBeGreaterThan(1);
    expect(late.result!.error!.attempts).toBe(requests.length);
  });

  it("are 'abort' if the signal aborts, and the request in flight is cancelled", async () => {
    const { api, requests, onError } = polled();
    const owner = new AbortController();
    const promise = pollUntil(api.read, { id: 1 }, { ...options, signal: owner.signal });
    await flush();
    owner.abort('enough');
    const { data, response, error } = await promise;
    expect({ data, response, request: error!.request }).toEqual({
      data: null,
      response: null,
      request: first,
    });
    expect(error).toMatchObject({ kind: 'abort', status: 0, body: 'enough' });
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    expect(onError).not.toHaveBeenCalled();
  });

  it("are 'abort' if the signal aborts between two requests", async () => {
    const { api, sentAt } = answered();
    const owner = new AbortController();
    const held = outcome(pollUntil(api.read, {}, { ...options, signal: owner.signal }));
    await pass(EVERY + 500);
    owner.abort();
    await pass(10 * EVERY);
    expect(held.result!.error).toMatchObject({ kind: 'abort', body: { name: 'AbortError' } });
    expect(sentAt).toHaveLength(2);
  });

  it("are 'abort' at once for an aborted signal, and again on retry(), and nothing is sent", async () => {
    const { api, requests } = polled();
    const result = await pollUntil(api.read, {}, { ...options, signal: AbortSignal.abort('before') });
    for (const { error } of [result, await result.retry()])
      expect(error).toMatchObject({ kind: 'abort', body: 'before', request: { method: '', url: '' } });
    expect(requests).toHaveLength(0);
  });

  it("are 'abort' if the signal aborts before the first request is sent, and nothing is sent", async () => {
    const owner = new AbortController();
    const { api, requests } = polled({ middleware: [(_ctx, next) => (owner.abort('mine'), next())] });
    const { error } = await pollUntil(api.read, {}, { ...options, signal: owner.signal });
    await pass(10 * EVERY);
    expect(error).toMatchObject({ kind: 'abort', body: 'mine' });
    expect(requests).toHaveLength(0);
  });
});

describe('giveUpAfter (rules.md#polluntil)', () => {
  it.each([0, -1, NaN, Infinity, 2 ** 31, undefined, null])(
    'of %o disables the limit',
    async (giveUpAfter) => {
      const { api } = polled();
      const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: giveUpAfter as never }));
      await pass(2 ** 31);
      expect(held.result).toBeUndefined();
    },
  );

  it('of 2^31-1 is the maximum', async () => {
    const { api } = polled();
    const held = outcome(pollUntil(api.read, {}, { ...options, giveUpAfter: 2 ** 31 - 1 }));
    await pass(2 ** 31 - 2);
    expect(held.result).toBeUndefined();
    await pass(1);
    expect(held.result!.error!.kind).toBe('timeout');
  });

  it('keeps counting while the poll is paused', async () => {
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
    expect({ kind: gone.result!.error!.kind, aborted: requests[0]!.init.signal!.aborted }).toEqual({
      kind: 'timeout',
      aborted: false,
    });
    requests[0]!.answer({ done: true });
    await pass(0);
    expect(waiting.result!.data).toEqual({ done: true });
  });
});

describe('retry() of a Result of pollUntil (rules.md#results)', () => {
  it.each<[string, readonly number[], Partial<PollUntilOptions<Untyped>>]>([
    ['a success', [200], { until: ({ data }) => data.n % 2 === 0 }],
    ['an HTTP error', [200, 404, 200, 404], {}],
    ['a timeout', [200], { giveUpAfter: EVERY + 1 }],
  ])('runs the whole pollUntil again: %s', async (_name, statuses, more) => {
    const { api, sentAt } = answered(statuses);
    const first = outcome(pollUntil(api.read, {}, { ...options, ...more }));
    await pass(EVERY + 1);
    const again = outcome((first.result!.retry as Untyped)(1, 2, 3));
    await pass(EVERY + 1);
    expect(again.result!.error?.kind).toBe(first.result!.error?.kind);
    expect(sentAt).toHaveLength(4);
  });

  it('sends the original request, even if params and options were changed', async () => {
    const { api, requests } = polled({ method: 'POST' });
    const [params, headers] = [{ deep: { user: 'ada' } }, { authorization: 'ada' }];
    const running = pollUntil(api.read, params, { every: EVERY, until: () => true, headers });
    await flush();
    requests[0]!.answer({});
    const { retry } = await running;
    params.deep.user = 'eve';
    headers.authorization = 'eve';
    void retry();
    await flush();
    const sent = requests.map(({ init }) => [init.body, new Headers(init.headers).get('authorization')]);
    expect(sent).toEqual(Array(2).fill(['{"deep":{"user":"ada"}}', 'ada']));
  });

  it.each([
    ['on a server starts two polls', asServer, 3],
    ['in a browser shares one poll', asReactNative, 2],
  ])('twice at the same time %s, each with its own data', async (_where, enter, count) => {
    enter();
    const { api, sentAt } = answered();
    const { retry } = await pollUntil(api.read, {}, { every: EVERY, until: () => true });
    const [one, other] = await Promise.all([retry(), retry()]);
    expect(sentAt).toHaveLength(count);
    expect(one.data).not.toBe(other.data);
  });
});

it.each<[string, Untyped[], RegExp]>([
  ['no endpoint', [undefined, { id: 1 }, options], /first poll argument is undefined/],
  ['no options', [polled().api.read, { id: 1 }], /poll options argument is undefined.*every/],
  [
    'no until',
    [polled().api.read, { id: 1 }, { every: 10 }],
    /"until" of pollUntil is undefined: pass a function/,
  ],
])(
  'a mistake in the call of pollUntil (rules.md#polluntil) returns an error Result and has no other effect: %s',
  async (_name, args, sentence) => {
    const { reportError } = asBrowser();
    const { data, response, error, retry } = await (pollUntil as Untyped)(...args);
    expect({ data, response, status: error.status }).toEqual({ data: null, response: null, status: 0 });
    expect(error.body).toMatchObject({ name: 'TypeError', message: expect.stringMatching(sentence) });
    expect(error.request).toEqual({ method: '', url: '', params: { id: 1 } });
    expect((await retry()).error.body.message).toMatch(sentence);
    expect(reportError).not.toHaveBeenCalled();
  },
);

describe('pollUntil in a shared poll (rules.md#sharing-a-poll)', () => {
  it('resolves without sending if until returns true for the last response', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    start(api.read);
    await pass(10);
    const { data } = await pollUntil(api.read, {}, { every: EVERY, until: () => true });
    expect({ data, sentAt }).toEqual({ data: { n: 1 }, sentAt: [0] });
  });

  it('leaves with its response, and the poll continues for the others', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    start(api.read);
    const held = outcome(pollUntil(api.read, {}, { every: EVERY, until: ({ data }) => data.n === 2 }));
    await pass(3 * EVERY);
    expect({ data: held.result!.data, length: sentAt.length }).toEqual({ data: { n: 2 }, length: 4 });
  });
});

it('options of a poll are read once, even if they can be read only once', async () => {
  const { api, requests } = polled();
  const [headers, changing] = [new Map([['authorization', 'ada']]).entries(), { authorization: 'eve' }];
  for (const each of [headers, changing]) start(api.read, {}, { headers: each });
  await flush();
  for (const request of requests) request.answer(1);
  changing.authorization = 'mallory';
  await pass(EVERY);
  const sent = requests.map(({ init }) => new Headers(init.headers).get('authorization'));
  expect(sent).toEqual(['ada', 'eve', 'ada', 'eve']);
});

describe('onResult (rules.md#polluntil)', () => {
  it('receives every response, including errors and the last one', async () => {
    const onResult = listener();
    const { api, answer, answerStatus } = polled();
    const wait = pollUntil(api.read, {}, { ...options, onResult });
    await answer({ done: false });
    await pass(EVERY);
    await answerStatus(503);
    await pass(EVERY);
    await answer({ done: true });
    expect((await wait).data).toEqual({ done: true });
    expect(heard(onResult)).toEqual([{ done: false }, 'http', { done: true }]);
  });

  it.each(failing)('is reported if it %s', async (_what, onResult) => {
    const { reportError } = asBrowser();
    const { api, answer } = polled();
    const wait = pollUntil(api.read, {}, { ...options, onResult });
    await answer({ done: true });
    expect((await wait).data).toEqual({ done: true });
    expect(reportError.mock.calls).toEqual([[mistake]]);
  });

  it('can end the wait with its signal', async () => {
    const { api, answer } = polled();
    const owner = new AbortController();
    const wait = pollUntil(api.read, {}, { ...options, onResult: () => owner.abort(), signal: owner.signal });
    await answer({ done: true });
    expect((await wait).error?.kind).toBe('abort');
  });

  it("can't change the Result that it receives", async () => {
    const { api, answer } = polled();
    const onResult = (result: object) => Object.assign(result, { data: 'mine', error: null });
    const wait = pollUntil(api.read, {}, { ...options, onResult });
    await answer({ done: true });
    expect((await wait).data).toEqual({ done: true });
  });
});
