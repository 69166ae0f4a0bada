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

/** Names and values in turn; a name is spelled as the caller spells it. */
export type GivenHeaders = readonly string[];

const add = (list: string[], name: string, value: string): void => {
  const { length } = name;
  if (length === 14 && name.toLowerCase() === 'content-length' && !/^\d+$/.test(value)) {
    throw new TypeError('The content-length header must be a single number. Omit it: it is set for you.');
  }
  // The host is that of the URL, as with fetch.
  if (length !== 4 || name.toLowerCase() !== 'host') list.push(name, value);
};

/** Undefined where anything is out of the ordinary: a value to be trimmed, a name in capitals that may be there twice. */
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

/** A copy, for what can be iterated over once. */
const copyOf = (headers: HeadersInit): HeadersInit =>
  isHeaders(headers) || isRecord(headers) ? headers : Array.from(headers, pairOf);

/** The platform's own error holds the value, which may be a secret, as what should have been a name may be. */
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

/** Each header of a request with its values joined, checked as fetch does; throws its TypeError. */
export function givenHeaders(headers: HeadersInit | null | undefined): GivenHeaders {
  if (headers == null) return NONE;
  checkObject(headers);
  const found = isRecord(headers) ? plain(headers) : undefined;
  if (found) return found;
  // Whatever is out of the ordinary is for the platform's own class to judge.
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

/** What a request adds to the headers that the caller gave. */
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

/** Whoever sends one of these has kept an answer, and asks about it past every cache on the way. */
const CONDITION = /^if-(?:none-match|match|modified-since|unmodified-since|range)$/i;

const isConditional = (given: GivenHeaders): boolean =>
  given.some((name, at) => at % 2 === 0 && CONDITION.test(name));

/** How the standard reads the option: a request with a condition by default reloads. */
const effectiveCache = (cache: RequestCache | undefined, given: GivenHeaders): RequestCache | undefined =>
  (cache === undefined || cache === 'default') && isConditional(given) ? 'no-store' : cache;

/** In one piece, for it is what most requests have. */
const ofPlainGet = (accepted: string): Record<string, string> => ({
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': accepted,
});

/**
 * All headers of a request by name: those of the caller, then those that fetch would add. An object, as fetch hands
 * it to a dispatcher: that is what interceptors and mocks read and copy.
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
