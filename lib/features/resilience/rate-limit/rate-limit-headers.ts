import type { Clock } from '../../../core/internal.js';

/** An item of a list, with its parameters in the syntax of RFC 9651: a string is in quotes. */
interface ListItem {
  readonly item: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Maximum characters of a field. Longer fields could be made to slow down the parser. */
const LONGEST = 2000;

// No two alternatives start with the same character: ambiguity would cause exponential backtracking.
const TEXT = String.raw`"(?:[^"\\]|\\["\\])*"`;
const DISPLAY = '%"[^"]*"';
/** A value: a string, Display String, bytes, number, token, Boolean or date. */
const BARE = String.raw`${TEXT}|${DISPLAY}|:[\w+/=]*:|[^\s",;=():%][^\s",;=()]*`;
const INNER_LIST = String.raw`\((?:[^"%()]|${TEXT}|${DISPLAY}|%(?!"))*\)`;
const PARAMETERS = String.raw`(?: *; *[a-z*][\w.*-]*(?:=(?:${BARE}))?)*`;

// Use numbered groups: older versions of React Native's engine don't support named groups, and its build tools replace
// them in literals only.

/** Matches one item, its parameters, and the following comma. */
const ITEM = new RegExp(String.raw`[ \t]*(${BARE}|${INNER_LIST})(${PARAMETERS})[ \t]*(,|$)`, 'y');

/** Matches the name and value of a parameter. */
const PARAMETER = new RegExp(String.raw`; *([a-z*][\w.*-]*)(?:=(${BARE}))?`, 'g');

const readParameters = (text: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text))
    parameters.set(found[1] ?? '', found[2] ?? '');
  return parameters;
};

/**
 * Returns the items of a list with their parameters (RFC 9651, 3.1), without inner lists, which don't name a policy.
 * Undefined for an invalid list: one error makes all of it invalid (RFC 9651, 4.2).
 */
function readList(text: string): readonly ListItem[] | undefined {
  if (!text || text.length > LONGEST) return undefined;
  const items: ListItem[] = [];
  ITEM.lastIndex = 0;
  for (;;) {
    const [, item, parameters = '', comma] = ITEM.exec(text) ?? [];
    if (!item) return undefined;
    if (!item.startsWith('(')) items.push({ item, parameters: readParameters(parameters) });
    if (!comma) return items;
  }
}

/** The remaining requests of a time window. */
export interface Window {
  /** Whole number of requests. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly reset: number;
}

/** The limits in the headers of a response. */
interface Figures {
  /** The strictest window; undefined without one. */
  readonly window: Window | undefined;
  /** Maximum number of concurrent requests, at least 1; undefined without one. */
  readonly concurrency: number | undefined;
}

const NOTHING: Figures = { window: undefined, concurrency: undefined };

/** Parses a whole number of RFC 9651. */
const whole = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Parses whole seconds and returns milliseconds. */
const seconds = (text: string | null | undefined): number | undefined => {
  const given = whole(text);
  return given === undefined ? undefined : given * 1000;
};

const windowOf = (remaining: number | undefined, reset: number | undefined): Window | undefined =>
  remaining === undefined || reset === undefined ? undefined : { remaining, reset };

/** The unit that a policy counts. */
const unitOf = ({ parameters }: ListItem): string => parameters.get('qu')?.replaceAll('"', '') ?? 'requests';

/**
 * Reads `RateLimit: "burst";r=5;t=30, "day";r=900;t=40000` of drafts 8 and later. Returns the window with the fewest
 * remaining requests, or of equal ones the longest.
 */
const ofList = (list: readonly ListItem[], policies: readonly ListItem[]): Window | undefined =>
  list
    .flatMap(({ item, parameters }) => {
      const policy = policies.find((known) => known.item === item);
      if (policy && unitOf(policy) !== 'requests') return [];
      const reset = parameters.get('t') ?? policy?.parameters.get('w');
      return windowOf(whole(parameters.get('r')), seconds(reset)) ?? [];
    })
    .sort((a, b) => a.remaining - b.remaining || b.reset - a.reset)[0];

/** Reads `RateLimit: limit=100, remaining=5, reset=30` of draft 7. */
const ofDictionary = (text: string): Window | undefined => {
  if (text.length > LONGEST) return undefined;
  const member = (name: string): string | undefined =>
    new RegExp(`(?:^|,) *${name}=(\\d+) *(?:$|[,;])`).exec(text)?.[1];
  return windowOf(whole(member('remaining')), seconds(member('reset')));
};

/** Milliseconds until `X-RateLimit-Reset`, whose format differs between services; 0 for a past time. */
const untilReset = (text: string | null, clock: Clock): number | undefined => {
  if (!text || !/^\d{1,15}(?:\.\d+)?$/.test(text)) return undefined;
  const given = Number(text);
  if (given >= 1e12) return Math.max(given - clock.now(), 0);
  return given >= 1e9 ? Math.max(given * 1000 - clock.now(), 0) : given * 1000;
};

/** The latest parsed policies, because a service repeats them in each response. */
let known: { readonly text: string; readonly policies: readonly ListItem[] } = { text: '', policies: [] };

const policiesOf = (text: string): readonly ListItem[] => {
  if (text !== known.text) known = { text, policies: readList(text) ?? [] };
  return known.policies;
};

/**
 * Reads the limits from the headers of a response: the fields of draft-ietf-httpapi-ratelimit-headers in drafts 6 to
 * 11, and `X-RateLimit-*`. Ignores invalid fields and the fields of a cached response.
 */
export function readRateLimitHeaders(headers: Headers, clock: Clock): Figures {
  const policy = headers.get('ratelimit-policy') ?? '';
  const text = headers.get('ratelimit') ?? '';
  const six = headers.get('ratelimit-remaining');
  const old = headers.get('x-ratelimit-remaining');
  // A shortcut for most responses.
  if (!(policy || text || six || old) || Number.parseInt(headers.get('age') ?? '', 10) > 0) return NOTHING;
  const policies = policiesOf(policy);
  const list = readList(text);
  const limits = policies
    .filter((each) => unitOf(each) === 'concurrent-requests')
    .map(({ parameters }) => whole(parameters.get('q')) ?? 0)
    .filter((limit) => limit > 0);
  return {
    window:
      (list ? ofList(list, policies) : ofDictionary(text)) ??
      windowOf(whole(six), seconds(headers.get('ratelimit-reset'))) ??
      windowOf(whole(old?.replace(/\.\d+$/, '')), untilReset(headers.get('x-ratelimit-reset'), clock)),
    concurrency: limits.length > 0 ? Math.min(...limits) : undefined,
  };
}
