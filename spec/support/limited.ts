import { vi } from 'vitest';
import {
  createApi,
  type MiddlewareEntry,
  Request,
  type RequestConfig,
  type Result,
} from '../../lib/index.js';
import { RateLimitPlugin, type RateLimitOptions } from '../../lib/entries/resilience.js';
import type { Untyped } from './client.js';
import { flush } from './flush.js';
import { heldFetch, type HeldRequest } from './held-fetch.js';

// The real timer, also with fake timers: some platforms read a body in another thread.
const takeTurn = setImmediate;

/** Runs all work that doesn't wait for a timer. */
export const settleTasks = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) {
    await flush();
    await new Promise<void>((resolve) => takeTurn(resolve));
  }
  await flush();
};

interface Setup extends RateLimitOptions {
  /** Middleware before and after the limit. */
  readonly outside?: readonly MiddlewareEntry[];
  readonly inside?: readonly MiddlewareEntry[];
  readonly endpoint?: Partial<RequestConfig>;
}

/** The rate limit headers of a response. */
export type Said = Readonly<Record<string, string>>;

/** A client with a limit and fake timers. The spec responds to its requests. */
export const limited = ({ outside = [], inside = [], endpoint, ...options }: Setup = {}) => {
  const { fetch, requests } = heldFetch();
  const plugin = new RateLimitPlugin(options);
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    middleware: [...outside, plugin, ...inside],
    requests: { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/things', ...endpoint }) },
  });
  let made = 0;
  const calls: Promise<Result<unknown>>[] = [];
  const call = (options?: object): Promise<Result<unknown>> => {
    made += 1;
    const result = api.read({ n: made }, options);
    calls.push(result);
    return result;
  };
  const answer = async (at: number, said: Said = {}, status = 200): Promise<void> => {
    (requests[at] as HeldRequest).answer({ at }, { status, headers: said });
    await settleTasks();
  };
  /** Makes this many calls. Returns the number of requests so far. */
  const begin = async (count: number, options?: object): Promise<number> => {
    for (let n = 0; n < count; n += 1) void call(options);
    await settleTasks();
    return requests.length;
  };
  /** Advances the time. Returns the number of requests so far. */
  const later = async (ms: number): Promise<number> => {
    vi.advanceTimersByTime(ms);
    await settleTasks();
    return requests.length;
  };
  return { api, requests, calls, call, answer, begin, later };
};

/** The order of the requests, by their `n`. */
export const ordered = (requests: readonly HeldRequest[]): number[] =>
  requests.map(({ url }) => Number(new URL(url).searchParams.get('n')));

/** Why the call was blocked: the reason, and the time to retry. */
export const heldBack = async (call: Promise<Result<unknown>> | undefined): Promise<unknown> => {
  const { error } = (await call) ?? {};
  const { reason, retryAfter } = Object(error?.cause) as { reason?: unknown; retryAfter?: unknown };
  return { kind: error?.kind, reason, retryAfter };
};
