import { ignoringErrors } from '../core/platform/user-callbacks.js';
import { markSafeText } from '../core/platform/errors.js';
import type { GivenHeaders } from './request-headers.js';
import { type RawHeaders, rawLines } from './response-headers.js';

/**
 * A store of cookies with the interface of tough-cookie's `CookieJar`. Must be a class instance: a plain
 * object in `fetchOptions` is copied, and the copy would lose its cookies.
 */
export interface CookieJar {
  /** Returns the value of the Cookie header for this URL; `''` without cookies. */
  getCookieString(url: string): string | PromiseLike<string>;
  /**
   * Stores one Set-Cookie header of a response from this URL. An error that it throws or rejects with is
   * ignored, and the cookie is dropped.
   */
  setCookie(cookie: string, url: string): unknown;
}

/**
 * Valid characters of a header value. Doesn't check the first and last character, because undici trims them.
 */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const failed = (why: string): Error =>
  markSafeText(new Error(`getCookieString of the cookie jar failed: ${why}.`));

/**
 * Don't set `cause`: error messages use the code of the innermost cause, but this message must name the jar.
 */
const refuse = (thrown: unknown): never => {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  // Keep the message on one line for logs.
  throw failed(why.slice(0, 200).replace(/[\s\p{Cc}]+/gu, ' '));
};

const nameOf = (pair: string): string => (pair.split('=', 1)[0] ?? '').trim();

/**
 * Joins the caller's Cookie header with the jar's cookies. If both have a cookie with the same name, the
 * caller's cookie is sent.
 */
const joinedCookies = (own: string, jars: string): string => {
  const names = new Set(own.split(';').map(nameOf));
  const others = jars.split(';').filter((pair) => !names.has(nameOf(pair)));
  return [own, ...others.map((pair) => pair.trim())].filter(Boolean).join('; ');
};

/**
 * The cookies of a call. Each request of a redirect chain sends the cookies for its URL and stores the
 * cookies of its response.
 */
export class HopCookies {
  readonly #jar: CookieJar;

  constructor(jar: CookieJar) {
    this.#jar = jar;
  }

  /** Returns the headers of a request to this URL, including the jar's cookies. */
  async addedTo(headers: GivenHeaders, url: string): Promise<GivenHeaders> {
    const cookies = await this.#cookiesFor(url);
    if (cookies === '') return headers;
    const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === 'cookie') + 1;
    if (at === 0) return [...headers, 'cookie', cookies];
    return headers.map((part, place) => (place === at ? joinedCookies(part, cookies) : part));
  }

  /** Stores the cookies one after the other, because the last of two cookies with one name counts. */
  async keep(answer: RawHeaders, url: string): Promise<void> {
    const lines = rawLines(answer);
    for (let at = 0; at < lines.length; at += 2) {
      const cookie = lines[at + 1] ?? '';
      if (lines[at]?.toLowerCase() === 'set-cookie')
        await ignoringErrors(() => this.#jar.setCookie(cookie, url));
    }
  }

  async #cookiesFor(url: string): Promise<string> {
    const lookup = new Promise<unknown>((resolve) => resolve(this.#jar.getCookieString(url)));
    const cookies = await lookup.catch(refuse);
    if (cookies == null) return '';
    if (typeof cookies === 'string' && VALUE.test(cookies)) return cookies;
    throw failed("its result can't be sent");
  }
}
