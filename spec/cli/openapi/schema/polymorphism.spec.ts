import { describe, expect, it } from 'vitest';
import { printedDeclarations } from '../../../support/written-types.js';

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const object = (properties: object, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
});
const parent = (discriminator: object = {}, rest: object = {}): object => ({
  ...object({ kind: text, name: text }, 'kind'),
  discriminator: { propertyName: 'kind', ...discriminator },
  ...rest,
});
const child = (of: string, properties: object = {}, rest: object = {}): object => ({
  allOf: [to(of), object(properties)],
  ...rest,
});

type Schemas = Readonly<Record<string, unknown>>;

/** The declared types by name, each on one line. */
const typesOf = (
  schemas: Schemas,
  writing: Parameters<typeof printedDeclarations>[1] = {},
): Record<string, string> => {
  const lines = printedDeclarations(schemas, { docs: false, ...writing })
    .split(/^export type /m)
    .slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.replace(/\s+/g, ' ').replace(/; ?$/, '').split(' =');
      return [name, rest.join(' =').replace(/^ ?(\| )?/, '')];
    }),
  );
};

describe('a parent with a discriminator', () => {
  const schemas = { Pet: parent(), Cat: child('Pet', { lives: text }), Dog: child('Pet') };

  it('is a union of its children and itself, each with its own discriminator value', () => {
    expect(typesOf(schemas, { only: 'Pet' })).toEqual({
      Pet: "Cat | Dog | (PetBase & { kind: 'Pet' })",
      PetBase: '{ kind: string; name?: string; }',
      Cat: "{ kind: 'Cat' } & PetBase & { lives?: string; }",
      Dog: "{ kind: 'Dog' } & PetBase & {}",
    });
  });

  it('is printed with its children wherever it is used, but not if only one child is used', () => {
    const owner = { ...schemas, Owner: object({ pets: { type: 'array', items: to('Pet') } }) };
    expect(Object.keys(typesOf(owner, { only: 'Owner' }))).toEqual(['Cat', 'Dog', 'Owner', 'Pet', 'PetBase']);
    expect(Object.keys(typesOf(owner, { only: 'Cat' }))).toEqual(['Cat', 'PetBase']);
  });

  it('describes its second type', () => {
    expect(printedDeclarations(schemas, { only: 'Cat' })).toContain(
      '/** The fields of `Pet` itself. What inherits from it has them too. */\nexport type PetBase =',
    );
  });

  it('is only itself without children, or without a discriminator', () => {
    const { Pet } = typesOf({ Pet: parent() });
    expect(Pet).toBe('{ kind: string; name?: string; }');
    const plain = { ...schemas, Pet: object({ kind: text }) };
    expect(typesOf(plain)).toMatchObject({ Pet: '{ kind?: string; }', Dog: 'Pet & {}' });
  });

  it('has the values of its mapping, several if there are several', () => {
    const mapping = { dog: to('Dog'), tom: 'Cat', cat: '#/components/schemas/Cat', pet: 'Pet' };
    const text = { ...mapping, dog: '#/components/schemas/Dog' };
    expect(typesOf({ ...schemas, Pet: parent({ mapping: text }) })).toMatchObject({
      Pet: "Cat | Dog | (PetBase & { kind: 'pet' })",
      Cat: "{ kind: 'cat' | 'tom' } & PetBase & { lives?: string; }",
      Dog: "{ kind: 'dog' } & PetBase & {}",
    });
  });

  it('has the values that its mapping assigns to no schema', () => {
    const { Pet } = typesOf({ ...schemas, Pet: parent({ mapping: { ox: 'Ox', cat: 'Cat' } }) });
    expect(Pet).toBe("Cat | Dog | (PetBase & { kind: 'Pet' | 'ox' })");
  });

  it("includes the schemas in its mapping that don't inherit from it", () => {
    const mapping = { fish: 'Fish', bird: 'Bird' };
    const others = { Fish: object({ fins: text }), Bird: object({ kind: { const: 'bird' } }) };
    const { Pet } = typesOf({ ...schemas, ...others, Pet: parent({ mapping }) });
    expect(Pet).toBe("Bird | Cat | Dog | (Fish & { kind: 'fish' }) | (PetBase & { kind: 'Pet' })");
  });

  it('has the x-ms-discriminator-value in documents from Azure', () => {
    const Cat = child('Pet', {}, { 'x-ms-discriminator-value': '#cat' });
    expect(typesOf({ ...schemas, Cat })['Cat']).toBe("{ kind: '#cat' } & PetBase & {}");
  });

  it('has the values that a child lists itself', () => {
    const Cat = child('Pet', { kind: { enum: ['cat'] } });
    expect(typesOf({ ...schemas, Cat })['Cat']).toBe("PetBase & { kind?: 'cat'; }");
  });

  it('excludes itself if its children have all values of its field', () => {
    const kinds = (...values: string[]): object => ({ properties: { kind: { ...text, enum: values } } });
    const of = (...values: string[]): unknown =>
      typesOf({ ...schemas, Pet: parent({}, kinds(...values)) })['Pet'];
    expect(of('Cat', 'Dog')).toBe('Cat | Dog');
    expect(of('Cat', 'Dog', 'Fish')).toBe("Cat | Dog | (PetBase & { kind: 'Fish' })");
    expect(of('cat', 'dog')).toBe('Cat | Dog | PetBase');
  });

  it('can have its values in another schema', () => {
    const Kind = { type: 'string', enum: ['Cat', 'Dog', 'Pet'] };
    const described = { properties: { kind: { description: 'Which', allOf: [to('Kind')] } } };
    const of = (rest: object): unknown => typesOf({ ...schemas, Kind, Pet: parent({}, rest) });
    expect(of(described)).toMatchObject({ Pet: "Cat | Dog | (PetBase & { kind: 'Pet' })" });
    expect(typesOf({ ...schemas, Kind: { enum: ['x', 'y'] }, Pet: parent({}, described) })).toMatchObject({
      Pet: 'Cat | Dog | PetBase',
      Cat: 'PetBase & { lives?: string; }',
    });
  });

  it('can be written in the format of Swagger 2', () => {
    const Pet = { ...object({ kind: text }), discriminator: 'kind' };
    expect(typesOf({ ...schemas, Pet })).toMatchObject({ Pet: "Cat | Dog | (PetBase & { kind: 'Pet' })" });
  });

  it('can have a child without a value for all others, since OpenAPI 3.2', () => {
    const Other = child('Pet');
    const of = (defaultMapping: string): Record<string, string> =>
      typesOf({ ...schemas, Other, Pet: parent({ defaultMapping }) }, { openapi: '3.2.0' });
    expect(of('Other')['Other']).toBe("{ kind?: 'Other' } & PetBase & {}");
    expect(of('Pet')['Pet']).toBe("Cat | Dog | Other | (PetBase & { kind?: 'Pet' })");
    const oneOf = [to('Cat'), to('Plain')];
    const Choice = { oneOf, discriminator: { propertyName: 'sort', defaultMapping: 'Plain' } };
    expect(typesOf({ Choice, Cat: object({}), Plain: object({}) })['Choice']).toBe(
      "(Cat & { sort: 'Cat' }) | (Plain & { sort?: 'Plain' })",
    );
  });
});

describe('a hierarchy', () => {
  it('continues below a child, which is a union too', () => {
    const schemas = { Pet: parent(), Cat: child('Pet'), Lion: child('Cat', { mane: text }) };
    expect(typesOf(schemas, { only: 'Pet' })).toEqual({
      Pet: "Cat | (PetBase & { kind: 'Pet' })",
      PetBase: '{ kind: string; name?: string; }',
      Cat: "Lion | (CatBase & { kind: 'Cat' })",
      CatBase: 'PetBase & {}',
      Lion: "{ kind: 'Lion' } & CatBase & { mane?: string; }",
    });
  });

  it('has two discriminator fields below a child with another discriminator', () => {
    const Cat = { ...child('Pet', { size: text }), discriminator: { propertyName: 'size' } };
    const schemas = { Pet: parent(), Cat, Lion: child('Cat') };
    expect(typesOf(schemas)).toMatchObject({
      Pet: "Cat | (PetBase & { kind: 'Pet' })",
      Cat: "Lion | (CatBase & { kind: 'Cat'; size: 'Cat' })",
      Lion: "{ kind: 'Cat' | 'Lion'; size: 'Lion' } & CatBase & {}",
    });
  });

  it('can share a child with another hierarchy', () => {
    const Robot = parent({ propertyName: 'make' });
    const Dog = { allOf: [to('Pet'), to('Robot')] };
    expect(typesOf({ Pet: parent(), Robot, Dog })).toMatchObject({
      Pet: "Dog | (PetBase & { kind: 'Pet' })",
      Robot: "Dog | (RobotBase & { make: 'Robot' })",
      Dog: "{ kind: 'Dog'; make: 'Dog' } & PetBase & RobotBase",
    });
  });

  it('is found through aliases, in inner allOf and in $defs', () => {
    const schemas = {
      Pet: { ...parent(), $defs: { Dog: child('Pet') } },
      Alias: to('Pet'),
      Cat: { allOf: [{ allOf: [to('Alias')] }] },
      Name: to('Alias/properties/name'),
    };
    expect(typesOf(schemas)).toMatchObject({
      Pet: "Cat | PetDog | (PetBase & { kind: 'Pet' })",
      Alias: 'Pet',
      Cat: "{ kind: 'Cat' } & PetBase",
      PetDog: "{ kind: 'Dog' } & PetBase & {}",
      Name: "globalThis.Required<PetBase>['name']",
    });
  });

  it('is used completely by an allOf that inherits nothing', () => {
    const schemas = {
      Pet: parent(),
      Cat: child('Pet'),
      Nullable: { nullable: true, allOf: [to('Pet')] },
      Owner: object({ pet: { description: 'Whose', allOf: [to('Pet')] } }),
      Either: { oneOf: [{ allOf: [to('Pet'), object({ at: text })] }, text] },
    };
    expect(typesOf(schemas)).toMatchObject({
      Pet: "Cat | (PetBase & { kind: 'Pet' })",
      Nullable: 'Pet | null',
      Owner: '{ pet?: Pet; }',
      Either: '(Pet & { at?: string }) | string',
    });
  });

  it('adds null to the union of a parent, and not to the inherited type', () => {
    const schemas = { Pet: parent({}, { nullable: true }), Cat: child('Pet', {}, { nullable: true }) };
    expect(typesOf(schemas)).toMatchObject({
      Pet: "Cat | (PetBase & { kind: 'Pet' }) | null",
      PetBase: '{ kind: string; name?: string; }',
      Cat: "({ kind: 'Cat' } & PetBase & {}) | null",
    });
  });

  it('has a separate sent type if one of its types differs', () => {
    const schemas = {
      Pet: parent(),
      Cat: child('Pet', { id: { ...text, readOnly: true } }),
      Dog: child('Pet'),
    };
    expect(typesOf(schemas, { only: 'Pet', side: 'sent' })).toEqual({
      PetInput: "CatInput | Dog | (PetBase & { kind: 'Pet' })",
      PetBase: '{ kind: string; name?: string; }',
      CatInput: "{ kind: 'Cat' } & PetBase & {}",
      Dog: "{ kind: 'Dog' } & PetBase & {}",
    });
  });

  it('has names without conflicts', () => {
    const schemas = { Pet: parent(), Cat: child('Pet'), PetBase: text, 'pet-base': text };
    expect(Object.keys(typesOf(schemas))).toEqual(['Cat', 'Pet', 'PetBase', 'PetBase2', 'PetBase3']);
  });

  it('adds its values once if a union lists its members', () => {
    const oneOf = [to('Cat'), to('Dog')];
    const Choice = { oneOf, discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } } };
    expect(typesOf({ Pet: parent(), Cat: child('Pet'), Dog: child('Pet'), Choice })).toMatchObject({
      Choice: 'Cat | Dog',
      Cat: "{ kind: 'cat' } & PetBase & {}",
    });
  });

  it('ends at a schema that lists its alternatives', () => {
    const Cat = { ...child('Pet'), oneOf: [to('Lion')] };
    const schemas = { Pet: parent(), Cat, Lion: child('Cat', { mane: text }) };
    expect(typesOf(schemas)).toMatchObject({
      Pet: "Cat | (PetBase & { kind: 'Pet' })",
      Cat: 'PetBase & {} & Lion',
      Lion: 'PetBase & {} & { mane?: string; }',
    });
  });

  it("doesn't start if the discriminator is on an array or on a string", () => {
    const Pages = { type: 'array', items: text, discriminator: { propertyName: 'kind' } };
    expect(typesOf({ Pages, Articles: { allOf: [to('Pages')] } })).toEqual({
      Articles: 'Pages',
      Pages: 'string[]',
    });
  });
});
