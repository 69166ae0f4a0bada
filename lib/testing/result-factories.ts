import { ApiError, nullProto, type ErrorResult, ownDefined, type SuccessResult } from '../core/internal.js';

const NEEDED = ['Headers', 'Response'] as const;

/** Throws where the test's environment lacks what fetch is made of, as jsdom under Jest does. */
export function requirePlatform(): void {
  const missing = [...NEEDED, 'Request', 'fetch'].filter((name) => !(name in globalThis));
  if (NEEDED.some((name) => missing.includes(name)))
    throw new TypeError(
      `This test environment has no ${missing.join(', no ')}. Instead of jest-environment-jsdom, use jest-fixed-jsdom, or add "@jest-environment node" to the test file.`,
    );
}

/**
 * A `Response` with a JSON body.
 *
 * @param body Anything that JSON has a text for; null and undefined give an empty body.
 * @param init Carries `status` (default 200), `statusText` and `headers`.
 */
export function jsonResponse(body: unknown, init: ResponseInit = {}): Response {
  requirePlatform();
  const own = ownDefined(init);
  const headers = new Headers(own.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return new Response(body == null ? null : JSON.stringify(body), nullProto<ResponseInit>(own, { headers }));
}

/**
 * A well-formed success, for stubbing an endpoint function. Its `retry()` resolves with itself.
 *
 * @typeParam TErrors The errors that the endpoint declares; read from what the stub stands for.
 */
export function successResult<T, TErrors = {}>(data: T): SuccessResult<T, TErrors> {
  const result: SuccessResult<T, TErrors> = {
    data,
    error: null,
    response: jsonResponse(null),
    retry: () => Promise.resolve(result),
  };
  return result;
}

/**
 * A well-formed error, for stubbing an endpoint function. Its `retry()` resolves with itself.
 *
 * @typeParam T The data that a success would have, where a variable has to have the type. Default never, which fits all.
 * @typeParam TErrors The errors that the endpoint declares; read from what the stub stands for. The body is not checked.
 * @param status An HTTP status gives an `'http'` error; one that no response can have (0, say) a `'network'` error.
 * @param body The decoded error body. Default null.
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
  const result: ErrorResult<never> = { data: null, error, response, retry: () => Promise.resolve(result) };
  return result;
}
