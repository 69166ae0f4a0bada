import { nullProto, isObject, isPlain } from '../../core/internal.js';
import { type Directives, directivesOf, isToken } from './cache-control.js';

/** Request headers by lowercase name, without a prototype. */
export type HeaderTexts = Readonly<Record<string, string>>;

/** A request that a cache can answer. */
export interface CacheRequest {
  readonly method: 'GET' | 'HEAD';
  /** The absolute URL without fragment, in the platform's serialization. */
  readonly url: string;
  readonly headers: HeaderTexts;
  /** Directives of the Cache-Control header of the request. */
  readonly directives: Directives;
  /** The value of `fetchOptions.cache`. */
  readonly cache: globalThis.Request['cache'];
  /** Whether the caller sent a conditional header itself. */
  readonly conditional: boolean;
  /** Primary key of its responses, before `Vary` is applied. */
  readonly key: string;
  /** Whether the request identifies a user. */
  readonly personal: boolean;
}

/** The sender of a request, as far as the cache key is concerned. */
export interface KeyScope {
  readonly namespace: string;
  readonly shared: boolean;
  /** The user, from `userKey`. Undefined if only the headers identify the user. */
  readonly identity: string | undefined;
}

/** Names of headers that can differ between users: credentials and identifiers. */
const CREDENTIAL = new RegExp(
  [
    'auth|cookie|token|secret|session|key|credential|jwt|bearer|passw|signature|assertion|certificate',
    'user(?!-agent)|account|tenant|customer|member|identity|principal|subject|impersonat|on-behalf',
    'client-?(?:id|cert)|org(?:-|ani[sz]|$)|workspace|e-?mail|forwarded|^from$|(?:^|-)(?:[psu]id|ip)$',
  ].join('|'),
  'i',
);

/** Headers that request a part of a response, or set a condition that only a server can check. */
const PAST = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** Options that are checked separately, or that don't affect the response. */
const APART = ['method', 'body', 'cache', 'priority', 'keepalive', 'next'];

/** Fetch options that change how a request is sent, but not which user sends it. */
const HOW = ['credentials', 'mode', 'redirect', 'referrer', 'referrerPolicy', 'duplex', 'window'];

/** Whether JSON represents the value completely. The effect of a class instance on a request is unknown. */
function isReadable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (!isObject(value)) return !['function', 'symbol'].includes(typeof value);
  const members = Object.values(value);
  const isKnown = Array.isArray(value) ? members.length === value.length : isPlain(value);
  return isKnown && Object.getOwnPropertySymbols(value).length === 0 && members.every(isReadable);
}

/** The options that responses depend on, as pairs sorted by name; undefined if one can't be represented. */
function optionsOf(init: RequestInit): readonly (readonly [name: string, text: string])[] | undefined {
  const pairs: [string, string][] = [];
  for (const name of Object.keys(init)) {
    const value: unknown = init[name as keyof RequestInit];
    if (value === undefined || name === 'headers' || name === 'signal') continue;
    try {
      // Throws for a circular reference, in which `isReadable` would recurse indefinitely.
      const text = JSON.stringify(value);
      if (!isReadable(value)) return undefined;
      if (!APART.includes(name)) pairs.push([name, text]);
    } catch {
      return undefined;
    }
  }
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Converts any form of headers to a record. homing itself passes a record of lowercase names. */
export function headerTexts(init: HeadersInit | undefined): HeaderTexts {
  const texts = nullProto<Record<string, string>>();
  const pairs = init && Symbol.iterator in init ? new Headers(init) : Object.entries(init ?? {});
  for (const [given, value] of pairs as Iterable<[string, string]>) {
    const name = given.toLowerCase();
    // `fetch` sends both values of a name that occurs in two cases.
    texts[name] = name in texts ? `${texts[name] ?? ''}, ${value}` : value;
  }
  return texts;
}

/** The absolute URL in the platform's serialization, without its fragment, which is never sent. */
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

/** How many strings a memo holds before it's emptied. */
const MOST_KNOWN = 1000;

/** Memoizes a function that is called repeatedly with the same few strings. */
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

/** Whether a URL contains user info, which some platforms send as Authorization. */
export const hasUser = (url: string): boolean => /^[^/?]*\/\/[^/?]*@/.test(url);

const isCredential = /* @__PURE__ */ remembered((name) => CREDENTIAL.test(name));

const absolute = /* @__PURE__ */ remembered((url) => plainUrl(url));

/** The headers that can identify a user, as pairs sorted by name. */
const credentialsOf = (headers: HeaderTexts): readonly string[] =>
  Object.keys(headers)
    .filter(isCredential)
    .sort()
    .flatMap((name) => [name, headers[name] ?? '']);

/** Reads a request; undefined for a request that bypasses the cache. */
export function readRequest(url: string, init: RequestInit, scope: KeyScope): CacheRequest | undefined {
  const method = init.method ?? 'GET';
  if ((method !== 'GET' && method !== 'HEAD') || init.body != null) return undefined;
  if (init.cache === 'no-store' || init.mode === 'no-cors' || init.integrity) return undefined;
  const options = optionsOf(init);
  if (!options) return undefined;
  const headers = headerTexts(init.headers);
  if (PAST.some((name) => name in headers)) return undefined;
  const directives = directivesOf(headers['cache-control']);
  if (directives.has('no-store')) return undefined;
  const { namespace, shared, identity } = scope;
  const partition = shared ? [] : credentialsOf(headers);
  // The page's URL, which can change, completes a relative URL. Memoize absolute URLs only.
  const plain = /^https?:/i.test(url) ? absolute(url) : plainUrl(url);
  // A non-standard fetch option, such as a client certificate, can identify the user.
  const saysWho = partition.length > 0 || options.some(([name]) => !HOW.includes(name));
  return {
    method,
    url: plain,
    headers,
    directives,
    cache: init.cache ?? 'default',
    conditional: 'if-none-match' in headers || 'if-modified-since' in headers,
    // Separate keys for shared and private caches: neither reads the other's responses.
    key: JSON.stringify([namespace, plain, options, shared || (identity ?? null), ...partition]),
    personal: hasUser(plain) || (!shared && (identity !== undefined || saysWho)),
  };
}

/**
 * Lowercase names in a Vary field, sorted. Leaves out Accept-Encoding: the platform negotiates and decodes it. An
 * invalid name counts as `*`, because the variation is unknown.
 */
export const varyNames = (field: string | null): readonly string[] => {
  const names = (field ?? '').split(',').map((name) => name.trim().toLowerCase());
  const wanted = names.filter((name) => name && name !== 'accept-encoding');
  return [...new Set(wanted.map((name) => (isToken(name) ? name : '*')))].sort();
};

/** A header value with collapsed white space, and none around commas. */
const normalized = (value: string): string =>
  value
    .trim()
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?, ?/g, ',');

/** Headers that control the use of caches and don't affect which response is selected. */
const OF_CACHES = ['cache-control', 'pragma', 'if-none-match', 'if-modified-since'];

const allOf = (headers: HeaderTexts): string =>
  JSON.stringify(
    Object.entries(headers)
      .filter(([name]) => !OF_CACHES.includes(name))
      .sort(),
  );

/** The values of the headers by which a response was selected. `*` selects by all headers. */
export const selecting = (
  headers: HeaderTexts,
  names: readonly string[],
): readonly (readonly [name: string, value: string | null])[] =>
  names.map((name) => {
    const value = headers[name];
    if (name === '*') return [name, allOf(headers)];
    return [name, value === undefined ? null : normalized(value)];
  });

/** Whether the values of these headers identify a user. */
export const identifiesUser = (headers: HeaderTexts, names: readonly string[]): boolean =>
  names.includes('*')
    ? credentialsOf(headers).length > 0
    : names.some((name) => isCredential(name) && name in headers);
