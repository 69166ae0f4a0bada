import { createApi } from 'homing';
import { type Dispatcher, nodeFetch, type NodeFetchOptions } from 'homing/node';
import { expectAssignable, expectError, expectType } from 'tsd';

// It is a fetch, for homing and for whoever takes one.
expectAssignable<typeof globalThis.fetch>(nodeFetch());
createApi({ baseUrl: '', requests: {}, fetch: nodeFetch() });
expectType<Promise<Response>>(nodeFetch()('https://api.example.com'));

// Its options may be missing, or undefined.
nodeFetch({});
nodeFetch({ dispatcher: undefined, maxResponseSize: undefined });
expectAssignable<NodeFetchOptions>({ maxResponseSize: Infinity });
expectError(nodeFetch({ maxResponseSize: '1' }));
expectError(nodeFetch({ dispatcher: {} }));
expectError(nodeFetch({ agent: undefined }));

// A dispatcher is whatever dispatches as undici's do.
declare const agent: {
  dispatch(options: { path: string; method: string }, handler: { onError?(error: Error): void }): boolean;
};
expectAssignable<Dispatcher>(agent);
nodeFetch({ dispatcher: agent });
