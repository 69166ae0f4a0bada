import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../lib/cli/openapi/document/diagnostics.js';
import { declared, written } from '../../../support/written-types.js';

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
    ['bytes', { type: 'string', format: 'binary' }, 'globalThis.Blob'],
    [
      'bytes, as 3.1 says it',
      { type: 'string', contentMediaType: 'application/octet-stream' },
      'globalThis.Blob',
    ],
    ['bytes as text', { type: 'string', format: 'byte' }, 'string'],
    ['a date', { type: 'string', format: 'date-time' }, 'string'],
    ['nothing', {}, 'unknown'],
    ['true', true, 'unknown'],
    ['false', false, 'never'],
    ['no schema', undefined, 'unknown'],
    ['nullable', { type: 'string', nullable: true }, 'string | null'],
    ['a list of types', { type: ['string', 'integer', 'null'] }, 'string | number | null'],
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
    ['a list of anything', { type: 'array' }, 'unknown[]'],
    ['a list of several', { type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    ['a tuple', { type: 'array', prefixItems: [text, count], items: false }, '[string, number]'],
    ['an open tuple', { prefixItems: [text], items: count }, '[string, ...number[]]'],
    [
      'a list, whose items are said beside, or a text',
      { items: text, oneOf: [{ type: 'array' }, text] },
      'string[] | string',
    ],
    [
      'a list or null, whose items are said beside',
      { items: text, anyOf: [{ maxItems: 3 }, { type: 'null' }] },
      'string[] | null',
    ],
    [
      'an object, whose fields are said beside, or a text',
      { properties: { a: text }, oneOf: [{ properties: { b: text } }, text] },
      '({ a?: string } & { b?: string }) | string',
    ],
    ['an object', { type: 'object' }, '{ [key: string]: unknown }'],
    ['an object without fields', { type: 'object', additionalProperties: false }, '{}'],
    ['fields', { properties: { b: text, a: count }, required: ['b'] }, '{ a?: number; b: string }'],
    ['a field with odd name', { properties: { 'x-y': text } }, "{ 'x-y'?: string }"],
    ['a required field that nobody declares', { type: 'object', required: ['a'] }, '{ a: unknown }'],
    [
      'one that every object inherits',
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
    ['another choice', { anyOf: [text, { type: 'null' }] }, 'string | null'],
    ['a choice of formats', { type: 'string', anyOf: [{ format: 'uri' }, { format: 'date' }] }, 'string'],
    ['a choice of the same', { oneOf: [text, { ...text, format: 'uri' }] }, 'string'],
  ])('is right for %s', (_, schema, type) => {
    expect(written(schema)).toBe(type);
  });

  it('is what int64 says for integers of 64 bits', () => {
    expect(written({ type: 'integer', format: 'int64' }, { int64: 'string' })).toBe('string');
    expect(written({ type: 'integer', format: 'int64' })).toBe('number');
  });
});

describe('allOf', () => {
  const Base = { type: 'object', properties: { id: count, name: text }, required: ['id'] };

  it('is an intersection', () => {
    const schema = { allOf: [ref('Base'), { properties: { a: text } }], properties: { b: text } };
    expect(written(schema, { schemas: { Base } })).toBe('Base & { a?: string } & { b?: string }');
  });

  it('requires inherited fields', () => {
    const schema = { allOf: [ref('Base'), { required: ['name', 'id'] }] };
    expect(written(schema, { schemas: { Base } })).toBe('Base & { name: string }');
  });

  it('keeps null outside', () => {
    expect(written({ allOf: [ref('Base')], nullable: true }, { schemas: { Base } })).toBe('Base | null');
  });
});

describe('a discriminator', () => {
  const pet = (kind: object): object => ({ type: 'object', properties: { kind }, required: ['kind'] });
  const schemas = { Cat: pet(text), Dog: pet({ type: 'string', enum: ['dog'] }), Fish: pet(text) };
  const oneOf = [ref('Cat'), ref('Dog'), ref('Fish')];

  it('adds the literal that a member lacks', () => {
    const mapping = { cat: '#/components/schemas/Cat', lion: 'Cat', dog: '#/components/schemas/Dog' };
    const schema = { oneOf, discriminator: { propertyName: 'kind', mapping } };
    expect(written(schema, { schemas })).toBe(
      "(Cat & { kind: 'cat' | 'lion' }) | Dog | (Fish & { kind: 'Fish' })",
    );
  });
});

describe('a union', () => {
  const long = Array.from({ length: 12 }, (_, index) => `literal number ${index}`);

  it('stands after its fields', () => {
    const schema = { properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(written(schema)).toBe('{ a?: string; b?: string } & ({ a: string } | { b: string })');
  });

  it('has a line for each member if it is long, but where it follows something', () => {
    const lines = declared({ A: { enum: long } });
    expect(lines.split('\n').slice(0, 2)).toEqual(['export type A =', "  | 'literal number 0'"]);
    expect(written({ enum: long }).startsWith("'literal number 0' | 'literal number 1'")).toBe(true);
  });

  it('tells members apart that are objects, and no others', () => {
    const schemas = { List: { type: 'array', items: text }, One: { properties: { kind: text } } };
    const schema = { oneOf: [ref('List'), ref('One')], discriminator: { propertyName: 'kind' } };
    expect(written(schema, { schemas })).toBe("List | (One & { kind: 'One' })");
  });
});

describe('a $ref', () => {
  it('finds a schema by its anchor', () => {
    expect(written({ $ref: '#a' }, { schemas: { A: { $anchor: 'a', type: 'string' } } })).toBe('A');
  });

  it('counts what stands beside it since OpenAPI 3.1', () => {
    const schema = { ...ref('A'), properties: { b: text } };
    const schemas = { A: { properties: { a: text } } };
    expect(written(schema, { schemas })).toBe('A & { b?: string }');
    expect(written(schema, { schemas, openapi: '3.0.3' })).toBe('A');
    expect(written({ ...ref('A'), nullable: true }, { schemas, openapi: '3.0.3' })).toBe('A | null');
  });
});

describe('the declarations', () => {
  it('are those that are needed, sorted by name', () => {
    const schemas = { B: { properties: { a: ref('A') } }, A: text, C: text };
    expect(declared(schemas, { only: 'B' })).toBe(
      'export type A = string;\nexport type B = {\n  a?: A;\n};\n',
    );
  });

  it('have a type as received and one as sent where a schema reaches a field of one side', () => {
    const User = {
      properties: { id: { ...count, readOnly: true }, password: { ...text, writeOnly: true }, name: text },
    };
    const schemas = { User, Team: { type: 'array', items: ref('User') }, Tag: text };
    expect(declared(schemas)).toContain(
      'export type Team = User[];\nexport type User = {\n  id?: number;\n  name?: string;\n};\n',
    );
    expect(declared(schemas, { side: 'sent' })).toBe(
      'export type Tag = string;\n' +
        'export type TeamInput = UserInput[];\n' +
        'export type UserInput = {\n  name?: string;\n  password?: string;\n};\n',
    );
  });

  it('number names that clash, sorted by the name in the document', () => {
    const schemas = { 'foo-bar': text, foo_bar: count, FooBar: { type: 'boolean' }, BaseUrl: text };
    expect(declared(schemas)).toBe(
      'export type BaseUrl2 = string;\n' +
        'export type FooBar = boolean;\n' +
        'export type FooBar2 = string;\n' +
        'export type FooBar3 = number;\n',
    );
  });

  it('index what a $ref below a component names', () => {
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
    const lines = declared(schemas);
    expect(lines).toContain("export type A = User['tags'][number];\n");
    expect(lines).toContain("b?: globalThis.Required<User>['address'];\n");
  });

  it('name what stands deeper in a component, by its place', () => {
    const A = { $defs: { b: text }, anyOf: [text, { type: 'array', items: count }] };
    expect(declared({ A, C: ref('A/$defs/b'), D: ref('A/anyOf/1') })).toBe(
      'export type A = string | number[];\n' +
        'export type AAnyOf1 = number[];\n' +
        'export type AB = string;\n' +
        'export type C = AB;\n' +
        'export type D = AAnyOf1;\n',
    );
  });

  it.each([
    ['itself', { A: ref('A') }, 'export type A = unknown;\n'],
    ['another that is it', { A: ref('B'), B: ref('A') }, 'export type A = B;\nexport type B = unknown;\n'],
    ['itself or null', { A: { oneOf: [ref('A'), text] } }, 'export type A = string;\n'],
    ['itself in a list', { A: { type: 'array', items: ref('A') } }, 'export type A = A[];\n'],
  ])('of an alias of %s', (_, schemas, lines) => {
    expect(declared(schemas)).toBe(lines);
  });

  it('open the circle of a base that lists its heirs', () => {
    const Base = { type: 'object', properties: { kind: text }, required: ['kind'], oneOf: [ref('Heir')] };
    const Heir = { allOf: [ref('Base'), { properties: { a: text } }] };
    expect(declared({ Base, Heir })).toBe(
      'export type Base = {\n  kind: string;\n} & Heir;\n' +
        'export type Heir = { kind: string } & {\n  a?: string;\n};\n',
    );
  });

  it('say descriptions, what is deprecated, and where digits are lost', () => {
    const id = { type: 'integer', format: 'int64', deprecated: true };
    const A = { description: 'One */ two.\n\n\n@ts-ignore', properties: { id } };
    expect(declared({ A })).toBe(
      '/**\n * One *\\/ two.\n *\n * \\@ts-ignore\n */\nexport type A = {\n' +
        '  /**\n   * int64: rounded beyond 2^53\n   * @deprecated\n   */\n  id?: number;\n};\n',
    );
    expect(declared({ A }, { docs: false })).toBe('export type A = {\n  id?: number;\n};\n');
  });
});

describe('a word that no type can say', () => {
  it('is warned of once', () => {
    const warnings = new Warnings();
    written({ properties: { a: { not: text }, b: { not: text }, c: { $dynamicRef: '#x' } } }, { warnings });
    expect(warnings.list.map(({ pointer }) => pointer)).toEqual(['/test/properties/a', '/test/properties/c']);
  });
});
