import { beforeAll, describe, expect, it } from 'vitest';
import { compileErrors } from '../../../support/compile-errors.js';
import { printedDeclarations } from '../../../support/written-types.js';

const to = (path: string): object => ({ $ref: `#/components/schemas/${path}` });
const text = { type: 'string' };
const count = { type: 'integer' };
const object = (properties: object, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
});

/** Schemas, and code that must compile with their types, except for lines that expect an error. */
interface Case {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'fields next to a map': {
    schemas: {
      A: { ...object({ id: count }, 'id'), additionalProperties: text },
      B: { additionalProperties: count },
    },
    code: `export const a: A = { id: 1, more: 'x' };
      export const b: B = { x: 1 };
      // @ts-expect-error: values are numbers
      export const c: B = { x: '' };`,
  },
  'inherited and required fields': {
    schemas: {
      Base: object({ id: count, name: { type: 'string', nullable: true } }),
      Heir: { allOf: [to('Base'), { ...object({ more: text }), required: ['id', 'name'] }] },
      Either: { ...object({ a: text, b: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    },
    code: `export const a: Heir = { id: 1, name: null };
      // @ts-expect-error: id is required
      export const b: Heir = { name: '' };
      export const c: Either = { b: '' };
      // @ts-expect-error: one of them is required
      export const d: Either = {};`,
  },
  'recursion of every kind': {
    schemas: {
      Tree: object({ children: { type: 'array', items: to('Tree') }, parent: to('Tree') }),
      Json: {
        anyOf: [text, count, { type: 'array', items: to('Json') }, { additionalProperties: to('Json') }],
      },
      A: { oneOf: [to('B'), { type: 'null' }] },
      B: { anyOf: [to('A'), text] },
      C: { allOf: [to('D'), object({ c: text })] },
      D: { allOf: [to('C'), object({ d: text })] },
      Base: {
        ...object({ kind: text }, 'kind'),
        oneOf: [to('One'), to('Two')],
        discriminator: { propertyName: 'kind' },
      },
      One: { allOf: [to('Base'), object({ one: text }, 'one')] },
      Two: { allOf: [to('Base'), object({ two: text }, 'two')] },
      Field: object({ x: to('Other/properties/y') }),
      Other: object({ y: to('Field/properties/x') }),
      Alias: to('Holder/properties/z'),
      Holder: object({ z: to('Alias') }),
    },
    code: `export const tree: Tree = { children: [{ parent: {} }] };
      export const json: Json = [{ a: ['b', 1] }];
      export const a: A = 'text';
      export const one = (base: Base): string => (base.kind === 'One' ? base.one : base.two);`,
  },
  contradictions: {
    schemas: {
      A: { allOf: [text, count] },
      B: { type: 'string', enum: [] },
      C: {
        allOf: [
          { ...object({ a: text }), additionalProperties: false },
          { ...object({ b: text }), additionalProperties: false },
        ],
      },
      D: { oneOf: [false, true] },
      E: { type: 'array', items: false },
      F: { type: 'object', properties: 5, required: 'a', allOf: {}, items: 3 },
      G: { type: 'strin', $ref: 5 },
    },
  },
  'names of globals and odd names': {
    schemas: Object.fromEntries(
      [
        'Record',
        'Required',
        'Blob',
        'Array',
        'String',
        'any',
        'undefined',
        'class',
        '',
        '*',
        '__proto__',
        '1',
      ].map((name) => [
        name,
        object({
          [name]: text,
          list: { type: 'array', items: to('Blob') },
          blob: { type: 'string', format: 'binary' },
        }),
      ]),
    ),
  },
};

describe('the generated types', () => {
  let errors: readonly string[] = [];
  beforeAll(() => {
    const files = Object.entries(CASES).map(([name, { schemas, code = '' }]) => {
      const received = printedDeclarations(schemas);
      const sent = printedDeclarations(schemas, { side: 'sent' });
      const lines = new Set(`${received}${sent}`.split(/(?=^export type )/m));
      return [`/${name}.ts`, `${[...lines].join('')}\n${code}\nexport {};`] as const;
    });
    errors = compileErrors(new Map(files));
  });

  it.each(Object.keys(CASES))('of %s compile', (name) => {
    expect(errors.filter((error) => error.startsWith(`/${name}.ts`))).toEqual([]);
  });
});
