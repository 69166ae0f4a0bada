import { decodeQuery, withoutUser } from '../../core/seats.js';

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

/** An object of JSON without another in it. */
const FLAT_OBJECT = /\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/gs;

/** Of an object that is a name and a value, `{"name":"password","value":"x"}`, the value is that name's. */
const redactPairs = (text: string): string =>
  text.replace(FLAT_OBJECT, (object) => {
    const [, name = ''] = /"(?:field|id|key|name)"\s*:\s*"([^"\\]*)"/i.exec(object) ?? [];
    if (!isSecret(wordsOf(name))) return object;
    return object.replace(
      /("value"\s*:\s*)("(?:[^"\\]|\\.)+"|-?\d[\d.e+-]*)/is,
      (_pair, head: string, value: string) => head + (value.startsWith('"') ? `"${REDACTED}"` : '0'),
    );
  });

/**
 * A text as it may be kept, the same one where there is nothing to hide: what stands behind a name of JSON, in URLs, and
 * in texts that hold such a text once more. What is no JSON any more, since it was cut or stands in lines, is read as far
 * as it goes.
 *
 * A string becomes `REDACTED`, a number 0; true, false, null and empty strings say nothing and stay. Of an object or a
 * list behind such a name that holds for everything inside.
 */
export function redactText(text: string): string {
  // The newest name, and whether a value behind one before it is still to come.
  let words = '';
  let awaits = false;
  // How many brackets are open since the one behind a secret name.
  let hidden = 0;
  // A comment of GraphQL between a secret name and its value: what is in it is neither.
  let comment = { words, hidden, end: 0 };
  const takesSecret = (): boolean => awaits || isSecret(words);
  const named = (name: string, isAwaited = false): void => {
    words = name;
    awaits = isAwaited;
  };
  const valueOf = (piece: string): string => {
    const isHidden = hidden > 0 || takesSecret();
    const isCount = /tokens_+$/.test(words);
    named('');
    if (piece.startsWith('"""')) return redactBlock(piece, isHidden);
    if (piece.startsWith('"')) return redactString(piece, isHidden);
    // Numbers of tokens are counts.
    return isHidden && !isCount && /^-?\d/.test(piece) ? '0' : piece;
  };
  const bracket = (piece: string): string => {
    if ('[{'.includes(piece)) hidden += hidden > 0 || takesSecret() ? 1 : 0;
    else hidden = Math.max(hidden - 1, 0);
    named('');
    return piece;
  };
  // Text outside of quotes: names and numbers. A string that has no end ends with its line, a block of GraphQL does not.
  const pieces =
    /"""[\s\S]*?(?:"""|$)|"[^"\\\n]*(?:\\(?:.|$)[^"\\\n]*)*(?:"|(?=\n)|$)|[[\]{},]|[^\s"[\]{},:=]+/gs;
  const shown = redactPairs(text).replace(pieces, (piece, at: number, whole: string) => {
    if (comment.end > 0 && at >= comment.end) {
      named(comment.words, true);
      ({ hidden } = comment);
      comment.end = 0;
    }
    if (comment.end === 0 && piece.startsWith('#') && takesSecret()) {
      const end = whole.indexOf('\n', at);
      comment = { words, hidden, end: end < 0 ? Infinity : end };
      return piece;
    }
    if (piece === ',') return piece;
    if ('[]{}'.includes(piece)) return bracket(piece);
    if (!isName(whole, at + piece.length)) return valueOf(piece);
    // A secret's value comes yet, behind its type, or in the next line of an event.
    named(wordsOf(piece), takesSecret());
    return piece;
  });
  return redactUrls(shown);
}

/** Whether what ends here is followed by a colon, and no URL, or by what an attribute is followed by. */
const isName = (text: string, end: number): boolean => {
  let at = end;
  while (' \t\r\n'.includes(text[at] ?? '-')) at += 1;
  return text[at] === '=' || (text[at] === ':' && !text.startsWith('//', at + 1));
};

/** A block string of GraphQL, with its quotes; what is cut may have none at its end. */
function redactBlock(quoted: string, isHidden: boolean): string {
  const [, text = '', end = ''] = /^"""(.*?)("""|)$/s.exec(quoted) ?? [];
  return `"""${isHidden ? REDACTED : redactText(text)}${end}`;
}

/** A string of JSON, with its quotes. One without an end is hidden with what is left of the text. */
function redactString(quoted: string, isHidden: boolean): string {
  if (isHidden) return quoted === '""' ? quoted : `"${REDACTED}"`;
  // What none of these could be in is left as it is: most strings are short words.
  if (!/["\\?]|:\/\//.test(quoted.slice(1, -1))) return quoted;
  try {
    const text = JSON.parse(quoted) as string;
    const shown = redactText(text);
    return shown === text ? quoted : JSON.stringify(shown);
  } catch {
    return quoted;
  }
}

/** The URLs in a text, or the one that it is, without their users and with their fields redacted. */
const redactUrls = (text: string): string =>
  /^[^\s?"<>\\`]*\?[^\s"<>\\`]+$/.test(text)
    ? redactUrl(text)
    : text.replace(/:\/\/[^\s"<>\\`]+/g, (url) => redactUrl(`x${url}`).slice(1));

/** The fields of a query or a form, as a URL writes them. */
const redactFields = (fields: string): string =>
  fields
    .split('&')
    .map((field) => {
      const at = field.indexOf('=') + 1;
      const value = decodeQuery(field.slice(at));
      if (at === 0 || value === '') return field;
      const words = wordsOf(decodeQuery(field.slice(0, at - 1)));
      const shown = isSecret(words) || SECRET_FIELD.test(words) ? REDACTED : redactText(value);
      return shown === value ? field : field.slice(0, at) + encodeURIComponent(shown);
    })
    .join('&');

/** A URL without its user, and with what its query and its fragment may hold of secrets redacted. A path stays. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = withoutUser(url).split(/([?#])/);
  return path + rest.map((part, at) => (at % 2 === 1 ? redactFields(part) : part)).join('');
}

/**
 * The body of a request or an answer as it may be kept.
 *
 * @param type Its Content-Type; `''` for none.
 */
export function redactBody(text: string, type: string): string {
  return /x-www-form-urlencoded/i.test(type) ? redactFields(text) : redactText(text);
}

/** The value of a field of a form as it may be kept. */
export const redactField = (name: string, value: string): string => {
  const words = wordsOf(name);
  return value !== '' && (isSecret(words) || SECRET_FIELD.test(words)) ? REDACTED : redactText(value);
};

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
  return /^(?:content-location|location|referer)$/.test(name) ? redactUrl(value) : redactUrls(value);
};
