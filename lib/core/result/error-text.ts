// How messages quote errors of other code, and in which form: docs/reference/rules.md#what-a-message-says

import { InvalidInputError, markSafeText, safeTextOf } from '../platform/errors.js';
import { isObject } from '../platform/values.js';

/** A string of more than 200 characters, without splitting one. */
const LONG = /^(.{199}).{2,}/u;
const DEPTH = 8;

/** Control characters, characters that change the text direction, and line breaks of any kind. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** An error code, which is one word: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
const CODE = /^\w[\w.:-]{0,63}$/;

/** A message that can't contain a URL, a header or a body, as platforms write it for a failed request. */
const SENTENCE = /^[a-z\d ,.'"-]{1,80}$/i;

/** Characters that a URL parser ignores, at the start of a URL or anywhere. */
export const SKIPPED = /^[\0- ]+|[\t\n\r]/g;

/**
 * A scheme and all slashes after it, or two or more slashes without a scheme; then the user info before the host. A
 * parser treats a backslash as a slash, and accepts any number of slashes after `https:`. After a colon, everything up
 * to the last `@` can be a password, even an unencoded `?` or `#`. Without a colon, an `@` after these isn't part of
 * the host. A backslash ends a host only for web schemes.
 */
const USER = /^([a-z][a-z\d+.-]*:[\\/]*|[\\/]{2,})(?!\\)([^/?#:]*:[^/]*|[^/?#]*)@/i;

/**
 * Removes the user name and password from a URL, for messages and logs, in every spelling that the URL standard
 * accepts.
 */
export const withoutUser = (url: string): string => url.replace(SKIPPED, '').replace(USER, '$1');

/** Removes user, password, query and fragment from a URL. */
export const shownUrl = (url: string): string => withoutUser(url).replace(/[?#].*$/s, '');

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Replaces line breaks and invisible characters by spaces. */
export const inLine = (text: string): string => text.replace(UNSEEN, ' ').trim();

/** Returns a string in one line of at most 200 characters; `''` for any other value. */
export const oneLine = (text: unknown): string => inLine(textIn(text)).replace(LONG, '$1…');

/** A thrown value, or one of its causes. */
export interface Thrown {
  readonly value: unknown;
  readonly name: string;
  /** The error code, or `''`. */
  readonly code: string;
  /** The message, or `''`. */
  readonly message: string;
  /** The text that homing wrote itself; undefined for other errors. */
  readonly own: string | undefined;
}

const codeIn = (value: unknown): string => {
  const code = textIn((Object(value) as { code?: unknown }).code);
  return CODE.test(code) ? code : '';
};

/**
 * Returns one of several errors that failed together, such as connections to the addresses of a host: the last one with
 * a code.
 */
const lastOf = (errors: unknown): unknown =>
  Array.isArray(errors) ? (errors.filter(codeIn).at(-1) ?? (errors.at(-1) as unknown)) : undefined;

/**
 * Returns the thrown value and its causes, from the outside in; for an AggregateError, one of its errors. A value that
 * can't be read has no name and no message. A very long or endless chain is cut off.
 */
export function thrownChain(thrown: unknown): readonly [Thrown, ...Thrown[]] {
  const chain: Thrown[] = [];
  let value = thrown;
  try {
    do {
      const entry = { value, name: 'Error', code: '', message: '', own: safeTextOf(value) };
      chain.push(entry);
      const { name, message, cause, errors } = Object(value) as Record<string, unknown>;
      const isThing = isObject(value);
      entry.name = textIn(name) || (isThing ? 'Error' : typeof value);
      entry.code = codeIn(value);
      entry.message = isThing ? textIn(message) : String(value);
      value = cause ?? lastOf(errors);
    } while (value != null && chain.length < DEPTH);
  } catch {
    // Keep the parts that were read before the error.
  }
  return chain as [Thrown, ...Thrown[]];
}

/** Returns the innermost error that has a code. */
export const codedIn = (chain: readonly Thrown[]): Thrown | undefined =>
  chain.filter(({ code }) => code).at(-1);

/** Formats a code with its address, if Node sets it: "ECONNREFUSED 127.0.0.1:3000". */
const codeAndAddress = ({ code, value }: Thrown): string => {
  const { address, port } = value as { address?: unknown; port?: unknown };
  if (typeof address !== 'string') return code;
  const host = address.includes(':') ? `[${address}]` : address;
  return oneLine(`${code} ${host}${typeof port === 'number' ? `:${port}` : ''}`);
};

/**
 * Describes why a fetch failed: the innermost code, else the innermost message of plain words, else the name. Other
 * messages can quote a URL, a header or a body.
 *
 * @param template The URL of the call with an unfilled path.
 */
export function describeFetchError(thrown: unknown, template = ''): string {
  const chain = thrownChain(thrown);
  const own = chain.find((each) => each.own)?.own;
  if (own) return own;
  const coded = codedIn(chain);
  if (coded) {
    // If the template is a valid URL, a redirect or a middleware created the invalid one.
    const isItsOwn = coded.code === 'ERR_INVALID_URL' && !URL.canParse(template);
    return isItsOwn ? `${coded.code} ${template}` : codeAndAddress(coded);
  }
  const said = chain.filter(({ value, message }) => isObject(value) && SENTENCE.test(message));
  return said.at(-1)?.message ?? oneLine(chain[0].name);
}

/** Describes an error of the program's own middleware, plugin, store or function: "TokenError: no session". */
export function describeUserError(thrown: unknown): string {
  const [{ own, name, message }] = thrownChain(thrown);
  // Platforms quote the value: `Headers.set: "Bearer …" is an invalid header value`.
  const isQuote = name === 'SyntaxError' || (name === 'TypeError' && /\bheaders?\b/i.test(message));
  if (own || isQuote) return describeParseError(thrown);
  return oneLine(message && message !== name && isObject(thrown) ? `${name}: ${message}` : message || name);
}

/**
 * Describes an error of a decoder or a validator. Its message can quote the input, so only the name is used, and for a
 * JSON parser the position.
 */
export function describeParseError(thrown: unknown): string {
  const [{ own, name, message }] = thrownChain(thrown);
  const at = name === 'SyntaxError' && /position \d+|line \d+ column \d+/.exec(message)?.[0];
  return own ?? oneLine(at ? `${name} at ${at}` : name);
}

/** A cause of an error, for logs. */
export interface CauseInfo {
  readonly name: string;
  readonly code?: string;
}

/** Returns at most three errors of the chain, from the outside in, including the innermost one with a code. */
export function causesOf(thrown: unknown): CauseInfo[] {
  const chain = thrownChain(thrown);
  const inner = codedIn(chain);
  const outer = chain.slice(0, 3);
  if (inner && !outer.includes(inner)) outer[2] = inner;
  return outer.map(({ name, code }) => ({ name: oneLine(name), ...(code && { code }) }));
}

/**
 * Creates the error for an option whose function threw. An error about invalid input stays as it is, and so does the
 * error of a merged function, which names the option already.
 */
export const optionError = (option: string, thrown: unknown): unknown =>
  InvalidInputError.is(thrown) || safeTextOf(thrown)?.startsWith(`${option} failed: `)
    ? thrown
    : markSafeText(new Error(`${option} failed: ${describeUserError(thrown)}`, { cause: thrown }));

/** Calls a function of the options. Throws an error that names the option. */
export function calledOption<T>(option: string, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw optionError(option, thrown);
  }
}
