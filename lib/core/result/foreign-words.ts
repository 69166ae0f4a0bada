import { hasOwnWords } from '../platform/own-words.js';
import { withoutUser } from '../platform/without-user.js';
import { CallSecrets, type SecretSource } from './call-secrets.js';
import { type Thrown, thrownChain } from './thrown.js';

/** One of those that stand behind an error, for logs. */
export interface ToldCause {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
}

const LONGEST = 200;
/** More is not looked at: what somebody throws may be as long as the memory. */
const LOOKED_AT = 2000;
const MOST_CAUSES = 3;

/** A URL wherever it stands in a text, and what has the look of a query. */
const URLS = /(?:\b(?:https?|wss?|socks5?):|[\\/]{2})[^\s"<>`]*|\?[^\s"<>`?]*=[^\s"<>`]*/gi;

/** Controls, what turns the direction of a line, and line ends of any kind. */
export const UNSEEN: RegExp = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The names of the language's own errors: they quote nothing. */
const PLAIN_NAME = /^(Range|Syntax|Type)?Error$/;

const shownUrl = (url: string): string => withoutUser(url).replace(/[?#].*$/, '');

const cut = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** A JSON parser quotes what it read, which may hold anything: its words without the quotation. */
const withoutQuotation = (text: string): string => {
  const begin = text.search(/["'`]/);
  if (begin < 0) return text;
  const end = Math.max(text.lastIndexOf('"'), text.lastIndexOf("'"), text.lastIndexOf('`'));
  return `${text.slice(0, begin).trimEnd()} … ${end > begin ? text.slice(end + 1).replace(/^[. ]+/, '') : ''}`;
};

/**
 * What somebody else wrote, as an error of a call may tell it: the text of what fetch, a middleware or a validator
 * threw, or of what a server said.
 *
 * An error's message and `toJSON()` are made for logs, so they have to say why; and whoever wrote that text knew nothing
 * of logs. It may quote a token, forge a line, be as long as the memory, or blow up when it is looked at. All of it goes
 * through here, and nothing else of it gets into a message, into `toJSON()` or into a line of the log:
 *
 * 1. It is read once and safely (`thrownChain`): an object that can't be looked at has no text.
 * 2. The URL of the call itself becomes its template. Where what is left quotes a header, the query, a string param or
 *    the user of the call, or is what `Headers` throws, all of it is dropped, and its teller falls back on a name.
 * 3. Other URLs lose user and query. Control characters go; then it is cut.
 *
 * A text that homing wrote itself quotes nothing, and is told as it is.
 *
 * There is one for each error, and none for a call that goes well. The secrets are gathered when the first foreign text
 * turns up, and while the error is made: later the headers may be those of the next attempt.
 */
export class ForeignWords {
  /** A text in which only URLs are looked for: their user and query go. */
  static shown(text: string): string {
    return text.replace(URLS, shownUrl);
  }

  readonly #request: SecretSource;
  /** The URL of the call with its path unfilled, without user and query. */
  readonly template: string;
  readonly #secrets: CallSecrets;

  /**
   * @param request Of the call.
   * @param template Its URL with the path unfilled.
   */
  constructor(request: SecretSource, template: string) {
    this.#request = request;
    this.template = template;
    this.#secrets = new CallSecrets(request);
  }

  /** The text as it may be told; `''` where it may not be. */
  text(given: unknown): string {
    if (typeof given !== 'string' || given === '') return '';
    const named = this.#withoutOwnUrl(given.slice(0, LOOKED_AT));
    if (this.#secrets.isQuotedIn(named)) return '';
    return cut(named.replace(URLS, shownUrl).replace(UNSEEN, ' ').trim());
  }

  /** "TokenError: no session", and what is behind it, where that says more. */
  thrown(thrown: unknown): string {
    const [outermost, ...behind] = thrownChain(thrown);
    if (!outermost) return String(thrown);
    const { name, message } = this.#told(outermost);
    const said = message === name || typeof thrown !== 'object' ? message : `${name}: ${message}`;
    const innermost = behind.length > 0 ? this.#innermost(behind) : '';
    return innermost && !said.includes(innermost) ? cut(`${said.replace(/\.$/, '')}: ${innermost}`) : said;
  }

  /** "connect ECONNREFUSED 127.0.0.1:3000": of those behind what was thrown the innermost that has a code. */
  innermost(thrown: unknown): string {
    return this.#innermost(thrownChain(thrown));
  }

  /** The name alone, of what may quote a body. */
  name(thrown: unknown): string {
    const [outermost] = thrownChain(thrown);
    return outermost ? this.#nameOf(outermost) : '';
  }

  /** What a parser of JSON said; of another only its name, as it may quote what it read. */
  parser(thrown: unknown): string {
    const [outermost] = thrownChain(thrown);
    return outermost?.name === 'SyntaxError' ? this.#told(outermost).message : this.name(thrown);
  }

  /** Whether a text has something in it that the call was given. */
  quotes(text: string): boolean {
    return this.#secrets.isQuotedIn(text.slice(0, LOOKED_AT));
  }

  /** Whether a name in the data is a secret of the call. */
  isSecret(name: string): boolean {
    return this.#secrets.isNamedBy(name);
  }

  /**
   * At most three, from the outside in: the innermost that has a code is one of them.
   *
   * @param namesOnly Leaves the messages out, which may quote a body.
   */
  causes(thrown: unknown, namesOnly: boolean): ToldCause[] {
    const chain = thrownChain(thrown);
    const inner = innermostOf(chain);
    const outer = chain.slice(0, MOST_CAUSES);
    if (inner && !outer.includes(inner)) outer[MOST_CAUSES - 1] = inner;
    return outer.map((each) => this.#told(namesOnly ? { ...each, message: '' } : each));
  }

  #innermost(chain: readonly Thrown[]): string {
    const found = innermostOf(chain);
    if (!found) return '';
    const { code = '', message } = this.#told(found);
    return message.includes(code) ? message : `${code}: ${message}`;
  }

  #told(thrown: Thrown): ToldCause {
    const name = this.#nameOf(thrown);
    const code = thrown.code && this.#secrets.isQuotedIn(thrown.code) ? '' : thrown.code;
    return { name, ...(code && { code }), message: this.#messageOf(thrown) || name };
  }

  #nameOf({ name }: Thrown): string {
    return PLAIN_NAME.test(name) ? name : this.text(name) || 'Error';
  }

  #messageOf({ value, name, code, message }: Thrown): string {
    if (hasOwnWords(value)) return message;
    // Node quotes the value: `Headers.set: "Bearer …" is an invalid header value`.
    if (name === 'TypeError' && !code && /\bheaders?\b/i.test(message)) return '';
    return this.text(name === 'SyntaxError' ? withoutQuotation(message) : message);
  }

  #withoutOwnUrl(text: string): string {
    let named = text;
    for (const own of spellings(this.#request)) named = named.replaceAll(own, () => this.template);
    return named;
  }
}

/** The innermost that has a code; without codes the innermost that says something. */
const innermostOf = (chain: readonly Thrown[]): Thrown | undefined =>
  chain.filter(({ code }) => code).at(-1) ?? chain.filter(({ message }) => message).at(-1) ?? chain[0];

/** A URL as it was given, and as a parser writes it; without the shortest, which are in any text. */
const spellings = (request: SecretSource): string[] => {
  const found: string[] = [];
  try {
    found.push(String(request.url));
    found.push(new URL(String(request.url)).href);
  } catch {
    // One that can't be read is quoted by nobody.
  }
  return found.filter((url) => url.length > 8);
};
