import { isObject, own } from '../document/json-object.js';
import { childOf } from '../document/pointer.js';
import type { Located, References } from '../document/references.js';
import { keyed } from '../text/quoted.js';
import { type Context, inside, type Print } from './context.js';
import { described } from './described.js';
import { after, type Expression, plain, UNKNOWN, unionOf, WIDTH } from './expression.js';
import { fieldOf } from './fields.js';
import type { SchemaGraph } from './schema-graph.js';
import { fieldsOf, isComposed, requiredOf, typesOf } from './schema-kinds.js';
import type { SchemaOptions } from './schema-options.js';

/** What an object type is made of. */
export interface Tools {
  readonly references: References;
  readonly graph: SchemaGraph;
  readonly options: SchemaOptions;
  readonly print: Print;
}

/** A line of an object type. */
interface Member {
  readonly doc: string;
  readonly text: string;
}

/** Writes what a schema says of an object by itself. */
export class ObjectPrinter {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Undefined if it says nothing. */
  print(schema: Located, context: Context): Expression | undefined {
    const members = [
      ...this.#declared(schema, context),
      ...this.#required(schema, context),
      ...this.#others(schema, context),
    ];
    if (members.length > 0) return plain(layOut(members, context));
    if (!isObject(schema.value) || !typesOf(schema.value).includes('object')) return undefined;
    if (isComposed(schema.value)) return undefined;
    const empty =
      own(schema.value, 'properties') !== undefined || own(schema.value, 'additionalProperties') === false;
    return plain(empty ? '{}' : '{ [key: string]: unknown }');
  }

  #declared({ value, pointer }: Located, context: Context): Member[] {
    const required = new Set(requiredOf(value));
    return fieldsOf(value).flatMap(([name, field]) =>
      this.#field(
        name,
        { value: field, pointer: childOf(pointer, 'properties', name) },
        required.has(name),
        context,
      ),
    );
  }

  #field(name: string, field: Located, required: boolean, context: Context): Member[] {
    const { graph, options, print } = this.#tools;
    if ((graph.sideOf(field) ?? context.side) !== context.side) return [];
    const indent = `${context.indent}  `;
    const type = print(field, inside(field, context, indent));
    const text = after(`${keyed(name)}${required ? '' : '?'}:`, type);
    return [{ doc: described(field.value, options, indent), text }];
  }

  /** Fields that have to be there and are declared elsewhere, or nowhere. */
  #required(schema: Located, context: Context): Member[] {
    const declared = new Set(fieldsOf(schema.value).map(([name]) => name));
    const names = new Set(requiredOf(schema.value).filter((name) => !declared.has(name)));
    return [...names].sort().flatMap((name) => this.#requiredField(name, schema, context));
  }

  #requiredField(name: string, schema: Located, context: Context): Member[] {
    const { references } = this.#tools;
    const field = [schema, ...context.around]
      .map((each) => fieldOf(each, name, references))
      .find((each) => each !== undefined);
    if (field?.required) return [];
    if (field) return this.#field(name, field, true, context).map(({ text }) => ({ doc: '', text }));
    return [{ doc: '', text: `${keyed(name)}: unknown` }];
  }

  /** The fields without a name. */
  #others({ value, pointer }: Located, context: Context): Member[] {
    const additional = own(value, 'additionalProperties') ?? own(value, 'unevaluatedProperties') ?? false;
    const patterns = fieldsOf(value, 'patternProperties');
    if (additional === false && patterns.length === 0) return [];
    if (fieldsOf(value).length > 0 || requiredOf(value).length > 0)
      return [{ doc: '', text: '[key: string]: unknown' }];
    const schemas = patterns.map(([name, schema]) => ({
      value: schema,
      pointer: childOf(pointer, 'patternProperties', name),
    }));
    if (additional !== false)
      schemas.push({ value: additional, pointer: childOf(pointer, 'additionalProperties') });
    const indent = `${context.indent}  `;
    const types = schemas.map((each) => this.#tools.print(each, inside(each, context, indent)));
    return [{ doc: '', text: after('[key: string]:', types.length > 0 ? unionOf(types, indent) : UNKNOWN) }];
  }
}

function layOut(members: readonly Member[], { indent, open }: Context): string {
  const short = `{ ${members.map(({ text }) => text).join('; ')} }`;
  const fits = short.length + indent.length <= WIDTH && !short.includes('\n');
  if (fits && !open && members.every(({ doc }) => doc === '')) return short;
  return `{\n${members.map(({ doc, text }) => `${doc}${indent}  ${text};\n`).join('')}${indent}}`;
}
