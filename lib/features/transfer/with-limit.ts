import {
  define,
  bodyError,
  DeadlineGuard,
  type FetchLike,
  ownDefined,
  ignoringErrors,
  InvalidInputError,
} from '../../core/internal.js';
import { fetchOf, tapped, withBody } from '../fetch-wrappers/around-fetch.js';
import { declaredLength } from './progress.js';

declare global {
  interface RequestInit {
    /**
     * Maximum size of this response's body in bytes, after decompression. Overrides the limit of `withLimit` and
     * `nodeFetch`. `Infinity`: no limit. Negative, NaN or another type: a TypeError before sending.
     */
    maxResponseSize?: number | undefined;
  }
}

/** Options of `withLimit`. */
export interface LimitOptions {
  /**
   * Maximum size of a response body in bytes, after decompression. `fetchOptions.maxResponseSize` overrides it for an
   * endpoint or a call. `Infinity`: no limit. Required. `withLimit` throws a TypeError for a negative number, NaN or
   * another type.
   */
  readonly maxResponseSize: number;
  /**
   * Function that sends the requests. Default: the global fetch, looked up for each request. `withLimit` throws a
   * TypeError if it isn't a function.
   */
  readonly fetch?: FetchLike | undefined;
}

const checkedLimit = (limit: unknown): number => {
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw InvalidInputError.ofOption('maxResponseSize', limit, '0 or more bytes');
};

const READERS = ['arrayBuffer', 'blob', 'formData', 'json', 'text'] as const;

/** Makes each body reader reject with the actual reason. Chromium would report only its own "network error". */
function tellWhy(response: Response, why: () => unknown): Response {
  for (const name of READERS) {
    const value = (): Promise<unknown> =>
      Response.prototype[name].call(response).catch((thrown: unknown) => {
        throw why() ?? thrown;
      });
    define(response, name, value);
  }
  return response;
}

/**
 * Creates a fetch that ends a response whose body exceeds a limit: immediately if its Content-Length does, otherwise
 * after that number of bytes. Reading the body rejects with a TypeError. A homing call returns a `'parse'` error, or
 * for an error status an `'http'` error without body. Wraps any fetch whose responses have a `body`.
 */
export function withLimit(options: LimitOptions): (url: string, init?: RequestInit) => Promise<Response> {
  const { maxResponseSize, fetch } = ownDefined(options);
  const byDefault = checkedLimit(maxResponseSize);
  const send = fetchOf('fetch', fetch);
  return async (url, init) => {
    const own = ownDefined(init) as RequestInit;
    const limit = checkedLimit(own.maxResponseSize ?? byDefault);
    if (limit === Infinity) return send(url, own);
    const guard = new DeadlineGuard();
    const over = (): void => guard.dispose();
    let left = limit;
    let reason: TypeError | undefined;
    const add = (size: number): void => {
      left -= size;
      if (left >= 0) return;
      reason = bodyError(`The response body exceeds maxResponseSize: ${limit} bytes.`);
      // Some runtimes continue to download a cancelled body, so abort the request.
      guard.abort({ kind: 'abort', reason });
      throw reason;
    };
    try {
      if (own.signal) guard.follow(own.signal);
      own.signal = guard.signal;
      const response = await send(url, own);
      const { body, headers } = response;
      if (!body) {
        over();
        return response;
      }
      const length = declaredLength(headers);
      // End the response immediately. Reading its body rejects with the same error.
      if (length > limit) void ignoringErrors(() => add(length));
      return tellWhy(withBody(response, tapped(body, add, over)), () => reason);
    } catch (thrown) {
      // The server might have sent a response that isn't read any more.
      guard.abort({ kind: 'abort', reason: thrown });
      throw thrown;
    }
  };
}
