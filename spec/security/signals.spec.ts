import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Middleware, poll, pollUntil, type Result, retryMiddleware } from '../../lib/index.js';
import { jsonResponse } from '../../lib/testing.js';
import { heldFetch } from '../support/held-fetch.js';
import { answering, heeding, oneEndpoint } from '../support/one-endpoint.js';

/** What a signal of somebody's own making may do. */
interface Oddity {
  readonly add?: (signal: HandMade, listener: () => void) => void;
  readonly remove?: (() => void) | null;
  readonly aborted?: () => boolean;
  readonly reason?: () => unknown;
}

/** A signal of somebody's own making; it knows functions only, and no object with `handleEvent`. */
class HandMade {
  readonly listeners = new Set<() => void>();
  removeEventListener: unknown;
  readonly #odd: Oddity;
  #aborted = false;

  constructor(odd: Oddity) {
    this.#odd = odd;
    const remove = (_type: string, listener: () => void): boolean => this.listeners.delete(listener);
    this.removeEventListener = odd.remove === undefined ? remove : (odd.remove ?? undefined);
  }

  get aborted(): boolean {
    return this.#odd.aborted?.() ?? this.#aborted;
  }

  get reason(): unknown {
    return this.#odd.reason ? this.#odd.reason() : 'enough';
  }

  addEventListener(_type: string, listener: () => void): void {
    this.#odd.add?.(this, listener);
    this.listeners.add(listener);
  }

  fire(): void {
    this.#aborted = true;
    for (const listener of [...this.listeners]) listener();
  }
}

const explode = (): never => {
  throw new Error('do not touch');
};

const oddities: [string, Oddity][] = [
  ['is as any other', {}],
  ['has a removeEventListener that throws', { remove: explode }],
  ['has no removeEventListener', { remove: null }],
  ['has an aborted that throws', { aborted: explode }],
  ['has a reason that throws', { reason: explode }],
  ['takes a listener twice', { add: (signal, listener) => signal.listeners.add(() => listener()) }],
];

const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const signalThat = (odd: Oddity) => {
  const made = new HandMade(odd);
  return { made, signal: made as unknown as AbortSignal };
};

const thrown: unknown[] = [];
const note = (error: unknown): void => void thrown.push(error);

beforeEach(() => {
  thrown.length = 0;
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
});

afterEach(async () => {
  await setImmediate();
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  expect(thrown).toEqual([]);
});

describe.each(oddities)('a signal that %s', (_what, odd) => {
  it('lets a success be one', async () => {
    const { signal } = signalThat(odd);
    const { data, error } = await oneEndpoint().call({}, { signal, timeout: 1000 });
    expect([data, error]).toEqual([{ ok: true }, null]);
  });

  it('ends a call with its abort, and every other user of it', async () => {
    const { made, signal } = signalThat(odd);
    const running = [1, 2, 3].map(() => oneEndpoint({ fetch: heeding() }).call({}, { signal }));
    await setImmediate();
    made.fire();
    expect((await Promise.all(running)).map(({ error }) => error?.kind)).toEqual(Array(3).fill('abort'));
  });

  it('leaves the deadline as it is', async () => {
    const { signal } = signalThat(odd);
    const { error } = await oneEndpoint({ fetch: heeding() }).call({}, { signal, timeout: 10 });
    expect(error?.kind).toBe('timeout');
  });

  it('ends the wait of a retry', async () => {
    const { made, signal } = signalThat(odd);
    const middleware = [retryMiddleware({ baseDelay: 60_000, jitter: false, onRetry: () => made.fire() })];
    const fetch = answering({}, { status: 500 });
    const { error } = await oneEndpoint({ fetch, endpoint: { middleware } }).call({}, { signal });
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['abort', 1]);
  });

  it('put in the place of the call’s own by a middleware, ends the request', async () => {
    const { made, signal } = signalThat(odd);
    const installing: Middleware = ({ request }, next) => {
      request.signal = signal;
      return next();
    };
    const fetch = heeding();
    const running = oneEndpoint({ fetch, endpoint: { middleware: [installing] } }).call();
    await setImmediate();
    made.fire();
    expect((await running).error?.kind).toBe('abort');
  });

  it('stops a poll, and so does stop()', async () => {
    const { made, signal } = signalThat(odd);
    const { fetch, requests } = heldFetch();
    const callback = jest.fn();
    const { call } = oneEndpoint({ fetch });
    poll(call, {}, callback, { every: 1, signal });
    const stop = poll(call, {}, callback, { every: 1, signal });
    stop();
    made.fire();
    for (const { answer } of requests) answer(jsonResponse({}));
    await setTimeout(5);
    expect([callback.mock.calls.length, requests.length]).toEqual([0, 2]);
    expect(requests.every(({ init }) => init.signal?.aborted)).toBe(true);
  });

  it('ends pollUntil with its abort', async () => {
    const { made, signal } = signalThat(odd);
    const running: Promise<Result<unknown>> = pollUntil(
      oneEndpoint({ fetch: heeding() }).call,
      {},
      {
        every: 1,
        until: () => false,
        signal,
      },
    );
    made.fire();
    expect((await running).error?.kind).toBe('abort');
  });
});

describe('a signal that can take no listener', () => {
  it('makes the call a network error, and nothing is sent', async () => {
    const { signal } = signalThat({ add: explode });
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, { signal, timeout: 1000 });
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['network', 0]);
    expect((error?.body as Error).message).toBe('do not touch');
  });

  it('leaves no timer of a deadline behind', async () => {
    const { signal } = signalThat({ add: explode });
    const timers = countTimers();
    await oneEndpoint().call({}, { signal, timeout: 60_000 });
    expect(countTimers()).toBe(timers);
  });

  it('leaves no poll behind: it is reported, or the Result', async () => {
    const { signal } = signalThat({ add: explode });
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { call } = oneEndpoint();
    const callback = jest.fn();
    poll(call, {}, callback, { every: 1, signal });
    poll(call, {}, callback, { every: 0, signal });
    const result = await pollUntil(call, {}, { every: 1, until: () => false, signal });
    await setTimeout(5);
    expect([result.error?.kind, callback.mock.calls.length, reported.mock.calls.length]).toEqual([
      'network',
      0,
      2,
    ]);
    reported.mockRestore();
  });

  it('installed by a middleware makes it a middleware error', async () => {
    const { signal } = signalThat({ add: explode });
    const fetch = answering();
    const installing: Middleware = ({ request }, next) => {
      request.signal = signal;
      return next();
    };
    const { error } = await oneEndpoint({ fetch, endpoint: { middleware: [installing] } }).call();
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['middleware', 0]);
  });

  it('does not keep others who wait for it from being told', async () => {
    let refuses = false;
    const { made, signal } = signalThat({ add: () => (refuses ? explode() : undefined) });
    const running = oneEndpoint({ fetch: heeding() }).call({}, { signal });
    refuses = true;
    await oneEndpoint().call({}, { signal });
    made.fire();
    expect((await running).error?.kind).toBe('abort');
  });
});

describe('a signal that aborts while it takes the listener', () => {
  it.each(['its listener', 'nobody'])('and tells %s', async (who) => {
    const { made, signal } = signalThat({
      add: (signalItself, listener) => {
        signalItself.fire();
        if (who === 'its listener') listener();
      },
    });
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, { signal, timeout: 1000 });
    expect([error?.kind, fetch.mock.calls.length, made.listeners.size]).toEqual(['abort', 0, 0]);
  });
});

describe('a signal that aborts without telling anybody', () => {
  it('keeps the request from being sent', async () => {
    let aborted = false;
    const { signal } = signalThat({ aborted: () => aborted });
    const fetch = answering();
    const silent: Middleware = (_ctx, next) => {
      aborted = true;
      return next();
    };
    const { error } = await oneEndpoint({ fetch, endpoint: { middleware: [silent] } }).call({}, { signal });
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['abort', 0]);
  });
});

describe('a signal that takes a listener once, and refuses the next', () => {
  const once = () => {
    let times = 0;
    return signalThat({ add: () => ((times += 1) > 1 ? explode() : undefined) });
  };

  it('makes a late next() reject, and throws nowhere', async () => {
    const late: unknown[] = [];
    const middleware: Middleware = async (_ctx, next) => {
      globalThis.setTimeout(() => void next().catch((error: unknown) => late.push(error)), 5);
      return { data: 1, error: null } as never;
    };
    const { signal } = once();
    expect((await oneEndpoint({ endpoint: { middleware: [middleware] } }).call({}, { signal })).data).toBe(1);
    while (late.length === 0) await setTimeout(2);
    expect(late).toEqual([new Error('do not touch')]);
  });
});

describe('a signal whose removeEventListener gives a promise', () => {
  it('is no unhandled rejection when that rejects', async () => {
    const { made, signal } = signalThat({});
    made.removeEventListener = () => Promise.reject(new Error('later'));
    expect((await oneEndpoint().call({}, { signal })).error).toBeNull();
  });
});

describe('a signal whose addEventListener gives a promise', () => {
  it('is no unhandled rejection when that rejects', async () => {
    const add = (): Promise<never> => Promise.reject(new Error('later'));
    const signal = { aborted: false, addEventListener: add, removeEventListener: () => undefined };
    expect((await oneEndpoint().call({}, { signal: signal as never })).error).toBeNull();
  });
});

describe('what is no signal at all', () => {
  it('installed by a middleware is named', async () => {
    const installing: Middleware = ({ request }, next) => {
      request.signal = 'soon' as never;
      return next();
    };
    const { error } = await oneEndpoint({ endpoint: { middleware: [installing] } }).call();
    expect(error).toMatchObject({
      kind: 'middleware',
      body: { message: expect.stringContaining('AbortSignal') },
    });
  });
});
