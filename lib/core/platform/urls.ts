import { ownValue } from './values.js';

/** What a URL parser skips at the start of a URL, or wherever it stands. */
const SKIPPED = /^[\0- ]+|[\t\n\r]/g;

/**
 * A scheme and all slashes behind it, or two slashes or more without one. A parser takes a backslash for a slash, and
 * after `https:` none or one for two.
 */
const UP_TO_AUTHORITY = /^([a-z][a-z\d+.-]*:[\\/]*|[\\/]{2,})/i;

/**
 * A URL without the user name and password that may stand before its host: for messages and logs.
 *
 * Whatever the URL standard takes for them is taken out, in every spelling. So is what stands before an `@` and has a `?`
 * or `#` in it, where the host ends for a parser: most likely somebody forgot to encode a password.
 */
export function withoutUser(url: string): string {
  const plain = url.replace(SKIPPED, '');
  const start = UP_TO_AUTHORITY.exec(plain)?.[0] ?? '';
  const rest = plain.slice(start.length);
  const authority = start && (/^[^\\/]*/.exec(rest)?.[0] ?? '');
  const at = authority.lastIndexOf('@');
  if (at < 0) return url;
  const host = authority.slice(0, at).split(/[?#]/)[0] ?? '';
  // An address in the query of a URL that has no path: `https://host?mail=a@b`.
  if (host !== authority.slice(0, at) && !host.includes(':')) return url;
  return start + rest.slice(at + 1);
}

/** A part of a query as it was before it was encoded. What is no UTF-8 stays encoded: nobody knows what it was to be. */
export function decodeQuery(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The origin of a URL, of a relative one that of the page; `''` where there is none. */
export function originOf(url: string): string {
  try {
    return new URL(url, ownValue(globalThis as { location?: { href?: string } }, 'location')?.href).origin;
  } catch {
    return '';
  }
}
