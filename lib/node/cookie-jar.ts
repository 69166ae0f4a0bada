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
