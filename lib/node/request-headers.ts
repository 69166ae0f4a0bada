import { describeType } from '../core/platform/values.js';
import { isPlatform } from '../core/platform/values.js';
import { ACCEPTED, ACCEPTED_SECURELY } from './decoded-body.js';

const NAME = /^[A-Za-z\d!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
const CAPITAL = /[A-Z]/;

type Pairs = readonly (readonly [string, string])[];

const isHeaders = isPlatform('Headers');

const isRecord = (headers: object): headers is Readonly<Record<string, unknown>> =>
  !(Symbol.iterator in headers);

/** Names and values alternate. Keeps the caller's case of the names. */
export type GivenHeaders = readonly string[];

const add = (list: string[], name: string, value: string): void => {
  const { length } = name;
  if (length === 14 && name.toLowerCase() === 'content-length' && !/^\d+$/.test(value)) {
    throw new TypeError('The content-length header must be a single number. Omit it: it is set for you.');
  }
  // As in fetch, the URL determines the host.
  if (length !== 4 || name.toLowerCase() !== 'host') list.push(name, value);
};

/**
 * Fast path for a record. Returns undefined if a value needs trimming, or if uppercase names could be
 * duplicates.
 */
const plain = (headers: Readonly<Record<string, unknown>>): string[] | undefined => {
  const list: string[] = [];
  const names = Object.keys(headers);
  let capitals = false;
  for (const name of names) {
    const value = headers[name];
    if (typeof value !== 'string' || !NAME.test(name) || !VALUE.test(value)) return undefined;
    capitals ||= CAPITAL.test(name);
    add(list, name, value);
  }
  if (!capitals) return list;
  const { size } = new Set(names.map((name) => name.toLowerCase()));
  return size === names.length ? list : undefined;
};

const pairOf = (given: unknown): [string, string] => {
  const pair: unknown[] =
    typeof given === 'object' && given !== null && Symbol.iterator in given
      ? [...(given as Iterable<unknown>)]
      : [];
  const [name, value] = pair;
  if (pair.length !== 2 || typeof name === 'symbol') {
    throw new TypeError('A pair of headers is invalid: pass an array of a name and a value.');
  }
  return [String(name), value as string];
};

/** Copies headers that can be iterated only once. */
const copyOf = (headers: HeadersInit): HeadersInit =>
  isHeaders(headers) || isRecord(headers) ? headers : Array.from(headers, pairOf);

/**
 * Creates platform headers. Replaces the platform's error, which contains the value: values can be secrets,
 * and so can invalid names.
 */
const platformHeaders = (headers: HeadersInit, names: readonly string[]): Headers => {
  try {
    return new Headers(headers);
  } catch {
    const wrong = names.every((name) => NAME.test(name))
      ? `a value among ${JSON.stringify(names)} has an invalid character`
      : 'a name has an invalid character';
    throw new TypeError(`The headers can't be sent: ${wrong}.`);
  }
};

const checkObject = (headers: unknown): void => {
  if (typeof headers === 'object' || typeof headers === 'function') return;
  throw new TypeError(`headers is ${describeType(headers)}: pass an object, pairs or Headers.`);
};

const namesOf = (headers: HeadersInit): string[] =>
  isRecord(headers) ? Object.keys(headers) : Array.from(headers as Pairs, ([name]) => name);

const NONE: GivenHeaders = [];

/** Returns the headers of a request with joined values. Throws fetch's TypeError for invalid headers. */
export function givenHeaders(headers: HeadersInit | null | undefined): GivenHeaders {
  if (headers == null) return NONE;
  checkObject(headers);
  const found = isRecord(headers) ? plain(headers) : undefined;
  if (found) return found;
  // The platform's class validates all other headers.
  const copy = copyOf(headers);
  const names = namesOf(copy);
  const list: string[] = [];
  const cookies: string[] = [];
  const spelled = new Map(names.reverse().map((name) => [name.toLowerCase(), name]));
  platformHeaders(copy, names).forEach((value, name) => {
    if (name === 'set-cookie') cookies.push(value);
    else add(list, spelled.get(name) ?? name, value);
  });
  if (cookies.length > 0) add(list, spelled.get('set-cookie') ?? 'set-cookie', cookies.join(', '));
  return list;
}

/** Properties of a request that add headers. */
interface HeaderFacts {
  readonly method: string;
  readonly target: { readonly secure: boolean };
  readonly cache: RequestCache | undefined;
  readonly body: { readonly type: string | null; readonly length: number | undefined } | null;
}

const isNamed = (spelled: string | undefined, name: string): boolean =>
  spelled === name || (spelled?.length === name.length && spelled.toLowerCase() === name);

const has = (given: GivenHeaders, name: string): boolean => {
  for (let at = 0; at < given.length; at += 2) if (isNamed(given[at], name)) return true;
  return false;
};

/** Headers with which a caller revalidates its own stored response. Caches on the way must not respond. */
const CONDITION = /^if-(?:none-match|match|modified-since|unmodified-since|range)$/i;

const isConditional = (given: GivenHeaders): boolean =>
  given.some((name, at) => at % 2 === 0 && CONDITION.test(name));

/**
 * Returns the cache mode by the fetch standard: a conditional request in the default mode becomes `no-store`.
 */
const effectiveCache = (cache: RequestCache | undefined, given: GivenHeaders): RequestCache | undefined =>
  (cache === undefined || cache === 'default') && isConditional(given) ? 'no-store' : cache;

/** A single object literal, because most requests have exactly these headers. */
const ofPlainGet = (accepted: string): Record<string, string> => ({
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': accepted,
});

/**
 * Returns all headers of a request by name: the caller's headers, then the headers that fetch adds. A plain
 * object, as fetch passes it, because interceptors and mocks read and copy it.
 */
export function wireHeaders(given: GivenHeaders, facts: HeaderFacts): Record<string, string> {
  const { body, method, target } = facts;
  const accepted = target.secure ? ACCEPTED_SECURELY : ACCEPTED;
  if (given.length === 0 && !body && facts.cache === undefined && method === 'GET')
    return ofPlainGet(accepted);
  const cache = effectiveCache(facts.cache, given);
  const all: Record<string, string> = {};
  for (let at = 0; at < given.length; at += 2) all[given[at] ?? ''] = given[at + 1] ?? '';
  const length = body ? body.length : method === 'POST' || method === 'PUT' ? 0 : undefined;
  if (body && body.type !== null && !has(given, 'content-type')) all['content-type'] = body.type;
  if (length !== undefined && !has(given, 'content-length')) all['content-length'] = String(length);
  if (!has(given, 'accept')) all['accept'] = '*/*';
  if (!has(given, 'accept-language')) all['accept-language'] = '*';
  if (!has(given, 'sec-fetch-mode')) all['sec-fetch-mode'] = 'cors';
  if (!has(given, 'user-agent')) all['user-agent'] = 'node';
  if (cache !== undefined) {
    const fresh = cache === 'no-store' || cache === 'reload';
    if (fresh && !has(given, 'pragma')) all['pragma'] = 'no-cache';
    if (fresh && !has(given, 'cache-control')) all['cache-control'] = 'no-cache';
    if (cache === 'no-cache' && !has(given, 'cache-control')) all['cache-control'] = 'max-age=0';
  }
  if (!has(given, 'accept-encoding')) {
    all['accept-encoding'] = has(given, 'range') ? 'identity' : accepted;
  }
  return all;
}
