import { nullProto, isObject, isPlain, ownValue } from '../../core/internal.js';
import { type Directives, directivesOf, isToken } from './cache-control.js';

/** Headers of a request by lowercase name; it inherits nothing. */
export type HeaderTexts = Readonly<Record<string, string>>;

/** A request that a cache may answer. */
export interface CacheRequest {
  readonly method: 'GET' | 'HEAD';
  /** Without fragment, as the platform writes it. */
  readonly url: string;
  readonly headers: HeaderTexts;
  /** Of its Cache-Control. */
  readonly directives: Directives;
  /** `fetchOptions.cache`. */
  readonly cache: globalThis.Request['cache'];
  /** Whether the caller asks for what differs from what it has. */
  readonly conditional: boolean;
  /** What its answers are stored under, before `Vary`. */
  readonly key: string;
  /** Whether it says who asks. */
  readonly personal: boolean;
}

/** Under which name answers are kept, and for whom. */
export interface Asker {
  readonly namespace: string;
  readonly shared: boolean;
  /** Who asks, as the program tells it beside the headers. */
  readonly identity: string | undefined;
}

/** Of headers by which users may differ: what lets somebody in, and what names somebody. */
const CREDENTIAL = new RegExp(
  [
    'auth|cookie|token|secret|session|key|credential|jwt|bearer|passw|signature|assertion|certificate',
    'user(?!-agent)|account|tenant|customer|member|identity|principal|subject|impersonat|on-behalf',
    'client-?(?:id|cert)|org(?:-|ani[sz]|$)|workspace|e-?mail|forwarded|^from$|(?:^|-)(?:[psu]id|ip)$',
  ].join('|'),
  'i',
);

/** Headers that ask for something else than a whole response, or under a condition that only a server can judge. */
const PAST = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** Options that are looked at by themselves, or on which no answer depends. */
const APART = ['method', 'body', 'cache', 'priority', 'keepalive', 'next'];

/** Options of Fetch that say how to ask, and not who does. */
const HOW = ['credentials', 'mode', 'redirect', 'referrer', 'referrerPolicy', 'duplex', 'window'];

/** Whether JSON tells all of it: what an object of a class does to a request, nobody sees. */
function isReadable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (!isObject(value)) return !['function', 'symbol'].includes(typeof value);
  const members = Object.values(value);
  const isKnown = Array.isArray(value) ? members.length === value.length : isPlain(value);
  return isKnown && Object.getOwnPropertySymbols(value).length === 0 && members.every(isReadable);
}

/** The options that answers depend on, as pairs in the order of their names; undefined where one can't be read. */
function optionsOf(init: RequestInit): readonly (readonly [name: string, text: string])[] | undefined {
  const pairs: [string, string][] = [];
  for (const name of Object.keys(init)) {
    const value: unknown = init[name as keyof RequestInit];
    if (value === undefined || name === 'headers' || name === 'signal') continue;
    try {
      // In a circle this throws, and what looks at every member would not end.
      const text = JSON.stringify(value);
      if (!isReadable(value)) return undefined;
      if (!APART.includes(name)) pairs.push([name, text]);
    } catch {
      return undefined;
    }
  }
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** However they were given; what comes from homing is a record of lowercase names. */
export function headerTexts(init: HeadersInit | undefined): HeaderTexts {
  const texts = nullProto<Record<string, string>>();
  const pairs = init && Symbol.iterator in init ? new Headers(init) : Object.entries(init ?? {});
  for (const [given, value] of pairs as Iterable<[string, string]>) {
    const name = given.toLowerCase();
    // Of a name in two cases, fetch sends both values.
    texts[name] = name in texts ? `${texts[name] ?? ''}, ${value}` : value;
  }
  return texts;
}

/** A URL as the platform writes it, without what is never sent. */
export function plainUrl(url: string, base?: string): string {
  try {
    const page = (globalThis as { location?: { href?: string } }).location?.href;
    const parsed = new URL(url, base ?? page);
    parsed.hash = '';
    return parsed.href;
  } catch {
    return url.split('#', 1)[0] ?? '';
  }
}

/** How many texts are remembered before they are read anew. */
const MOST_KNOWN = 1000;

/** The function, which is asked for the same few texts again and again. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = read(text);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

/** Whether a user stands in a URL, whom some platforms send as Authorization. */
export const hasUser = (url: string): boolean => /^[^/?]*\/\/[^/?]*@/.test(url);

const isCredential = /* @__PURE__ */ remembered((name) => CREDENTIAL.test(name));

const absolute = /* @__PURE__ */ remembered((url) => plainUrl(url));

/** The headers by which users may differ, as pairs in the order of their names. */
const credentialsOf = (headers: HeaderTexts): readonly string[] =>
  Object.keys(headers)
    .filter(isCredential)
    .sort()
    .flatMap((name) => [name, headers[name] ?? '']);

/** Reads a request; undefined for one that goes past a cache, whatever is stored. */
export function readRequest(url: string, init: RequestInit, asker: Asker): CacheRequest | undefined {
  const method = init.method ?? 'GET';
  if ((method !== 'GET' && method !== 'HEAD') || init.body != null) return undefined;
  if (init.cache === 'no-store' || init.mode === 'no-cors' || init.integrity) return undefined;
  const options = optionsOf(init);
  if (!options) return undefined;
  const headers = headerTexts(init.headers);
  if (PAST.some((name) => name in headers)) return undefined;
  const directives = directivesOf(headers['cache-control']);
  if (directives.has('no-store')) return undefined;
  const { namespace, shared, identity } = asker;
  const partition = shared ? [] : credentialsOf(headers);
  // Of a relative one the page says the rest, which changes.
  const plain = /^https?:/i.test(url) ? absolute(url) : plainUrl(url);
  // What Fetch knows nothing of, such as a certificate, may be who asks.
  const saysWho = partition.length > 0 || options.some(([name]) => !HOW.includes(name));
  return {
    method,
    url: plain,
    headers,
    directives,
    cache: init.cache ?? 'default',
    conditional: 'if-none-match' in headers || 'if-modified-since' in headers,
    // A cache for everybody takes nothing that one for a user keeps, and gives it nothing.
    key: JSON.stringify([namespace, plain, options, shared || (identity ?? null), ...partition]),
    personal: hasUser(plain) || (!shared && (identity !== undefined || saysWho)),
  };
}

/**
 * Names in a Vary field, in lower case, but for what the platform negotiates and undoes by itself; `*` is among them, also
 * for what is no name: nobody knows what it varies with.
 */
export const varyNames = (field: string | null): readonly string[] => {
  const names = (field ?? '').split(',').map((name) => name.trim().toLowerCase());
  const wanted = names.filter((name) => name && name !== 'accept-encoding');
  return [...new Set(wanted.map((name) => (isToken(name) ? name : '*')))].sort();
};

/** The value of a header as far as white space counts, which is not at all beside a comma. */
const normalized = (value: string): string =>
  value
    .trim()
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?, ?/g, ',');

/** What says how a cache is to be used, and nothing of what is asked for. */
const OF_CACHES = ['cache-control', 'pragma', 'if-none-match', 'if-modified-since'];

const allOf = (headers: HeaderTexts): string =>
  JSON.stringify(
    Object.entries(headers)
      .filter(([name]) => !OF_CACHES.includes(name))
      .sort(),
  );

/** The values of these headers, which a response was selected by; of `*` all of them. */
export const selecting = (
  headers: HeaderTexts,
  names: readonly string[],
): readonly (readonly [name: string, value: string | null])[] =>
  names.map((name) => {
    const value = ownValue(headers, name);
    if (name === '*') return [name, allOf(headers)];
    return [name, value === undefined ? null : normalized(value)];
  });

/** Whether the values of headers by these names tell who asked. */
export const identifiesUser = (headers: HeaderTexts, names: readonly string[]): boolean =>
  names.includes('*')
    ? credentialsOf(headers).length > 0
    : names.some((name) => isCredential(name) && name in headers);
