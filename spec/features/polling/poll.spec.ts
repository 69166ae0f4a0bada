import { describe, expect, it, vi } from 'vitest';
import { type PollOptions, poll } from '../../../lib/index.js';
import type { Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import {
  asBrowser,
  asReactNative,
  asServer,
  EVERY,
  answered,
  heard,
  inOwnTime,
  listener,
  pass,
  polled,
  start,
} from '../../support/polled.js';

inOwnTime();

describe('a caller of poll (rules.md#polling)', () => {
  it('with an aborted signal sends nothing and receives nothing', async () => {
    const { api, requests } = polled();
    const { callback } = start(api.read, {}, { signal: AbortSignal.abort() });
    await pass(10 * EVERY);
    expect([requests, heard(callback)]).toEqual([[], []]);
  });

  it.each([
    ['on a server', asServer],
    ['in React Native', asReactNative],
    ['in a visible tab', () => void asBrowser()],
    ['in a hidden tab with inBackground', () => asBrowser().tab.hide()],
  ])('sends its first request at once %s', async (_name, enter) => {
    enter();
    const { api, requests } = polled();
    start(api.read, {}, { inBackground: true });
    await flush();
    expect(requests).toHaveLength(1);
  });

  it('waits `every` after the response, and not after the request, so that two requests never overlap', async () => {
    const { api, sentAt, answer } = polled();
    start(api.read);
    await pass(7 * EVERY);
    await answer(1);
    await pass(EVERY - 1);
    expect(sentAt).toEqual([0]);
    await pass(1);
    expect(sentAt).toEqual([0, 8 * EVERY]);
  });

  it('receives every Result, including errors, each with its own call for retry()', async () => {
    const { api, sentAt } = answered([200, 500, 404, 200]);
    const { stop, callback } = start(api.read);
    await pass(3 * EVERY);
    stop();
    expect(heard(callback)).toEqual([{ n: 1 }, 'http', 'http', { n: 4 }]);
    const shape = { response: expect.any(Response), retry: expect.any(Function) };
    const [[success], [failure]] = callback.mock.calls as Untyped;
    expect(success).toEqual({ ...shape, data: { n: 1 }, error: null, status: 200 });
    expect(failure).toEqual({
      ...shape,
      data: null,
      status: 500,
      error: expect.objectContaining({ status: 500 }),
    });
    const again = await success.retry();
    expect([again.data, (await again.retry()).data, sentAt.length]).toEqual([{ n: 5 }, { n: 6 }, 6]);
  });
});

describe('the options of a polled call (rules.md#polling)', () => {
  it('apply to every request, and to its retry()', async () => {
    const { api, requests, answer } = polled();
    const middleware = vi.fn((_ctx: unknown, next: () => Promise<Untyped>) => next());
    const headers = { 'X-Tenant': 'a' };
    const options = { headers, fetchOptions: { credentials: 'include' }, middleware: [middleware] } as const;
    const { callback } = start(api.read, { q: 1 }, options);
    await answer(1);
    await pass(EVERY);
    void callback.mock.calls[0]![0].retry();
    await pass(0);
    const sent = requests.map(({ url, init }) => [
      url,
      init.credentials,
      new Headers(init.headers).get('x-tenant'),
    ]);
    expect(sent).toEqual(Array(3).fill(['http://api.test/job?q=1', 'include', 'a']));
    expect(middleware).toHaveBeenCalledTimes(3);
  });

  it("give each request its own timeout, which doesn't end the poll", async () => {
    const { api, requests } = polled();
    const { callback } = start(api.read, {}, { timeout: 100 });
    await pass(2 * (100 + EVERY) + 150);
    expect([heard(callback), requests.length]).toEqual([['timeout', 'timeout', 'timeout'], 3]);
  });
});

describe('stop() and the signal (rules.md#polling)', () => {
  const enders: [string, (stop: () => void, owner: AbortController) => void][] = [
    ['stop()', (stop) => stop()],
    ['an abort of the signal', (_stop, owner) => owner.abort()],
  ];

  it.each(enders)('%s cancels the request in flight and drops its response', async (_name, end) => {
    const { api, requests, onError } = polled();
    const owner = new AbortController();
    const { stop, callback } = start(api.read, {}, { signal: owner.signal });
    await flush();
    end(stop, owner);
    end(stop, owner);
    requests[0]!.answer(1);
    await pass(10 * EVERY);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    expect([requests.length, heard(callback), onError.mock.calls]).toEqual([1, [], []]);
  });

  it.each(enders)('%s ends the wait for the next request', async (_name, end) => {
    const { api, requests, answer } = polled();
    const owner = new AbortController();
    const { stop } = start(api.read, {}, { signal: owner.signal });
    await answer(1);
    end(stop, owner);
    await pass(10 * EVERY);
    expect(requests).toHaveLength(1);
  });

  it('stop() in the callback makes that callback the last', async () => {
    const { api, sentAt } = answered();
    const caller = start(
      api.read,
      {},
      {},
      listener().mockImplementation(() => caller.stop()),
    );
    await pass(10 * EVERY);
    expect([heard(caller.callback), sentAt]).toEqual([[{ n: 1 }], [0]]);
  });

  it('a signal that aborts before the first request is sent stops the poll, and nothing is sent', async () => {
    const owner = new AbortController();
    const { api, requests } = polled({ middleware: [(_ctx, next) => (owner.abort(), next())] });
    const { callback } = start(api.read, {}, { signal: owner.signal });
    await pass(10 * EVERY);
    expect([requests, heard(callback)]).toEqual([[], []]);
  });
});

it.each(['inBackground', 'signal', 'timeout', 'headers', 'middleware'])(
  'a poll option that is null counts as missing (rules.md#polling): %s',
  async (name) => {
    const { api, sentAt } = answered();
    const { callback } = start(api.read, {}, { [name]: null });
    await pass(EVERY);
    expect([heard(callback), sentAt]).toEqual([
      [{ n: 1 }, { n: 2 }],
      [0, EVERY],
    ]);
  },
);

describe('an `every` below 1 or not finite (rules.md#polling)', () => {
  it.each([0, 0.5, NaN, Infinity, undefined, null])(
    'of %o sends one request and returns one response',
    async (every) => {
      for (const [status, answer] of [[200, { n: 1 }] as const, [503, 'http'] as const]) {
        const { api, sentAt } = answered([status]);
        const { callback } = start(api.read, {}, { every } as PollOptions);
        await pass(3_600_000);
        expect([sentAt, heard(callback)]).toEqual([[0], [answer]]);
      }
    },
  );

  it('leaves a repeating shared poll after one response, and the poll continues for the others', async () => {
    asReactNative();
    const { api, sentAt } = answered();
    const once = start(api.read, {}, { every: Infinity });
    const again = start(api.read);
    await pass(10);
    const late = start(api.read, {}, { every: 0 });
    await pass(2 * EVERY);
    expect([once, again, late].map(({ callback }) => heard(callback).length)).toEqual([1, 3, 1]);
    expect(sentAt).toEqual([0, EVERY, 2 * EVERY]);
  });

  it("doesn't include 1, which repeats", async () => {
    const { api, sentAt } = answered();
    start(api.read, {}, { every: 1 });
    await pass(3);
    expect(sentAt).toEqual([0, 1, 2, 3]);
  });
});

describe('a callback that fails (rules.md#polling)', () => {
  const mistake = new Error('mine');
  const throwing = (): never => {
    throw mistake;
  };

  it.each<[string, () => unknown]>([
    ['throws', throwing],
    ['rejects', () => Promise.reject(mistake)],
  ])(
    'because it %s stops neither its poll nor another caller, and reportError receives the error',
    async (_name, fail) => {
      const { reportError } = asBrowser();
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      const { api, onError, answer } = polled();
      start(api.read, {}, {}, listener().mockImplementation(fail));
      const { callback } = start(api.read);
      await answer(1);
      await pass(EVERY);
      await answer(2);
      expect([heard(callback), reportError.mock.calls]).toEqual([
        [1, 2],
        [[mistake], [mistake]],
      ]);
      expect([onError.mock.calls, logged.mock.calls]).toEqual([[], []]);
    },
  );

  it.each([
    ['on a server', asServer],
    ['in React Native', asReactNative],
  ])('is reported to console.error %s', async (_name, enter) => {
    enter();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { api, onError, answer } = polled();
    start(api.read, {}, {}, listener().mockImplementation(throwing));
    await answer(1);
    expect([logged.mock.calls, onError.mock.calls]).toEqual([[[mistake]], []]);
  });
});

it.each<[string, Untyped[], RegExp]>([
  ['no endpoint', [undefined, {}, listener(), { every: EVERY }], /first poll argument is undefined/],
  ['no options', [polled().api.read, {}, listener()], /poll options argument is undefined.*every/],
])(
  'a mistake in the call of poll (rules.md#polling) is reported, and stop() does nothing: %s',
  async (_name, args, sentence) => {
    const { reportError } = asBrowser();
    const stop = (poll as Untyped)(...args);
    await pass(EVERY);
    expect(stop()).toBeUndefined();
    expect(reportError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringMatching(sentence) })],
    ]);
  },
);
