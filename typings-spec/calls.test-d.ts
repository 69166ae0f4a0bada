import { createApi, defineRequest, type EndpointFunction, type Result } from 'homing';
import { expectAssignable, expectError, expectType } from 'tsd';

interface User {
  id: number;
}

const api = createApi({
  baseUrl: '',
  requests: {
    none: defineRequest<User[]>()({ method: 'GET', path: '/users' }),
    noneDeclared: defineRequest<User[], Record<string, never>>()({ method: 'GET', path: '/users' }),
    onlyPath: defineRequest<User, Record<string, never>>()({ method: 'GET', path: '/users/:id' }),
    optional: defineRequest<User[], { page?: number }>()({ method: 'GET', path: '/users' }),
    required: defineRequest<User, { name: string }>()({ method: 'POST', path: '/users' }),
  },
});

// An endpoint without params is called with nothing, with `{}`, or with options alone.
expectType<Promise<Result<User[]>>>(api.none());
void api.none({});
void api.none(undefined, { timeout: 100 });
void api.none(undefined, { attemptTimeout: 0 });
expectError(api.none(undefined, { attemptTimeout: '5s' }));
void api.noneDeclared();

// Excess params are refused, also where there are none at all.
expectError(api.none({ page: 1 }));
expectError(api.noneDeclared({ page: 1 }));
expectError(api.optional({ page: 1, size: 2 }));
expectError(api.required({ name: 'a', size: 2 }));

const page = { page: 1 };
expectError(api.none(page));

// No params in a variable are still none.
const none: Record<string, never> = {};
void api.none(none);
expectAssignable<EndpointFunction<Record<string, never>, User[]>>(api.none);

// Declaring that there are no other params leaves those of the path.
void api.onlyPath({ id: 1 });
expectError(api.onlyPath());

// Params may be left out when none of them is required.
void api.optional();
void api.optional({});
void api.optional({ page: 1 });
void api.optional(undefined, { timeout: 100 });
expectError(api.optional({ page: '1' }));

// They may not when one is.
expectError(api.required());
expectError(api.required({}));
expectError(api.required(undefined, { timeout: 100 }));

// A name that is no endpoint is refused.
expectError(api.nobody());

// The configured headers of an endpoint are a plain record.
expectType<Record<string, string>>(api.none.getHeaders());

// Only endpoints may stand in `requests`.
expectError(createApi({ baseUrl: '', requests: { a: 1 } }));
expectError(createApi({ baseUrl: '', requests: { a: { method: 'GET', path: '/' } } }));
expectError(createApi({ baseUrl: '', requests: { a: { config: { method: 'GET', path: '/' } } } }));

// A call, an endpoint and a client have a query, with values that a query can contain.
void api.none({}, { query: { debug: 1, tags: ['a', true, 1n, null], none: undefined } });
void api.required({ name: 'a' }, { query: new URLSearchParams('a=1') });
void api.none({}, { query: null });
expectError(api.none({}, { query: { since: new Date() } }));
expectError(api.none({}, { query: { filter: { name: 'a' } } }));
expectError(api.none({}, { query: 'a=1' }));
expectError(api.none({}, { query: [['a', '1']] }));
defineRequest()({ method: 'GET', path: '/users', query: { debug: 1 } });
createApi({ baseUrl: '', requests: {}, query: { debug: 1 } });

// What the first call of `defineRequest` gives is no endpoint, and the config goes into the second.
expectError(createApi({ baseUrl: '', requests: { a: defineRequest<User>() } }));
expectError(createApi({ baseUrl: '', requests: { a: defineRequest() } }));
expectError(defineRequest<User>({ method: 'GET', path: '/' }));
