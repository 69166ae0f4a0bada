import { decodeQuery, withoutUser } from '../../core/internal.js';

/** What stands in the place of a value that may be a secret. */
export const REDACTED = 'REDACTED';

/** Headers that say what is asked for or answered, and nothing of who asks. */
const SHOWN = new RegExp(
  `^(?:${[
    'accept(?:-charset|-encoding|-language|-patch|-post|-ranges)?',
    'access-control-(?:allow|expose|max|request)-[a-z-]+',
    'age|allow|cache-control|connection|date|etag|expires|host|keep-alive|last-modified|origin|pragma|prefer',
    'content-(?:disposition|encoding|language|length|location|range|type)',
    'if-(?:match|modified-since|none-match|range|unmodified-since)',
    'last-event-id|link|location|preference-applied|range|referer|refresh|retry-after|server|server-timing',
    'te|trailer|transfer-encoding|upgrade|user-agent|vary|via',
    '(?:x-)?ratelimit(?:-[a-z-]+)?|x-(?:next-page|page|per-page|prev-page|requested-with|total|total-count|total-pages)',
  ].join('|')})$`,
);

/** Wherever they stand in a name. */
const SECRET_PART = new RegExp(
  [
    'authenticat|authoriz|credential|passcode|passphrase|passwd|password|saml|secret(?!ar)|signature|token',
    '(?:access|account|api|auth|encryption|functions|master|private|session|shared|signing|storage|subscription)_?key',
    'card_?number|device_?code|sess(?:ion)?_?id',
  ].join('|'),
);

/** As words of a name. */
const SECRET_WORD =
  /_(?:assertion|auth|bearer|code_verifier|cookies?|csrf|cv[cv]2?|hmac|iban|jwt|t?otp|pass|pin|pwd|session|sid|sig|ssn|xsrf)_/;

/** As the whole name of a field in a query or a form. In JSON they name errors and rows. */
const SECRET_FIELD = /^_(?:code|key)_$/;

/** The words of a name, in lower case and between underscores, however it is written. */
const wordsOf = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^a-zA-Z\d]+/g, '_');
  return `_${words.toLowerCase()}_`;
};

const isSecret = (words: string): boolean => SECRET_PART.test(words) || SECRET_WORD.test(words);

/** Texts can hold texts: JSON in a query in JSON. A text that is nested deeper than this is redacted whole. */
const DEEPEST = 8;

/** Of valid JSON: a string with the colon behind it, a bracket, or what is between these. */
const JSON_TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"(?:\s*:)?)?|[[\]{}]|[^"[\]{}]+/gs;

// How JSON has to begin, where its type says that it is JSON, inside of another text, and where nothing says so.
const ANY = /^/;
const NESTED = /^\s*[[{"]/;
const CONTAINER = /^\s*[[{]/;

const isOpening = (token: string): boolean => '[{'.includes(token);

const isClosing = (token: string): boolean => ']}'.includes(token);

const isString = (token: string): boolean => token.startsWith('"');

const isSecretName = (token: string): boolean => isSecret(wordsOf(JSON.parse(token) as string));

/** Where the objects begin that are a pair with the name of a secret: `{"name":"password","value":"x"}`. */
function secretPairs(tokens: readonly string[]): ReadonlySet<number> {
  const pairs = new Set<number>();
  const open: number[] = [];
  let isName = false;
  for (const [at, token] of tokens.entries()) {
    if (isOpening(token)) open.push(at);
    else if (isClosing(token)) open.pop();
    else if (isString(token)) {
      if (isName && !token.endsWith(':') && isSecretName(token)) pairs.add(open.at(-1) ?? 0);
      isName = /^"(?:field|id|key|name)"\s*:/i.test(token);
    }
  }
  return pairs;
}

/** The tokens of JSON that a parser has accepted. */
function tokensOf(text: string): string[] {
  const tokens = text.match(JSON_TOKENS) ?? [];
  const length = tokens.reduce((sum, token) => sum + token.length, 0);
  // On a string of many million characters some engines throw, and others end the search without an error.
  if (length !== text.length) throw new RangeError('Too long for a regular expression.');
  return tokens;
}

/** JSON that a parser has accepted. What is not hidden stays as it is: spaces, long numbers, names that occur twice. */
function redactJson(text: string, depth: number): string {
  const tokens = tokensOf(text);
  const pairs = secretPairs(tokens);
  // Of the object or array around a token: whether all of it is secret, whether its next value is, whether it is a pair.
  let [isAll, isNext, isPair] = [false, false, false];
  const outer: [boolean, boolean, boolean][] = [];
  let name = '';
  const shown = tokens.map((token, at) => {
    if (isOpening(token)) {
      outer.push([isAll, isNext, isPair]);
      [isAll, isPair] = [isNext, pairs.has(at)];
    } else if (isClosing(token)) [isAll = false, isNext = false, isPair = false] = outer.pop() ?? [];
    else if (token.endsWith(':')) {
      name = token;
      // Numbers of tokens are counts.
      const isCount = /tokens"\s*:$/i.test(token) && /^\s*\d/.test(tokens[at + 1] ?? '');
      isNext = isAll || (isSecretName(token.slice(0, -1)) && !isCount) || (isPair && /^"value"/i.test(token));
    } else if (isString(token)) {
      if (!isNext) return redactString(token, name, depth);
      return token === '""' ? token : `"${REDACTED}"`;
    } else if (isNext) return token.replace(/-?\d[^\s,]*/g, '0');
    return token;
  });
  return shown.join('');
}

/** A string of JSON, with its quotes, behind a name. */
function redactString(token: string, name: string, depth: number): string {
  // Most strings are short words.
  if (!/[\\=@{[]/.test(token)) return token;
  const text = JSON.parse(token) as string;
  const shown = redactValue(text, /^"query"/.test(name), depth + 1);
  return shown === text ? token : JSON.stringify(shown);
}

/** Undefined for what is no JSON. */
function readJson(text: string, start: RegExp, depth: number): string | undefined {
  if (!start.test(text)) return undefined;
  try {
    // Before the first value a file may have its mark, and a JSON sequence has one before each.
    JSON.parse(text.replace(/^[\ufeff\p{Cc}]/u, ''));
  } catch {
    return undefined;
  }
  return redactJson(text, depth);
}

/** A text line by line; undefined where one of them can't be read. */
function readLines(
  text: string,
  readLine: (line: string) => string | undefined,
  lineEnd = '\n',
): string | undefined {
  const lines: string[] = [];
  for (const line of text.split(lineEnd)) {
    const shown = /\S/.test(line) ? readLine(line) : line;
    if (shown === undefined) return undefined;
    lines.push(shown);
  }
  return lines.join(lineEnd);
}

/** JSON, or JSON lines; undefined for what is neither. */
const readJsons = (text: string, start: RegExp, depth: number): string | undefined =>
  readJson(text, start, depth) ?? readLines(text, (line) => readJson(line, start, depth));

/** A line of server-sent events. Its data have to be JSON, or the mark that ends a model's answer; a comment is free text. */
function readEventLine(line: string): string | undefined {
  if (line.startsWith(':')) return ':';
  const [, name, value = ''] = /^(data|event|id|retry):(.*)/s.exec(line) ?? [];
  if (name === undefined) return undefined;
  const isData = name === 'data' && !/^\s*(?:\[DONE\]\s*)?$/.test(value);
  const shown = isData ? readJson(value, ANY, 0) : redactValue(value, false, 0);
  return shown === undefined ? undefined : `${name}:${shown}`;
}

/** Characters of a GraphQL document. In longer ones, a regular expression may end its search without an error. */
const LONGEST_DOCUMENT = 2 ** 18;

/** What an operation of GraphQL begins with. */
const DOCUMENT = /^(?:[\s,]|#[^\n\r]*[\n\r])*(?:\{|(?:query|mutation|subscription|fragment)\b.*\{)/s;

/**
 * Block strings, strings with the quote that closes them, comments, names and numbers. A string that nothing closes is
 * one token too: if each of its escaped quotes began another, the time would be quadratic.
 */
const DOCUMENT_TOKENS =
  /"""(?:[^"\\]|\\"""|\\|"(?!""))*"""|"(?:[^"\\\n\r]|\\.)*("?)|#[^\n\r]*|[a-z_]\w*|-?\d[\w.+-]*/gi;

/** The document of a GraphQL request, without its literals and comments; undefined for what can't be read. */
function readDocument(text: string): string | undefined {
  let isWhole = text.length <= LONGEST_DOCUMENT && DOCUMENT.test(text);
  const shown = text.replace(DOCUMENT_TOKENS, (token, closing?: string) => {
    if (closing === '') isWhole = false;
    if (token.startsWith('#')) return '';
    return /^["\d-]/.test(token) ? '"…"' : token;
  });
  return isWhole ? shown : undefined;
}

/** A field of a form, whose name looks like nothing else. */
const FORM_FIELD = /^[^\s"<>{}=]*=/;

/** The value of a field, or a string of JSON. */
function redactValue(text: string, isQuery: boolean, depth: number): string {
  if (depth > DEEPEST) return REDACTED;
  const read = readJsons(text, NESTED, depth);
  if (read !== undefined) return read;
  const mayBeDocument = isQuery && (text.length > LONGEST_DOCUMENT || DOCUMENT.test(text));
  return mayBeDocument ? (readDocument(text) ?? REDACTED) : redactText(text, depth);
}

/** Whether a whole text is a URL with a user. No scheme of the web is relative to that base. */
function hasUser(text: string): boolean {
  const base = 'ftp://host';
  return text.includes('@') && URL.canParse(text, base) && /^[^/]*\/\/[^/]*@/.test(new URL(text, base).href);
}

/** A scheme or two slashes, and the host behind it. */
const AUTHORITY = /((?:https?|wss?|ftp):[\\/]*|[\\/]{2,})([^\s\\/?#]*)/gi;

/** A text that is read as nothing else: the URLs in it lose their users, and fields are redacted by name. */
const redactText = (text: string, depth: number): string =>
  (hasUser(text) ? withoutUser(text) : text)
    .replace(AUTHORITY, (_, start: string, host: string) => start + host.slice(host.lastIndexOf('@') + 1))
    .replace(/[^\s<>]+/g, (word) => (word.includes('=') ? redactParts(word, depth) : word));

/** A URL without a user: its path, query and fragment may each have fields. */
const redactParts = (url: string, depth: number): string =>
  url.replace(
    /(^|[?#])([^?#]+)/g,
    (_, mark: string, part: string) => mark + redactFields(part, depth, mark !== ''),
  );

/**
 * The fields of a query or a form, as a URL writes them.
 *
 * @param isQuery Whether a text without a name is a value too: `?https://user:password@host`. In a path it is not.
 */
const redactFields = (fields: string, depth: number, isQuery = false): string =>
  fields
    .split('&')
    .map((field) => {
      const at = field.indexOf('=') + 1;
      if (field === '' || (at === 0 && !isQuery)) return field;
      const value = decodeQuery(field.slice(at));
      const name = decodeQuery(field.slice(0, Math.max(at - 1, 0)));
      const shown = redactNamed(name, value, depth + 1);
      return shown === value ? field : field.slice(0, at) + encodeURIComponent(shown);
    })
    .join('&');

function redactNamed(name: string, value: string, depth: number): string {
  const words = wordsOf(name);
  if (value !== '' && (isSecret(words) || SECRET_FIELD.test(words))) return REDACTED;
  return redactValue(value, name === 'query', depth);
}

function readBody(text: string, type: string): string | undefined {
  // In an event stream a carriage return ends a line too.
  if (/event-stream/i.test(type)) return readLines(text, (lines) => readLines(lines, readEventLine, '\r'));
  const read = readJsons(text, /json/i.test(type) ? ANY : CONTAINER, 0);
  if (read !== undefined) return read;
  if (/^application\/graphql\b/i.test(type)) return readDocument(text);
  const isForm =
    /x-www-form-urlencoded/i.test(type) && text.split('&').every((field) => FORM_FIELD.test(field));
  return isForm ? redactFields(text, 0) : undefined;
}

/**
 * The body of a request or a response as it may be kept; undefined where it is in no form that was read as a whole.
 *
 * @param type Its Content-Type; `''` for none.
 */
export function redactBody(text: string, type: string): string | undefined {
  try {
    return text && readBody(text, type);
  } catch {
    // A string of many million characters is too long for a regular expression.
    return undefined;
  }
}

/** The value of a field of a form as it may be kept. */
export const redactField = (name: string, value: string): string => redactNamed(name, value, 0);

/** A URL without its user, and with what its query and its fragment may hold of secrets redacted. A path stays. */
export const redactUrl = (url: string): string => redactParts(withoutUser(url), 0);

/**
 * Headers by lowercase name as they may be kept, in the order of their names: without cookies, and with the value of none
 * but those that are known to say nothing of who asks.
 */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !/^(?:set-)?cookie2?$/.test(name))
    .map(([name, value]): [string, string] => [name, headerValue(name, value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(shown);
}

const headerValue = (name: string, value: string): string => {
  if (!SHOWN.test(name)) return REDACTED;
  if (name === 'link') return value.replace(/<[^<>]*>/g, (url) => `<${redactUrl(url.slice(1, -1))}>`);
  return /^(?:content-location|location|referer)$/.test(name) ? redactUrl(value) : redactText(value, 0);
};
