import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compileErrors } from '../../../support/compile-errors.js';
import { printedDeclarations } from '../../../support/written-types.js';
import { effort } from '../../../support/effort.js';

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const count = { type: 'integer' };
const object = (properties: object, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
});
const parent = (properties: object = {}, discriminator: object = {}): object => ({
  ...object({ kind: text, ...properties }, 'kind'),
  discriminator: { propertyName: 'kind', ...discriminator },
});
const child = (of: string, properties: object, ...required: string[]): object => ({
  allOf: [to(of), object(properties, ...required)],
});

const CHILDREN = Array.from({ length: effort(2000, 10_000) }, (_, index) => `Child${index}`);

/** Schemas, and code that must compile with their types, except for lines that expect an error. */
interface Case {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a parent and its children': {
    schemas: {
      Pet: parent({ name: text }, { mapping: { cat: 'Cat', tom: 'Cat', dog: 'Dog', ox: 'Ox' } }),
      Cat: child('Pet', { lives: count }, 'lives'),
      Lion: child('Cat', { mane: text }, 'mane'),
      Dog: child('Pet', { name: text, bark: { type: 'boolean' } }, 'bark', 'name'),
      Owner: object({ pets: { type: 'array', items: to('Pet') }, name: to('Pet/properties/name') }, 'pets'),
    },
    code: `
      export const told = (pet: Pet): string | number | boolean => {
        switch (pet.kind) {
          case 'cat':
          case 'tom':
            return pet.lives;
          case 'Lion':
            return pet.mane + pet.lives;
          case 'dog':
            return pet.bark;
          case 'Pet':
          case 'ox': {
            // @ts-expect-error: other pets have no lives
            void pet.lives;
            return pet.name ?? '';
          }
          default:
            return pet satisfies never;
        }
      };
      declare const cat: Cat;
      declare const lion: Lion;
      declare const dog: Dog;
      declare const pet: Pet;
      export const owner: Owner = { pets: [cat, lion, dog, { kind: 'ox' }, { kind: 'cat', lives: 9 }], name: 'Ada' };
      export const big: Cat = lion;
      // @ts-expect-error: a dog isn't a cat
      export const no: Cat = dog;
      // @ts-expect-error: not each pet is a dog
      export const other: Dog = pet;
      // @ts-expect-error: unknown kind
      export const cow: Pet = { kind: 'cow' };
      // @ts-expect-error: a dog has a name
      export const bare: Pet = { kind: 'dog', bark: true };
      export const name: string = dog.name;`,
  },
  'a nested hierarchy with its own discriminator': {
    schemas: {
      Pet: parent(),
      Cat: {
        ...child('Pet', { size: text }, 'size'),
        discriminator: { propertyName: 'size', mapping: { big: 'Lion' } },
      },
      Lion: child('Cat', { mane: text }, 'mane'),
      Dog: child('Pet', { bark: text }, 'bark'),
    },
    code: `export const f = (pet: Pet): unknown => {
        if (pet.kind === 'Dog') return pet.bark;
        if (pet.kind === 'Cat') return pet.size === 'big' ? pet.mane : pet.size satisfies 'Cat';
        return pet.kind === 'Lion' ? pet.mane : pet.kind satisfies 'Pet';
      };`,
  },
  'a child of two parents': {
    schemas: {
      Pet: parent(),
      Robot: {
        ...object({ make: text, volts: count }, 'make', 'volts'),
        discriminator: { propertyName: 'make' },
      },
      Dog: { allOf: [to('Pet'), to('Robot'), object({ bark: text }, 'bark')] },
      Same: parent({ same: text }),
      Both: { allOf: [to('Pet'), to('Same')] },
    },
    code: `export const f = (pet: Pet): unknown => (pet.kind === 'Dog' ? pet.volts : 0);
      export const g = (robot: Robot): unknown => (robot.make === 'Dog' ? robot.bark : robot.volts);
      export const h = (both: Both): 'Both' => both.kind;`,
  },
  'a parent that lists the subtypes that inherit from it': {
    schemas: {
      Thing: object({ id: text }, 'id'),
      Pet: { ...parent(), allOf: [to('Thing')], oneOf: [to('Cat'), to('Dog')] },
      Cat: child('Pet', { lives: count }, 'lives'),
      Dog: child('Pet', { bark: text }, 'bark'),
    },
    code: `export const f = (pet: Pet): string | number => (pet.kind === 'Cat' ? pet.lives : pet.bark);
      export const g = (cat: Cat): string => cat.id + cat.kind;`,
  },
  'cycles of every kind': {
    schemas: {
      Own: { ...parent(), allOf: [to('Own')] },
      A: { ...parent({ a: text }), allOf: [to('B')] },
      B: { ...parent({ b: text }), allOf: [to('A')] },
      C: { ...parent({ c: to('C') }), allOf: [to('D')] },
      D: child('E', {}),
      E: child('C', {}),
      F: parent({}, { mapping: { g: 'G' } }),
      G: { oneOf: [to('F'), to('H')] },
      H: child('F', {}),
      I: { ...parent(), allOf: [to('J')] },
      J: { oneOf: [to('K'), text] },
      K: child('I', {}),
      L: parent({ m: to('M/properties/l') }),
      M: { allOf: [to('L/properties/m'), to('L')], properties: { l: { allOf: [to('M'), to('N')] } } },
      N: child('L', { n: to('M/allOf/1') }),
    },
  },
  'thousands of children': {
    schemas: {
      Pet: parent(),
      ...Object.fromEntries(CHILDREN.map((name, index) => [name, child('Pet', { [`f${index}`]: text })])),
    },
    code: `export const f = (pet: Pet): string | undefined => (pet.kind === 'Child77' ? pet.f77 : undefined);
      declare const last: ${CHILDREN.at(-1)};
      export const pet: Pet = last;`,
  },
};

const NAMES = ['A', 'B', 'C', 'D', 'E'];
const named = fc.constantFrom(...NAMES).map(to);

/** Schemas with random links to each other. */
const tangles = fc.letrec((tie) => {
  const some = (from: number, to: number) =>
    fc.array(fc.oneof(named, tie('schema')), { minLength: from, maxLength: to });
  return {
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom(text, { const: 'A' }),
      named,
      tie('object'),
    ),
    object: fc.record(
      {
        type: fc.constantFrom('object', 'object', 'array'),
        properties: fc.dictionary(fc.constantFrom('kind', 'f', 'g'), fc.oneof(named, tie('schema')), {
          maxKeys: 2,
        }),
        allOf: some(1, 2),
        oneOf: some(1, 3),
        nullable: fc.boolean(),
        required: fc.constantFrom(['kind'], ['z']),
        discriminator: fc.record(
          {
            propertyName: fc.constantFrom('kind', 'f'),
            mapping: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(...NAMES, 'Gone'), {
              maxKeys: 2,
            }),
            defaultMapping: fc.constantFrom(...NAMES),
          },
          { requiredKeys: ['propertyName'] },
        ),
      },
      { requiredKeys: [] },
    ),
  };
}).object;
const documents = fc.sample(fc.tuple(...NAMES.map(() => fc.oneof(tangles, tangles, tangles, named))), {
  numRuns: effort(60, 200),
  seed: 7,
});
const TANGLES = documents.map((schemas, index): [string, Case] => [
  `tangle ${index}`,
  { schemas: Object.fromEntries(schemas.map((schema, at) => [NAMES[at]!, schema])) },
]);

describe('the generated types', () => {
  let errors: readonly string[] = [];
  beforeAll(() => {
    const files = [...Object.entries(CASES), ...TANGLES].map(([name, { schemas, code = '' }]) => {
      const lines = (['received', 'sent'] as const).flatMap((side) =>
        printedDeclarations(schemas, { side, openapi: '3.2.0' }).split(/(?=^(?:\/\*\*.*\n)?export type )/m),
      );
      return [`/${name}.ts`, `${[...new Set(lines)].join('')}\n${code}\nexport {};`] as const;
    });
    errors = compileErrors(new Map(files));
  });

  it.each(Object.keys(CASES))('of %s compile', (name) => {
    expect(errors.filter((error) => error.startsWith(`/${name}.ts`))).toEqual([]);
  });

  it('of randomly linked schemas compile', () => {
    expect(errors.filter((error) => error.startsWith('/tangle'))).toEqual([]);
  });
});
