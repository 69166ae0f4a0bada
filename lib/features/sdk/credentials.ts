import {
  InvalidInputError,
  type Middleware,
  type MiddlewareRequest,
  ownDefined,
} from '../../core/internal.js';

/** A key or token, or a function that returns one. The function runs once for each call. */
export type Credential = string | (() => string | Promise<string>);

/** Where an SDK sends a key or token. */
export interface CredentialRule {
  /**
   * `'bearer'`: in `Authorization`, after `Bearer`. `'username'` and `'password'`: together, as basic authentication.
   * `'header'` and `'query'`: in the header or query param `name`. Another value makes `new` throw.
   */
  readonly in: 'bearer' | 'username' | 'password' | 'header' | 'query';
  /** Name of the header or query param. Required for `'header'` and `'query'`, else ignored. */
  readonly name?: string | undefined;
  /**
   * Name of the environment variable.
   *
   * @default the prefix `env` of the SDK and the option's name: `ACME_API_KEY` for `apiKey`
   */
  readonly env?: string | undefined;
  /**
   * Whether a client can be created without it.
   *
   * @default false
   */
  readonly optional?: boolean | undefined;
  /** Names of the endpoints that don't accept it. Their calls don't contain it. Default: none. Not checked. */
  readonly except?: readonly string[] | undefined;
}

/** A credential of a client, with its rule. */
export interface GivenCredential {
  /** Name of the client's option. */
  readonly option: string;
  readonly rule: CredentialRule;
  readonly value: Credential;
}

/** Returns the value of `Authorization` for basic authentication. RFC 7617, 2. */
const basic = (username: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;

/** Sets a header, unless the caller has set it. */
function put(request: MiddlewareRequest, name: string, value: string): void {
  if (request.getHeader(name) === undefined) request.setHeader(name, value);
}

/** Adds a query param, unless the URL has it. A call with a fragment in its URL fails before. */
function putInQuery(request: MiddlewareRequest, name: string, value: string): void {
  const { url } = request;
  const [, query] = url.split('?');
  if (!new URLSearchParams(query).has(name))
    request.url = `${url}${query === undefined ? '?' : '&'}${new URLSearchParams([[name, value]]).toString()}`;
}

/** Characters that a header can't contain: not a tab, a space, a printable ASCII character or one of Latin-1. */
const NOT_IN_HEADERS = /[^\t -~\x80-\xFF]/;

/**
 * Returns what is wrong with the text of a credential; undefined for a valid one. A service would report an empty one as
 * a wrong key. RFC 7617, 2 forbids a colon in a user name, because the password starts after the first colon.
 */
export function credentialError(option: string, rule: CredentialRule, text: unknown): Error | undefined {
  if (typeof text !== 'string') return InvalidInputError.of(option, text, 'a string');
  if (text.trim() === '') return new InvalidInputError(`${option} is empty: pass a key.`);
  if ((rule.in === 'bearer' || rule.in === 'header') && NOT_IN_HEADERS.test(text.trim()))
    return new InvalidInputError(`${option} contains a control character or one above U+00FF: remove it.`);
  if (rule.in === 'username' && text.includes(':'))
    return new InvalidInputError(`${option} contains a colon: pass a user name without one.`);
  return undefined;
}

/**
 * Returns the text of a credential. Throws for an invalid one. A key that was read from a file can end with a line break.
 * A password can start or end with a space.
 */
async function textOf({ option, rule, value }: GivenCredential): Promise<string> {
  const text: unknown = typeof value === 'function' ? await value() : value;
  const problem = credentialError(option, rule, text);
  if (problem) throw problem;
  const isBasic = rule.in === 'username' || rule.in === 'password';
  return isBasic ? (text as string) : (text as string).trim();
}

/**
 * Sends the credentials of a client with each call that accepts them, but none with calls of public endpoints. A header
 * or param that the caller set stays.
 */
export function sendCredentials(
  credentials: readonly GivenCredential[],
  publicEndpoints: readonly string[] = [],
): Middleware {
  const isPublic = new Set(publicEndpoints);
  // Messages contain the name of the function.
  const auth: Middleware = async ({ request, requestName }, next) => {
    if (isPublic.has(requestName)) return next();
    let username: string | undefined;
    let password: string | undefined;
    let isInAuthorization = true;
    for (const credential of credentials) {
      const { in: place, name = '', except } = credential.rule;
      if (except?.includes(requestName)) continue;
      const text = await textOf(credential);
      if (place === 'bearer') put(request, 'authorization', `Bearer ${text}`);
      else if (place === 'username') username = text;
      else if (place === 'password') password = text;
      else {
        isInAuthorization = false;
        if (place === 'header') put(request, name, text);
        else putInQuery(request, name, text);
      }
    }
    if (username !== undefined || password !== undefined)
      put(request, 'authorization', basic(username ?? '', password ?? ''));
    // Redirects to other origins drop `Authorization`, but no other header.
    const given = ownDefined(request.fetchOptions);
    if (!isInAuthorization && given.redirect !== 'manual')
      request.fetchOptions = { ...given, redirect: 'error' };
    return next();
  };
  return auth;
}
