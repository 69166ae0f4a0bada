import {
  ApiError,
  type ApiErrorKind,
  createApi,
  defineRequest,
  type ErrorResult,
  type Result,
  type SuccessResult,
} from 'homing';

interface User {
  id: number;
  name: string;
}

const api = createApi({
  baseUrl: '/api',
  requests: {
    getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
    maybe: defineRequest<User | null>()({ method: 'GET', path: '/me' }),
  },
});

export const narrowedObject = async (): Promise<string> => {
  const result = await api.getUser({ id: 1 });
  if (result.error) return result.error.message;
  return result.data.name;
};

export const narrowedFields = async (): Promise<string> => {
  const { data, error, response } = await api.getUser({ id: 1 });
  if (error) return `${error.kind} ${error.status} ${response?.statusText ?? ''}`;
  return `${data.name} ${response.status}`;
};

export const nullableData = async (): Promise<string> => {
  const { data, error } = await api.maybe();
  return error ? '' : (data?.name ?? 'nobody');
};

export const everyKind = async (): Promise<string> => {
  const { error } = await api.getUser({ id: 1 });
  switch (error?.kind) {
    case undefined:
      return 'fine';
    case 'network':
    case 'timeout':
      return 'later';
    case 'http':
    case 'parse':
      return 'report';
    case 'abort':
    case 'middleware':
      return 'ours';
  }
};

export const again = async (): Promise<Result<User>> => {
  const first = await api.getUser({ id: 1 });
  return first.error ? first.retry() : first;
};

export const thrownError = async (): Promise<User> => {
  const { data, error } = await api.getUser({ id: 1 });
  if (error) throw error;
  return data;
};

export const caughtError = (thrown: unknown): number | undefined =>
  thrown instanceof ApiError ? thrown.status : undefined;

export const errorParts = ({ body, headers, request, cause, partialData }: ApiError) => ({
  body,
  type: headers.get('content-type'),
  where: `${request.method} ${request.url}`,
  cause,
  partialData,
});

export const namedTypes = (result: Result<User>): SuccessResult<User> | ErrorResult<User> => result;

export const unwrap = <T>(result: Result<T>, fallback: T): T => (result.error ? fallback : result.data);

export const ownError = (kind: ApiErrorKind) => new ApiError({ kind, request: { method: 'GET', url: '/' } });

export const inParallel = async (): Promise<string[]> => {
  const results = await Promise.all([api.getUser({ id: 1 }), api.getUser({ id: 2 })]);
  return results.flatMap(({ data }) => (data ? [data.name] : []));
};

export const refused = async () => {
  const result = await api.getUser({ id: 1 });
  // @ts-expect-error data is null until the error was looked at
  void result.data.name;
  // @ts-expect-error retry takes nothing
  void result.retry({ id: 2 });
  // @ts-expect-error there is no seventh kind
  const kind: ApiErrorKind = 'offline';
  // @ts-expect-error an error says which call it belongs to
  const bare = new ApiError({ kind: 'network' });
  return { kind, bare };
};
