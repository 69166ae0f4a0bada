import {
  allResults,
  type ApiError,
  collect,
  createApi,
  createGraphQL,
  type DeclaredErrors,
  defineRequest,
  type ErrorHandlers,
  type GraphQLError,
  type HttpError,
  isApiError,
  matchError,
  Operation,
  orThrow,
  paginate,
  poll,
  pollUntil,
  Request,
  type RequestConfig,
  type Result,
  type UnansweredError,
} from 'homing';
import { errorResult, successResult } from 'homing/testing';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';
import { z } from 'zod';

interface User {
  id: number;
}

interface NotFound {
  message: string;
}

interface Problem {
  title: string;
}

interface Fault {
  code: number;
}

interface Errors {
  404: NotFound;
  '5XX': Problem;
  default: Fault;
}

const api = createApi({
  baseUrl: '',
  requests: {
    plain: defineRequest<User>()({ method: 'GET', path: '/user' }),
    get: defineRequest<User, {}, Errors>()({ method: 'GET', path: '/users/:id' }),
    some: defineRequest<User, {}, { 404: NotFound; 503: Fault; '5XX': Problem }>()({
      method: 'GET',
      path: '/',
    }),
    made: new Request<{ id: number }, User, { 404: NotFound; 409: NotFound }>({
      method: 'GET',
      path: '/:id',
    }),
    group: { within: defineRequest<User, {}, { 404: NotFound }>()({ method: 'GET', path: '/' }) },
  },
});

// Without declared errors the error is an ApiError, and nothing else.
expectType<ApiError | null>((await api.plain()).error);
expectType<Promise<Result<User>>>(api.plain());

// With declared errors its status tells the bodies apart: the exact one wins, then the range, then the default.
const { data, error } = await api.get({ id: 1 });
if (error?.status === 404) {
  expectType<HttpError<404, NotFound>>(error);
  expectType<'http'>(error.kind);
  const { body } = error;
  expectNotAssignable<NotFound>(body);
  expectType<string | undefined>(error.body?.message);
}
if (error?.status === 503) expectType<Problem | null>(error.body);
if (error?.status === 422) expectType<Fault | null>(error.body);
if (error?.status === 304) expectType<Fault | null>(error.body);

// The kind tells an answer from what is none; a parse error and the rest have bodies that nobody declares.
if (error?.kind === 'http') expectType<NotFound | Problem | Fault | null>(error.body);
if (error?.kind === 'http' && error.status === 404) expectType<NotFound | null>(error.body);
if (error?.kind === 'parse') expectType<unknown>(error.body);
if (error?.kind === 'parse') expectAssignable<200>(error.status as 200);
if (error?.kind === 'network') expectType<0>(error.status);
if (error?.status === 0) expectType<'network' | 'timeout' | 'abort' | 'middleware'>(error.kind);
if (error?.status === 200) expectType<'parse'>(error.kind);

// Whatever is declared, the error is an ApiError, and looking at it narrows the data.
if (error) {
  expectAssignable<ApiError>(error);
  expectType<string>(error.request.url);
  expectType<null>(data);
} else {
  expectType<User>(data);
}

// The status of an error is one of those that there are.
type StatusOfGet = NonNullable<typeof error>['status'];
expectAssignable<StatusOfGet>(404);
expectNotAssignable<StatusOfGet>(600);
expectNotAssignable<StatusOfGet>(44);

// A status that nobody declared has an unknown body.
const some = (await api.some()).error;
if (some?.status === 404) expectType<NotFound | null>(some.body);
if (some?.status === 503) expectType<Fault | null>(some.body);
if (some?.status === 500) expectType<Problem | null>(some.body);
if (some?.status === 409) expectType<unknown>(some.body);
if (some?.status === 499) expectType<unknown>(some.body);
if (some?.kind === 'http') expectType<unknown>(some.body);

// A switch narrows as well.
switch (some?.status) {
  case 404:
    expectType<NotFound | null>(some.body);
    break;
  case 502:
  case 504:
    expectType<Problem | null>(some.body);
    break;
  default:
}

// Alike with the class, in groups, and through copies.
const made = (await api.made({ id: 1 })).error;
if (made?.status === 404) expectType<NotFound | null>(made.body);
const copied = (await api.with({ timeout: 1 }).withHeaders({}).group.within()).error;
if (copied?.status === 404) expectType<NotFound | null>(copied.body);

// A retry has the errors of its call.
const again = await (await api.get({ id: 1 })).retry();
if (again.error?.status === 404) expectType<NotFound | null>(again.error.body);

// A Result with errors passes for one without, and not the other way round.
expectAssignable<Result<User>>(await api.get({ id: 1 }));
expectNotAssignable<Result<User, Errors>>(await api.plain());
declare const plain: Result<User>;
expectError(((): Result<User, Errors> => plain)());

// A status under one body has no body of another.
expectNotAssignable<HttpError<404, NotFound>>(null as unknown as HttpError<404, Fault>);

// Schemas of errors give their types, or null, which is what they refuse.
const checked = createApi({
  baseUrl: '',
  requests: {
    add: defineRequest()({
      method: 'POST',
      path: '/users',
      schema: z.object({ id: z.number() }),
      errors: { 422: z.object({ fields: z.array(z.string()) }), '5XX': z.object({ fault: z.string() }) },
    }),
    written: defineRequest<User>()({ method: 'GET', path: '/', errors: { 404: z.string() } }),
  },
});
const added = await checked.add();
if (added.error?.status === 422) expectType<{ fields: string[] } | null>(added.error.body);
if (added.error?.status === 502) expectType<{ fault: string } | null>(added.error.body);
if (added.error?.status === 404) expectType<unknown>(added.error.body);
if (!added.error) expectType<{ id: number }>(added.data);

// Errors have their types once, and only for what there is.
const Text = z.string();
expectError(
  defineRequest<User, {}, { 404: NotFound }>()({ method: 'GET', path: '/', errors: { 404: Text } }),
);
expectError(
  defineRequest<unknown, {}, { 404: NotFound }>()({ method: 'GET', path: '/', errors: { 500: Text } }),
);
expectError(defineRequest()({ method: 'GET', path: '/', errors: { 600: Text } }));
expectError(defineRequest()({ method: 'GET', path: '/', errors: { 404: Text, '4xx': Text } }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', errors: { 404: Text, foo: Text } }));
expectError(defineRequest()({ method: 'GET', path: '/', errors: { 404: 'text' } }));
expectError(defineRequest()({ method: 'GET', path: '/', errors: Text }));
defineRequest<User>()({ method: 'GET', path: '/', errors: undefined });
defineRequest<User, {}, { 404: NotFound }>()({ method: 'GET', path: '/', errors: undefined });

// The keys of the types are statuses, ranges and `default`, whatever is declared for them.
defineRequest<User, {}, { readonly 300?: null; '404': NotFound; 599: Fault; '3XX': unknown }>()({
  method: 'GET',
  path: '/',
});
expectError(defineRequest<User, {}, { 600: NotFound }>());
expectError(defineRequest<User, {}, { 404: NotFound; '4xx': unknown }>());
expectError(defineRequest<User, {}, { 404: NotFound; 200: never }>());
expectError(defineRequest<User, {}, { 404: NotFound; deafult: never }>());
expectError(defineRequest<User, {}, Record<number, NotFound>>());
expectError(defineRequest<User, {}, NotFound>());
expectError(defineRequest<User, {}, string>());
expectError(new Request<{}, User, { 600: NotFound }>({ method: 'GET', path: '/' }));
expectError(new Request<{}, User, { 404: NotFound; '4xx': NotFound }>({ method: 'GET', path: '/' }));

// A function of one's own passes the types of errors on.
const jsonEndpoint = <T, E extends DeclaredErrors<E>>() =>
  defineRequest<T, {}, E>()({ method: 'GET', path: '/users' });
const own = createApi({ baseUrl: '', requests: { get: jsonEndpoint<User, { 404: NotFound }>() } });
const ownError = (await own.get()).error;
if (ownError?.status === 404) expectType<NotFound | null>(ownError.body);
expectError(jsonEndpoint<User, { 600: NotFound }>());
const ownRequest = <T, E>(config: RequestConfig<{}> & DeclaredErrors<E>) => new Request<{}, T, E>(config);
expectType<Request<{}, User, { 404: NotFound }>>(
  ownRequest<User, { 404: NotFound }>({ method: 'GET', path: '/' }),
);

// An error is read by a name of `responseType`, and by nothing else.
defineRequest<User>()({ method: 'GET', path: '/', errorType: 'text' });
expectError(defineRequest<User>()({ method: 'GET', path: '/', errorType: 'xml' }));
expectError(defineRequest<User>()({ method: 'GET', path: '/', errorType: { open: () => 1 } }));

// Polls and pages pass them on.
poll(
  api.get,
  { id: 1 },
  (result) => {
    if (result.error?.status === 404) expectType<NotFound | null>(result.error.body);
  },
  { every: 1 },
);
const waited = await pollUntil(api.get, { id: 1 }, { every: 1, until: ({ data: user }) => user.id > 0 });
if (waited.error?.status === 404) expectType<NotFound | null>(waited.error.body);
const pages = paginate(api.get, { id: 1 }, { next: () => null });
for await (const page of pages) if (page.error?.status === 404) expectType<NotFound | null>(page.error.body);
const collected = await collect(pages);
if (collected.error?.status === 404) expectType<NotFound | null>(collected.error.body);

// A helper of one's own keeps the errors that it is handed; orThrow gives the data.
expectType<Promise<User>>(orThrow(api.get({ id: 1 })));
const caught: unknown = error;
if (isApiError(caught)) expectType<ApiError>(caught);

// Stubs stand for endpoints that declare errors.
type Stub = () => Promise<Result<User, Errors>>;
expectAssignable<Stub>(async (): Promise<Result<User, Errors>> => successResult({ id: 1 }));
expectAssignable<Stub>(async (): Promise<Result<User, Errors>> => errorResult(404, { message: 'gone' }));

// A GraphQL operation has them, too.
const graph = createGraphQL({
  endpoint: '/graphql',
  operations: {
    user: new Operation<{ id: number }, User, { 200: GraphQLError[]; 401: Problem }>({ operation: '' }),
  },
});
const asked = await graph.user({ id: 1 });
if (asked.error?.status === 401) expectType<Problem | null>(asked.error.body);
if (asked.error?.kind === 'http' && asked.error.status === 200)
  expectType<GraphQLError[] | null>(asked.error.body);

// `all` has the errors of each of its calls.
const both = await allResults([api.get({ id: 1 }), api.group.within()]);
if (both.error?.status === 404) expectType<NotFound | null>(both.error.body);
if (both.error?.status === 503) expectAssignable<unknown>(both.error.body);
expectType<Result<[User, User], Errors | { 404: NotFound }>>(both);
const named = await allResults({
  one: (signal) => api.get({ id: 1 }, { signal }),
  two: async () => api.some(),
});
if (named.error?.status === 404) expectType<NotFound | null>(named.error.body);
if (named.error?.status === 503) expectType<Problem | Fault | null>(named.error.body);
if (!named.error) expectType<User>(named.data.two);
const many = await allResults([1, 2].map((id) => api.get({ id })));
if (many.error?.status === 404) expectType<NotFound | null>(many.error.body);
const nested = await (await allResults([allResults([api.get({ id: 1 })])])).retry();
if (nested.error?.status === 404) expectType<NotFound | null>(nested.error.body);

// Beside one that declares nothing, a body may be anything again.
const mixed = await allResults([api.get({ id: 1 }), api.plain()]);
if (mixed.error?.status === 404) expectType<unknown>(mixed.error.body);

// matchError hands each function what the error may be there.
if (error) {
  expectType<string | number | undefined>(
    matchError(error, {
      404: (found) => {
        expectType<HttpError<404, NotFound>>(found);
        return found.body?.message;
      },
      422: (found) => {
        expectType<HttpError<422, Fault>>(found);
        return found.body?.code;
      },
      503: ({ body }) => body?.title,
      '4XX': ({ body }) => {
        expectType<NotFound | Fault | null>(body);
        return 'client';
      },
      '5XX': ({ body }) => body?.title,
      http: ({ body }) => {
        expectType<NotFound | Problem | Fault | null>(body);
        return 'http';
      },
      parse: ({ status }) => status,
      timeout: (found) => {
        expectType<UnansweredError & { readonly kind: 'timeout' }>(found);
        return found.message;
      },
      default: (found) => {
        expectType<typeof error>(found);
        return found.message;
      },
    }),
  );
  matchError(error, {
    network: () => 1,
    http: ({ body }) => expectType<NotFound | Problem | Fault | null>(body),
    parse: ({ kind }) => expectType<'parse'>(kind),
    timeout: () => 1,
    abort: () => 1,
    middleware: () => 1,
  });
  // What can't be is never.
  matchError(error, { '2XX': (found) => expectType<never>(found), default: () => 1 });
  matchError(error, { 404: undefined, default: () => 1 });

  expectError(matchError(error, { 404: (found) => found.body?.title, default: () => 1 }));
  expectError(matchError(error, { '5XX': (found) => found.body?.message, default: () => 1 }));
  expectError(matchError(error, { http: (found) => found.body?.message, default: () => 1 }));
  expectError(matchError(error, { default: (found) => found.body?.message }));
  expectError(
    matchError(error, { 404: (found: HttpError<404, Fault>) => found.body?.code, default: () => 1 }),
  );
  expectError(matchError(error, { 404: () => 1 }));
  expectError(matchError(error, { '4xx': () => 1, default: () => 1 }));
  expectError(matchError(error, { netwrok: () => 1, default: () => 1 }));
}

// Of some that are declared the others are unknown; a status outside the lists is of its range.
declare const odd: NonNullable<Awaited<ReturnType<typeof oddCall>>['error']>;
declare const oddCall: () => Promise<Result<User, { 404: NotFound; 488: Fault }>>;
matchError(odd, {
  488: ({ body }) => expectType<number | undefined>(body?.code),
  409: ({ body }) => expectType<unknown>(body),
  '4XX': (found) => {
    if (found.status === 488) expectType<Fault | null>(found.body);
  },
  default: () => undefined,
});

// Functions that were written for any error do for each.
declare const forAny: ErrorHandlers;
expectType<unknown>(matchError(odd, forAny));
const written: ErrorHandlers<typeof odd> = { 404: ({ body }) => body?.message, default: () => '' };
expectType<unknown>(matchError(odd, written));

// An error of which nothing is known, and one that was narrowed, are handled as ever.
declare const anyError: ApiError;
matchError(anyError, {
  404: (found) => expectType<ApiError & { readonly kind: 'http' }>(found),
  '5XX': ({ body }) => expectType<unknown>(body),
  default: (found) => expectType<ApiError>(found),
});
if (anyError.kind === 'http') matchError(anyError, { 404: ({ body }) => body, default: () => 1 });
if (error?.kind === 'http')
  matchError(error, { 404: ({ body }) => expectType<string | undefined>(body?.message), default: () => 1 });
if (mixed.error)
  matchError(mixed.error, {
    404: ({ body }) => expectType<unknown>(body),
    default: ({ kind }) => kind,
  });
