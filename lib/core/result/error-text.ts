// What a message tells of somebody else's words, and in which form: docs/reference/rules.md#what-a-message-says

import { safeTextOf } from '../platform/errors.js';
import { isObject } from '../platform/values.js';

/** More than 200 characters, none of them by half. */
const LONG = /^(.{199}).{2,}/u;
const DEPTH = 8;

/** Controls, what turns the direction of a line, and line ends of any kind. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A code is a word that a program wrote: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
const CODE = /^\w[\w.:-]{0,63}$/;

/** A message in which no URL, header or body can be: what platforms write of a failed request. */
const SENTENCE = /^[a-z\d ,.'"-]{1,80}$/i;

/** What a URL parser skips at the start of a URL, or wherever it stands. */
export const SKIPPED = /^[\0- ]+|[\t\n\r]/g;

/**
 * A scheme and all slashes behind it, or two slashes or more without one; then what stands before the host. A parser takes
 * a backslash for a slash, and after `https:` none or one for two. Behind a colon anything up to the last `@` may be a
 * password, also a `?` or `#` that somebody forgot to encode; without one an `@` behind these is none of a host's. A
 * backslash ends a host only in schemes of the web.
 */
const USER = /^([a-z][a-z\d+.-]*:[\\/]*|[\\/]{2,})(?!\\)([^/?#:]*:[^/]*|[^/?#]*)@/i;

/**
 * A URL without the user name and password that may stand before its host: for messages and logs. Whatever the URL
 * standard takes for them is taken out, in every spelling.
 */
export const withoutUser = (url: string): string => url.replace(SKIPPED, '').replace(USER, '$1');

/** A URL without user, password and query. */
export const shownUrl = (url: string): string => withoutUser(url).replace(/[?#].*$/s, '');

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Without line ends, and without what can't be seen. */
export const inLine = (text: string): string => text.replace(UNSEEN, ' ').trim();

/** A text in one line of 200 characters at most; `''` for what is no text. */
export const oneLine = (text: unknown): string => inLine(textIn(text)).replace(LONG, '$1…');

/** What was thrown, or stands behind it. */
export interface Thrown {
  readonly value: unknown;
  readonly name: string;
  /** `''` without one. */
  readonly code: string;
  /** `''` without one. */
  readonly message: string;
  /** What homing wrote itself; undefined for what somebody else threw. */
  readonly own: string | undefined;
}

const codeIn = (value: unknown): string => {
  const code = textIn((Object(value) as { code?: unknown }).code);
  return CODE.test(code) ? code : '';
};

/** Of several that failed together, as of the addresses of a host, the last that has a code. */
const lastOf = (errors: unknown): unknown =>
  Array.isArray(errors) ? (errors.filter(codeIn).at(-1) ?? (errors.at(-1) as unknown)) : undefined;

/**
 * What was thrown and those behind it, from the outside in: the cause, or one of an AggregateError's. What can't be read
 * has no name and no message; of a chain that has no end there is the beginning.
 */
export function thrownChain(thrown: unknown): readonly [Thrown, ...Thrown[]] {
  const chain: Thrown[] = [];
  let value = thrown;
  try {
    do {
      const told = { value, name: 'Error', code: '', message: '', own: safeTextOf(value) };
      chain.push(told);
      const { name, message, cause, errors } = Object(value) as Record<string, unknown>;
      const isThing = isObject(value);
      told.name = textIn(name) || (isThing ? 'Error' : typeof value);
      told.code = codeIn(value);
      told.message = isThing ? textIn(message) : String(value);
      value = cause ?? lastOf(errors);
    } while (value != null && chain.length < DEPTH);
  } catch {
    // Of what can't be read there is what could be.
  }
  return chain as [Thrown, ...Thrown[]];
}

/** The innermost that has a code. */
export const codedIn = (chain: readonly Thrown[]): Thrown | undefined =>
  chain.filter(({ code }) => code).at(-1);

/** "ECONNREFUSED 127.0.0.1:3000": Node gives the address beside the code. */
const codeAndAddress = ({ code, value }: Thrown): string => {
  const { address, port } = value as { address?: unknown; port?: unknown };
  if (typeof address !== 'string') return code;
  const host = address.includes(':') ? `[${address}]` : address;
  return oneLine(`${code} ${host}${typeof port === 'number' ? `:${port}` : ''}`);
};

/**
 * Why a fetch failed: the innermost code, else the innermost message of plain words, else the name. Any other message may
 * quote a URL, a header or a body.
 *
 * @param template The URL of the call with its path unfilled.
 */
export function describeFetchError(thrown: unknown, template = ''): string {
  const chain = thrownChain(thrown);
  const own = chain.find((each) => each.own)?.own;
  if (own) return own;
  const coded = codedIn(chain);
  if (coded) {
    // Of a whole one a redirect, or a middleware, has made another.
    const isItsOwn = coded.code === 'ERR_INVALID_URL' && !URL.canParse(template);
    return isItsOwn ? `${coded.code} ${template}` : codeAndAddress(coded);
  }
  const said = chain.filter(({ value, message }) => isObject(value) && SENTENCE.test(message));
  return said.at(-1)?.message ?? oneLine(chain[0].name);
}

/** What the program's own middleware, plugin, store or function threw: "TokenError: no session". */
export function describeUserError(thrown: unknown): string {
  const [{ own, name, message }] = thrownChain(thrown);
  // Platforms quote the value: `Headers.set: "Bearer …" is an invalid header value`.
  const isQuote = name === 'SyntaxError' || (name === 'TypeError' && /\bheaders?\b/i.test(message));
  if (own || isQuote) return describeParseError(thrown);
  return oneLine(message && message !== name && isObject(thrown) ? `${name}: ${message}` : message || name);
}

/** What a decoder or a validator threw, which may quote what it read: the name; of a parser of JSON the position too. */
export function describeParseError(thrown: unknown): string {
  const [{ own, name, message }] = thrownChain(thrown);
  const at = name === 'SyntaxError' && /position \d+|line \d+ column \d+/.exec(message)?.[0];
  return own ?? oneLine(at ? `${name} at ${at}` : name);
}

/** One of those that stand behind an error, for logs. */
export interface ToldCause {
  readonly name: string;
  readonly code?: string;
}

/** At most three, from the outside in: the innermost that has a code is one of them. */
export function causesOf(thrown: unknown): ToldCause[] {
  const chain = thrownChain(thrown);
  const inner = codedIn(chain);
  const outer = chain.slice(0, 3);
  if (inner && !outer.includes(inner)) outer[2] = inner;
  return outer.map(({ name, code }) => ({ name: oneLine(name), ...(code && { code }) }));
}
