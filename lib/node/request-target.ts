import { BLOCKED_PORTS } from './blocked-ports.js';
import { shownUrl } from './shown-url.js';

/** Where a request goes. */
export interface RequestTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly secure: boolean;
  /** Whether nothing may be sent there, for the port is that of another service. */
  readonly isBlocked: boolean;
  /** The whole URL, without its fragment. */
  readonly href: string;
}

/** Where undici's `setGlobalOrigin` keeps what relative URLs are relative to. */
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
  // Not the error of the platform, which repeats a password.
  const cause = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: shown });
  throw new TypeError(`Failed to parse URL from ${shown}: it has to be absolute, with http: or https:.`, {
    cause,
  });
};

/** Throws a TypeError for what is no URL of HTTP. */
export function targetOf(input: string | URL, base?: string): RequestTarget {
  const url = urlOf(input, base);
  const { protocol, username, password, origin, pathname, search, port, href } = url;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`nodeFetch sends http: and https: only, and the URL begins with ${protocol}`);
  }
  if (username || password) {
    throw new TypeError(
      'The URL includes credentials, which would end up in logs. Send the user name and the password in the Authorization header.',
    );
  }
  // An empty query has no `search`, and is sent all the same.
  const isEmptyQuery = search === '' && href.includes('?') && href.endsWith(`?${url.hash}`);
  const query = isEmptyQuery ? '?' : search;
  const path = pathname + query;
  const isBlocked = BLOCKED_PORTS.has(port);
  return { origin, path, secure: protocol === 'https:', isBlocked, href: origin + path };
}
