import {
  describeParseError,
  type OpenBody,
  InvalidInputError,
  callReporting,
  type StandardSchemaV1,
  validate,
} from '../../core/internal.js';
import { failedItem, type FailedItem, type Item, withoutStack } from './format.js';

/** First character of any JSON text other than an object, array or string; or white space. */
const OTHER_BEGINNING = /^[\s\d\-tfn]/;

/** Last character of a JSON text by its first character, as character codes: `{}`, `[]` and `""`. */
const ENDS: ReadonlyMap<number, number> = /* @__PURE__ */ new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
  [0x22, 0x22],
]);

/**
 * Whether the first and last characters exclude JSON. A parser error costs as much as ten items, including its message.
 */
const isSurelyNoJson = (text: string): boolean => {
  const end = ENDS.get(text.charCodeAt(0));
  if (end === undefined) return !OTHER_BEGINNING.test(text);
  const last = text.charCodeAt(text.length - 1);
  return last !== end && last > 0x20;
};

/** Parses JSON; undefined for invalid JSON. */
export function jsonOf(text: string): unknown {
  if (isSurelyNoJson(text)) return undefined;
  try {
    return withoutStack(() => JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Returns the parser's error for invalid JSON. */
export function syntaxErrorOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    return thrown;
  }
}

/** How the text of an item becomes a value. */
export type ParseItem = 'json' | 'text' | ((text: string) => unknown);

/** Options to convert text items to values. */
export interface ContentOptions {
  /** A Standard Schema that validates and types each item. Default: none. */
  readonly schema?: StandardSchemaV1 | undefined;
  /**
   * How to parse an item: `'json'`, `'text'` or a synchronous function from text to value. If the function throws, the
   * item is a `'parse'` item.
   *
   * @default 'json'
   */
  readonly parse?: ParseItem | undefined;
}

/** Option for streams whose server sends an end mark. */
export interface UntilOption<TItem> {
  /**
   * The end of the stream. A string: the text that ends the stream, compared before parsing and not an item; a stream
   * that ends without it has failed. A function: the item for which it returns true is the last. Default: none, the
   * stream ends with its body. If the function throws, the error is reported and counts as false. Throws a TypeError
   * for another value.
   */
  readonly until?: string | ((item: TItem) => boolean) | undefined;
}

/** Throws a TypeError that names the invalid option, like `checkSchema` and `checkFunction`. */
export function checkContent(owner: string, { schema, parse }: ContentOptions, until: unknown): void {
  if (parse !== undefined && !['json', 'text'].includes(parse as string) && typeof parse !== 'function')
    throw InvalidInputError.ofOption(`${owner}: parse`, parse, "'json', 'text' or a function");
  checkSchema(owner, 'schema', schema);
  if (until !== undefined && typeof until !== 'string' && typeof until !== 'function')
    throw InvalidInputError.ofOption(`${owner}: until`, until, 'a string or a function');
}

export function checkSchema(owner: string, name: string, schema: unknown): void {
  const standard = (schema as Partial<StandardSchemaV1> | undefined)?.['~standard'];
  if (schema !== undefined && typeof standard?.validate !== 'function')
    throw InvalidInputError.ofOption(`${owner}: ${name}`, schema, 'a Standard Schema');
}

export function checkFunction(owner: string, name: string, given: unknown): void {
  if (given !== undefined && typeof given !== 'function')
    throw InvalidInputError.ofOption(`${owner}: ${name}`, given, 'a function');
}

/** Creates a failed item for text that couldn't be parsed. */
export const unparsed = (text: string, body: OpenBody, thrown: () => unknown, reason: string): FailedItem =>
  failedItem(text, () => {
    const cause = thrown();
    return body.error('parse', cause, { cause, reason });
  });

/** Validates a value with the schema. */
const validated = async (
  schema: StandardSchemaV1,
  value: unknown,
  text: string,
  body: OpenBody,
): Promise<Item<unknown>> => {
  const found = await validate(schema, value, body, 'item');
  if (!found.kind) return { data: found.data, error: null };
  return failedItem(text, () => body.error('parse', found.body, found));
};

/** Converts the text of an item. Never throws or rejects. */
export function itemOf(
  text: string,
  { parse = 'json', schema }: ContentOptions,
  body: OpenBody,
): Item<unknown> | Promise<Item<unknown>> {
  let value: unknown = text;
  if (parse === 'json') {
    value = jsonOf(text);
    if (value === undefined)
      return unparsed(text, body, () => syntaxErrorOf(text), "sent an item that isn't JSON");
  } else if (parse !== 'text') {
    try {
      value = parse(text);
    } catch (thrown) {
      const reason = `sent an item, but parse failed: ${describeParseError(thrown)}`;
      return unparsed(text, body, () => thrown, reason);
    }
  }
  return schema ? validated(schema, value, text, body) : { data: value, error: null };
}

/** Whether the caller's function returns true for this item. */
export const isUntil = <TItem>(until: UntilOption<TItem>['until'], item: TItem): boolean =>
  typeof until === 'function' && callReporting<unknown>(() => until(item)) === true;
