import { childOf, isObject, type Located, own, type References } from '../document/json-document.js';
import { after, type Expression, keyed, plain, unionOf, UNKNOWN, WIDTH } from '../print/typescript.js';
import { type Context, inside, type Print } from './context.js';
import { described } from './described.js';
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
    const { value, pointer } = schema;
    const fields = fieldsOf(value);
    const required = new Set(requiredOf(value));
    const members = fields.flatMap(([name, field]) =>
      this.#field(
        name,
        { value: field, pointer: childOf(pointer, 'properties', name) },
        required.has(name),
        context,
      ),
    );
    for (const [name] of fields) required.delete(name);
    const elsewhere = [...required].sort().flatMap((name) => this.#requiredField(name, schema, context));
    members.push(...elsewhere, ...this.#others(schema, fields.length > 0 || elsewhere.length > 0, context));
    if (members.length > 0) return plain(layOut(members, context));
    if (!isObject(value) || !typesOf(value).includes('object') || isComposed(value)) return undefined;
    const empty = own(value, 'properties') !== undefined || own(value, 'additionalProperties') === false;
    return plain(empty ? '{}' : '{ [key: string]: unknown }');
  }

  #field(name: string, field: Located, required: boolean, context: Context): Member[] {
    const { graph, options, print } = this.#tools;
    if ((graph.sideOf(field.value) ?? context.side) !== context.side) return [];
    const indent = `${context.indent}  `;
    const type = print(field, inside(field, context, indent));
    const text = after(`${keyed(name)}${required ? '' : '?'}:`, type);
    return [{ doc: described(field.value, options, indent), text }];
  }

  /** A field that has to be there and is declared elsewhere, or nowhere. */
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
  #others({ value, pointer }: Located, besideNames: boolean, context: Context): Member[] {
    const additional = own(value, 'additionalProperties') ?? own(value, 'unevaluatedProperties') ?? false;
    const patterns = fieldsOf(value, 'patternProperties');
    if (additional === false && patterns.length === 0) return [];
    if (besideNames) return [{ doc: '', text: '[key: string]: unknown' }];
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
  const short = open ? undefined : onOneLine(members, WIDTH - indent.length);
  if (short !== undefined) return short;
  let lines = '{\n';
  for (const { doc, text } of members) lines += `${doc}${indent}  ${text};\n`;
  return `${lines}${indent}}`;
}

function onOneLine(members: readonly Member[], width: number): string | undefined {
  const tooLong =
    members.length > width / 4 || members.some(({ doc, text }) => doc !== '' || text.includes('\n'));
  if (tooLong) return undefined;
  const line = `{ ${members.map(({ text }) => text).join('; ')} }`;
  return line.length <= width ? line : undefined;
}
