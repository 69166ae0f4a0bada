import {
  bare,
  type Clock,
  type FetchLike,
  isAborted,
  isBare,
  isKey,
  isObject,
  ownDefined,
  systemClock,
} from '../../core/seats.js';
import { fetchOf } from '../../fetches.js';
import { type HedgeOptions, readHedgeOptions } from './hedge-options.js';
import { HedgedRequest } from './hedged-request.js';

type Input = string | URL | globalThis.Request;

/** RFC 9110, 9.2.1: they ask, and do nothing. */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

const requestOf = (input: Input): globalThis.Request | undefined =>
  isObject(input) && 'headers' in input ? input : undefined;

const urlOf = (input: Input): string =>
  typeof input === 'string' ? input : 'url' in input ? input.url : input.href;

/** A copy for each request: what signs one must not sign the others. */
const copied = (headers: HeadersInit): HeadersInit =>
  Symbol.iterator in headers ? new Headers(headers) : bare<Record<string, string>>(headers);

const hasKey = (headers: HeadersInit | undefined): boolean => {
  try {
    return isKey(new Headers(headers).get('idempotency-key'));
  } catch {
    // For fetch to refuse.
    return false;
  }
};

/** Whether a request may go out several times: it does no harm, and its body can be sent again. */
const isHedgeable = (input: Input, { method, headers, body }: RequestInit): boolean => {
  const request = requestOf(input);
  const name = (method ?? request?.method ?? 'GET').toUpperCase();
  const isSafe = SAFE.includes(name);
  if (typeof body !== 'string') {
    if (body != null) return false;
    // Where a platform shows no bodies of requests, only these are known to have none.
    if (request && request.body !== null && name !== 'GET' && name !== 'HEAD') return false;
  }
  return isSafe || hasKey(headers ?? request?.headers);
};

/**
 * A fetch that asks a second time when the first answer is slow: after `delay` milliseconds one more request goes out, up
 * to `max` of them. The first answer counts, and ends the others; one whose status is `nonFatal`, and a connection that
 * breaks, let the next go out at once. Where all fail, the last answer comes back.
 *
 * For GET, HEAD and OPTIONS, and what has an `Idempotency-Key`, with no body or a text; all else goes out once.
 *
 * @param fetch What sends the requests. Default: the global fetch, looked up at each.
 */
export function hedgedFetch(
  fetch?: FetchLike,
  options?: HedgeOptions,
  clock: Clock = systemClock,
): (input: Input, init?: RequestInit) => Promise<Response> {
  const send = fetchOf('hedgedFetch: its fetch', fetch) as (
    input: Input,
    init: RequestInit,
  ) => Promise<Response>;
  const own = readHedgeOptions(options);
  return async (input, init) => {
    const given: RequestInit = init && isBare(init) ? init : ownDefined(init);
    const { headers } = given;
    const outer = given.signal === undefined ? requestOf(input)?.signal : given.signal;
    if (own.max === 0 || isAborted(outer) || !isHedgeable(input, given)) return send(input, init ?? given);
    const sendUnder = (signal: AbortSignal): Promise<Response> =>
      send(input, bare<RequestInit>(given, headers ? { headers: copied(headers) } : {}, { signal }));
    return new HedgedRequest(sendUnder, urlOf(input), own, clock).run(outer ?? undefined);
  };
}
