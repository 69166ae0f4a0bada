import { type Codec, type CodecReport, convertText, type TextConversion } from './codec.js';
import { exactText, keepExact, withBigInts } from './exact-integers.js';

export { stringifyInt64 } from '../exact-json/stringify-int64.js';

const DIGITS: Omit<TextConversion<bigint>, 'write'> = {
  wanted: 'an integer that is exact: use parseJson: parseInt64',
  tag: 'BigInt',
  read: (text) => (/^-?\d{1,20}$/.test(text) ? BigInt(text) : undefined),
};

function convertInteger(write: (value: bigint) => unknown, value: unknown, report: CodecReport): unknown {
  let text = value;
  if (typeof value === 'number')
    text = Number.isSafeInteger(value) ? String(value) : (exactText(report) ?? value);
  const found = convertText({ ...DIGITS, write }, text, report);
  return found === text ? value : found;
}

const toNumber = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

const convertInt64: Codec['decode'] = (value, report) => convertInteger(toNumber, value, report);

const convertInt64Text: Codec['decode'] = (value, report) => convertInteger(String, value, report);

/**
 * Converts an integer, as a number or as a string of digits, to a `bigint`. Converts a `bigint` to a number, or leaves
 * it a `bigint` if a number can't represent it.
 *
 * Integers beyond 2^53 need `parseJson: parseInt64` and `stringifyJson: stringifyInt64` on the endpoint or the client.
 * Without `parseInt64` they stay inexact numbers and are reported.
 */
export const int64: Codec = { decode: convertInt64, encode: convertInt64 };

/** Converts a string of digits, or an integer, to a `bigint`, and a `bigint` to a string. */
export const int64Text: Codec = { decode: convertInt64Text, encode: convertInt64Text };

/**
 * Parses JSON as `JSON.parse` does, and keeps integers beyond 2^53 exact for `int64`. Every other reader of the data sees
 * plain numbers. Pass it as `parseJson`. Throws a SyntaxError for text that isn't JSON.
 *
 * An integer that is the whole body isn't kept exact.
 */
export function parseInt64(text: string): unknown {
  const data: unknown = JSON.parse(text);
  const quoted = quotedIntegers(text);
  if (quoted !== undefined) keepExact(data, JSON.parse(quoted));
  return data;
}

/**
 * Parses JSON as `JSON.parse` does, but integers beyond 2^53 become a `bigint`. For a schema library, whose schemas can't
 * read the digits that `parseInt64` keeps. Pass it as `parseJson`. Throws a SyntaxError for text that isn't JSON.
 */
export function parseBigInts(text: string): unknown {
  const data: unknown = JSON.parse(text);
  const quoted = quotedIntegers(text);
  return quoted === undefined ? data : withBigInts({ data }, { data: JSON.parse(quoted) as unknown }).data;
}

/** Returns the JSON with its long integers as strings; undefined without long integers. */
function quotedIntegers(text: string): string | undefined {
  if (!/\d{16}/.test(text)) return undefined;
  let isInString = false;
  // Long integers become strings. A second parse finds them where the first parse has a number, so no string of the
  // text can be mistaken for an integer. Whole tokens, because a pattern that backtracks takes quadratic time.
  const quoted = text.replace(/\\.|"|[-+.\deE]{16,}/g, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && /^-?\d+$/.test(token) ? `"${token}"` : token;
  });
  return quoted.length > text.length ? quoted : undefined;
}
