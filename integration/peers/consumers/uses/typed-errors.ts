import {
  allResults,
  type ApiError,
  createApi,
  type DeclaredErrors,
  defineRequest,
  type ErrorHandlers,
  type ErrorResult,
  type HttpError,
  matchError,
  orThrow,
  type ParseError,
  Request,
  type Result,
  type StandardSchemaV1,
  type UnansweredError,
} from 'homing';

interface User {
  id: number;
  name: string;
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

const notFound: StandardSchemaV1<unknown, NotFound> = {
  '~standard': { version: 1, vendor: 'mine', validate: () => ({ issues: [{ message: 'no' }] }) },
};

const api = createApi({
  baseUrl: '/api',
  requests: {
    plain: defineRequest<User>()({ method: 'GET', path: '/me' }),
    get: defineRequest<User, {}, Errors>()({ method: 'GET', path: '/users/:id' }),
    some: defineRequest<User, {}, { 404: NotFound; 409: Fault }>()({ method: 'GET', path: '/some' }),
    checked: defineRequest<unknown, { q?: string }>()({
      method: 'GET',
      path: '/checked',
      errors: { 404: notFound },
    }),
    file: defineRequest<Blob, {}, { 404: NotFound }>()({
      method: 'GET',
      path: '/file',
      responseType: 'blob',
      errorType: 'json',
    }),
    users: {
      made: new Request<{ id: number }, User, { 404: NotFound }>({ method: 'GET', path: '/users/:id' }),
    },
  },
});

export const byStatus = async (): Promise<string> => {
  const { data, error } = await api.get({ id: 1 });
  if (!error) return data.name;
  if (error.status === 404) return error.body?.message ?? '';
  if (error.status === 503) return error.body?.title ?? '';
  if (error.status === 422) return `${error.body?.code}`;
  return error.message;
};

export const bySwitch = async (): Promise<string | number> => {
  const { error } = await api.some();
  switch (error?.status) {
    case 404:
      return error.body?.message ?? '';
    case 409:
      return error.body?.code ?? 0;
    default:
      return error?.message ?? 'fine';
  }
};

export const byKind = async (): Promise<unknown> => {
  const { error } = await api.get({ id: 1 });
  if (error?.kind === 'http') return error.body && 'title' in error.body ? error.body.title : error.body;
  return error?.kind;
};

export const undeclared = async (): Promise<unknown> => {
  const { error } = await api.some();
  return error?.status === 500 ? error.body : undefined;
};

export const theRest = async (): Promise<0 | number | undefined> => {
  const { error } = await api.get({ id: 1 });
  if (error?.kind === 'timeout') return error.status satisfies 0;
  return error?.kind === 'parse' ? error.status : undefined;
};

export const refusedBySchema = async (): Promise<unknown> => {
  const { error } = await api.checked();
  return error?.status === 404 ? (error.body?.message ?? error.rawBody) : undefined;
};

export const ofAFile = async (): Promise<Blob | string> => {
  const { data, error } = await api.file();
  if (error) return error.status === 404 ? (error.body?.message ?? '') : error.message;
  return data;
};

export const inGroupsAndCopies = async (): Promise<string | undefined> => {
  const { error } = await api.with({ timeout: 100 }).users.made({ id: 1 });
  return error?.status === 404 ? error.body?.message : undefined;
};

export const again = async (): Promise<string | undefined> => {
  const { error } = await (await api.get({ id: 1 })).retry();
  return error?.status === 404 ? error.body?.message : undefined;
};

export const several = async (): Promise<string> => {
  const { data, error } = await allResults([api.get({ id: 1 }), api.users.made({ id: 2 })]);
  if (error) return error.status === 404 ? (error.body?.message ?? '') : error.message;
  return data.map(({ name }) => name).join();
};

export const severalByName = async (): Promise<string | number> => {
  const { data, error } = await allResults({
    one: (signal) => api.some({}, { signal }),
    two: api.users.made({ id: 2 }),
  });
  if (error?.status === 404) return error.body?.message ?? '';
  return error ? error.message : data.two.id;
};

export const matched = async (): Promise<string | number> => {
  const { data, error } = await api.get({ id: 1 });
  if (!error) return data.name;
  return matchError(error, {
    404: ({ body }) => body?.message ?? '',
    422: (found) => found.body?.code ?? 0,
    '5XX': ({ body }) => body?.title ?? '',
    http: ({ status }) => status,
    timeout: (found: UnansweredError) => found.message,
    default: ({ message }) => message,
  });
};

export const matchedByKind = async (): Promise<string | number | undefined> => {
  const { error } = await api.some();
  if (!error) return undefined;
  return matchError(error, {
    404: (found: HttpError<404, NotFound>) => found.body?.message,
    network: () => 'later',
    http: () => 'report',
    parse: (found: ParseError) => found.status,
    timeout: () => 'later',
    abort: () => 'ours',
    middleware: () => 'ours',
  });
};

const handlers: ErrorHandlers = {
  404: () => 'gone',
  '5XX': () => 'later',
  default: ({ message }) => message,
};

export const matchedByTable = async (): Promise<unknown[]> => {
  const [{ error }, plain] = await Promise.all([api.get({ id: 1 }), api.plain()]);
  return [error && matchError(error, handlers), plain.error && matchError(plain.error, handlers)];
};

export const passesAsAny = (result: Result<User, Errors>): Result<User> => result;

export const sentenceFor = (error: ApiError): string => error.message;

export const toAnyFunction = async (): Promise<string> => {
  const { error } = await api.get({ id: 1 });
  return error ? sentenceFor(error) : '';
};

export const thrown = async (): Promise<User> => orThrow(api.get({ id: 1 }));

export const named = (result: ErrorResult<User, Errors>): HttpError<404, NotFound> | null =>
  result.error.status === 404 ? result.error : null;

const jsonEndpoint = <T, E extends DeclaredErrors<E>>() =>
  defineRequest<T, {}, E>()({ method: 'GET', path: '/users' });

export const ownEndpoint = createApi({
  baseUrl: '',
  requests: { get: jsonEndpoint<User, { 404: NotFound }>() },
});

export const refused = async () => {
  // @ts-expect-error 600 is not a status
  defineRequest<User, {}, { 600: NotFound }>();
  // @ts-expect-error a range has capitals
  defineRequest<User, {}, { 404: NotFound; '4xx': NotFound }>();
  // @ts-expect-error a 2xx is not an error
  void new Request<{}, User, { 200: NotFound }>({ method: 'GET', path: '/' });
  // @ts-expect-error the errors have types already
  defineRequest<User, {}, { 404: NotFound }>()({ method: 'GET', path: '/', errors: { 404: notFound } });
  // @ts-expect-error this is not a schema
  defineRequest()({ method: 'GET', path: '/', errors: { 404: 'text' } });
  // @ts-expect-error 600 is not a status
  defineRequest()({ method: 'GET', path: '/', errors: { 600: notFound } });
  const { error } = await api.get({ id: 1 });
  // @ts-expect-error which body it is depends on the status
  void error?.body?.message;
  // @ts-expect-error no server answers this
  if (error?.status === 600) return;
  // @ts-expect-error a body can be empty, or not JSON
  if (error?.status === 404) void error.body.message;
  // @ts-expect-error the body of a 404 has no title
  if (error?.status === 404) void error.body?.title;
  const checked = (await api.checked()).error;
  // @ts-expect-error null: the schema rejected the body
  if (checked?.status === 404) void checked.body.message;
  const both = (await allResults([api.get({ id: 1 }), api.plain()])).error;
  // @ts-expect-error one of them declares nothing
  if (both?.status === 404) void both.body?.message;
  if (!error) return;
  // @ts-expect-error the body of a 404 has no title
  matchError(error, { 404: ({ body }) => body?.title, default: () => '' });
  // @ts-expect-error a range has capitals
  matchError(error, { '4xx': () => '', default: () => '' });
  // @ts-expect-error nothing is there for the others
  matchError(error, { 404: () => '' });
};
