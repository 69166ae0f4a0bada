import { describe, expect, it } from 'vitest';
import { mockOf } from '../../../support/generated-mocks.js';

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a mock of a number', () => {
  it.each([
    [{ type: 'integer' }, 1],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', maximum: -5 }, -5],
    [{ type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 7 }, 6],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'integer', multipleOf: 5, minimum: 11 }, 15],
    [{ type: 'number', multipleOf: 0.01, minimum: 0.5, maximum: 0.75 }, 0.5],
    [{ const: 3 }, 3],
    [{ enum: [null, 'a', 'b'] }, 'a'],
    [{ type: 'boolean' }, true],
  ])('%j is %j', async (schema, value) => {
    expect(await mockOf(schema)).toBe(value);
  });
});

describe('a mock of a list', () => {
  it.each([
    [{ type: 'array', items: { type: 'integer' } }, [1]],
    [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [{ type: 'array', items: { type: 'string' }, maxItems: 0 }, []],
    [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true }, ['a', 'b']],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 },
      ['get things', 1],
    ],
  ])('%j is %j', async (schema, value) => {
    expect(await mockOf(schema)).toEqual(value);
  });
});

describe('a mock of an object', () => {
  it('has optional fields, also of enclosed objects', async () => {
    const inner = { type: 'object', properties: { city: { type: 'string' } } };
    expect(await mockOf({ type: 'object', properties: { inner } })).toEqual({ inner: { city: 'London' } });
  });

  it.each([
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { key: 1 }],
    [
      { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 },
      { key: 1, key2: 2 },
    ],
    [{ type: 'object' }, {}],
    [{ type: 'object', patternProperties: { '^x-': { type: 'boolean' } } }, { 'x-': true }],
    [
      {
        type: 'object',
        propertyNames: { enum: ['a', 'b'] },
        additionalProperties: { type: 'integer' },
        minProperties: 2,
      },
      { a: 1, b: 2 },
    ],
    [
      { type: 'object', maxProperties: 1, properties: { a: { type: 'null' }, b: { type: 'null' } } },
      { a: null },
    ],
  ])('%j is %j', async (schema, value) => {
    expect(await mockOf(schema)).toEqual(value);
  });

  it('has the fields of all parts of an allOf', async () => {
    const schema = {
      allOf: [ref('Base'), object({ age: { type: 'integer', minimum: 18 } }), { required: ['nick'] }],
    };
    const components = {
      Base: { type: 'object', properties: { id: { type: 'integer' }, nick: { type: 'string' } } },
    };
    expect(await mockOf(schema, { components })).toEqual({ age: 18, id: 1, nick: 'nick' });
  });
});

describe('a mock of a choice', () => {
  it('is the first member', async () => {
    expect(await mockOf({ oneOf: [{ type: 'string', format: 'date' }, { type: 'integer' }] })).toBe(
      '2025-01-01',
    );
  });

  it('is a member that no other member accepts', async () => {
    const schema = {
      oneOf: [object({ a: { type: 'string' } }), object({ a: { type: 'string' }, b: { type: 'null' } })],
    };
    expect(await mockOf({ oneOf: [schema.oneOf[0], { type: 'integer' }, { type: 'number' }] })).toEqual({
      a: 'a',
    });
    expect(await mockOf({ oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'boolean' }] })).toBe(
      true,
    );
  });

  it('has the value of a discriminator', async () => {
    const components = {
      Cat: object({ kind: { type: 'string' }, lives: { type: 'integer' } }),
      Dog: object({ kind: { type: 'string' }, barks: { type: 'boolean' } }),
    };
    const discriminator = {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    };
    const schema = { oneOf: [ref('Cat'), ref('Dog')], discriminator };
    expect(await mockOf(schema, { components })).toEqual({ kind: 'cat', lives: 1 });
  });
});

describe('a mock of a recursive schema', () => {
  it.each([
    ['leaves out an optional field', { next: ref('Node') }, [], { id: 1 }],
    [
      'has an empty list',
      { children: { type: 'array', items: ref('Node') } },
      ['children'],
      { id: 1, children: [] },
    ],
    ['has null', { next: { anyOf: [ref('Node'), { type: 'null' }] } }, ['next'], { id: 1, next: null }],
  ])('%s', async (_, properties, required, value) => {
    const Node = {
      type: 'object',
      properties: { id: { type: 'integer' }, ...properties },
      required: ['id', ...required],
    };
    expect(await mockOf(ref('Node'), { components: { Node } })).toEqual(value);
  });

  it('is null if every value is endless', async () => {
    const Node = object({ next: ref('Node') });
    expect(await mockOf(ref('Node'), { components: { Node } })).toBeNull();
  });

  it('ends soon for schemas that all use each other', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `N${index}`);
    const components = Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'object', properties: Object.fromEntries(names.map((other) => [other, ref(other)])) },
      ]),
    );
    const began = performance.now();
    await mockOf(ref('N0'), { components });
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
