import {
  decoderWords,
  type ErrorDetails,
  type OpenBody,
  Refusal,
  reporting,
  type StandardSchemaV1,
  validate,
} from '../../core/seats.js';
import { failedItem, type FailedItem, type Item, withoutStack } from './format.js';

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

/** How the text of an item becomes a value. */
export type ParseItem = 'json' | 'text' | ((text: string) => unknown);

/** What the items of a stream of texts are made with. */
export interface ContentOptions {
  /** Checks each item, and gives its type: a Standard Schema. Default: none. */
  readonly schema?: StandardSchemaV1 | undefined;
  /** `'json'`, `'text'`, or a function that gets the text and gives the value at once. What it throws makes a `'parse'` item. Default `'json'`. */
  readonly parse?: ParseItem | undefined;
}

/** Where a stream ends that its server ends by a mark. */
export interface UntilOption<TItem> {
  /**
   * A text that ends the stream: it is compared before parsing, and no item. Or a function: the item for which it gives
   * true is the last. What it throws is reported, and counts as false. A stream that ends without its text has broken off.
   * Default: none, and a stream ends where its body does.
   */
  readonly until?: string | ((item: TItem) => boolean) | undefined;
}

/** Throws a TypeError for options that nothing can be made with. */
export function checkContent(owner: string, { schema, parse }: ContentOptions, until: unknown): void {
  if (parse !== undefined && !['json', 'text'].includes(parse as string) && typeof parse !== 'function')
    throw Refusal.of(`${owner}: the option parse`, parse, "'json', 'text' or a function");
  checkSchema(owner, 'schema', schema);
  if (until !== undefined && typeof until !== 'string' && typeof until !== 'function')
    throw Refusal.of(`${owner}: the option until`, until, 'a text or a function');
}

/** Throws a TypeError for what is given and is no schema. */
export function checkSchema(owner: string, name: string, schema: unknown): void {
  const standard = (schema as Partial<StandardSchemaV1> | undefined)?.['~standard'];
  if (schema !== undefined && typeof standard?.validate !== 'function')
    throw Refusal.of(`${owner}: the option ${name}`, schema, 'a Standard Schema');
}

/** Throws a TypeError for what is given and is no function. */
export function checkFunction(owner: string, name: string, given: unknown): void {
  if (given !== undefined && typeof given !== 'function')
    throw Refusal.of(`${owner}: the option ${name}`, given, 'a function');
}

/** An item that no value could be made of. */
export const unparsed = (
  text: string,
  body: OpenBody,
  thrown: () => unknown,
  reason: ErrorDetails['reason'],
): FailedItem =>
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

/** What is made of a text that is JSON, or of what `parse` gave. */
const itemOfValue = (
  value: unknown,
  schema: StandardSchemaV1 | undefined,
  text: string,
  body: OpenBody,
): Item<unknown> | Promise<Item<unknown>> =>
  schema ? validated(schema, value, text, body) : { data: value, error: null };

/** The item that a text comes to. Never throws or rejects. */
export function itemOf(
  text: string,
  { parse = 'json', schema }: ContentOptions,
  body: OpenBody,
): Item<unknown> | Promise<Item<unknown>> {
  if (parse === 'text') return itemOfValue(text, schema, text, body);
  if (parse === 'json') {
    const value = jsonOf(text);
    return value === NO_JSON
      ? unparsed(text, body, () => syntaxErrorOf(text), 'sent an item that is no JSON')
      : itemOfValue(value, schema, text, body);
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch (thrown) {
    return unparsed(text, body, () => thrown, `sent an item on which parse failed: ${decoderWords(thrown)}`);
  }
  return itemOfValue(value, schema, text, body);
}

/** Whether the caller's function says that this is the last item; nothing but true does. */
export const isUntil = <TItem>(until: UntilOption<TItem>['until'], item: TItem): boolean =>
  typeof until === 'function' && reporting<unknown>(() => until(item)) === true;
