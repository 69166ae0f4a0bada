/** The rejected input, and the message of nodeFetch. … matches any text. */
export type FetchWording = readonly [refused: string, words: string];

/** The errors for which nodeFetch and the global fetch have different messages. docs/node.md contains this table. */
export const fetchWordings: readonly FetchWording[] = [
  ['a URL that is not absolute', 'Failed to parse URL from …: it has to be absolute, with http: or https:.'],
  ['a URL of another scheme', 'nodeFetch sends http: and https: only, and the URL begins with …'],
  [
    'a user name in the URL',
    'The URL includes credentials, which would end up in logs. Send the user name and the password in the Authorization header.',
  ],
  ['options of another type', 'The options have to be an object, and were ….'],
  ['a method with a character that none may have', "'…' is no HTTP method."],
  ['headers of another type', 'The headers have to be a record, pairs or a Headers object, and were ….'],
  [
    'an invalid pair of headers',
    'Each pair of headers has to be an array of a name and a value, and one is not.',
  ],
  [
    'the name of a header',
    "The headers can't be sent: among them is a name with a character that no name may have.",
  ],
  [
    'the value of a header',
    "The headers can't be sent: among … is a value with a character that no header may have.",
  ],
  [
    '`cache`, `credentials`, `duplex`, `mode`, `redirect`, `referrerPolicy`',
    "The option … is one of '…', and was '…'.",
  ],
  ["a method with `mode: 'no-cors'`", "The method … is not sent with mode: 'no-cors'."],
  ['`referrer`', 'The option referrer has to be a URL.'],
  ['`window`', 'The option window can only be null.'],
  ['`signal`', 'The option signal has to be an AbortSignal, and was ….'],
  ['a symbol for `duplex`, `integrity`, `method`', 'The option … has to be a string, and was ….'],
  [
    'a stream without `duplex`',
    "A body that is a stream needs the option duplex: 'half'; it is sent before the answer is read.",
  ],
  [
    'a stream with `keepalive`',
    'The option keepalive is not for a body that is a stream: its length is not known.',
  ],
  ['a stream that was read', 'The ReadableStream of the body is locked or read already, by something else.'],
  ['a symbol as the body', "The body can't be a symbol."],
  [
    'a change of the headers that came',
    'The headers of a response that was received are immutable. Copy them: new Headers(headers).',
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
