// What a message tells of somebody else's words, and in which form: docs/reference/rules.md#what-a-message-says

import { ownWordsOf } from '../platform/own-errors.js';
import { withoutUser } from '../platform/urls.js';
import { isObject } from '../platform/values.js';

const LONGEST = 200;
const DEPTH = 8;

/** Controls, what turns the direction of a line, and line ends of any kind. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A URL wherever it stands in a text, and what has the look of a query. */
const URLS = /(?:\b(?:https?|wss?|socks5?):|[\\/]{2})[^\s"<>`]*|\?[^\s"<>`?]*=[^\s"<>`]*/gi;

/** A code is a word that a program wrote: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
const CODE = /^\w[\w.:-]{0,63}$/;

/** What platforms write of a request that failed, where they give no code. */
const PLATFORM_SENTENCE =
  /^(Failed to fetch|fetch failed|Load failed|NetworkError when attempting to fetch resource\.|Network request failed|Network connection lost\.|terminated|error sending request|redirect count exceeded)/;

/** What a browser says to a page of any failure, so that no page finds out about the network it is in. */
const TELLS_NOTHING = /^(Failed to fetch|Load failed|NetworkError)/;

/** A URL without user, password and query. */
export const shownUrl = (url: string): string => withoutUser(url).replace(/[?#].*$/s, '');

/** A text in one line of 200 characters at most, its URLs without user and query. */
export function oneLine(text: unknown): string {
  if (typeof text !== 'string') return '';
  const line = text
    .slice(0, 10 * LONGEST)
    .replace(URLS, shownUrl)
    .replace(UNSEEN, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** What was thrown, or stands behind it. */
export interface Thrown {
  readonly value: unknown;
  readonly name: string;
  /** `''` without one. */
  readonly code: string;
  /** `''` without one. */
  readonly message: string;
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const codeIn = (value: unknown): string => {
  const code = textIn(isObject(value) && (value as { code?: unknown }).code);
  return CODE.test(code) ? code : '';
};

/** Of several that failed together, as of the addresses of a host, the last that has a code. */
const lastOf = (errors: unknown): unknown =>
  Array.isArray(errors) ? (errors.filter(codeIn).at(-1) ?? (errors.at(-1) as unknown)) : undefined;

/**
 * What was thrown and those behind it, from the outside in: the cause, or one of an AggregateError's. What can't be read
 * has no name and no message; of a chain that has no end there is the beginning.
 */
export function thrownChain(thrown: unknown): Thrown[] {
  const chain: Thrown[] = [];
  try {
    for (let value = thrown; value != null && chain.length < DEPTH;) {
      const { name, message, cause, errors } = Object(value) as Record<string, unknown>;
      const isThing = isObject(value);
      chain.push({
        value,
        name: isThing ? textIn(name) || 'Error' : typeof value,
        code: codeIn(value),
        // eslint-disable-next-line @typescript-eslint/no-base-to-string -- it is no object
        message: isThing ? textIn(message) : String(value),
      });
      value = isThing ? (cause ?? lastOf(errors)) : undefined;
    }
  } catch {
    if (chain.length === 0) chain.push({ value: undefined, name: 'Error', code: '', message: '' });
  }
  return chain;
}

/** The innermost that has a code. */
export const codedIn = (chain: readonly Thrown[]): Thrown | undefined =>
  chain.filter(({ code }) => code).at(-1);

/** "ECONNREFUSED 127.0.0.1:3000": Node gives the address beside the code. */
const codeAndAddress = ({ code, value }: Thrown): string => {
  const { address, port } = value as { address?: unknown; port?: unknown };
  if (typeof address !== 'string') return code;
  const host = address.includes(':') ? `[${address}]` : address;
  return oneLine(`${code} ${host}${typeof port === 'number' ? `:${String(port)}` : ''}`);
};

/**
 * Why a fetch failed: its own text may quote anything. The innermost code, else the innermost sentence that platforms are
 * known to write, else the name.
 *
 * @param template The URL of the call with its path unfilled.
 */
export function fetchWords(thrown: unknown, template = ''): string {
  const chain = thrownChain(thrown);
  const own = chain.map(({ value }) => ownWordsOf(value)).find(Boolean);
  if (own !== undefined) return own;
  const coded = codedIn(chain);
  if (coded) return coded.code === 'ERR_INVALID_URL' ? `${coded.code} ${template}` : codeAndAddress(coded);
  const said = chain
    .map(({ message }) => PLATFORM_SENTENCE.exec(message)?.[0])
    .filter(Boolean)
    .at(-1);
  if (said === undefined) return oneLine(chain[0]?.name);
  return TELLS_NOTHING.test(said)
    ? `${said} (the browser's console says why: CORS, DNS, certificate, offline)`
    : said;
}

/** What the program's own middleware, plugin, store or function threw: "TokenError: no session". */
export function programWords(thrown: unknown): string {
  const own = ownWordsOf(thrown);
  const [outermost] = thrownChain(thrown);
  if (own !== undefined || !outermost) return own ?? String(thrown);
  const { name, message } = outermost;
  // Platforms quote the value: `Headers.set: "Bearer …" is an invalid header value`.
  if (name === 'TypeError' && /\bheaders?\b/i.test(message)) return name;
  if (name === 'SyntaxError') return decoderWords(thrown);
  return oneLine(message && message !== name && isObject(thrown) ? `${name}: ${message}` : message || name);
}

/** What a decoder or a validator threw, which may quote what it read: the name; of a parser of JSON the position too. */
export function decoderWords(thrown: unknown): string {
  const own = ownWordsOf(thrown);
  const [{ name, message } = { name: 'Error', message: '' }] = thrownChain(thrown);
  const at = name === 'SyntaxError' ? /position \d+|line \d+ column \d+/.exec(message)?.[0] : undefined;
  return own ?? oneLine(at === undefined ? name : `${name} at ${at}`);
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
