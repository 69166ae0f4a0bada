import { ApiError, type ApiErrorKind, createApi, defineRequest, type Result } from 'homing';
import { expectError, expectNotAssignable, expectType } from 'tsd';

interface User {
  id: number;
}

const api = createApi({
  baseUrl: '',
  requests: {
    get: defineRequest<User>()({ method: 'GET', path: '/user' }),
    maybe: defineRequest<User | null>()({ method: 'GET', path: '/user' }),
  },
});

// Checking `error` narrows the result as an object.
export async function onTheObject(): Promise<User | undefined> {
  const result = await api.get();
  expectType<User | null>(result.data);
  expectType<Response | null>(result.response);
  if (result.error) {
    expectType<ApiError>(result.error);
    expectType<null>(result.data);
    return undefined;
  }
  expectType<User>(result.data);
  expectType<null>(result.error);
  expectType<Response>(result.response);
  return result.data;
}

// Checking `error` narrows the result destructured.
export async function destructured(): Promise<User | undefined> {
  const { data, error, response } = await api.get();
  if (error) {
    expectType<null>(data);
    return undefined;
  }
  expectType<User>(data);
  expectType<Response>(response);
  return data;
}

// Comparing with null narrows just as well.
export async function compared(): Promise<void> {
  const { data, error } = await api.get();
  if (error !== null) return;
  expectType<User>(data);
}

// A null in the response type is not narrowed away.
export async function nullable(): Promise<void> {
  const { data, error } = await api.maybe();
  if (error) return;
  expectType<User | null>(data);
}

// Data can't be used before the error is checked.
export async function unchecked(): Promise<void> {
  const { data } = await api.get();
  expectType<User | null>(data);
}

// A retry gives a result of the same type, and takes nothing.
export async function again(): Promise<void> {
  const result = await api.get();
  expectType<Promise<Result<User>>>(result.retry());
  expectError(result.retry({ id: 1 }));
  expectType<Promise<Result<User>>[]>([result].map((each) => each.retry()));
}

// An error tells its six kinds apart, and is an Error.
export async function kinds(): Promise<string> {
  const { error } = await api.get();
  if (!error) return '';
  expectType<ApiErrorKind>(error.kind);
  expectType<number>(error.status);
  expectType<unknown>(error.body);
  expectType<string>(error.request.url);
  expectType<Headers>(error.headers);
  const thrown: Error = error;
  switch (error.kind) {
    case 'network':
    case 'http':
    case 'parse':
    case 'timeout':
    case 'abort':
    case 'middleware':
      return thrown.message;
    default:
      expectType<never>(error.kind);
      return '';
  }
}

// There is no seventh.
expectNotAssignable<ApiErrorKind>('offline');

// A middleware may build an error; the kind and the request are what it has to say.
new ApiError({ kind: 'network', request: { method: 'GET', url: '/' } });
expectError(new ApiError({ kind: 'offline', request: { method: 'GET', url: '/' } }));
expectError(new ApiError({ kind: 'network' }));
