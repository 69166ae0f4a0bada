import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../lib/cli/openapi/document/diagnostics.js';
import { printedDeclarations, printedSchema } from '../../../support/written-types.js';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const count = { type: 'integer' };

describe('the type of a schema', () => {
  it.each([
    ['a string', text, 'string'],
    ['an integer', count, 'number'],
    ['a number', { type: 'number', format: 'double' }, 'number'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['null', { type: 'null' }, 'null'],
    ['binary data', { type: 'string', format: 'binary' }, 'string'],
    [
      'binary data in the format of OpenAPI 3.1',
      { type: 'string', contentMediaType: 'application/octet-stream' },
      'string',
    ],
    ['encoded binary data', { type: 'string', format: 'byte' }, 'string'],
    ['a date', { type: 'string', format: 'date-time' }, 'string'],
    ['nothing', {}, 'unknown'],
    ['true', true, 'unknown'],
    ['false', false, 'never'],
    ['no schema', undefined, 'unknown'],
    ['nullable', { type: 'string', nullable: true }, 'string | null'],
    ['an array of types', { type: ['string', 'integer', 'null'] }, 'string | number | null'],
    ['a literal', { const: 'a' }, "'a'"],
    ['the literal null', { const: null }, 'null'],
    ['literals', { type: 'string', enum: ['a', 'b'] }, "'a' | 'b'"],
    ['literals with null', { type: 'string', nullable: true, enum: ['a', null] }, "'a' | null"],
    [
      'literals of several types',
      { enum: [1, -1.5, true, 'x', { a: [1] }] },
      "1 | -1.5 | true | 'x' | { a: [1] }",
    ],
    ['a list', { type: 'array', items: text }, 'string[]'],
    ['an array of any type', { type: 'array' }, 'unknown[]'],
    [
      'an array of several types',
      { type: 'array', items: { type: ['string', 'null'] } },
      '(string | null)[]',
    ],
    ['a tuple', { type: 'array', prefixItems: [text, count], items: false }, '[string, number]'],
    ['an open tuple', { prefixItems: [text], items: count }, '[string, ...number[]]'],
    [
      'an array with separate items, or a string',
      { items: text, oneOf: [{ type: 'array' }, text] },
      'string[] | string',
    ],
    [
      'an array with separate items, or null',
      { items: text, anyOf: [{ maxItems: 3 }, { type: 'null' }] },
      'string[] | null',
    ],
    [
      'an object with separate fields, or a string',
      { properties: { a: text }, oneOf: [{ properties: { b: text } }, text] },
      '({ a?: string } & { b?: string }) | string',
    ],
    ['an object', { type: 'object' }, '{ [key: string]: unknown }'],
    ['an object without fields', { type: 'object', additionalProperties: false }, '{}'],
    ['fields', { properties: { b: text, a: count }, required: ['b'] }, '{ a?: number; b: string }'],
    ['a field with an odd name', { properties: { 'x-y': text } }, "{ 'x-y'?: string }"],
    ['a required field without a declaration', { type: 'object', required: ['a'] }, '{ a: unknown }'],
    [
      'a field that every object inherits',
      { properties: {}, required: ['constructor'] },
      '{ constructor: unknown }',
    ],
    ['a map', { additionalProperties: count }, '{ [key: string]: number }'],
    ['a map of patterns', { patternProperties: { '^x': count } }, '{ [key: string]: number }'],
    [
      'a map with fields',
      { properties: { a: text }, additionalProperties: count },
      '{ a?: string; [key: string]: unknown }',
    ],
    ['a choice', { oneOf: [text, count] }, 'string | number'],
    ['an anyOf', { anyOf: [text, { type: 'null' }] }, 'string | null'],
    ['a choice of formats', { type: 'string', anyOf: [{ format: 'uri' }, { format: 'date' }] }, 'string'],
    ['a choice of equal types', { oneOf: [text, { ...text, format: 'uri' }] }, 'string'],
  ])('is correct for %s', (_, schema, type) => {
    expect(printedSchema(schema)).toBe(type);
  });

  it('for 64-bit integers follows the option int64', () => {
    expect(printedSchema({ type: 'integer', format: 'int64' }, { int64: 'string' })).toBe('string');
    expect(printedSchema({ type: 'integer', format: 'int64' })).toBe('number');
  });
});

describe('allOf', () => {
  const Base = { type: 'object', properties: { id: count, name: text }, required: ['id'] };

  it('is an intersection', () => {
    const schema = { allOf: [ref('Base'), { properties: { a: text } }], properties: { b: text } };
    expect(printedSchema(schema, { schemas: { Base } })).toBe('Base & { a?: string } & { b?: string }');
  });

  it('makes inherited fields required', () => {
    const schema = { allOf: [ref('Base'), { required: ['name', 'id'] }] };
    expect(printedSchema(schema, { schemas: { Base } })).toBe('Base & { name: string }');
  });

  it('keeps null outside', () => {
    expect(printedSchema({ allOf: [ref('Base')], nullable: true }, { schemas: { Base } })).toBe(
      'Base | null',
    );
  });
});

describe('a discriminator', () => {
  const pet = (kind: object): object => ({ type: 'object', properties: { kind }, required: ['kind'] });
  const schemas = { Cat: pet(text), Dog: pet({ type: 'string', enum: ['dog'] }), Fish: pet(text) };
  const oneOf = [ref('Cat'), ref('Dog'), ref('Fish')];

  it('adds the literal that a member lacks', () => {
    const mapping = { cat: '#/components/schemas/Cat', lion: 'Cat', dog: '#/components/schemas/Dog' };
    const schema = { oneOf, discriminator: { propertyName: 'kind', mapping } };
    expect(printedSchema(schema, { schemas })).toBe(
      "(Cat & { kind: 'cat' | 'lion' }) | Dog | (Fish & { kind: 'Fish' })",
    );
  });
});

describe('a union', () => {
  const long = Array.from({ length: 12 }, (_, index) => `literal number ${index}`);

  it('is printed after its fields', () => {
    const schema = { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(printedSchema(schema)).toBe('{ a?: string; b?: string } & ({ a: string } | { b: string })');
  });

  it('has one line for each member if it is long, unless it follows other text', () => {
    const lines = printedDeclarations({ A: { enum: long } });
    expect(lines.split('\n').slice(0, 2)).toEqual(['export type A =', "  | 'literal number 0'"]);
    expect(printedSchema({ enum: long }).startsWith("'literal number 0' | 'literal number 1'")).toBe(true);
  });

  it('distinguishes only the members that are objects', () => {
    const schemas = { List: { type: 'array', items: text }, One: { properties: { kind: text } } };
    const schema = { oneOf: [ref('List'), ref('One')], discriminator: { propertyName: 'kind' } };
    expect(printedSchema(schema, { schemas })).toBe("List | (One & { kind: 'One' })");
  });
});

describe('a $ref', () => {
  it('finds a schema by its anchor', () => {
    expect(printedSchema({ $ref: '#a' }, { schemas: { A: { $anchor: 'a', type: 'string' } } })).toBe('A');
  });

  it('includes its siblings since OpenAPI 3.1', () => {
    const schema = { ...ref('A'), properties: { b: text } };
    const schemas = { A: { properties: { a: text } } };
    expect(printedSchema(schema, { schemas })).toBe('A & { b?: string }');
    expect(printedSchema(schema, { schemas, openapi: '3.0.3' })).toBe('A');
    expect(printedSchema({ ...ref('A'), nullable: true }, { schemas, openapi: '3.0.3' })).toBe('A | null');
  });
});

describe('the declarations', () => {
  it('include only the needed types, sorted by name', () => {
    const schemas = { B: { properties: { a: ref('A') } }, A: text, C: text };
    expect(printedDeclarations(schemas, { only: 'B' })).toBe(
      'export type A = string;\nexport type B = {\n  a?: A;\n};\n',
    );
  });

  it('have a received type and a sent type if a schema has a read-only or write-only field', () => {
    const User = {
      properties: { id: { ...count, readOnly: true }, password: { ...text, writeOnly: true }, name: text },
    };
    const schemas = { User, Team: { type: 'array', items: ref('User') }, Tag: text };
    expect(printedDeclarations(schemas)).toContain(
      'export type Team = User[];\nexport type User = {\n  id?: number;\n  name?: string;\n};\n',
    );
    expect(printedDeclarations(schemas, { side: 'sent' })).toBe(
      'export type Tag = string;\n' +
        'export type TeamInput = UserInput[];\n' +
        'export type UserInput = {\n  name?: string;\n  password?: string;\n};\n',
    );
  });

  it('number conflicting names, sorted by the name in the document', () => {
    const schemas = { 'foo-bar': text, foo_bar: count, FooBar: { type: 'boolean' }, BaseUrl: text };
    expect(printedDeclarations(schemas)).toBe(
      'export type BaseUrl2 = string;\n' +
        'export type FooBar = boolean;\n' +
        'export type FooBar2 = string;\n' +
        'export type FooBar3 = number;\n',
    );
  });

  it('use an index for a $ref below a component', () => {
    const User = {
      type: 'object',
      required: ['tags'],
      properties: {
        tags: { type: 'array', items: { properties: { a: text } } },
        address: { properties: { b: text } },
      },
    };
    const schemas = {
      User,
      A: ref('User/properties/tags/items'),
      B: { properties: { b: ref('User/properties/address') } },
    };
    const lines = printedDeclarations(schemas);
    expect(lines).toContain("export type A = User['tags'][number];\n");
    expect(lines).toContain("b?: globalThis.Required<User>['address'];\n");
  });

  it('name a deeper part of a component after its location', () => {
    const A = { $defs: { b: text }, anyOf: [text, { type: 'array', items: count }] };
    expect(printedDeclarations({ A, C: ref('A/$defs/b'), D: ref('A/anyOf/1') })).toBe(
      'export type A = string | number[];\n' +
        'export type AAnyOf1 = number[];\n' +
        'export type AB = string;\n' +
        'export type C = AB;\n' +
        'export type D = AAnyOf1;\n',
    );
  });

  it.each([
    ['itself', { A: ref('A') }, 'export type A = unknown;\n'],
    [
      'another alias of itself',
      { A: ref('B'), B: ref('A') },
      'export type A = B;\nexport type B = unknown;\n',
    ],
    ['itself or null', { A: { oneOf: [ref('A'), text] } }, 'export type A = string;\n'],
    ['an array of itself', { A: { type: 'array', items: ref('A') } }, 'export type A = A[];\n'],
  ])('resolve an alias of %s', (_, schemas, lines) => {
    expect(printedDeclarations(schemas)).toBe(lines);
  });

  it('break the cycle of a base that lists its subtypes', () => {
    const Base = { type: 'object', properties: { kind: text }, required: ['kind'], oneOf: [ref('Heir')] };
    const Heir = { allOf: [ref('Base'), { properties: { a: text } }] };
    expect(printedDeclarations({ Base, Heir })).toBe(
      'export type Base = {\n  kind: string;\n} & Heir;\n' +
        'export type Heir = { kind: string } & {\n  a?: string;\n};\n',
    );
  });

  it('contain descriptions, deprecations, and a note about lost digits', () => {
    const id = { type: 'integer', format: 'int64', deprecated: true };
    const A = { description: 'One */ two.\n\n\n@ts-ignore', properties: { id } };
    expect(printedDeclarations({ A })).toBe(
      '/**\n * One *\\/ two.\n *\n * \\@ts-ignore\n */\nexport type A = {\n' +
        '  /**\n   * int64: rounded beyond 2^53\n   * @deprecated\n   */\n  id?: number;\n};\n',
    );
    expect(printedDeclarations({ A }, { docs: false })).toBe('export type A = {\n  id?: number;\n};\n');
  });
});

describe('an unsupported keyword', () => {
  it('causes one warning', () => {
    const warnings = new Warnings();
    printedSchema(
      { properties: { a: { not: text }, b: { not: text }, c: { $dynamicRef: '#x' } } },
      { warnings },
    );
    expect(warnings.list.map(({ pointer }) => pointer)).toEqual(['/test/properties/a', '/test/properties/c']);
  });
});
