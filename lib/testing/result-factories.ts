import {
  ApiError,
  nullProto,
  type ErrorResult,
  ownDefined,
  resultOfError,
  type SuccessResult,
} from '../core/internal.js';

const NEEDED = ['Headers', 'Response'] as const;

/** Throws a TypeError if the test environment has no `Response` or `Headers`, as jsdom under Jest. */
export function requirePlatform(): void {
  const missing = [...NEEDED, 'Request', 'fetch'].filter((name) => !(name in globalThis));
  if (NEEDED.some((name) => missing.includes(name)))
    throw new TypeError(
      `This test environment has no ${missing.join(', no ')}. Instead of jest-environment-jsdom, use jest-fixed-jsdom, or add "@jest-environment node" to the test file.`,
    );
}

/**
 * Creates a `Response` with a JSON body.
 *
 * @param body A value that JSON can represent. null and undefined create an empty body.
 * @param init `status` (default 200), `statusText` and `headers`.
 */
export function jsonResponse(body: unknown, init: ResponseInit = {}): Response {
  requirePlatform();
  const own = ownDefined(init);
  const headers = new Headers(own.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(body == null ? null : JSON.stringify(body), nullProto<ResponseInit>(own, { headers }));
}

/**
 * Creates a successful Result, to stub an endpoint function. Its `retry()` resolves with the same Result.
 *
 * @typeParam TErrors The errors that the endpoint declares; inferred from the stubbed function.
 */
export function successResult<T, TErrors = {}>(data: T): SuccessResult<T, TErrors> {
  const result: SuccessResult<T, TErrors> = {
    data,
    error: null,
    status: 200,
    response: jsonResponse(null),
    retry: () => Promise.resolve(result),
  };
  return result;
}

/**
 * Creates an error Result, to stub an endpoint function. Its `retry()` resolves with the same Result.
 *
 * @typeParam T The data of a success, if a variable needs the type. Default never, which fits every type.
 * @typeParam TErrors The errors that the endpoint declares; inferred from the stubbed function. The body is
 * not checked.
 * @param status A status from 200 to 599 creates an `'http'` error, any other number a `'network'` error.
 * @param body The parsed error body. Default null.
 */
export function errorResult<T = never, TErrors = {}>(status: number, body?: unknown): ErrorResult<T, TErrors>;
export function errorResult(status: number, body: unknown = null): ErrorResult<never> {
  const answered = status >= 200 && status <= 599;
  const response = answered ? jsonResponse(null, { status }) : null;
  const error = new ApiError({
    kind: answered ? 'http' : 'network',
    status: answered ? status : 0,
    request: { method: 'GET', url: '' },
    body,
    headers: response?.headers,
  });
  const result: ErrorResult<never> = resultOfError(error, response, () => Promise.resolve(result));
  return result;
}
