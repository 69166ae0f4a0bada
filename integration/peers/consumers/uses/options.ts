import { type ApiConfig, type CallOptions, createApi, defineRequest, type FetchOptions } from 'homing';

const read = defineRequest<string>()({
  method: 'GET',
  path: '/:id',
  headers: { Accept: 'text/plain', 'X-Count': 3, 'X-None': undefined, 'X-Null': null },
  fetchOptions: { redirect: 'manual' },
  timeout: 5000,
});

const api = createApi({
  baseUrl: 'https://api.example.com?key=1',
  headers: new Headers({ 'X-Client': 'a' }),
  fetchOptions: { credentials: 'include' },
  timeout: 10_000,
  log: { redact: ['key'] },
  onError: (error) => console.error(error.kind, error.request.url),
  fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  requests: { read },
});

export const everyOption = (signal: AbortSignal) =>
  api.read(
    { id: 1 },
    {
      signal,
      timeout: 100,
      headers: [['X-Call', '1']],
      middleware: [],
      skipMiddleware: [],
      fetchOptions: { credentials: 'same-origin' },
    },
  );

export const undefinedLeavesTheLevelBelow = (timeout?: number) =>
  api.read(
    { id: 1 },
    { timeout, headers: undefined, signal: undefined, fetchOptions: { redirect: undefined } },
  );

export const nullSignal = () => api.read({ id: 1 }, { signal: null });

export const aborted = () => {
  const controller = new AbortController();
  const call = api.read({ id: 1 }, { signal: controller.signal });
  controller.abort(new Error('left the page'));
  return call;
};

export const sharedOptions = (options: CallOptions): CallOptions => ({ ...options, timeout: 1 });

export const fetchOptions: FetchOptions = { keepalive: true, redirect: 'follow' };

export const asyncOnError: ApiConfig['onError'] = async (error) => {
  await Promise.resolve(error);
};

export const globalFetch = () => createApi({ baseUrl: '', fetch, requests: { read } });

export const configPart = (config: Pick<ApiConfig, 'baseUrl' | 'headers'>) =>
  createApi({ ...config, requests: { read } });

export const refused = () => {
  // @ts-expect-error homing sets the method
  void api.read({ id: 1 }, { fetchOptions: { method: 'POST' } });
  // @ts-expect-error homing sets the signal
  const options: FetchOptions = { signal: new AbortController().signal };
  // @ts-expect-error milliseconds, as a number
  void api.read({ id: 1 }, { timeout: '5s' });
  // @ts-expect-error no such option
  void api.read({ id: 1 }, { retries: 3 });
  // @ts-expect-error a header has no object for a value
  void api.read({ id: 1 }, { headers: { 'X-A': {} } });
  // @ts-expect-error baseUrl is required
  createApi({ requests: { read } });
  return options;
};
