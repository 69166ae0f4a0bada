import { createApi } from 'homing';
import {
  type CookieJar,
  type Dispatcher,
  nodeFetch,
  type NodeFetchOptions,
  publicOnly,
  type PublicOnlyOptions,
} from 'homing/node';
import { CookieJar as ToughJar } from 'tough-cookie';
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

// A guarded connector is one of undici's, and takes the options of one beside its own.
declare const buildConnector: (options?: {
  timeout?: number | null;
  lookup?: (host: string, options: object, answer: (error: Error | null, address: string) => void) => void;
}) => (target: { hostname: string }, callback: (error: Error | null) => void) => void;
expectType<ReturnType<typeof buildConnector>>(publicOnly(buildConnector));
publicOnly(buildConnector, { allow: ['10.1.0.0/16'], timeout: 1000 });
publicOnly(buildConnector, { lookup: (_host, _options, answer) => answer(null, '127.0.0.1') });
expectAssignable<PublicOnlyOptions>({ allow: undefined });
expectError(publicOnly());
expectError(publicOnly(buildConnector()));
expectError(publicOnly(buildConnector, { allow: '10.1.0.0/16' }));
expectError(publicOnly(buildConnector, { timeout: '1 s' }));
expectError(publicOnly(buildConnector, { deny: [] }));

// A jar is whatever keeps cookies as tough-cookie does, for all calls or for some.
expectAssignable<CookieJar>(new ToughJar());
nodeFetch({ cookies: new ToughJar() });
nodeFetch({ cookies: undefined });
nodeFetch({ cookies: { getCookieString: () => '', setCookie: () => undefined } });
expectError(nodeFetch({ cookies: { getCookieString: () => '' } }));
expectError(nodeFetch({ cookies: { getCookieString: () => 1, setCookie: () => undefined } }));
createApi({ baseUrl: '', requests: {}, fetchOptions: { cookies: new ToughJar() } });
expectError(createApi({ baseUrl: '', requests: {}, fetchOptions: { cookies: 'a=1' } }));
