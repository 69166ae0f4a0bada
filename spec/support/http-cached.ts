import { type ApiConfig, type CallOptions, createApi, Request } from '../../lib/index.js';
import { cacheStatusOf, HttpCachePlugin, type HttpCacheOptions } from '../../lib/entries/http-cache.js';
import type { Untyped } from './client.js';
import { flush } from './flush.js';
import { ManualClock } from './manual-clock.js';

/** A response of a server: a string for its Cache-Control, or more fields. */
export type Served =
  string | Error | Response | { status?: number; headers?: Record<string, string>; body?: string };

/** One request as the server received it. */
export interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly init: RequestInit;
}

const responseOf = (served: Served, count: number): Response => {
  if (served instanceof Error) throw served;
  if (served instanceof Response) return served;
  const {
    status = 200,
    headers,
    body,
  } = typeof served === 'string' ? ({ headers: undefined } as never) : served;
  const own = typeof served === 'string' ? { 'cache-control': served } : headers;
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : (body ?? `body ${String(count)}`), { status, headers: own ?? {} });
};

/** A server that sends its responses in order, and repeats the last. The bodies are "body 1", "body 2" and so on. */
export const server = (...answers: Served[]) => {
  const seen: Seen[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    seen.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers), init });
    return responseOf(answers[Math.min(seen.length, answers.length) - 1] ?? 'no-store', seen.length);
  };
  return { fetch, seen };
};

interface Setting extends HttpCacheOptions {
  clock?: ManualClock;
  client?: Partial<Omit<ApiConfig, 'requests'>>;
  /** Middleware before the cache, and after it. */
  outer?: ApiConfig['middleware'];
  inner?: ApiConfig['middleware'];
  /** Several clients, or processes, of one server. */
  from?: ReturnType<typeof server>;
}

/** The result of a call, for a cache spec. */
export interface Got {
  readonly data: unknown;
  readonly status: number | undefined;
  readonly kind: string | undefined;
  readonly headers: Headers | undefined;
  readonly cache: ReturnType<typeof cacheStatusOf>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'QUERY'] as const;

/** A client with an HTTP cache and a manual clock, and its server. */
export const cached = (setting: Setting = {}, ...answers: Served[]) => {
  const { clock = new ManualClock(), client, from = server(...answers), outer, inner, ...options } = setting;
  if (clock.now() === 0) clock.move(Date.UTC(2030, 0, 1));
  const cache = new HttpCachePlugin({ ...options, clock } as HttpCacheOptions);
  const requests = Object.fromEntries(
    METHODS.map((method) => [
      method,
      new Request<Untyped, Untyped>({
        method,
        path: '/:id',
        responseType: method === 'HEAD' ? 'none' : 'text',
      }),
    ]),
  );
  const api = createApi({
    baseUrl: 'https://api.test',
    fetch: from.fetch,
    middleware: [...(outer ?? []), cache, ...(inner ?? [])],
    ...client,
    requests,
  });
  const call = async (method: string, options: CallOptions = {}, id = 'a'): Promise<Got> => {
    const { data, error, response } = await api[method]!({ id }, options);
    await flush();
    const headers = response?.headers;
    return { data, status: response?.status, kind: error?.kind, headers, cache: cacheStatusOf(response) };
  };
  const get = (options?: CallOptions, id?: string): Promise<Got> => call('GET', options, id);
  /** Advances the clock by this many seconds. */
  const wait = (seconds: number): void => clock.move(seconds * 1000);
  return { api, cache, clock, call, get, wait, seen: from.seen };
};

/** Makes two calls with some time between them. Returns whether the second came from the cache. */
export const isHit = async (setting: Setting, seconds: number, ...answers: Served[]): Promise<boolean> => {
  const { get, wait, seen } = cached(setting, ...answers);
  await get();
  wait(seconds);
  await get();
  return seen.length === 1;
};
