import { decodeQuery } from '../platform/decode-query.js';
import { withoutUser } from '../platform/without-user.js';
import { stringsIn } from './strings-in.js';

/** The request of a call that failed, as far as it says what is not to be told. */
export interface SecretSource {
  /** As it was sent, with the query. */
  readonly url: string | URL;
  /** The params as the caller passed them. Default: none. */
  readonly params?: unknown;
  /** The body as it was sent; looked at where it is text or a form. Default: none. */
  readonly body?: unknown;
  /** The headers as they were sent. Default: none. */
  headerRecord?(): Readonly<Record<string, string>>;
}

/** Who quotes so much of a long text gives it away. */
const HEAD = 32;
/** Characters times secrets that may be looked through for one error: some tens of milliseconds. */
const PATIENCE = 10_000_000;
/** From this length on a text is found inside of words too: a token that somebody wrote behind another. */
const INSIDE_WORDS = 8;
/** Shorter ones are in half of all addresses and ports: they count where they stand alone, between spaces or quotes. */
const INSIDE_NUMBERS = 4;

/** What most texts are: nothing in them can be written otherwise. */
const PLAIN = /^(?:[\w.:@/,;=-]+ )*[\w.:@/,;=-]*$/;

/** As texts are compared, whoever wrote them anew: without escapes of URLs and JSON, cases and line ends. */
const comparable = (text: string): string => (PLAIN.test(text) ? text : withoutEscapes(text)).toLowerCase();

const withoutEscapes = (text: string): string =>
  text
    .replace(/(?:%[\da-f]{2})+|\+/gi, decodeQuery)
    .replace(/\\u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\[bfnrt]/g, ' ')
    .replace(/\\(?=["'\\/])/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFKC');

/** What is left of a text that somebody broke into lines, or set in marks. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** User name, password, the query and each value in it. */
const partsOfUrl = (given: string): string[] => {
  const url = given.replace(/[\t\n\r]/g, '');
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*:)/i.exec(url) ?? [];
  const behindUser = withoutUser(url)
    .slice(scheme.length)
    .replace(/^[\\/]+/, '');
  const user = url.slice(scheme.length, url.length - behindUser.length).replace(/^[\\/]+|@$/g, '');
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [user, ...user.split(':'), query, ...values];
};

/** User and password of Basic authentication (RFC 7617, 2). */
const partsOfBasic = (value: string): string[] => {
  const [, encoded] = /^basic\s+([a-z\d+/]+=*)$/i.exec(value.trim()) ?? [];
  if (encoded === undefined) return [];
  const pair = atob(encoded);
  return [pair, ...pair.split(':')];
};

/** A header's value, and each of its words that is long: `Bearer abc…`, `session=abc…; theme=dark`. */
const partsOfHeader = (value: string): string[] => [
  value,
  ...value.split(/[\s,;=]+/).filter((word) => word.length >= INSIDE_WORDS),
  ...partsOfBasic(value),
];

/** The text of a body, and the strings in it where it is JSON or a form, whoever made it. */
const partsOfBody = (body: unknown): string[] => {
  if (typeof body !== 'string') return stringsIn(body);
  try {
    return [body, ...stringsIn(JSON.parse(body))];
  } catch {
    return [body, ...(body.includes('=') ? stringsIn(new URLSearchParams(body)) : [])];
  }
};

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

const isInWord = (character: string | undefined): boolean =>
  character !== undefined && !/[\s"'`=,;()[\]{}<>]/.test(character);

/** Whether the text has the secret in it, as a whole where it is short. */
const hasIn = (text: string, letters: string, secret: string): boolean => {
  if (secret.length >= INSIDE_WORDS) {
    const bare = lettersOf(secret);
    return text.includes(secret) || (bare.length >= INSIDE_WORDS && letters.includes(bare));
  }
  const goesOn = secret.length < INSIDE_NUMBERS ? isInWord : isLetterOrDigit;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
    if (!goesOn(text[at - 1]) && !goesOn(text[at + secret.length])) return true;
  return false;
};

/**
 * What a call was given and nobody else is to be told: header values, user and password in them (Basic authentication)
 * and in the URL, query values, string params, strings of the body.
 */
export class CallSecrets {
  readonly #source: SecretSource;
  /** Null where they could not be read: then any text may have one in it. */
  #secrets: readonly string[] | null | undefined;
  /** How many characters may still be looked through. */
  #patience = PATIENCE;

  constructor(source: SecretSource) {
    this.#source = source;
  }

  /** Whether a text that somebody else wrote has one of them in it. */
  isQuotedIn(text: string): boolean {
    this.#secrets ??= this.#read();
    if (this.#secrets === null) return true;
    const told = comparable(text);
    const letters = lettersOf(told);
    // A server may quote much, and a caller pass many texts: what there is no time for counts as quoted.
    this.#patience -= told.length * this.#secrets.length;
    if (this.#patience < 0) return true;
    return this.#secrets.some((secret) => hasIn(told, letters, secret));
  }

  /** Whether a name is one of them, and no plain word, which many params are and no secret is. */
  isNamedBy(name: string): boolean {
    if (/^[a-z_$]*$/i.test(name)) return false;
    this.#secrets ??= this.#read();
    return this.#secrets?.includes(comparable(name).slice(0, HEAD)) ?? true;
  }

  #read(): readonly string[] | null {
    try {
      const { url, params, body } = this.#source;
      const all = [
        ...Object.values(this.#source.headerRecord?.() ?? {}).flatMap(partsOfHeader),
        ...partsOfUrl(String(url)),
        ...stringsIn(params),
        ...partsOfBody(body),
      ];
      return [...new Set(all.map((text) => comparable(text.slice(0, 4 * HEAD)).slice(0, HEAD)))].filter(
        Boolean,
      );
    } catch {
      return null;
    }
  }
}
