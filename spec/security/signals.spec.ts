import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Middleware, poll, pollUntil, type Result, retryMiddleware } from '../../lib/index.js';
import { jsonResponse } from '../../lib/testing.js';
import { heldFetch } from '../support/held-fetch.js';
import { answering, heeding, oneEndpoint } from '../support/one-endpoint.js';

/** The signal of a polyfill: it knows functions only, and no object with `handleEvent`. */
class Polyfilled {
  readonly listeners = new Set<() => void>();
  readonly reason = 'enough';
  aborted = false;

  addEventListener(_type: string, listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_type: string, listener: () => void): void {
    this.listeners.delete(listener);
  }

  fire(): void {
    this.aborted = true;
    for (const listener of [...this.listeners]) listener();
  }
}

const polyfilled = () => {
  const made = new Polyfilled();
  return { made, signal: made as unknown as AbortSignal };
};

const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

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

describe('the signal of a polyfill', () => {
  it('lets a success be one, and keeps no listener', async () => {
    const { made, signal } = polyfilled();
    const { data, error } = await oneEndpoint().call({}, { signal, timeout: 1000 });
    expect([data, error, made.listeners.size]).toEqual([{ ok: true }, null, 0]);
  });

  it('ends a call with its abort, and every other user of it', async () => {
    const { made, signal } = polyfilled();
    const running = [1, 2, 3].map(() => oneEndpoint({ fetch: heeding() }).call({}, { signal }));
    await setImmediate();
    made.fire();
    expect((await Promise.all(running)).map(({ error }) => error?.kind)).toEqual(Array(3).fill('abort'));
  });

  it('leaves the deadline as it is', async () => {
    const { signal } = polyfilled();
    const { error } = await oneEndpoint({ fetch: heeding() }).call({}, { signal, timeout: 10 });
    expect(error?.kind).toBe('timeout');
  });

  it('ends the wait of a retry', async () => {
    const { made, signal } = polyfilled();
    const middleware = [retryMiddleware({ baseDelay: 60_000, jitter: false, onRetry: () => made.fire() })];
    const fetch = answering({}, { status: 500 });
    const { error } = await oneEndpoint({ fetch, endpoint: { middleware } }).call({}, { signal });
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['abort', 1]);
  });

  it('put in the place of the call’s own by a middleware, ends the request', async () => {
    const { made, signal } = polyfilled();
    const installing: Middleware = ({ request }, next) => {
      request.signal = signal;
      return next();
    };
    const running = oneEndpoint({ fetch: heeding(), endpoint: { middleware: [installing] } }).call();
    await setImmediate();
    made.fire();
    expect((await running).error?.kind).toBe('abort');
  });

  it('stops a poll, and so does stop()', async () => {
    const { made, signal } = polyfilled();
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
    const { made, signal } = polyfilled();
    const { call } = oneEndpoint({ fetch: heeding() });
    const running: Promise<Result<unknown>> = pollUntil(call, {}, { every: 1, until: () => false, signal });
    made.fire();
    expect((await running).error?.kind).toBe('abort');
  });
});

describe('a signal that throws where it is listened to', () => {
  const signal = {
    aborted: false,
    addEventListener: () => {
      throw new Error('do not touch');
    },
  } as unknown as AbortSignal;

  it('makes the call a network error: nothing is sent, no timer is left', async () => {
    const fetch = answering();
    const timers = countTimers();
    const { error } = await oneEndpoint({ fetch }).call({}, { signal, timeout: 60_000 });
    expect([error?.kind, fetch.mock.calls.length, countTimers()]).toEqual(['network', 0, timers]);
    expect((error?.body as Error).message).toBe('do not touch');
  });
});
