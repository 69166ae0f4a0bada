import { withoutUser } from '../platform/without-user.js';
import { BLOCKED_PORTS } from './blocked-ports.js';

/** Where a request goes. */
export interface RequestTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly secure: boolean;
  /** The whole URL, without its fragment. */
  readonly href: string;
}

/** Throws a TypeError for what is no URL of HTTP. */
export function targetOf(input: string | URL, base?: string): RequestTarget {
  let url: URL;
  try {
    url = new URL(input, base);
  } catch (cause) {
    throw new TypeError(
      `Failed to parse URL from ${withoutUser(String(input))}: it has to be absolute, with http: or https:.`,
      {
        cause,
      },
    );
  }
  const { protocol, username, password, origin, pathname, search, port } = url;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(
      `nodeFetch sends http: and https: only, and the URL begins with ${protocol}. The global fetch takes data: and blob:.`,
    );
  }
  if (username || password) {
    throw new TypeError(
      'The URL has a user name or a password in it, which would end up in logs. Send them in the Authorization header.',
    );
  }
  if (BLOCKED_PORTS.has(port)) throw new TypeError('fetch failed', { cause: new Error('bad port') });
  const path = pathname + search;
  return { origin, path, secure: protocol === 'https:', href: origin + path };
}
