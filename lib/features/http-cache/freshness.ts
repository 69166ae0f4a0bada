import { httpDate } from '../http-date/http-date.js';
import {
  type Directives,
  directivesOf,
  limitedFields,
  millisecondsOf,
  MOST_SECONDS,
} from './cache-control.js';

/** The parts of a stored response that determine its age. Times are milliseconds since the epoch. */
export interface Dated {
  readonly status: number;
  readonly headers: Headers;
  /** When the request was sent, in milliseconds since the epoch. */
  readonly requestTime: number;
  /** When the response arrived, in milliseconds since the epoch. */
  readonly responseTime: number;
}

/** Permissions that a stored response gives to a cache; durations are milliseconds. */
export interface FreshnessPolicy {
  readonly lifetime: number;
  /** Age on arrival, in milliseconds. */
  readonly initialAge: number;
  /** Whether each use needs a validation. */
  readonly noCache: boolean;
  /** Whether a stale response must be validated before it's used. */
  readonly mustRevalidate: boolean;
  readonly immutable: boolean;
  readonly staleWhileRevalidate: number;
  readonly staleIfError: number;
}

/** How a cache interprets a response. */
export interface FreshnessRules {
  /** Whether one store serves several users. */
  readonly shared: boolean;
  /** Whether a response without explicit freshness gets a lifetime from its Last-Modified date. */
  readonly heuristicFreshness: boolean;
}

/**
 * Parses an HTTP date; undefined for an invalid or missing date. Ignores case, which RFC 9111, 4.2 requires of a cache.
 *
 * @param now Milliseconds since the epoch.
 */
export const readDate = (text: string | null | undefined, now: number): number | undefined =>
  httpDate(
    (text ?? '').toLowerCase().replace(/gmt|\b[a-z]/g, (letters) => letters.toUpperCase()),
    now,
  );

/** Statuses whose responses can be stored without explicit permission. RFC 9110, 15.1. */
export const HEURISTIC: readonly number[] = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];

const YEAR = 31_536_000_000;
const WEEK = 604_800_000;

/** RFC 9111, 4.2.1 and 4.2.2; RFC 8246. */
function lifetimeOf(response: Dated, directives: Directives, date: number, rules: FreshnessRules): number {
  const { headers, status, responseTime } = response;
  const explicit =
    (rules.shared ? millisecondsOf(directives, 's-maxage') : undefined) ??
    millisecondsOf(directives, 'max-age');
  if (explicit !== undefined) return explicit;
  if (headers.has('expires'))
    return Math.max((readDate(headers.get('expires'), responseTime) ?? 0) - date, 0);
  if (status === 200 && directives.has('immutable')) return YEAR;
  const changed = readDate(headers.get('last-modified'), responseTime);
  const mayGuess = rules.heuristicFreshness && (HEURISTIC.includes(status) || directives.has('public'));
  return mayGuess && changed !== undefined ? Math.min(Math.max((date - changed) / 10, 0), WEEK) : 0;
}

/** RFC 9111, 4.2.3. */
function initialAgeOf({ headers, requestTime, responseTime }: Dated, date: number): number {
  const first = headers.get('age')?.split(',')[0]?.trim() ?? '';
  const sentAge = /^\d+$/.test(first) ? Math.min(Number(first), MOST_SECONDS) * 1000 : 0;
  return Math.max(responseTime - date, sentAge + (responseTime - requestTime), 0);
}

/** Reads what a response permits a cache. */
export function policyOf(response: Dated, rules: FreshnessRules): FreshnessPolicy {
  const directives = directivesOf(response.headers.get('cache-control'));
  const date = readDate(response.headers.get('date'), response.responseTime) ?? response.responseTime;
  return {
    lifetime: lifetimeOf(response, directives, date, rules),
    initialAge: initialAgeOf(response, date),
    noCache: limitedFields(directives, 'no-cache') === true,
    mustRevalidate:
      directives.has('must-revalidate') ||
      (rules.shared && (directives.has('proxy-revalidate') || directives.has('s-maxage'))),
    immutable: directives.has('immutable'),
    staleWhileRevalidate: millisecondsOf(directives, 'stale-while-revalidate') ?? 0,
    staleIfError: millisecondsOf(directives, 'stale-if-error') ?? 0,
  };
}

/**
 * Current age of a stored response, in milliseconds. `Infinity` if the clock was set back to before the response
 * arrived: the age is then unknown.
 */
export function ageOf({ responseTime }: Dated, { initialAge }: FreshnessPolicy, now: number): number {
  return now < responseTime ? Infinity : initialAge + now - responseTime;
}
