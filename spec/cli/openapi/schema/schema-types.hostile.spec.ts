import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { printedDeclarations, printedSchema } from '../../../support/written-types.js';
import { parsedAliases } from '../../../support/parsed-file.js';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'Record',
    'Blob',
    'globalThis',
    'string',
    '',
    ' ',
    '*/',
    '`${a}`',
  ),
  fc.string({ unit: fc.constantFrom(...Array.from('*/\'"`${};\n\r\u2028\\<>=@a1-.~')) }),
);

const declaredNames = (text: string): string[] => parsedAliases(text).map(({ name }) => name.text);

describe('a hostile document', () => {
  it('adds no statement to the file through names, descriptions or values', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (name, description, field, value) => {
        const $ref = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const properties = Object.fromEntries([[field, { description, enum: [value], default: value }]]);
        const holder = {
          description,
          properties,
          required: [field, value],
          discriminator: { propertyName: field },
        };
        const schemas = Object.fromEntries([
          [name, { ...holder, additionalProperties: { oneOf: [{ $ref }, { const: value }] } }],
        ]);
        expect(declaredNames(printedDeclarations(schemas))).toHaveLength(1);
      }),
    );
  });

  it('uses no global name, because a schema can have the same name', () => {
    const names = ['Record', 'Required', 'Blob', 'Array', 'Partial', 'globalThis'];
    const $ref = '#/components/schemas/Record/properties/a';
    const Record = { type: 'object', properties: { a: { type: 'string', format: 'binary' } } };
    const others = names.map((name) => [name, { properties: { a: { $ref } } }] as const);
    const text = printedDeclarations({ ...Object.fromEntries(others), Record });
    expect(text.match(/(?<!globalThis\.)\b(Required|Partial|Array|Blob|Record)</g)).toBeNull();
    expect(text).toContain("globalThis.Required<Record>['a']");
  });

  it('can nest a hundred schemas, and is cut if it nests thousands', () => {
    const nested = (levels: number): object =>
      levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) };
    expect(printedSchema(nested(100))).toBe(`string${'[]'.repeat(100)}`);
    expect(printedSchema(nested(2000))).toBe(`unknown${'[]'.repeat(201)}`);
  });
});
