import { vi, type MockedFunction } from 'vitest';
import { type ApiClient, type ApiConfig, createApi, Request, type RequestConfig } from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';

export type Fetch = NonNullable<ApiConfig['fetch']>;
export type FetchMock = MockedFunction<Fetch>;

interface Setup {
  fetch?: Fetch;
  client?: Partial<ApiConfig>;
  endpoint?: Partial<RequestConfig>;
}

type OneEndpoint = Record<'call', Request<Record<string, unknown>>>;

/** Responds to every request with the same JSON. */
export const answering = (body: unknown = { ok: true }, init?: ResponseInit): FetchMock =>
  vi.fn<Fetch>(async () => jsonResponse(body, init));

/** Rejects every request with the same value. */
export const rejecting = (thrown: unknown): FetchMock => vi.fn<Fetch>(() => Promise.reject(thrown));

/** Never responds, and ignores its signal. */
export const deaf = (): FetchMock => vi.fn<Fetch>(() => new Promise(() => {}));

/** Never responds. Rejects with the reason of its signal when it aborts, like the platform's fetch. */
export const heeding = (): FetchMock =>
  vi.fn<Fetch>(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  );

/** A client with one endpoint, `call`, by default `GET http://api.test/thing`. */
export const oneEndpoint = ({ fetch = answering(), client, endpoint }: Setup = {}): ApiClient<OneEndpoint> =>
  createApi({
    baseUrl: 'http://api.test',
    fetch,
    ...client,
    requests: {
      call: new Request<Record<string, unknown>>({ method: 'GET', path: '/thing', ...endpoint }),
    },
  });

/** The init of the newest request. */
export const initOf = (fetch: FetchMock): RequestInit => {
  const [, init] = fetch.mock.lastCall ?? [];
  if (!init) throw new Error('Nothing was sent.');
  return init;
};

/** The headers of the newest request, by lowercase name. */
export const headersOf = (fetch: FetchMock): Record<string, string> =>
  Object.fromEntries(new Headers(initOf(fetch).headers));
