import {
  nullProto,
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
     * For `withLimit` and `nodeFetch`, in the place of their own limit: the most that this response's body may be, in
     * bytes after decompression. `Infinity` for no limit. What is no number, or negative, is refused.
     */
    maxResponseSize?: number | undefined;
  }
}

/** What `withLimit` takes. */
export interface LimitOptions {
  /**
   * The most that a response body may be, in bytes after decompression; `fetchOptions.maxResponseSize` says it for an
   * endpoint or a call. `Infinity` for no limit. Required. Negative, NaN or no number: `withLimit` throws.
   */
  readonly maxResponseSize: number;
  /** What sends the requests. Default: the global fetch, looked up at each. No function: `withLimit` throws. */
  readonly fetch?: FetchLike | undefined;
}

const checkedLimit = (limit: unknown): number => {
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw InvalidInputError.ofOption('maxResponseSize', limit, '0 or more bytes');
};

const READERS = ['arrayBuffer', 'blob', 'formData', 'json', 'text'] as const;

/** Lets each reader of a response tell why the body ended: Chromium tells them of its own "network error" alone. */
function tellWhy(response: Response, why: () => unknown): Response {
  for (const name of READERS) {
    const value = (): Promise<unknown> =>
      Response.prototype[name].call(response).catch((thrown: unknown) => {
        throw why() ?? thrown;
      });
    Object.defineProperty(response, name, nullProto<PropertyDescriptor>({ value }));
  }
  return response;
}

/**
 * A fetch that ends a response whose body is larger than a limit: when its Content-Length says so, at once, else when
 * that many bytes were read. Whoever reads the body gets a TypeError; a call of homing is a `'parse'` error, or with an
 * error status an `'http'` error without body. It works around every fetch whose responses have a `body`.
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
    const over = (): void => guard.release();
    let left = limit;
    let reason: TypeError | undefined;
    const add = (size: number): void => {
      left -= size;
      if (left >= 0) return;
      reason = bodyError(`The response body exceeds maxResponseSize: ${limit} bytes.`);
      // Some runtimes go on reading a body that is cancelled, and no more.
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
      // Ended at once; who reads it is told the same.
      if (length > limit) void ignoringErrors(() => add(length));
      return tellWhy(withBody(response, tapped(body, add, over)), () => reason);
    } catch (thrown) {
      // There may be an answer, which is not read any more.
      guard.abort({ kind: 'abort', reason: thrown });
      throw thrown;
    }
  };
}
