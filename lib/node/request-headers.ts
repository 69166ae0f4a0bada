import { ACCEPTED, ACCEPTED_SECURELY } from './content-codings.js';

const NAME = /^[a-z\d!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

const isRecord = (headers: object): headers is Readonly<Record<string, unknown>> =>
  !(Symbol.iterator in headers);

const namesOf = (headers: HeadersInit): string =>
  JSON.stringify(isRecord(headers) ? Object.keys(headers) : Array.from(headers, ([name]) => name));

const add = (list: string[], name: string, value: string): void => {
  if (name === 'content-length' && !/^\d+$/.test(value)) {
    throw new TypeError(
      `The header content-length is "${value}"; it has to be one number. Leave it out: it is set by itself.`,
    );
  }
  // The host is that of the URL, as with fetch.
  if (name !== 'host') list.push(name, value);
};

/** The platform's own error holds the value, which may be a secret. */
const platformHeaders = (headers: HeadersInit): Headers => {
  try {
    return new Headers(headers);
  } catch {
    throw new TypeError(
      `The headers can't be sent: among ${namesOf(headers)} is a name or a value with a character that no header may have.`,
    );
  }
};

/** Names in lowercase and values in turn, checked and joined as fetch does; throws its TypeError. */
export function givenHeaders(headers: HeadersInit | null | undefined): string[] {
  const list: string[] = [];
  if (headers == null) return list;
  if (isRecord(headers)) {
    const names = Object.keys(headers);
    const plain = names.every((name) => {
      const value = headers[name];
      if (typeof value !== 'string' || !NAME.test(name) || !VALUE.test(value)) return false;
      add(list, name, value);
      return true;
    });
    if (plain) return list;
    list.length = 0;
  }
  // Whatever is out of the ordinary is for the platform's own class to judge.
  platformHeaders(headers).forEach((value, name) => add(list, name, value));
  return list;
}

/** What a request adds to the headers that the caller gave. */
export interface HeaderFacts {
  readonly secure: boolean;
  readonly cache: RequestCache | undefined;
  readonly body: { readonly type: string | null; readonly length?: number } | null;
}

/** All headers of a request: those of the caller, then those that fetch would add. */
export function wireHeaders(given: readonly string[], { secure, cache, body }: HeaderFacts): string[] {
  const all = given.slice();
  const has = (name: string): boolean => {
    for (let at = 0; at < given.length; at += 2) if (given[at] === name) return true;
    return false;
  };
  if (body) {
    if (body.type !== null && !has('content-type')) all.push('content-type', body.type);
    if (body.length !== undefined && !has('content-length')) all.push('content-length', String(body.length));
  }
  if (!has('accept')) all.push('accept', '*/*');
  if (!has('accept-language')) all.push('accept-language', '*');
  if (!has('sec-fetch-mode')) all.push('sec-fetch-mode', 'cors');
  if (!has('user-agent')) all.push('user-agent', 'node');
  if (cache !== undefined) {
    const fresh = cache === 'no-store' || cache === 'reload';
    if (fresh && !has('pragma')) all.push('pragma', 'no-cache');
    if (fresh && !has('cache-control')) all.push('cache-control', 'no-cache');
    if (cache === 'no-cache' && !has('cache-control')) all.push('cache-control', 'max-age=0');
  }
  if (!has('accept-encoding')) {
    const accepted = has('range') ? 'identity' : secure ? ACCEPTED_SECURELY : ACCEPTED;
    all.push('accept-encoding', accepted);
  }
  return all;
}
