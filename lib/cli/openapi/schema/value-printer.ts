import { childOf, isObject, type JsonObject, type Located, own, ownList } from '../document/json-document.js';
import { arrayOf, type Expression, keyed, plain, quoted, unionOf, UNKNOWN } from '../print/typescript.js';
import { type Context, inside, type Print } from './context.js';
import { isComposed } from './schema-kinds.js';
import type { SchemaOptions } from './schema-options.js';

/** Writes literals, texts, numbers and lists. */
export class ValuePrinter {
  readonly #options: SchemaOptions;
  readonly #print: Print;

  constructor(options: SchemaOptions, print: Print) {
    this.#options = options;
    this.#print = print;
  }

  /** The values that a schema lists; undefined if it lists none. */
  literals(schema: JsonObject, indent: string): Expression | undefined {
    if (Object.hasOwn(schema, 'const')) return plain(literalOf(own(schema, 'const')));
    const values = ownList(schema, 'enum');
    if (values.length === 0) return undefined;
    return unionOf(
      values.map((value) => plain(literalOf(value))),
      indent,
    );
  }

  /** Of one of the types that a schema names, other than `object`. */
  ofType(type: string, schema: Located, context: Context): Expression | undefined {
    const { value } = schema;
    if (!isObject(value)) return undefined;
    if (type === 'array') return this.#array(value, schema, context);
    // What the members of a composition say is more than a word.
    if (isComposed(value)) return undefined;
    if (type === 'string') return plain(isBinary(value) ? 'globalThis.Blob' : 'string');
    if (type === 'integer' || type === 'number') {
      return plain(own(value, 'format') === 'int64' ? this.#options.int64 : 'number');
    }
    if (type === 'boolean' || type === 'null') return plain(type);
    return type === 'file' ? plain('globalThis.Blob') : UNKNOWN;
  }

  #array(schema: JsonObject, { pointer }: Located, context: Context): Expression | undefined {
    const prefix = ownList(schema, 'prefixItems').map((value, index) => ({
      value,
      pointer: childOf(pointer, 'prefixItems', index),
    }));
    const items = own(schema, 'items');
    const rest = { value: items, pointer: childOf(pointer, 'items') };
    const write = (item: Located): Expression => this.#print(item, inside(item, context, context.indent));
    if (prefix.length === 0) {
      if (items === undefined && isComposed(schema)) return undefined;
      return arrayOf(write(rest), context.indent);
    }
    const texts = prefix.map((item) => write(item).text.trimStart());
    if (isObject(items)) texts.push(`...${arrayOf(write(rest), context.indent).text}`);
    return plain(`[${texts.join(', ')}]`);
  }
}

/** Bytes as they are, and not as text. */
export function isBinary(schema: JsonObject): boolean {
  if (own(schema, 'format') === 'binary') return true;
  const encoded = own(schema, 'contentEncoding') !== undefined;
  return own(schema, 'contentMediaType') === 'application/octet-stream' && !encoded;
}

/** A value of the document as the type that holds nothing else. */
function literalOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number';
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (!isObject(value)) return 'unknown';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${keyed(name)}: ${literalOf(value[name])}`);
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
