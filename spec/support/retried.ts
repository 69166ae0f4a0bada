import { expect, vi } from 'vitest';
import {
  type CallOptions,
  retryMiddleware,
  type Result,
  type RetryOptions,
  RetryPlugin,
} from '../../lib/index.js';
import { createTestClient, type TestClientOptions, type Untyped } from './client.js';
import { waitsBetween } from './expect-delays.js';

/** A finished call with fake timers. */
export interface Retried {
  readonly result: Result<Untyped>;
  /** The number of requests. */
  readonly attempts: number;
  /** The milliseconds between the requests: `'250 500'`. */
  readonly waits: string;
  readonly onError: ReturnType<typeof createTestClient>['onError'];
}

const isPlugin = (retry: unknown): retry is RetryPlugin => retry instanceof RetryPlugin;

/** Makes one call with retries, and runs the fake timers until none is left. */
export const retried = async (
  retry: RetryOptions | number | RetryPlugin | undefined,
  { options, params, ...more }: TestClientOptions & { options?: CallOptions; params?: unknown } = {},
): Promise<Retried> => {
  const entry = isPlugin(retry) ? retry : retryMiddleware(retry);
  const { api, requests, onError } = createTestClient({
    answers: [503],
    ...more,
    middleware: [entry, ...(more.middleware ?? [])],
  });
  const call = api.call(params, options);
  await vi.runAllTimersAsync();
  const times = requests.map(({ at }) => at);
  return { result: await call, attempts: requests.length, waits: waitsBetween(times), onError };
};

/** Expects these waits of a call that always fails with 503, as in `'250 500 1000'`. */
export const expectWaits = async (
  retry: RetryOptions | number | RetryPlugin | undefined,
  line: string,
  more: TestClientOptions = {},
): Promise<void> => {
  const { waits } = await retried(retry, more);
  expect(waits).toBe(line);
};
