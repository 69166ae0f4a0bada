import { ignoringErrors } from '../core/platform/user-callbacks.js';
import { markSafeText } from '../core/platform/errors.js';
import type { GivenHeaders } from './request-headers.js';
import { type RawHeaders, rawLines } from './response-headers.js';

/**
 * What keeps cookies, as tough-cookie's `CookieJar` does. An instance of a class: a plain object among `fetchOptions`
 * is copied with them, and what a copy keeps is lost.
 */
export interface CookieJar {
  /** The value of a Cookie header for this URL; empty for none. */
  getCookieString(url: string): string | PromiseLike<string>;
  /** Takes one Set-Cookie header of an answer from this URL. What it throws, or rejects with, refuses that one. */
  setCookie(cookie: string, url: string): unknown;
}

/** What a header may have in it; not what it may not begin or end with, for undici takes that off. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const failed = (why: string): Error =>
  markSafeText(new Error(`getCookieString of the cookie jar failed: ${why}.`));

/** Not as the `cause`: a message tells of the code of the innermost one, and it has to name the jar. */
const refuse = (thrown: unknown): never => {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  // In one line of a log.
  throw failed(why.slice(0, 200).replace(/[\s\p{Cc}]+/gu, ' '));
};

const nameOf = (pair: string): string => (pair.split('=', 1)[0] ?? '').trim();

/** One Cookie header of the caller's own and of the jar's: of two cookies with one name the caller's is sent. */
const joinedCookies = (own: string, jars: string): string => {
  const names = new Set(own.split(';').map(nameOf));
  const others = jars.split(';').filter((pair) => !names.has(nameOf(pair)));
  return [own, ...others.map((pair) => pair.trim())].filter(Boolean).join('; ');
};

/** The cookies of a call: each hop gets those for its own URL, and leaves those of its answer. */
export class HopCookies {
  readonly #jar: CookieJar;

  constructor(jar: CookieJar) {
    this.#jar = jar;
  }

  /** The headers of a request to this URL, with its cookies. */
  async addedTo(headers: GivenHeaders, url: string): Promise<GivenHeaders> {
    const cookies = await this.#cookiesFor(url);
    if (cookies === '') return headers;
    const at = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === 'cookie') + 1;
    if (at === 0) return [...headers, 'cookie', cookies];
    return headers.map((part, place) => (place === at ? joinedCookies(part, cookies) : part));
  }

  /** Waits until the jar has them, one after the other: of two with one name the later counts. */
  async keep(answer: RawHeaders, url: string): Promise<void> {
    const lines = rawLines(answer);
    for (let at = 0; at < lines.length; at += 2) {
      const cookie = lines[at + 1] ?? '';
      if (lines[at]?.toLowerCase() === 'set-cookie')
        await ignoringErrors(() => this.#jar.setCookie(cookie, url));
    }
  }

  async #cookiesFor(url: string): Promise<string> {
    const asked = new Promise<unknown>((resolve) => resolve(this.#jar.getCookieString(url)));
    const cookies = await asked.catch(refuse);
    if (cookies == null) return '';
    if (typeof cookies === 'string' && VALUE.test(cookies)) return cookies;
    throw failed("its result can't be sent");
  }
}
