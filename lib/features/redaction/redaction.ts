import { decodeQuery, nullProto, withoutUser } from '../../core/internal.js';

/** Placeholder for a value that might be a secret. */
export const REDACTED = 'REDACTED';

/** Headers that describe the request or response and can't identify a user. */
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

/** Secret parts of a name, at any position. */
const SECRET_PART = new RegExp(
  [
    'authenticat|authoriz|credential|passcode|passphrase|passwd|password|saml|secret(?!ar)|signature|token',
    '(?:access|account|api|auth|encryption|functions|master|private|session|shared|signing|storage|subscription)_?key',
    'card_?number|device_?code|sess(?:ion)?_?id',
  ].join('|'),
);

/** Secret words: complete words of a name. */
const SECRET_WORD =
  /_(?:assertion|auth|bearer|code_verifier|cookies?|csrf|cv[cv]2?|hmac|iban|jwt|t?otp|pass|pin|pwd|session|sid|sig|ssn|xsrf)_/;

/** Secret names of a field in a query or form. In JSON, these names also identify errors and rows. */
const SECRET_FIELD = /^_(?:code|key)_$/;

/** Converts a name in any notation to lowercase words between underscores. */
const wordsOf = (name: string): string => {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^a-zA-Z\d]+/g, '_');
  return `_${words.toLowerCase()}_`;
};

const isSecret = (words: string): boolean => SECRET_PART.test(words) || SECRET_WORD.test(words);

/** Maximum depth of nested strings, such as JSON in a query in JSON. A deeper string is redacted completely. */
const DEEPEST = 8;

/** Tokens of valid JSON: a string with its following colon, a bracket, or the text between them. */
const JSON_TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"(?:\s*:)?)?|[[\]{}]|[^"[\]{}]+/gs;

// The required start of JSON: for a JSON content type, inside another string, and without a content type.
const ANY = /^/;
const NESTED = /^\s*[[{"]/;
const CONTAINER = /^\s*[[{]/;

const isOpening = (token: string): boolean => '[{'.includes(token);

const isClosing = (token: string): boolean => ']}'.includes(token);

const isString = (token: string): boolean => token.startsWith('"');

const isSecretName = (token: string): boolean => isSecret(wordsOf(JSON.parse(token) as string));

/** Returns the positions of objects that pair a secret's name with its value: `{"name":"password","value":"x"}`. */
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

/** Splits valid JSON into tokens. */
function tokensOf(text: string): string[] {
  const tokens = text.match(JSON_TOKENS) ?? [];
  const length = tokens.reduce((sum, token) => sum + token.length, 0);
  // For strings of many million characters, some engines throw, and others end the search without an error.
  if (length !== text.length) throw new RangeError('Too long for a regular expression.');
  return tokens;
}

/** Redacts valid JSON. Everything else is unchanged: spaces, long numbers and repeated names. */
function redactJson(text: string, depth: number): string {
  const tokens = tokensOf(text);
  const pairs = secretPairs(tokens);
  // State of the surrounding object or array: whether it's completely secret, whether its next value is secret, and
  // whether it's a name-value pair.
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
      // A number named `tokens` is a count.
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

/** Redacts a JSON string with its quotes. */
function redactString(token: string, name: string, depth: number): string {
  // A shortcut: most strings are short words.
  if (!/[\\=@{[]/.test(token)) return token;
  const text = JSON.parse(token) as string;
  const shown = redactValue(text, /^"query"/.test(name), depth + 1);
  return shown === text ? token : JSON.stringify(shown);
}

/** Parses and redacts JSON; undefined for invalid JSON. */
function readJson(text: string, start: RegExp, depth: number): string | undefined {
  if (!start.test(text)) return undefined;
  try {
    // A file can start with a byte order mark, and each value of a JSON sequence with a control character.
    JSON.parse(text.replace(/^[\ufeff\p{Cc}]/u, ''));
  } catch {
    return undefined;
  }
  return redactJson(text, depth);
}

/** Redacts a text line by line; undefined if a line can't be parsed. */
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

/** Redacts JSON or JSON lines; undefined for other text. */
const readJsons = (text: string, start: RegExp, depth: number): string | undefined =>
  readJson(text, start, depth) ?? readLines(text, (line) => readJson(line, start, depth));

/**
 * Redacts a line of server-sent events. The data must be JSON, or the marker that ends a model's response. Comments are
 * removed.
 */
function readEventLine(line: string): string | undefined {
  if (line.startsWith(':')) return ':';
  const [, name, value = ''] = /^(data|event|id|retry):(.*)/s.exec(line) ?? [];
  if (name === undefined) return undefined;
  const isData = name === 'data' && !/^\s*(?:\[DONE\]\s*)?$/.test(value);
  const shown = isData ? readJson(value, ANY, 0) : redactValue(value, false, 0);
  return shown === undefined ? undefined : `${name}:${shown}`;
}

/**
 * Maximum characters of a GraphQL document. In longer ones, a regular expression might end its search without an error.
 */
const LONGEST_DOCUMENT = 2 ** 18;

/** The start of a GraphQL operation. */
const DOCUMENT = /^(?:[\s,]|#[^\n\r]*[\n\r])*(?:\{|(?:query|mutation|subscription|fragment)\b.*\{)/s;

/**
 * Block strings, strings with their closing quote, comments, names and numbers. An unclosed string is one token too:
 * matching each of its escaped quotes would take quadratic time.
 */
const DOCUMENT_TOKENS =
  /"""(?:[^"\\]|\\"""|\\|"(?!""))*"""|"(?:[^"\\\n\r]|\\.)*("?)|#[^\n\r]*|[a-z_]\w*|-?\d[\w.+-]*/gi;

/** Returns a GraphQL document without literals and comments; undefined if it can't be parsed. */
function readDocument(text: string): string | undefined {
  let isWhole = text.length <= LONGEST_DOCUMENT && DOCUMENT.test(text);
  const shown = text.replace(DOCUMENT_TOKENS, (token, closing?: string) => {
    if (closing === '') isWhole = false;
    if (token.startsWith('#')) return '';
    return /^["\d-]/.test(token) ? '"…"' : token;
  });
  return isWhole ? shown : undefined;
}

/** A form field whose name can't be another format. */
const FORM_FIELD = /^[^\s"<>{}=]*=/;

/** Redacts the value of a field or a JSON string. */
function redactValue(text: string, isQuery: boolean, depth: number): string {
  if (depth > DEEPEST) return REDACTED;
  const read = readJsons(text, NESTED, depth);
  if (read !== undefined) return read;
  const mayBeDocument = isQuery && (text.length > LONGEST_DOCUMENT || DOCUMENT.test(text));
  return mayBeDocument ? (readDocument(text) ?? REDACTED) : redactText(text, depth);
}

/** Whether a whole string is a URL with user info. No web scheme is relative to an `ftp:` base. */
function hasUser(text: string): boolean {
  const base = 'ftp://host';
  return text.includes('@') && URL.canParse(text, base) && /^[^/]*\/\/[^/]*@/.test(new URL(text, base).href);
}

/** Matches a scheme or two slashes, followed by the host. */
const AUTHORITY = /((?:https?|wss?|ftp):[\\/]*|[\\/]{2,})([^\s\\/?#]*)/gi;

/** Redacts unstructured text: removes user info from URLs and redacts fields by name. */
const redactText = (text: string, depth: number): string =>
  (hasUser(text) ? withoutUser(text) : text)
    .replace(AUTHORITY, (_, start: string, host: string) => start + host.slice(host.lastIndexOf('@') + 1))
    .replace(/[^\s<>]+/g, (word) => (word.includes('=') ? redactParts(word, depth) : word));

/** Redacts a URL without user info: its path, query and fragment can each contain fields. */
const redactParts = (url: string, depth: number): string =>
  url.replace(
    /(^|[?#])([^?#]+)/g,
    (_, mark: string, part: string) => mark + redactFields(part, depth, mark !== ''),
  );

/**
 * Redacts the fields of a query or form in URL encoding.
 *
 * @param isQuery Whether a string without a name is also a value: `?https://user:password@host`. False for a path.
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
  // In an event stream, a carriage return also ends a line.
  if (/event-stream/i.test(type)) return readLines(text, (lines) => readLines(lines, readEventLine, '\r'));
  const read = readJsons(text, /json/i.test(type) ? ANY : CONTAINER, 0);
  if (read !== undefined) return read;
  if (/^application\/graphql\b/i.test(type)) return readDocument(text);
  const isForm =
    /x-www-form-urlencoded/i.test(type) && text.split('&').every((field) => FORM_FIELD.test(field));
  return isForm ? redactFields(text, 0) : undefined;
}

/**
 * Redacts the body of a request or response for storage; undefined if it can't be parsed completely.
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

/** Redacts the value of a form field for storage. */
export const redactField = (name: string, value: string): string => redactNamed(name, value, 0);

/** Removes the user info from a URL and redacts secrets in its query and fragment. Keeps the path. */
export const redactUrl = (url: string): string => redactParts(withoutUser(url), 0);

/**
 * Redacts headers for storage, by lowercase name in alphabetical order. Removes cookies, and replaces the value of each
 * header that might identify a user.
 */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !/^(?:set-)?cookie2?$/.test(name))
    .map(([name, value]): [string, string] => [name, headerValue(name, value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return nullProto<Record<string, string>>(Object.fromEntries(shown));
}

const headerValue = (name: string, value: string): string => {
  if (!SHOWN.test(name)) return REDACTED;
  if (name === 'link') return value.replace(/<[^<>]*>/g, (url) => `<${redactUrl(url.slice(1, -1))}>`);
  return /^(?:content-location|location|referer)$/.test(name) ? redactUrl(value) : redactText(value, 0);
};
