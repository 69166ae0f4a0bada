import { markSafeText } from '../core/platform/errors.js';
import { describeType } from '../core/platform/values.js';
import { type CookieJar, HopCookies } from './cookie-jar.js';
import type { Dispatcher } from './dispatcher.js';
import { bodyOf, type RequestBody } from './request-body.js';
import { type GivenHeaders, givenHeaders } from './request-headers.js';

/** Options of a request: the options of fetch and of undici's fetch. */
export interface NodeRequestInit extends RequestInit {
  readonly dispatcher?: Dispatcher | undefined;
  readonly duplex?: unknown;
}

/** An origin and its properties. */
interface Place {
  readonly origin: string;
  readonly secure: boolean;
  /** Whether requests are blocked because the port belongs to another service. */
  readonly isBlocked: boolean;
}

/** The target of a request. */
export class RequestTarget {
  readonly #place: Place;
  readonly path: string;

  constructor(place: Place, path: string) {
    this.#place = place;
    this.path = path;
  }

  get origin(): string {
    return this.#place.origin;
  }

  get secure(): boolean {
    return this.#place.secure;
  }

  get isBlocked(): boolean {
    return this.#place.isBlocked;
  }

  /** Full URL without its fragment. */
  get href(): string {
    return this.origin + this.path;
  }
}

/** Ports of other services, which could misread a request. The fetch standard blocks them. */
const BLOCKED_PORTS: ReadonlySet<string> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

const SCHEME = /^\s*[a-z][a-z\d+.-]*:[\\/]*/i;

/** Returns an invalid URL for a message, without user name, password, query and fragment. */
const shownUrl = (text: string): string => {
  const [scheme = ''] = SCHEME.exec(text) ?? [];
  const rest = text.slice(scheme.length).replace(/[?#].*$/s, '');
  return scheme + rest.slice(rest.lastIndexOf('@') + 1);
};

/** Symbol under which undici's `setGlobalOrigin` stores the base of relative URLs. */
const GLOBAL_ORIGIN = Symbol.for('undici.globalOrigin.1');

const parsed = (input: string | URL, base: unknown): URL | undefined => {
  try {
    return new URL(input, base as string | undefined);
  } catch {
    return undefined;
  }
};

const urlOf = (input: string | URL, base: string | undefined): URL => {
  const url = parsed(input, base) ?? parsed(input, Reflect.get(globalThis, GLOBAL_ORIGIN));
  if (url) return url;
  const shown = shownUrl(String(input));
  // Don't use the platform's error as the cause: it contains the password.
  const cause = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: shown });
  throw new TypeError(`Failed to parse URL from ${shown}: pass an absolute http: or https: URL.`, {
    cause,
  });
};

/** Origin of the last URL that was parsed. */
let known: Place | undefined;

/** A path and a query that a URL parser would not change: no dot segment, nothing to encode, no fragment. */
const SETTLED = /^(?:\/(?!\.|%2e)[\w~:@!$&()*+,;=%.-]*)+(?:\?[\w~:@!$&()*+,;=%./-]*)?$/i;

/**
 * Returns the target without parsing the URL, which would take about a third of all validation. Returns
 * undefined if the URL must be parsed.
 */
const settledTarget = (url: string): RequestTarget | undefined => {
  if (!known || !url.startsWith(known.origin)) return undefined;
  const path = url.slice(known.origin.length);
  return SETTLED.test(path) ? new RequestTarget(known, path) : undefined;
};

/**
 * Returns the target of a URL. Throws a TypeError if it is not an HTTP URL.
 *
 * @param base For a redirect: URL of the redirected request.
 */
export function targetOf(input: string | URL, base?: string): RequestTarget {
  const settled = typeof input === 'string' && base === undefined ? settledTarget(input) : undefined;
  if (settled) return settled;
  const url = urlOf(input, base);
  const { protocol, username, password, origin, pathname, search, port, href } = url;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw markSafeText(
      new TypeError(`nodeFetch supports only http: and https:, not ${protocol.slice(0, 30)}`),
    );
  }
  if (username || password) {
    throw markSafeText(
      new TypeError(
        base === undefined
          ? 'The URL includes credentials, which can end up in logs: send them in an Authorization header.'
          : 'The redirect URL includes credentials, which can end up in logs: request it without them.',
      ),
    );
  }
  // `search` is empty for a lone `?`, but the `?` is sent.
  const query = search === '' && /^[^?#]*\?/.test(href) ? '?' : search;
  const path = pathname + query;
  known = { origin, secure: protocol === 'https:', isBlocked: BLOCKED_PORTS.has(port) };
  return new RequestTarget(known, path);
}

/** Converts an option to a string, as fetch does. Throws a TypeError for a symbol. */
const optionText = (name: string, given: unknown): string => {
  if (typeof given === 'symbol') {
    throw markSafeText(new TypeError(`${name} is ${describeType(given)}: pass a string.`));
  }
  return String(given);
};

const CHOICES = {
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  credentials: ['include', 'same-origin', 'omit'],
  duplex: ['half'],
  mode: ['cors', 'no-cors', 'same-origin'],
  redirect: ['follow', 'error', 'manual'],
  referrerPolicy: [
    '',
    'no-referrer',
    'no-referrer-when-downgrade',
    'same-origin',
    'origin',
    'strict-origin',
    'origin-when-cross-origin',
    'strict-origin-when-cross-origin',
    'unsafe-url',
  ],
} as const;

const check = (name: keyof typeof CHOICES, given: string | undefined): void => {
  const allowed: readonly string[] = CHOICES[name];
  if (given === undefined || allowed.includes(given)) return;
  throw markSafeText(new TypeError(`${name} is '${given}': pass '${allowed.join("', '")}'.`));
};

const SIMPLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

const checkReferrer = (referrer: string | undefined): void => {
  if (!referrer || referrer === 'about:client') return;
  try {
    new URL(referrer, 'http://localhost');
  } catch {
    throw markSafeText(new TypeError('referrer is not a URL: pass a URL.'));
  }
};

/** Throws fetch's TypeError for an invalid option, even if the option has no effect on a server. */
const checkChoices = (init: NodeRequestInit, method: string): void => {
  if (init.window != null) throw markSafeText(new TypeError('window can only be null: remove it.'));
  check('cache', init.cache);
  check('credentials', init.credentials);
  check('mode', init.mode);
  check('redirect', init.redirect);
  check('referrerPolicy', init.referrerPolicy);
  if (init.duplex !== undefined) check('duplex', optionText('duplex', init.duplex));
  checkReferrer(init.referrer);
  if (init.mode === 'no-cors' && !SIMPLE.has(method)) {
    throw markSafeText(new TypeError(`The method ${method} is not sent with mode: 'no-cors'.`));
  }
};

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The fetch standard normalizes the case of these six methods only. */
const methodOf = (option: unknown): string => {
  if (option === undefined) return 'GET';
  const given = optionText('method', option);
  if (METHODS.has(given)) return given;
  const upper = given.toUpperCase();
  if (!TOKEN.test(given)) throw markSafeText(new TypeError(`'${given}' is not a method.`));
  if (upper === 'CONNECT' || upper === 'TRACE' || upper === 'TRACK') {
    throw markSafeText(new TypeError(`'${given}' HTTP method is unsupported.`));
  }
  return METHODS.has(upper) ? upper : given;
};

/** One request after validation. */
export interface Outgoing {
  readonly target: RequestTarget;
  readonly method: string;
  /** The caller's headers, without the headers that are added to every request. */
  readonly headers: GivenHeaders;
  readonly body: RequestBody | null;
  readonly redirect: RequestRedirect;
  readonly cache: RequestCache | undefined;
  /** Allowed hashes of the response body; `''` allows any body. */
  readonly integrity: string;
  /** Cookies of the call; undefined without a jar. */
  readonly cookies: HopCookies | undefined;
}

/** Validates the options. Throws fetch's TypeError if the request can't be sent. */
export function outgoing(url: string | URL, init: NodeRequestInit, jar: CookieJar | undefined): Outgoing {
  const { body, cache, integrity, headers } = init;
  const method = methodOf(init.method);
  checkChoices(init, method);
  if (body != null && (method === 'GET' || method === 'HEAD')) {
    throw markSafeText(new TypeError('Request with GET/HEAD method cannot have body.'));
  }
  if (cache === 'only-if-cached') {
    throw markSafeText(new TypeError("nodeFetch has no cache: remove cache: 'only-if-cached'."));
  }
  return {
    target: targetOf(url),
    method,
    headers: givenHeaders(headers),
    redirect: init.redirect ?? 'follow',
    cache,
    integrity: integrity === undefined ? '' : optionText('integrity', integrity),
    cookies: jar && init.credentials !== 'omit' ? new HopCookies(jar) : undefined,
    // Last, because this locks a stream.
    body: body == null ? null : bodyOf(body, init),
  };
}
