import {
  type ApiConfig,
  type CallOptions,
  type CopyOptions,
  createApi,
  createGraphQL,
  defineRequest,
  Operation,
  type RequestConfig,
} from 'homing';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

const list = defineRequest<string[]>()({ method: 'GET', path: '/users' });
const requests = { list };
const me = new Operation<{}, { me: string }>({ operation: '{ me }' });

// A baseUrl is a string or a function, on each level.
createApi({ baseUrl: 'https://api.example.com', requests });
createApi({ baseUrl: () => 'https://api.example.com', requests });
createApi({ baseUrl: async () => 'https://api.example.com', requests });
const api = createApi({
  baseUrl: ({ endpoint, context }) => {
    expectType<string>(endpoint);
    expectError((context.user = 1));
    return Promise.resolve(`https://${endpoint}.example.com`);
  },
  requests,
});
api.with({ baseUrl: '/api' });
api.with({ baseUrl: () => '/api' });
api.with({ baseUrl: async () => '/api' });
void api.list({}, { baseUrl: '/api' });
void api.list({}, { baseUrl: () => '/api' });
void api.list({}, { baseUrl: async () => '/api' });
defineRequest<string[]>()({ method: 'GET', path: '/users', baseUrl: async () => '/api' });
list.with({ baseUrl: ({ endpoint }) => `/${endpoint}` });
createGraphQL({ endpoint: '/graphql', baseUrl: () => 'https://api.example.com', operations: { me } });

// A function that returns anything else, and a URL object, don't compile.
expectError(createApi({ baseUrl: () => 5, requests }));
expectError(createApi({ baseUrl: async () => undefined, requests }));
expectError(createApi({ baseUrl: new URL('https://api.example.com'), requests }));
expectError(createApi({ requests }));
expectError(api.with({ baseUrl: () => 5 }));
expectError(api.list({}, { baseUrl: () => null }));
expectError(api.list({}, { baseUrl: (given: number) => String(given) }));

// Headers of the client, a copy and an endpoint can be a function, in every form of headers.
expectAssignable<ApiConfig['headers']>(() => ({ 'x-a': 'a', 'x-b': undefined }));
expectAssignable<CopyOptions['headers']>(async () => new Headers());
expectAssignable<RequestConfig['headers']>(async (): Promise<[string, string][]> => [['x-a', 'a']]);
api.with({ headers: async ({ endpoint }) => ({ 'x-endpoint': endpoint }) });
defineRequest<string[]>()({
  method: 'GET',
  path: '/users',
  headers: ({ endpoint }) => ({ 'x-endpoint': endpoint }),
});
createGraphQL({
  endpoint: '/graphql',
  headers: async ({ endpoint }) => ({ 'x-endpoint': endpoint }),
  operations: { me },
});
expectError(api.with({ headers: () => 'x-a: a' }));
expectError(api.with({ headers: async () => ({ 'x-a': {} }) }));

// The headers of a call are plain.
expectError(api.list({}, { headers: () => ({ 'x-a': 'a' }) }));
expectError(api.list({}, { headers: async () => ({ 'x-a': 'a' }) }));
expectNotAssignable<CallOptions['headers']>(() => ({}));

// Each level has a query, where undefined removes a name.
expectAssignable<CopyOptions>({ query: { a: 1, b: [true, 'x'], c: undefined } });
expectAssignable<RequestConfig['query']>(new URLSearchParams());
expectAssignable<CallOptions>({ query: null });
expectError(api.with({ query: { a: {} } }));
expectError(api.with({ query: { a: new Date() } }));
expectError(api.with({ query: () => ({}) }));

// With serializeQuery, the params of a GET can be objects and Dates.
interface Search {
  since: Date;
  filter: { min: number };
}
const search = defineRequest<string[], Search>()({
  method: 'GET',
  path: '/search',
  serializeQuery: (params) => {
    expectType<Record<string, unknown>>(params);
    return JSON.stringify(params);
  },
});
const searching = createApi({ baseUrl: '', requests: { search } });
void searching.search({ since: new Date(), filter: { min: 1 } });
expectError(searching.search({ since: new Date() }));
expectError(defineRequest<string[], { filter: { min: number } }>()({ method: 'GET', path: '/search' }));
expectError(defineRequest<string[], { since: Date }>()({ method: 'GET', path: '/search' }));

// It returns a string, at once.
createApi({ baseUrl: '', requests, serializeQuery: () => 'a=1' });
expectError(createApi({ baseUrl: '', requests, serializeQuery: async () => 'a=1' }));
expectError(createApi({ baseUrl: '', requests, serializeQuery: () => 5 }));
expectError(api.list({}, { serializeQuery: () => 'a=1' }));
expectError(api.with({ serializeQuery: () => 'a=1' }));
