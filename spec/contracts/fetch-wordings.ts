/** The rejected input, and the message of nodeFetch. … matches any text. */
export type FetchWording = readonly [refused: string, words: string];

/** The errors for which nodeFetch and the global fetch have different messages. docs/node.md contains this table. */
export const fetchWordings: readonly FetchWording[] = [
  ['a URL that is not absolute', 'Failed to parse URL from …: pass an absolute http: or https: URL.'],
  ['a URL of another scheme', 'nodeFetch supports only http: and https:, not …'],
  [
    'a user name in the URL',
    'The URL includes credentials, which can end up in logs: send them in an Authorization header.',
  ],
  ['options of another type', 'The options argument is …: pass an object.'],
  ['a method with a character that none may have', "'…' is not a method."],
  ['headers of another type', 'headers is …: pass an object, pairs or Headers.'],
  ['an invalid pair of headers', 'A pair of headers is invalid: pass an array of a name and a value.'],
  ['the name of a header', "The headers can't be sent: a name has an invalid character."],
  ['the value of a header', "The headers can't be sent: a value among … has an invalid character."],
  ['`cache`, `credentials`, `duplex`, `mode`, `redirect`, `referrerPolicy`', "… is '…': pass '…'."],
  ["a method with `mode: 'no-cors'`", "The method … is not sent with mode: 'no-cors'."],
  ['`referrer`', 'referrer is not a URL: pass a URL.'],
  ['`window`', 'window can only be null: remove it.'],
  ['`signal`', 'signal is …: pass an AbortSignal.'],
  ['a symbol for `duplex`, `integrity`, `method`', '… is …: pass a string.'],
  [
    'a stream without `duplex`',
    "A stream body needs duplex: 'half': it is sent before the response is read.",
  ],
  ['a stream with `keepalive`', 'keepalive is not supported for a stream body: its length is unknown.'],
  ['a stream that was read', 'The ReadableStream of the body is already locked or read.'],
  ['a symbol as the body', "The body can't be a symbol."],
  [
    'a change of the headers that came',
    'The headers of a received response are immutable: copy them with new Headers(headers).',
  ],
  ['an abort without a reason of its own, in the body', 'This operation was aborted'],
];

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const patternOf = (words: string): RegExp => new RegExp(`^${words.split('…').map(escaped).join('.*')}$`, 's');

const patterns = fetchWordings.map(([refused, words]) => ({ refused, pattern: patternOf(words) }));

/** The rejected input for this message; undefined if the message is not listed. */
export const refusedBy = (message: string): string | undefined =>
  patterns.find(({ pattern }) => pattern.test(message))?.refused;

const isFailure = (outcome: unknown): outcome is { readonly message: string } =>
  typeof (outcome as { message?: unknown } | null | undefined)?.message === 'string';

/**
 * The outcome of the global fetch with the message of nodeFetch, if the message is listed.
 *
 * @param heard Called with the rejected input of a listed message.
 */
export const inOwnWords = (platforms: unknown, ours: unknown, heard: (refused: string) => void): unknown => {
  if (Array.isArray(platforms) && Array.isArray(ours))
    return platforms.map((each, at) => inOwnWords(each, ours[at], heard));
  if (!isFailure(platforms) || !isFailure(ours)) return platforms;
  const refused = refusedBy(ours.message);
  if (refused === undefined) return platforms;
  heard(refused);
  return { ...platforms, message: ours.message };
};
