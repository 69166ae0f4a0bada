import { Refusal } from '../result/refusal.js';

/** The value as JSON; undefined for what has none. Throws a Refusal for a circular structure or a BigInt. */
export function jsonText(name: string, value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (thrown) {
    // What a toJSON() of the caller's throws is the caller's.
    if (!(thrown instanceof TypeError)) throw thrown;
    throw new Refusal(
      `${name} can't be written as JSON: pass plain data, without circular references and BigInt.`,
      { cause: thrown },
    );
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

/** The text without a byte order mark before it, which is no part of the text (RFC 8259, 8.1). */
export const withoutMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;

/**
 * The value that a JSON text stands for; undefined for an empty text. Throws a SyntaxError for what is no JSON.
 */
export function parseJson(text: string): unknown {
  if (!text) return undefined;
  return JSON.parse(withoutMark(text));
}
