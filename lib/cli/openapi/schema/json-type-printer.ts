import {
  childOf,
  isObject,
  type JsonObject,
  type Located,
  locatedAt,
  locatedIn,
  own,
  ownList,
} from '../document/json-document.js';
import { literalType } from '../print/literal-type.js';
import {
  after,
  arrayOf,
  docComment,
  type Expression,
  keyed,
  plain,
  unionOf,
  UNKNOWN,
  WIDTH,
} from '../print/typescript.js';
import {
  type Field,
  fieldOf,
  fieldsOf,
  isComposed,
  requiredOf,
  type Side,
  type Subject,
  typesOf,
  wholeOf,
} from './keywords.js';
import { checkMembers, memberName } from '../shape/member-names.js';
import { compiledPattern } from '../shape/pattern.js';
import { conversionOfFormat, type ConversionOptions } from '../shape/conversions.js';
import type { SchemaOverrides } from './schema-overrides.js';
import type { SchemaTools } from './schema-tools.js';
import type { Warnings } from '../document/diagnostics.js';

export interface SchemaOptions extends ConversionOptions {
  readonly docs: boolean;
  /** Names and types that replace the generated ones. */
  readonly overrides?: SchemaOverrides | undefined;
  /** Schemas whose values are files. The values of other binary schemas are strings. Default: none. */
  readonly files?: ReadonlySet<unknown> | undefined;
}

/** Position of a schema in the printed file. */
export interface Context {
  readonly side: Side;
  /** Indentation of the line in which the schema starts. */
  readonly indent: string;
  /** The type that requires this schema to be resolved first. */
  readonly owner: Subject;
  readonly inAllOf: boolean;
  /** Whether the owner inherits from the named schema: only `allOf` is between them. */
  readonly inherits: boolean;
  /** Nesting depth of the schema. */
  readonly depth: number;
  /** Enclosing schemas of the same value; `required` can name their fields. */
  readonly around: readonly Located[];
  /** Types of an enclosing schema. */
  readonly types: readonly string[];
  /** Whether an object is printed with one line for each field, even if it is short. */
  readonly open: boolean;
}

/** Returns the context of a top-level declaration, which has no enclosing type. */
export function contextOf(owner: Subject, side: Side, indent = ''): Context {
  const nothing = { inAllOf: false, inherits: true, depth: 0, around: [], types: [], open: false };
  return { side, indent, owner, ...nothing };
}

/** Returns the context of a field or an item. It can refer to the enclosing type. */
function inside(owner: Located, { side, depth }: Context, indent: string): Context {
  return { ...contextOf(wholeOf(owner), side, indent), depth: depth + 1 };
}

export interface Tools extends SchemaTools {
  readonly warnings: Warnings;
  readonly options: SchemaOptions;
  /** Requests the declaration of a name. */
  readonly declare: (name: string, subject: Subject, side: Side) => void;
  /** Whether the values of a schema differ between the program and the wire. */
  readonly isConverted: (schema: Located, side: Side) => boolean;
}

interface PrintedProperty {
  readonly doc: string;
  readonly text: string;
}

/** Prints the part of a schema that uses no other schema: JSON types and enum values. */
export class JsonTypePrinter {
  readonly #tools: Tools;
  readonly #print: (schema: Located, context: Context) => Expression;

  /**
   * Creates the printer.
   *
   * @param print Prints the schemas of fields and items.
   */
  constructor(tools: Tools, print: (schema: Located, context: Context) => Expression) {
    this.#tools = tools;
    this.#print = print;
  }

  /** Returns the enum values of a schema as a union; undefined without any. */
  literals(schema: JsonObject, indent: string): Expression | undefined {
    if (Object.hasOwn(schema, 'const')) return plain(literalType(own(schema, 'const')));
    const values = ownList(schema, 'enum');
    if (values.length === 0) return undefined;
    const types = values.map((value) => plain(literalType(value)));
    return unionOf(types, indent);
  }

  /** Returns a schema as one of its types; undefined if the schema doesn't restrict the type. */
  ofType(type: string, schema: Located, context: Context): Expression | undefined {
    const { value } = schema;
    if (type === 'object') return this.#object(schema, context);
    if (!isObject(value)) return undefined;
    if (type === 'array') return this.#array(schema, value, context);
    // The members of a composition are more precise than the type.
    if (isComposed(value)) return undefined;
    if (type === 'file' || (type === 'string' && this.#tools.options.files?.has(value)))
      return plain('globalThis.Blob');
    if (type === 'string') return plain(this.#scalar('text', value));
    if (type === 'integer' || type === 'number') return plain(this.#scalar('number', value));
    return type === 'boolean' || type === 'null' ? plain(type) : UNKNOWN;
  }

  /** Returns the type of a text or a number in the program. */
  #scalar(type: 'text' | 'number', schema: JsonObject): string {
    const { options } = this.#tools;
    const format = own(schema, 'format');
    const conversion = typeof format === 'string' ? conversionOfFormat(type, format, options) : undefined;
    if (conversion) return conversion.type;
    return type === 'text' || (format === 'int64' && options.int64 === 'string') ? 'string' : 'number';
  }

  #array(schema: Located, value: JsonObject, context: Context): Expression | undefined {
    const items = locatedAt(schema, 'items');
    const write = (item: Located): Expression => this.#print(item, inside(item, context, context.indent));
    const first = locatedIn(schema, 'prefixItems');
    if (first.length === 0) {
      if (items.value === undefined && isComposed(value)) return undefined;
      return arrayOf(write(items), context.indent);
    }
    const texts = first.map((item) => write(item).text.trimStart());
    if (isObject(items.value)) texts.push(`...${arrayOf(write(items), context.indent).text}`);
    return plain(`[${texts.join(', ')}]`);
  }

  #object(schema: Located, context: Context): Expression | undefined {
    const { value } = schema;
    const required = new Set(requiredOf(value));
    const fields = fieldsOf(schema, 'properties');
    checkMembers(
      fields.map(({ name }) => name),
      schema.pointer,
      this.#tools.options,
    );
    const members = fields.flatMap((field) =>
      this.#field(field.name, { ...field, required: required.delete(field.name) }, context),
    );
    const elsewhere = [...required].sort().flatMap((name) => this.#requiredField(name, schema, context));
    members.push(...elsewhere, ...this.#others(schema, fields.length > 0 || elsewhere.length > 0, context));
    if (members.length > 0) return plain(layOut(members, context));
    if (!isObject(value) || !typesOf(value).includes('object') || isComposed(value)) return undefined;
    const empty = own(value, 'properties') !== undefined || own(value, 'additionalProperties') === false;
    return plain(empty ? '{}' : '{ [key: string]: unknown }');
  }

  #field(name: string, field: Field, context: Context): PrintedProperty[] {
    const { graph, options } = this.#tools;
    if ((graph.sideOf(field.value) ?? context.side) !== context.side) return [];
    const indent = `${context.indent}  `;
    const type = this.#print(field, inside(field, context, indent));
    const text = after(`${keyed(memberName(name, options))}${field.required ? '' : '?'}:`, type);
    return [{ doc: described(field.value, options, indent), text }];
  }

  /** Returns a required field that is declared in another schema or nowhere. */
  #requiredField(name: string, schema: Located, context: Context): PrintedProperty[] {
    const field = [schema, ...context.around]
      .map((each) => fieldOf(each, name, this.#tools.references))
      .find((each) => each !== undefined);
    if (!field) return [{ doc: '', text: `${keyed(memberName(name, this.#tools.options))}: unknown` }];
    if (field.required) return [];
    return this.#field(name, { ...field, required: true }, context).map(({ text }) => ({ doc: '', text }));
  }

  #others(schema: Located, besideNames: boolean, context: Context): PrintedProperty[] {
    const said = own(schema.value, 'additionalProperties') ?? own(schema.value, 'unevaluatedProperties');
    const additional = said ?? false;
    const patterns = fieldsOf(schema, 'patternProperties');
    if (additional === false && patterns.length === 0) return [];
    // Members without a schema keep the value of the wire.
    const isOpen = said === undefined || patterns.some(({ name }) => !compiledPattern(name));
    const isMixed = (each: Located): boolean => isOpen && this.#tools.isConverted(each, context.side);
    if (besideNames || patterns.some(isMixed)) return [{ doc: '', text: '[key: string]: unknown' }];
    const schemas: Located[] = [...patterns];
    if (additional !== false)
      schemas.push({ value: additional, pointer: childOf(schema.pointer, 'additionalProperties') });
    const indent = `${context.indent}  `;
    const types = schemas.map((each) => this.#print(each, inside(each, context, indent)));
    return [{ doc: '', text: after('[key: string]:', unionOf(types, indent)) }];
  }
}

/** Prints an object on one line if it is short and has no comments. */
function layOut(members: readonly PrintedProperty[], { indent, open }: Context): string {
  const width = WIDTH - indent.length;
  const needsLines = open || members.length > width / 4;
  if (!needsLines && members.every(({ doc, text }) => doc === '' && !text.includes('\n'))) {
    const line = `{ ${members.map(({ text }) => text).join('; ')} }`;
    if (line.length <= width) return line;
  }
  const lines = members.map(({ doc, text }) => `${doc}${indent}  ${text};\n`);
  return `{\n${lines.join('')}${indent}}`;
}

/** Returns the doc comment of a schema; `''` without one. */
export function described(schema: unknown, { docs, int64 }: SchemaOptions, indent: string): string {
  if (!docs) return '';
  const description = own(schema, 'description');
  const texts = typeof description === 'string' ? [description] : [];
  const rounded = own(schema, 'format') === 'int64' && own(schema, 'type') !== 'string' && int64 === 'number';
  if (rounded) texts.push('int64: rounded beyond 2^53');
  return docComment(texts, own(schema, 'deprecated') === true, indent);
}
