import {
  allResults,
  type ApiError,
  createApi,
  defineRequest,
  type ErrorHandlers,
  isApiError,
  matchError,
  orThrow,
  type Result,
} from 'homing';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

interface User {
  name: string;
}

const api = createApi({
  baseUrl: '/',
  requests: {
    user: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
    posts: defineRequest<string[], { of?: string }>()({ method: 'GET', path: '/posts' }),
    leave: defineRequest<undefined>()({ method: 'DELETE', path: '/me', responseType: 'none' }),
  },
});

// orThrow: of a call a promise of the data, of a Result the data.
expectType<Promise<User>>(orThrow(api.user({ id: 1 })));
expectType<User>(orThrow(await api.user({ id: 1 })));
expectType<undefined>(await orThrow(api.leave()));
declare const known: Result<User>;
if (!known.error) expectType<User>(orThrow(known));
expectError(orThrow(api.user));
expectError(orThrow({ name: 'Ada' }));
expectError(orThrow(Promise.resolve(1)));
expectError(orThrow());

// all: a list gives a tuple, an object a record; after the error was looked at nothing is missing.
const listed = await allResults([api.user({ id: 1 }), api.posts(), api.leave()]);
expectType<Result<[User, string[], undefined]>>(listed);
if (!listed.error) {
  const [user, posts] = listed.data;
  expectType<User>(user);
  expectType<string[]>(posts);
}
const { data, error } = await allResults({ user: api.user({ id: 1 }), posts: api.posts() });
if (error) expectType<ApiError>(error);
else {
  expectType<User>(data.user);
  expectType<string[]>(data.posts);
  expectError(data.others);
}

// A function is handed a signal; Results, and lists of any length, are taken too.
const begun = await allResults([(signal) => api.posts({}, { signal }), async () => known], { abort: true });
expectType<Result<[string[], User]>>(begun);
const byName = await allResults({ posts: (signal) => api.posts({}, { signal }), known });
if (!byName.error) expectType<string[]>(byName.data.posts);
if (!byName.error) expectType<User>(byName.data.known);
const many = await allResults([1, 2].map((id) => api.user({ id })));
if (!many.error) expectType<User[]>(many.data);
expectType<Promise<Result<[]>>>(allResults([]));
expectType<Promise<Result<[User, [string[]]]>>>(allResults([api.user({ id: 1 }), allResults([api.posts()])]));
expectError(allResults([api.user({ id: 1 }), 5]));
expectError(allResults([Promise.resolve('a')]));
expectError(allResults({ user: { name: 'Ada' } }));
expectError(allResults(api.user({ id: 1 })));
expectError(allResults([api.user]));
expectError(allResults([], { abort: 'yes' }));
expectError(allResults([], { cancel: true }));
expectError(allResults());

// isApiError narrows what was caught.
declare const caught: unknown;
if (isApiError(caught)) expectType<ApiError>(caught);
else expectType<unknown>(caught);

// matchError: with a default, or with each of the six kinds; what they give is what it gives.
declare const failed: ApiError;
expectType<string>(matchError(failed, { 404: () => 'gone', '5XX': () => 'later', default: () => 'oops' }));
expectType<string | number>(matchError(failed, { network: () => 1, default: ({ message }) => message }));
expectType<boolean>(
  matchError(failed, {
    network: () => true,
    http: () => true,
    parse: () => false,
    timeout: () => true,
    abort: () => false,
    middleware: () => false,
  }),
);
matchError(failed, {
  404: (found) => expectType<'http'>(found.kind),
  '4XX': (found) => expectType<'http'>(found.kind),
  network: (found) => expectType<'network'>(found.kind),
  default: (found) => expectType<ApiError>(found),
});
expectType<Promise<number>>(matchError(failed, { default: async () => 7 }));
expectError(matchError(failed, {}));
expectError(matchError(failed, { 404: () => 'gone', network: () => 'later' }));
expectError(
  matchError(failed, { network: () => 1, http: () => 2, parse: () => 3, timeout: () => 4, abort: () => 5 }),
);
expectError(matchError(failed, { '6XX': () => 1, default: () => 2 }));
expectError(matchError(failed, { netwrok: () => 1, default: () => 2 }));
expectError(matchError(failed, { 404: 'gone', default: () => 'oops' }));
expectError(matchError(null, { default: () => 1 }));
expectError(matchError((await api.user({ id: 1 })).error, { default: () => 1 }));

// The functions can be written down by themselves.
expectAssignable<ErrorHandlers>({ 404: () => 1, default: () => 2 });
expectNotAssignable<ErrorHandlers>({ 404: () => 1 });
