import {
  describeParseError,
  type OpenBody,
  InvalidInputError,
  callReporting,
  type StandardSchemaV1,
  validate,
} from '../../core/internal.js';
import { failedItem, type FailedItem, type Item, withoutStack } from './format.js';

/** What any JSON text begins with that is no object, list or string; or white space. */
const OTHER_BEGINNING = /^[\s\d\-tfn]/;

/** What a JSON text ends with, by what it begins with, as codes of characters: `{}`, `[]` and `""`. */
const ENDS: ReadonlyMap<number, number> = /* @__PURE__ */ new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
  [0x22, 0x22],
]);

/** Whether its ends show that a text is no JSON: what a parser throws costs as much as ten items, its words included. */
const isSurelyNoJson = (text: string): boolean => {
  const end = ENDS.get(text.charCodeAt(0));
  if (end === undefined) return !OTHER_BEGINNING.test(text);
  const last = text.charCodeAt(text.length - 1);
  return last !== end && last > 0x20;
};

/** The value of a JSON text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  if (isSurelyNoJson(text)) return undefined;
  try {
    return withoutStack(() => JSON.parse(text) as unknown);
  } catch {
    return undefined;
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

/** How the text of an item becomes a value. */
export type ParseItem = 'json' | 'text' | ((text: string) => unknown);

/** What the items of a stream of texts are made with. */
export interface ContentOptions {
  /** Checks each item, and gives its type: a Standard Schema. Default: none. */
  readonly schema?: StandardSchemaV1 | undefined;
  /** A function gets the text and gives the value at once; what it throws makes a `'parse'` item. Default `'json'`. */
  readonly parse?: ParseItem | undefined;
}

/** Where a stream ends that its server ends by a mark. */
export interface UntilOption<TItem> {
  /**
   * A text that ends the stream: it is compared before parsing, and no item. Or a function: the item for which it gives
   * true is the last. A stream that ends without its text has broken off. Default: none, and a stream ends where its
   * body does. What it throws is reported, and counts as false. Another value: a `TypeError`.
   */
  readonly until?: string | ((item: TItem) => boolean) | undefined;
}

/** Throws a TypeError that names the option, as `checkSchema` and `checkFunction` do. */
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

/** An item that no value could be made of. */
export const unparsed = (text: string, body: OpenBody, thrown: () => unknown, reason: string): FailedItem =>
  failedItem(text, () => {
    const cause = thrown();
    return body.error('parse', cause, { cause, reason });
  });

/** What the schema makes of a value. */
const validated = async (
  schema: StandardSchemaV1,
  value: unknown,
  text: string,
  body: OpenBody,
): Promise<Item<unknown>> => {
  const found = await validate(schema, value, body.response, 'item');
  if (!found.kind) return { data: found.data, error: null };
  return failedItem(text, () => body.error('parse', found.body, found));
};

/** The item that a text comes to. Never throws or rejects. */
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

/** Whether the caller's function says that this is the last item; nothing but true does. */
export const isUntil = <TItem>(until: UntilOption<TItem>['until'], item: TItem): boolean =>
  typeof until === 'function' && callReporting<unknown>(() => until(item)) === true;
