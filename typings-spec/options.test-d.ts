import {
  type ApiConfig,
  type CallOptions,
  type JsonOptions,
  Operation,
  createApi,
  defineRequest,
  type FetchOptions,
  type HttpMethod,
  type RequestConfig,
} from 'homing';
import { expectAssignable, expectError, expectNotAssignable } from 'tsd';

interface User {
  id: number;
}

declare const anyFlag: boolean;
declare const anyConfig: RequestConfig;

const list = defineRequest<string[]>()({ method: 'GET', path: '/' });

// An explicit undefined is accepted wherever an option may be left out: on a call,
expectAssignable<CallOptions>({
  headers: undefined,
  fetchOptions: undefined,
  middleware: undefined,
  timeout: undefined,
  attemptTimeout: undefined,
  signal: undefined,
  query: undefined,
  skipMiddleware: undefined,
});

// an endpoint,
expectAssignable<RequestConfig>({
  method: 'GET',
  path: '/',
  bodyAs: undefined,
  responseType: undefined,
  schema: undefined,
  headers: undefined,
  fetchOptions: undefined,
  middleware: undefined,
  timeout: undefined,
  share: undefined,
  dedupe: undefined,
});
defineRequest<string[]>()({
  method: 'GET',
  path: '/',
  bodyAs: undefined,
  responseType: undefined,
  schema: undefined,
  headers: undefined,
  fetchOptions: undefined,
  middleware: undefined,
  timeout: undefined,
  share: undefined,
  dedupe: undefined,
});

// and a client.
expectAssignable<ApiConfig>({
  baseUrl: '',
  requests: { list },
  headers: undefined,
  fetch: undefined,
  fetchOptions: undefined,
  middleware: undefined,
  timeout: undefined,
  log: undefined,
  onError: undefined,
});

// A call's signal may be null, as fetch's may.
expectAssignable<CallOptions>({ signal: null });
expectAssignable<CallOptions>({ signal: new AbortController().signal });

// Calls join, or the newest ends the others: an endpoint that does both is refused,
expectError(defineRequest<User>()({ method: 'GET', path: '/', share: true, dedupe: true }));
expectError(defineRequest()({ method: 'GET', path: '/', dedupe: true, share: true }));
defineRequest<User>()({ method: 'GET', path: '/', share: true, dedupe: true as never });

// one that leaves one of them out or switches it off is not, nor what is decided at run time.
defineRequest<User>()({ method: 'GET', path: '/', share: true, dedupe: false });
defineRequest<User>()({ method: 'GET', path: '/', share: undefined, dedupe: true });
defineRequest<User>()({ method: 'GET', path: '/', share: anyFlag, dedupe: !anyFlag });
defineRequest<User>()(anyConfig);

// Headers are given as an object, a `Headers` or pairs.
expectAssignable<CallOptions>({ headers: { 'x-a': 'a', 'x-b': 1, 'x-c': undefined, 'x-d': null } });
expectAssignable<CallOptions>({ headers: new Headers() });
expectAssignable<CallOptions>({ headers: [['x-a', 'a']] });
expectNotAssignable<CallOptions>({ headers: { 'x-a': {} } });
expectNotAssignable<CallOptions>({ headers: 'x-a: a' });

// Fetch options are what fetch takes,
expectAssignable<FetchOptions>({ credentials: 'include', cache: 'no-store', mode: 'cors', keepalive: true });
expectNotAssignable<FetchOptions>({ credentials: 'sometimes' });

// except what has an option of its own.
expectError<FetchOptions>({ method: 'GET' });
expectError<FetchOptions>({ headers: {} });
expectError<FetchOptions>({ body: '' });
expectError<FetchOptions>({ signal: new AbortController().signal });
expectError(createApi({ baseUrl: '', requests: { list }, fetchOptions: { method: 'GET' } }));
expectError(defineRequest()({ method: 'GET', path: '/', fetchOptions: { headers: {} } }));

// Unknown options are refused at every level.
expectError(createApi({ baseUrl: '', requests: { list }, timeOut: 1 }));
expectError(createApi({ requests: { list } }));
expectError(createApi({ baseUrl: '' }));
expectError(createApi({ baseUrl: '', requests: { list } }).list({}, { timeOut: 1 }));
expectError(createApi({ baseUrl: '', requests: { list } }).list({}, { timeout: '1' }));
expectError(defineRequest()({ method: 'GET', path: '/', bodyAs: 'form' }));

// The methods, in capitals.
expectAssignable<HttpMethod>('OPTIONS');
expectAssignable<HttpMethod>('QUERY');
expectNotAssignable<HttpMethod>('get');

// `onError` may be async.
createApi({ baseUrl: '', requests: { list }, onError: async ({ kind }) => Promise.resolve(kind) });

// The platform's fetch and its like are accepted.
createApi({ baseUrl: '', requests: { list }, fetch });
createApi({ baseUrl: '', requests: { list }, fetch: async (url, init) => fetch(url, { ...init }) });
expectError(createApi({ baseUrl: '', requests: { list }, fetch: async () => 'text' }));

// Functions for JSON stand on a client, an endpoint and an operation; a call has none.
const json: JsonOptions = {
  parseJson: (text, response) => [text, response.status],
  stringifyJson: JSON.stringify,
};
void createApi({ baseUrl: '', ...json, requests: { list } });
void new Operation({ operation: '{ a }', ...json });
expectAssignable<RequestConfig>({ method: 'GET', path: '/', ...json });
expectAssignable<JsonOptions>({ parseJson: null, stringifyJson: undefined });
expectError(createApi({ baseUrl: '', requests: { list } }).list({}, json));
expectNotAssignable<JsonOptions>({ stringifyJson: () => 5 });
expectNotAssignable<JsonOptions>({ parseJson: JSON });
expectNotAssignable<JsonOptions>({ parseJson: (text: number) => text });
