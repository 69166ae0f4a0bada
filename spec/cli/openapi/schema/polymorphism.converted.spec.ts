import { describe, expect, it } from 'vitest';
import type { GenerateOptions } from '../../../../lib/entries/openapi-generator.js';
import { createApi } from '../../../../lib/index.js';
import { generatedFrom } from '../../../support/generated.js';
import { requestsOf } from '../../../support/generated-client.js';
import { answers, openApi, takes } from '../../../support/open-api.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const DATE = { type: 'string', format: 'date' };
const DAY = '2026-02-28';
const child = (parent: string, properties: object) => ({
  allOf: [ref(parent), { type: 'object', properties }],
});
const discriminator = { propertyName: 'pet_kind' };

const SCHEMAS = {
  Pet: {
    type: 'object',
    required: ['pet_kind'],
    properties: { pet_kind: { type: 'string' }, born_on: DATE },
    discriminator,
  },
  Cat: child('Pet', { claws_cut_on: DATE }),
  Kitten: child('Cat', { first_milk_on: DATE }),
  Dog: child('Pet', { last_walk_on: DATE }),
  Rock: { type: 'object', properties: { pet_kind: { type: 'string' }, found_on: DATE } },
};

const UNIONS: Readonly<Record<string, object>> = {
  'a parent': ref('Pet'),
  'a oneOf': { oneOf: [ref('Dog'), ref('Cat')], discriminator },
  'a oneOf with a mapping': {
    oneOf: [ref('Dog'), ref('Cat')],
    discriminator: { ...discriminator, mapping: { Dog: ref('Dog').$ref, Cat: ref('Cat').$ref } },
  },
  'a oneOf that also names a subtype': { oneOf: [ref('Dog'), ref('Cat'), ref('Kitten')], discriminator },
  'a oneOf with null': { oneOf: [ref('Dog'), ref('Cat'), { type: 'null' }], discriminator },
};

const PETS = [
  { pet_kind: 'Cat', born_on: DAY, claws_cut_on: DAY },
  { pet_kind: 'Kitten', born_on: DAY, claws_cut_on: DAY, first_milk_on: DAY },
  { pet_kind: 'Dog', born_on: DAY, last_walk_on: DAY },
];

const inProgram = (wire: object): object =>
  Object.fromEntries(
    Object.entries(wire).map(([key, value]: [string, unknown]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value === DAY ? new Date(`${DAY}T00:00:00Z`) : value,
    ]),
  );

/** Receives a value, and sends it back. */
const exchanged = async (schema: object, wire: object, options: Partial<GenerateOptions>) => {
  const call = { operationId: 'call', requestBody: takes(schema), responses: { 200: answers(schema) } };
  const document = openApi({ '/': { post: call } }, { components: { schemas: SCHEMAS } });
  const { text } = await generatedFrom(document, { properties: 'camelCase', dates: 'date', ...options });
  let sent: unknown;
  const api = createApi({
    baseUrl: 'https://a.test',
    fetch: (_, init) => {
      sent = JSON.parse(init?.body as string);
      return Promise.resolve(Response.json(wire));
    },
    requests: { call: requestsOf(text)['call']! },
  });
  const { data, error } = await api.call({ body: inProgram(wire) });
  return { data, error, sent };
};

describe.each([undefined, 'zod', 'valibot'] as const)('a discriminator, schemas: %s', (schemas) => {
  const cases = Object.keys(UNIONS).flatMap((title) =>
    PETS.map((wire) => [wire.pet_kind, title, wire] as const),
  );

  it.each(cases)('converts and renames a %s of %s', async (_, title, wire) => {
    const { data, error, sent } = await exchanged(UNIONS[title]!, wire, { schemas });
    expect(error).toBeNull();
    expect(data).toEqual(inProgram(wire));
    expect(sent).toEqual(wire);
  });
});

describe('an unknown value of a discriminator', () => {
  const bird = { pet_kind: 'Bird', born_on: DAY };

  it('converts and renames the members of the parent', async () => {
    const { data, sent } = await exchanged(UNIONS['a parent']!, bird, {});
    expect(data).toEqual(inProgram(bird));
    expect(sent).toEqual(bird);
  });

  it('has the defaultMapping of a oneOf', async () => {
    const wire = { pet_kind: 'Gem', found_on: DAY };
    const union = {
      oneOf: [ref('Dog'), ref('Rock')],
      discriminator: { ...discriminator, defaultMapping: 'Rock' },
    };
    const { data, sent } = await exchanged(union, wire, {});
    expect(data).toEqual(inProgram(wire));
    expect(sent).toEqual(wire);
  });
});

describe.each([undefined, 'zod', 'zod-mini', 'valibot'] as const)(
  'a discriminator with several values for one type, schemas: %s',
  (schemas) => {
    const mapping = { cat: ref('Tame').$ref, lion: ref('Tame').$ref, dog: ref('Wild').$ref };
    const pet = (seen_at: object) => ({
      type: 'object',
      required: ['pet_kind'],
      properties: { pet_kind: { type: 'string' }, seen_at },
    });

    it('converts no value of another type', async () => {
      const schema = { oneOf: [ref('Tame'), ref('Wild')], discriminator: { ...discriminator, mapping } };
      const call = { operationId: 'call', requestBody: takes(schema), responses: { 200: answers(schema) } };
      const components = { schemas: { Tame: pet(DATE), Wild: pet({ type: 'string' }) } };
      const document = openApi({ '/': { post: call } }, { components });
      const { text } = await generatedFrom(document, { dates: 'date', schemas });
      const api = createApi({
        baseUrl: 'https://a.test',
        fetch: (_, init) => Promise.resolve(new Response(init?.body as string)),
        requests: { call: requestsOf(text)['call']! },
      });
      for (const [pet_kind, seen_at] of [
        ['dog', DAY],
        ['lion', new Date(`${DAY}T00:00:00Z`)],
      ])
        expect((await api.call({ body: { pet_kind, seen_at } })).data).toEqual({ pet_kind, seen_at });
    });
  },
);
