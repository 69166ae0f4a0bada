import { Refusal } from './refusal.js';

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
