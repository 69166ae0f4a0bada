import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type PollOptions, poll } from '../../../lib/index.js';
import type { Untyped } from '../../support/capture.js';
import {
  asBrowser,
  asReactNative,
  asServer,
  EVERY,
  answered,
  heard,
  listener,
  pass,
  polled,
} from '../../support/polled.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a poll caller (rules.md#polling)', () => {
  it('that comes with an aborted signal sends nothing and is never called', async () => {
    const { api, requests } = polled();
    const callback = listener();
    const stop = poll(api.read, {}, callback, { every: EVERY, signal: AbortSignal.abort() });
    await pass(10 * EVERY);
    stop();
    expect(requests).toHaveLength(0);
    expect(callback).not.toHaveBeenCalled();
  });

  it.each([
    ['on a server', asServer],
    ['in React Native', asReactNative],
    ['in a visible tab', () => void asBrowser()],
    ['in a hidden tab with inBackground', () => asBrowser().tab.hide()],
  ])('sends its first request at once %s', (_name, enter) => {
    enter();
    const { api, requests } = polled();
    const stop = poll(api.read, {}, listener(), { every: EVERY, inBackground: true });
    expect(requests).toHaveLength(1);
    stop();
  });

  it('waits `every` from the answer, and not from the request', async () => {
    const { api, sentAt, answer } = polled();
    poll(api.read, {}, listener(), { every: EVERY });
    await pass(700);
    await answer(1);
    await pass(EVERY - 1);
    expect(sentAt).toEqual([0]);
    await pass(1);
    expect(sentAt).toEqual([0, 700 + EVERY]);
  });

  it('never has two requests in flight', async () => {
    const { api, requests } = polled();
    poll(api.read, {}, listener(), { every: EVERY });
    await pass(100 * EVERY);
    expect(requests).toHaveLength(1);
  });

  it('gives the callback every Result, errors included', async () => {
    const { api } = answered([200, 500, 404, 200]);
    const callback = listener();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    poll(api.read, {}, callback, { every: EVERY });
    await pass(3 * EVERY);
    expect(heard(callback)).toEqual([{ n: 1 }, 'http', 'http', { n: 4 }]);
  });
});

describe('the options of a call (rules.md#polling)', () => {
  it('apply to every request', async () => {
    const { api, requests, answer } = polled();
    const fetchOptions = { credentials: 'include' } as const;
    poll(api.read, { q: 1 }, listener(), { every: EVERY, headers: { 'X-Tenant': 'a' }, fetchOptions });
    await answer(1);
    await pass(EVERY);
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('http://api.test/job?q=1'));
    expect(requests.map(({ init }) => init.credentials)).toEqual(['include', 'include']);
    expect(requests.map(({ init }) => new Headers(init.headers).get('x-tenant'))).toEqual(['a', 'a']);
  });

  it('run the middleware anew for every request', async () => {
    const { api } = answered();
    const middleware = jest.fn((_ctx: unknown, next: () => Promise<Untyped>) => next());
    poll(api.read, {}, listener(), { every: EVERY, middleware: [middleware] });
    await pass(2 * EVERY);
    expect(middleware).toHaveBeenCalledTimes(3);
  });

  it('give each request its own deadline, which does not end the poll', async () => {
    const { api, requests } = polled();
    const callback = listener();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    poll(api.read, {}, callback, { every: EVERY, timeout: 100 });
    await pass(2 * (100 + EVERY) + 150);
    expect(heard(callback)).toEqual(['timeout', 'timeout', 'timeout']);
    expect(requests).toHaveLength(3);
  });
});

describe('stop() and the signal (rules.md#polling)', () => {
  const enders: [string, (stop: () => void, owner: AbortController) => void][] = [
    ['stop()', (stop) => stop()],
    ['an abort of the signal', (_stop, owner) => owner.abort()],
  ];

  it.each(enders)('%s cancels the request in flight and delivers nothing of it', async (_name, end) => {
    const { api, requests, onError } = polled();
    const callback = listener();
    const owner = new AbortController();
    const stop = poll(api.read, {}, callback, { every: EVERY, signal: owner.signal });
    end(stop, owner);
    requests[0]!.answer(1);
    await pass(10 * EVERY);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    expect([requests.length, callback.mock.calls.length, onError.mock.calls.length]).toEqual([1, 0, 0]);
  });

  it.each(enders)('%s ends the wait for the next request', async (_name, end) => {
    const { api, requests, answer } = polled();
    const owner = new AbortController();
    const stop = poll(api.read, {}, listener(), { every: EVERY, signal: owner.signal });
    await answer(1);
    end(stop, owner);
    await pass(10 * EVERY);
    expect(requests).toHaveLength(1);
  });

  it('stop() may be called twice, and after an abort', async () => {
    const { api, requests } = polled();
    const owner = new AbortController();
    const stop = poll(api.read, {}, listener(), { every: EVERY, signal: owner.signal });
    stop();
    stop();
    owner.abort();
    stop();
    await pass(EVERY);
    expect(requests).toHaveLength(1);
  });

  it('stop() inside the callback makes that call the last', async () => {
    const { api, sentAt } = answered();
    const callback = listener();
    const stop: () => void = poll(api.read, {}, (result) => (callback(result), stop()), { every: EVERY });
    await pass(10 * EVERY);
    expect(heard(callback)).toEqual([{ n: 1 }]);
    expect(sentAt).toHaveLength(1);
  });

  it('a signal that aborts before the first request is sent stops the poll, and nothing is sent', async () => {
    const owner = new AbortController();
    const { api, requests } = polled({
      middleware: [(_ctx, next) => (owner.abort(), next())],
    });
    const callback = listener();
    poll(api.read, {}, callback, { every: EVERY, signal: owner.signal });
    await pass(10 * EVERY);
    expect(requests).toEqual([]);
    expect(callback).not.toHaveBeenCalled();
  });

  it('a signal that aborts inside of fetch stops the poll, and ends the request', async () => {
    const owner = new AbortController();
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (_url: string, { signal }: RequestInit): Promise<Response> => {
      owner.abort();
      signals.push(signal);
      return new Promise(() => {});
    };
    const callback = listener();
    poll(polled({}, { fetch }).api.read, {}, callback, { every: EVERY, signal: owner.signal });
    await pass(10 * EVERY);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect(callback).not.toHaveBeenCalled();
  });
});

describe('an option of a poll that is null', () => {
  it.each(['maxEvery', 'inBackground', 'signal', 'timeout', 'headers', 'middleware'])(
    'counts as missing: %s',
    async (name) => {
      const { api, sentAt } = answered();
      const callback = listener();
      const stop = poll(api.read, {}, callback, { every: EVERY, [name]: null });
      await pass(EVERY);
      stop();
      expect([heard(callback), sentAt]).toEqual([
        [{ n: 1 }, { n: 2 }],
        [0, EVERY],
      ]);
    },
  );
});

describe('an `every` below 1 or not finite (rules.md#polling)', () => {
  const single = [0, -1, 0.5, NaN, Infinity, -Infinity, undefined, '1000', null];

  it.each(single)('%p is one request and one call of the callback', async (every) => {
    const { api, sentAt } = answered();
    const callback = listener();
    poll(api.read, {}, callback, { every } as PollOptions);
    await pass(3_600_000);
    expect(sentAt).toHaveLength(1);
    expect(heard(callback)).toEqual([{ n: 1 }]);
  });

  it('gives an error too, and asks no more', async () => {
    const { api, sentAt } = answered([503]);
    const callback = listener();
    poll(api.read, {}, callback, { every: 0 });
    await pass(3_600_000);
    expect(sentAt).toHaveLength(1);
    expect(heard(callback)).toEqual(['http']);
  });

  it('leaves a repeating shared poll after one answer, which goes on for the others', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    const [once, again] = [listener(), listener()];
    poll(api.read, {}, once, { every: Infinity });
    const stop = poll(api.read, {}, again, { every: EVERY });
    await pass(2 * EVERY);
    stop();
    expect([once.mock.calls.length, again.mock.calls.length]).toEqual([1, 3]);
    expect(sentAt).toEqual([0, EVERY, 2 * EVERY]);
  });

  it('is answered by the last answer of a poll that runs', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    const once = listener();
    const stop = poll(api.read, {}, listener(), { every: EVERY });
    await pass(10);
    poll(api.read, {}, once, { every: 0 });
    await pass(10);
    stop();
    expect(heard(once)).toEqual([{ n: 1 }]);
    expect(sentAt).toHaveLength(1);
  });

  it.each([1, 1.5])('%p repeats', async (every) => {
    const { api, sentAt } = answered();
    const stop = poll(api.read, {}, listener(), { every });
    await pass(30);
    stop();
    expect(sentAt.length).toBeGreaterThan(10);
  });
});

describe('a callback that fails (rules.md#polling)', () => {
  const mistake = new Error('mine');
  const failing: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw mistake;
      },
    ],
    ['rejects', () => Promise.reject(mistake)],
  ];

  it.each(failing)('because it %s stops neither its poll nor another caller', async (_name, callback) => {
    asBrowser();
    const { api } = answered();
    const others = listener();
    const stops = [callback, others].map((each) => poll(api.read, {}, each, { every: EVERY }));
    await pass(2 * EVERY);
    for (const stop of stops) stop();
    expect(others).toHaveBeenCalledTimes(3);
  });

  it.each(failing)('because it %s is told to reportError in a browser', async (_name, callback) => {
    const { reportError } = asBrowser();
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api, onError, answer } = polled();
    const stop = poll(api.read, {}, callback, { every: EVERY });
    await answer(1);
    stop();
    expect(reportError.mock.calls).toEqual([[mistake]]);
    expect([onError.mock.calls.length, logged.mock.calls.length]).toEqual([0, 0]);
  });

  it.each([
    ['on a server', asServer],
    ['in React Native', asReactNative],
  ])('is told to console.error %s', async (_name, enter) => {
    enter();
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api, onError, answer } = polled();
    const stop = poll(api.read, {}, failing[0]![1], { every: EVERY });
    await answer(1);
    stop();
    expect(logged.mock.calls).toEqual([[mistake]]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('stops nothing where the console fails too', async () => {
    jest.spyOn(console, 'error').mockImplementation(failing[0]![1]);
    const { api, sentAt } = answered();
    poll(api.read, {}, failing[0]![1], { every: EVERY });
    await pass(2 * EVERY);
    expect(sentAt).toHaveLength(3);
  });
});

describe('a mistake in the call of poll (rules.md#polling)', () => {
  const { api } = polled();

  it.each<[string, Untyped[], RegExp]>([
    ['no endpoint', [undefined, {}, listener(), { every: EVERY }], /nothing to poll.*undefined/],
    ['no function', [{}, {}, listener(), { every: EVERY }], /nothing to poll.*Object/i],
    ['no options', [api.read, {}, listener()], /options of a poll.*undefined.*every/],
    ['null for options', [api.read, {}, listener(), null], /options of a poll.*null.*every/],
  ])('is reported and gives a stop that does nothing: %s', async (_name, args, sentence) => {
    const { reportError } = asBrowser();
    const stop = (poll as Untyped)(...args);
    await pass(EVERY);
    expect(stop()).toBeUndefined();
    expect(reportError).toHaveBeenCalledTimes(1);
    expect(reportError.mock.calls[0]![0]).toMatchObject({ message: expect.stringMatching(sentence) });
  });

  it('is reported once per answer when it is the callback that is missing', async () => {
    const { reportError } = asBrowser();
    const { api: asked } = answered();
    const stop = poll(asked.read, {}, undefined as never, { every: EVERY });
    await pass(EVERY);
    stop();
    expect(reportError).toHaveBeenCalledTimes(2);
  });
});

describe('the Results of a poll (rules.md#results)', () => {
  it('are well-formed', async () => {
    const { api } = answered([200, 404]);
    const callback = listener();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const stop = poll(api.read, {}, callback, { every: EVERY });
    await pass(EVERY);
    stop();
    const shape = { response: expect.any(Response), retry: expect.any(Function) };
    const [[success], [failure]] = callback.mock.calls as Untyped;
    expect(success).toEqual({ ...shape, data: { n: 1 }, error: null });
    expect(failure).toEqual({ ...shape, data: null, error: expect.objectContaining({ status: 404 }) });
  });

  it.each([
    ['while the poll runs', EVERY],
    ['after a single ask', 0],
  ])('run the same call again on retry(), %s', async (_name, every) => {
    const { api, sentAt } = answered([500, 200]);
    const callback = listener();
    poll(api.read, { q: 1 }, callback, { every });
    await pass(0);
    expect((await callback.mock.calls[0]![0].retry()).data).toEqual({ n: 2 });
    expect(sentAt).toEqual([0, 0]);
  });

  it('run the same call again on retry() after stop(), again and again', async () => {
    const { api, requests, answer } = polled();
    const callback = listener();
    const stop = poll(api.read, { q: 1 }, callback, { every: EVERY, headers: { 'X-A': 'b' } });
    await answer(1);
    stop();
    const second = callback.mock.calls[0]![0].retry();
    await answer(2);
    const third = (await second).retry();
    await answer(3);
    expect([(await second).data, (await third).data]).toEqual([2, 3]);
    expect(requests.map(({ init }) => new Headers(init.headers).get('x-a'))).toEqual(['b', 'b', 'b']);
  });
});
