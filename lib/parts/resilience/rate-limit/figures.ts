import type { Clock } from '../../../core/seats.js';

/** An item of a list, as RFC 9651 writes them, with its parameters as they are written: a text is in quotes. */
interface ListItem {
  readonly item: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer than any that makes sense; what reads one need not fear those that are made to be slow. */
const LONGEST = 2000;

const TEXT = String.raw`"(?:[^"\\]|\\["\\])*"`;
const BARE = String.raw`${TEXT}|:[\w+/=]*:|[^\s",;=:]+`;
const PARAMETERS = String.raw`(?: *; *[a-z*][\w.*-]*(?:=(?:${BARE}))?)*`;

// By number: older versions of React Native's engine know no groups by name, and its tools replace those of a literal only.

/** One item, its parameters, and the comma after it. */
const ITEM = new RegExp(String.raw`[ \t]*(${BARE})(${PARAMETERS})[ \t]*(,|$)`, 'y');

/** A name, and its value. */
const PARAMETER = new RegExp(String.raw`; *([a-z*][\w.*-]*)(?:=(${BARE}))?`, 'g');

const readParameters = (text: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text))
    parameters.set(found[1] ?? '', found[2] ?? '');
  return parameters;
};

/** A list of items with parameters (RFC 9651, 3.1); undefined for what is none: one mistake spoils all of it. */
function readList(text: string): readonly ListItem[] | undefined {
  if (!text || text.length > LONGEST) return undefined;
  const items: ListItem[] = [];
  ITEM.lastIndex = 0;
  for (;;) {
    const [, item, parameters, comma] = ITEM.exec(text) ?? [];
    if (!item) return undefined;
    items.push({ item, parameters: readParameters(parameters ?? '') });
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

/** Whole numbers as RFC 9651 has them. */
const whole = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

const seconds = (given: number | undefined): number | undefined =>
  given === undefined ? undefined : given * 1000;

const windowOf = (remaining: number | undefined, reset: number | undefined): Window | undefined =>
  remaining === undefined || reset === undefined ? undefined : { remaining, reset };

/** The least that is left; of two with equally little, the one that lasts longer. */
const strictest = (windows: readonly Window[]): Window | undefined =>
  [...windows].sort((a, b) => a.remaining - b.remaining || b.reset - a.reset)[0];

/** What a policy counts. */
const unitOf = ({ parameters }: ListItem): string => parameters.get('qu')?.replaceAll('"', '') ?? 'requests';

/** `RateLimit: "burst";r=5;t=30, "day";r=900;t=40000`, of drafts 8 and later. */
const ofList = (list: readonly ListItem[], policies: readonly ListItem[]): Window | undefined =>
  strictest(
    list.flatMap(({ item, parameters }) => {
      const policy = policies.find((known) => known.item === item);
      if (policy && unitOf(policy) !== 'requests') return [];
      const reset = parameters.get('t') ?? policy?.parameters.get('w');
      return windowOf(whole(parameters.get('r')), seconds(whole(reset))) ?? [];
    }),
  );

/** `RateLimit: limit=100, remaining=5, reset=30`, of draft 7. */
const ofDictionary = (text: string): Window | undefined => {
  const member = (name: string): number | undefined =>
    whole(new RegExp(`(?:^|,) *${name}=(\\d+) *(?:$|[,;])`).exec(text)?.[1]);
  return text.length > 2000 ? undefined : windowOf(member('remaining'), seconds(member('reset')));
};

/** Milliseconds until `X-RateLimit-Reset`, which everybody writes differently; 0 for what has passed. */
const untilReset = (text: string | null, clock: Clock): number | undefined => {
  if (!text || !/^\d{1,15}(?:\.\d+)?$/.test(text)) return undefined;
  const given = Number(text);
  if (given >= 1e12) return Math.max(given - clock.now(), 0);
  return given >= 1e9 ? Math.max(given * 1000 - clock.now(), 0) : given * 1000;
};

const ofThree = (headers: Headers, clock: Clock): Window | undefined => {
  const left = headers.get('x-ratelimit-remaining');
  return (
    windowOf(whole(headers.get('ratelimit-remaining')), seconds(whole(headers.get('ratelimit-reset')))) ??
    windowOf(whole(left?.replace(/\.\d+$/, '')), untilReset(headers.get('x-ratelimit-reset'), clock))
  );
};

const NOTHING: Figures = { window: undefined, concurrency: undefined };

/**
 * Reads what the responses of a service say about limits: the fields of draft-ietf-httpapi-ratelimit-headers as drafts 6
 * to 11 have them, and `X-RateLimit-*`. What can't be read says nothing, as do the fields of a response that a cache kept.
 */
export class FiguresReader {
  readonly #clock: Clock;
  #policyText = '';
  /** What that text says: it is the same in one response after the other. */
  #policies: readonly ListItem[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  read(headers: Headers): Figures {
    const policy = headers.get('ratelimit-policy');
    const text = headers.get('ratelimit') ?? '';
    const isSaid =
      policy ?? (text || (headers.get('ratelimit-remaining') ?? headers.get('x-ratelimit-remaining')));
    // Most responses.
    if (!isSaid || Number.parseInt(headers.get('age') ?? '', 10) > 0) return NOTHING;
    const policies = this.#policiesOf(policy ?? '');
    const list = readList(text);
    const limits = policies
      .filter((policy) => unitOf(policy) === 'concurrent-requests')
      .map(({ parameters }) => whole(parameters.get('q')) ?? 0)
      .filter((limit) => limit > 0);
    return {
      window: (list ? ofList(list, policies) : ofDictionary(text)) ?? ofThree(headers, this.#clock),
      concurrency: limits.length > 0 ? Math.min(...limits) : undefined,
    };
  }

  #policiesOf(text: string): readonly ListItem[] {
    if (text !== this.#policyText) this.#policies = readList(text) ?? [];
    this.#policyText = text;
    return this.#policies;
  }
}
