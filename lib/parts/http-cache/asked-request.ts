import { bare, isObject, isPlain, ownValue } from '../../core/seats.js';
import { type Directives, directivesOf, isToken } from './cache-control.js';

/** Headers of a request by lowercase name; it inherits nothing. */
export type HeaderTexts = Readonly<Record<string, string>>;

/** A request that a cache may answer. */
export interface Asked {
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

/** Of headers by which users may differ. */
const CREDENTIAL = /auth|cookie|token|secret|session|api-?key/i;

/** Headers that ask for something else than a whole response, or under a condition that only a server can judge. */
const PAST = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/** What an option may not hold: what an object of a class does to a request, nobody sees. */
function hasHiddenOption(init: RequestInit): boolean {
  for (const name of Object.keys(init)) {
    const value: unknown = init[name as keyof RequestInit];
    if (typeof value === 'function') return true;
    if (isObject(value) && name !== 'headers' && name !== 'signal' && !isPlain(value)) return true;
  }
  return false;
}

/** However they were given; what comes from homing is a record of lowercase names. */
export function headerTexts(given: HeadersInit | undefined): HeaderTexts {
  const texts = bare<Record<string, string>>();
  const pairs = given && Symbol.iterator in given ? new Headers(given) : Object.entries(given ?? {});
  for (const [name, value] of pairs as Iterable<[string, string]>) texts[name.toLowerCase()] = value;
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

const isCredential = /* @__PURE__ */ remembered((name) => CREDENTIAL.test(name));

const absolute = /* @__PURE__ */ remembered((url) => plainUrl(url));

/** The headers by which users may differ, as pairs in the order of their names. */
const credentialsOf = (headers: HeaderTexts): readonly string[] =>
  Object.keys(headers)
    .filter(isCredential)
    .sort()
    .flatMap((name) => [name, headers[name] ?? '']);

/** Reads a request; undefined for one that goes past a cache, whatever is stored. */
export function readRequest(url: string, init: RequestInit, asker: Asker): Asked | undefined {
  const method = init.method ?? 'GET';
  if ((method !== 'GET' && method !== 'HEAD') || init.body != null) return undefined;
  if (init.cache === 'no-store' || init.mode === 'no-cors' || init.integrity || hasHiddenOption(init))
    return undefined;
  const headers = headerTexts(init.headers);
  if (PAST.some((name) => name in headers)) return undefined;
  const directives = directivesOf(headers['cache-control']);
  if (directives.has('no-store')) return undefined;
  const { namespace, shared, identity } = asker;
  const partition = shared ? [] : credentialsOf(headers);
  // Of a relative one the page says the rest, which changes.
  const plain = /^https?:/i.test(url) ? absolute(url) : plainUrl(url);
  const how = [init.credentials, init.mode, init.redirect].map((option) => option ?? '');
  return {
    method,
    url: plain,
    headers,
    directives,
    cache: init.cache ?? 'default',
    conditional: 'if-none-match' in headers || 'if-modified-since' in headers,
    key: JSON.stringify([namespace, plain, ...how, shared ? null : (identity ?? null), ...partition]),
    personal: !shared && (identity !== undefined || partition.length > 0),
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
