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

/** Answers every request with the same JSON. */
export const answering = (body: unknown = { ok: true }, init?: ResponseInit): FetchMock =>
  vi.fn<Fetch>(async () => jsonResponse(body, init));

/** Rejects every request with the same thing. */
export const rejecting = (thrown: unknown): FetchMock => vi.fn<Fetch>(() => Promise.reject(thrown));

/** Never answers, and pays no heed to its signal. */
export const deaf = (): FetchMock => vi.fn<Fetch>(() => new Promise(() => {}));

/** Never answers, and rejects with its signal's reason once that aborts: what the platform's fetch does. */
export const heeding = (): FetchMock =>
  vi.fn<Fetch>(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  );

/** A client whose one endpoint, `call`, is `GET http://api.test/thing` unless told otherwise. */
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
