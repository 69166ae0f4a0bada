import { literalType } from '../print/literal-type.js';
import { docComment, keyed, union } from '../print/typescript.js';
import type { Side } from '../schema/keywords.js';
import { conversionOf } from '../shape/conversions.js';
import type { ConvertedShapes } from '../shape/converted-shapes.js';
import { memberName } from '../shape/member-names.js';
import { ANY, type ObjectShape, type Shape, type ValuesShape } from '../shape/shape.js';
import type { SchemaFileOptions } from './schema-file.js';

/** Whether an enum also accepts unknown texts: a service can add values. */
export const isOpenEnum = (
  { values, isTag = false }: ValuesShape,
  side: Side,
  { isStrict }: Pick<SchemaFileOptions, 'isStrict'>,
): boolean => {
  const said = values.filter((value) => value !== null);
  const isText = said.every((value) => typeof value === 'string');
  return isText && said.length > 1 && side === 'received' && !isStrict && !isTag;
};

/**
 * Prints the type of a shape in the program. Only schemas that refer to themselves need it: the compiler can't
 * infer their types.
 */
export class TypeOfShape {
  readonly #options: SchemaFileOptions;
  readonly #converted: ConvertedShapes;

  constructor(options: SchemaFileOptions, converted: ConvertedShapes) {
    this.#options = options;
    this.#converted = converted;
  }

  print(shape: Shape, side: Side, indent: string): string {
    const print = (part: Shape): string => this.print(part, side, indent);
    switch (shape.kind) {
      case 'any':
      case 'not':
        return 'unknown';
      case 'never':
      case 'null':
      case 'boolean':
        return shape.kind;
      case 'absent':
        return 'undefined';
      case 'bytes':
        return 'globalThis.Blob';
      case 'instances':
        return `(${shape.types.join(' | ')})`;
      case 'values':
        return this.#values(shape, side);
      case 'nullable':
        return `(${print(shape.shape)} | null)`;
      case 'all':
        return `(${
          shape.parts
            .filter(({ kind }) => kind !== 'not')
            .map(print)
            .join(' & ') || 'unknown'
        })`;
      case 'text':
        return conversionOf(shape, this.#options)?.type ?? 'string';
      case 'number':
        if (shape.format === 'int64' && this.#options.int64 === 'string') return 'string';
        return conversionOf(shape, this.#options)?.type ?? 'number';
      case 'list':
        return `${print(shape.items)}[]`;
      case 'tuple': {
        const first = shape.first.map((each, index) =>
          index < (shape.min ?? 0) ? print(each) : `(${print(each)} | undefined)?`,
        );
        const rest = shape.rest.kind === 'never' ? [] : [`...${print(shape.rest)}[]`];
        return `[${[...first, ...rest].join(', ')}]`;
      }
      case 'object':
        return this.#object(shape, side, indent);
      case 'union':
        return `(${shape.members.map(print).join(' | ')})`;
      case 'named':
        return shape.name;
    }
  }

  #values(shape: ValuesShape, side: Side): string {
    const isOpen = isOpenEnum(shape, side, this.#options);
    const literals = shape.values.map(literalType);
    return `(${[...literals, ...(isOpen ? ['(string & {})'] : [])].join(' | ')})`;
  }

  #object(shape: ObjectShape, side: Side, indent: string): string {
    const { fields: all, patterns } = shape;
    const others = this.#converted.leavesOthers(shape) ? ANY : shape.others;
    const fields = all.filter(({ isReadOnly }) => isReadOnly !== true);
    const shapes = [
      ...patterns.map(([, shape]) => shape),
      ...(others && others.kind !== 'never' ? [others] : []),
    ];
    if (fields.length === 0 && others?.kind === 'never' && shapes.length === 0) return '{}';
    const types = shapes.map((each) => this.print(each, side, indent));
    if (fields.length === 0) return `{ [key: string]: ${union(types)} }`;
    const inside = `${indent}  `;
    const lines = fields.map(({ name, shape, isRequired, description, isDeprecated }) => {
      const doc = this.#options.docs
        ? docComment(description === undefined ? [] : [description], isDeprecated, inside)
        : '';
      const type = this.print(shape, side, inside);
      return `${doc}${inside}${keyed(memberName(name, this.#options))}${isRequired ? `: ${type}` : `?: ${type} | undefined`};\n`;
    });
    const rest = types.length > 0 ? [`${inside}[key: string]: unknown;\n`] : [];
    return `{\n${[...lines, ...rest].join('')}${indent}}`;
  }
}
