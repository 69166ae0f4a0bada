import {
  type Directives,
  directivesOf,
  limitedFields,
  millisecondsOf,
  MOST_SECONDS,
} from './cache-control.js';

/** What is stored of a response, as far as its age is concerned. Times are milliseconds since the epoch. */
export interface Dated {
  readonly status: number;
  readonly headers: Headers;
  /** When its request was sent. */
  readonly requestTime: number;
  /** When it came. */
  readonly responseTime: number;
}

/** What a stored response says of its own use; durations are milliseconds. */
export interface Policy {
  readonly lifetime: number;
  /** Its age when it came. */
  readonly initialAge: number;
  /** Never used without asking. */
  readonly noCache: boolean;
  /** Never used when stale. */
  readonly mustRevalidate: boolean;
  readonly immutable: boolean;
  readonly staleWhileRevalidate: number;
  readonly staleIfError: number;
}

/** How a cache reads what a response says. */
export interface Reading {
  /** Whether it answers several users from one store. */
  readonly shared: boolean;
  /** Whether a response that says nothing of its freshness has some by its last change. */
  readonly heuristics: boolean;
}

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** RFC 9110, 5.6.7: the form that is written, and the two old ones that are read; the case of letters is all they may lack. */
const DATES = [
  /^(?:mon|tue|wed|thu|fri|sat|sun), (?<d>\d\d) (?<m>[a-z]{3}) (?<y>\d{4}) (?<t>\d\d:\d\d:\d\d) gmt$/,
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day, (?<d>\d\d)-(?<m>[a-z]{3})-(?<y>\d\d) (?<t>\d\d:\d\d:\d\d) gmt$/,
  /^(?:mon|tue|wed|thu|fri|sat|sun) (?<m>[a-z]{3}) (?<d>[ \d]\d) (?<t>\d\d:\d\d:\d\d) (?<y>\d{4})$/,
];

/** An HTTP date in milliseconds since the epoch; undefined for what is none. */
export function httpDate(text: string | null | undefined): number | undefined {
  const { d, m, y, t } =
    DATES.map((form) => form.exec(text?.toLowerCase() ?? '')?.groups).find(Boolean) ?? {};
  const month = MONTHS.indexOf(m ?? '?') / 3;
  if (!d || !y || !t || !Number.isInteger(month)) return undefined;
  let year = Number(y);
  if (y.length === 2) {
    // What would be more than fifty years ahead was in the century before.
    const thisYear = new Date().getUTCFullYear();
    year += thisYear - (thisYear % 100);
    if (year > thisYear + 50) year -= 100;
  }
  const [hours = 0, minutes = 0, seconds = 0] = t.split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const date = Date.UTC(year, month, Number(d), hours, minutes, seconds);
  return new Date(date).getUTCDate() === Number(d) || seconds === 60 ? date : undefined;
}

/** RFC 9110, 15.1: the statuses whose responses may be kept without a word on it. */
export const HEURISTIC: readonly number[] = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];

const YEAR = 31_536_000_000;
const WEEK = 604_800_000;

/** RFC 9111, 4.2.1 and 4.2.2; RFC 8246. */
function lifetimeOf(response: Dated, directives: Directives, date: number, reading: Reading): number {
  const { headers, status } = response;
  const told =
    (reading.shared ? millisecondsOf(directives, 's-maxage') : undefined) ??
    millisecondsOf(directives, 'max-age');
  if (told !== undefined) return told;
  if (headers.has('expires')) return Math.max((httpDate(headers.get('expires')) ?? 0) - date, 0);
  if (status === 200 && directives.has('immutable')) return YEAR;
  const changed = httpDate(headers.get('last-modified'));
  const mayGuess = reading.heuristics && (HEURISTIC.includes(status) || directives.has('public'));
  return mayGuess && changed !== undefined ? Math.min(Math.max((date - changed) / 10, 0), WEEK) : 0;
}

/** RFC 9111, 4.2.3. */
function initialAgeOf({ headers, requestTime, responseTime }: Dated, date: number): number {
  const first = headers.get('age')?.split(',')[0]?.trim() ?? '';
  const told = /^\d+$/.test(first) ? Math.min(Number(first), MOST_SECONDS) * 1000 : 0;
  return Math.max(responseTime - date, told + (responseTime - requestTime), 0);
}

/** What a response says of its own use. */
export function policyOf(response: Dated, reading: Reading): Policy {
  const directives = directivesOf(response.headers.get('cache-control'));
  const date = httpDate(response.headers.get('date')) ?? response.responseTime;
  return {
    lifetime: lifetimeOf(response, directives, date, reading),
    initialAge: initialAgeOf(response, date),
    noCache: limitedFields(directives, 'no-cache') === true,
    mustRevalidate:
      directives.has('must-revalidate') ||
      (reading.shared && (directives.has('proxy-revalidate') || directives.has('s-maxage'))),
    immutable: directives.has('immutable'),
    staleWhileRevalidate: millisecondsOf(directives, 'stale-while-revalidate') ?? 0,
    staleIfError: millisecondsOf(directives, 'stale-if-error') ?? 0,
  };
}

/**
 * How old a stored response is now, in milliseconds. Infinite where the time of day was set back to before it came:
 * then nobody knows.
 */
export function ageOf({ responseTime }: Dated, { initialAge }: Policy, now: number): number {
  return now < responseTime ? Infinity : initialAge + now - responseTime;
}
