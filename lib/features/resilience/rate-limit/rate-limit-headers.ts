import type { Clock } from '../../../core/internal.js';

/** An item of a list, as RFC 9651 writes them, with its parameters as they are written: a text is in quotes. */
interface ListItem {
  readonly item: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer than any that makes sense; what reads one need not fear those that are made to be slow. */
const LONGEST = 2000;

// No two of these begin alike: what can be read in two ways takes longer with each time that it could be.
const TEXT = String.raw`"(?:[^"\\]|\\["\\])*"`;
const DISPLAY = '%"[^"]*"';
/** A value: a text, a Display String, bytes; else a number, a token, a Boolean or a date. */
const BARE = String.raw`${TEXT}|${DISPLAY}|:[\w+/=]*:|[^\s",;=():%][^\s",;=()]*`;
const INNER_LIST = String.raw`\((?:[^"%()]|${TEXT}|${DISPLAY}|%(?!"))*\)`;
const PARAMETERS = String.raw`(?: *; *[a-z*][\w.*-]*(?:=(?:${BARE}))?)*`;

// By number: older versions of React Native's engine know no groups by name, and its tools replace those of a literal only.

/** One item, its parameters, and the comma after it. */
const ITEM = new RegExp(String.raw`[ \t]*(${BARE}|${INNER_LIST})(${PARAMETERS})[ \t]*(,|$)`, 'y');

/** A name, and its value. */
const PARAMETER = new RegExp(String.raw`; *([a-z*][\w.*-]*)(?:=(${BARE}))?`, 'g');

const readParameters = (text: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text))
    parameters.set(found[1] ?? '', found[2] ?? '');
  return parameters;
};

/**
 * The items of a list, with their parameters (RFC 9651, 3.1), but for inner lists, which name no policy. Undefined where
 * the text isn't a list: one mistake spoils all of it (RFC 9651, 4.2).
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

/** How many requests there may be until a window is over. */
export interface Window {
  /** Whole. */
  readonly remaining: number;
  /** Milliseconds from now. */
  readonly reset: number;
}

/** What the headers of a response say about limits. */
interface Figures {
  /** Of several the strictest; undefined where nothing is said. */
  readonly window: Window | undefined;
  /** How many requests there may be at once, at least 1; undefined where nothing is said. */
  readonly concurrency: number | undefined;
}

const NOTHING: Figures = { window: undefined, concurrency: undefined };

/** Whole numbers as RFC 9651 has them. */
const whole = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Whole seconds, as milliseconds. */
const seconds = (text: string | null | undefined): number | undefined => {
  const given = whole(text);
  return given === undefined ? undefined : given * 1000;
};

const windowOf = (remaining: number | undefined, reset: number | undefined): Window | undefined =>
  remaining === undefined || reset === undefined ? undefined : { remaining, reset };

/** What a policy counts. */
const unitOf = ({ parameters }: ListItem): string => parameters.get('qu')?.replaceAll('"', '') ?? 'requests';

/**
 * `RateLimit: "burst";r=5;t=30, "day";r=900;t=40000`, of drafts 8 and later. The least that is left counts; of two with
 * equally little, the one that lasts longer.
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

/** `RateLimit: limit=100, remaining=5, reset=30`, of draft 7. */
const ofDictionary = (text: string): Window | undefined => {
  if (text.length > LONGEST) return undefined;
  const member = (name: string): string | undefined =>
    new RegExp(`(?:^|,) *${name}=(\\d+) *(?:$|[,;])`).exec(text)?.[1];
  return windowOf(whole(member('remaining')), seconds(member('reset')));
};

/** Milliseconds until `X-RateLimit-Reset`, which each service writes in its own way; 0 for what has passed. */
const untilReset = (text: string | null, clock: Clock): number | undefined => {
  if (!text || !/^\d{1,15}(?:\.\d+)?$/.test(text)) return undefined;
  const given = Number(text);
  if (given >= 1e12) return Math.max(given - clock.now(), 0);
  return given >= 1e9 ? Math.max(given * 1000 - clock.now(), 0) : given * 1000;
};

/** The newest policies that were read: of a service they are the same in one response after the other. */
let known: { readonly text: string; readonly policies: readonly ListItem[] } = { text: '', policies: [] };

const policiesOf = (text: string): readonly ListItem[] => {
  if (text !== known.text) known = { text, policies: readList(text) ?? [] };
  return known.policies;
};

/**
 * What the response of a service says about limits: in the fields of draft-ietf-httpapi-ratelimit-headers as drafts 6 to
 * 11 have them, and in `X-RateLimit-*`. What can't be read says nothing, as do the fields of a response that a cache kept.
 */
export function readRateLimitHeaders(headers: Headers, clock: Clock): Figures {
  const policy = headers.get('ratelimit-policy') ?? '';
  const text = headers.get('ratelimit') ?? '';
  const six = headers.get('ratelimit-remaining');
  const old = headers.get('x-ratelimit-remaining');
  // Most responses.
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
