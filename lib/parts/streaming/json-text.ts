/** What a text comes to that is no JSON. */
export const NO_JSON: unique symbol = Symbol('no JSON');

/** What any JSON text begins with that is no object, list or string; or white space. */
const OTHER_BEGINNING = /^[\s\d\-tfn]/;

/** What a JSON text ends with, by what it begins with, as codes of characters: `{}`, `[]` and `""`. */
const endOf = (begin: number): number => {
  if (begin === 0x7b) return 0x7d;
  if (begin === 0x5b) return 0x5d;
  return begin === 0x22 ? 0x22 : 0;
};

/**
 * Whether its ends show that a text is no JSON: what a parser throws costs as much as ten items, its words included. Asked
 * of every item, so that texts of single characters would be felt.
 */
const isSurelyNoJson = (text: string): boolean => {
  const end = endOf(text.charCodeAt(0));
  if (end === 0) return !OTHER_BEGINNING.test(text);
  const last = text.charCodeAt(text.length - 1);
  return last !== end && last > 0x20;
};

/**
 * What makes an Error, or throws one, without its stack: that costs several times as much as the Error, and would name
 * nothing but this library and whoever asked for the item.
 */
export function withoutStack<T>(make: () => T): T {
  // Engines that have no such limit do without.
  const engine = Error as { stackTraceLimit?: number };
  const limit = engine.stackTraceLimit;
  if (typeof limit !== 'number') return make();
  try {
    engine.stackTraceLimit = 0;
  } catch {
    // A program may have frozen what is everybody's.
    return make();
  }
  try {
    return make();
  } finally {
    engine.stackTraceLimit = limit;
  }
}

/** The value of a JSON text; `NO_JSON` where it is none. */
export function jsonOf(text: string): unknown {
  if (isSurelyNoJson(text)) return NO_JSON;
  try {
    return withoutStack(() => JSON.parse(text) as unknown);
  } catch {
    return NO_JSON;
  }
}

/** What a parser says of a text that is no JSON. */
export function syntaxErrorOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    return thrown;
  }
}
