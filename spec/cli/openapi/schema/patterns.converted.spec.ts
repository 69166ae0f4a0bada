import { describe, expect, it } from 'vitest';
import type { GenerateOptions } from '../../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../../support/client-errors.js';
import { exchanged } from '../../../support/exchanged.js';
import { generatedFrom } from '../../../support/generated.js';
import { answers, openApi, takes } from '../../../support/open-api.js';

const DATE = { type: 'string', format: 'date' };
const DAY = '2026-02-28';
const DATA = new Date(`${DAY}T00:00:00Z`);
const PLACE = { type: 'object', properties: { seen_on: DATE } };

const OBJECTS: readonly (readonly [title: string, schema: object, wire: object, data: object])[] = [
  [
    'members of a pattern',
    { patternProperties: { '^x-': DATE } },
    { 'x-a': DAY, b: DAY },
    { 'x-a': DATA, b: DAY },
  ],
  [
    'members of a pattern next to a named member',
    { properties: { id: { type: 'string' } }, patternProperties: { '^x-': DATE } },
    { id: DAY, 'x-a': DAY },
    { id: DAY, 'x-a': DATA },
  ],
  [
    'members of no pattern',
    { patternProperties: { '^s-': { type: 'string' } }, additionalProperties: DATE },
    { 's-a': DAY, b: DAY },
    { 's-a': DAY, b: DATA },
  ],
  [
    'members of a pattern in a part of an allOf',
    { allOf: [{ properties: { id: { type: 'string' } } }, { patternProperties: { '^x-': DATE } }] },
    { id: DAY, 'x-a': DAY },
    { id: DAY, 'x-a': DATA },
  ],
  [
    'objects of a pattern',
    { patternProperties: { '^x-': PLACE }, additionalProperties: { $ref: '#/components/schemas/Place' } },
    { 'x-a': { seen_on: DAY }, b: { seen_on: DAY } },
    { 'x-a': { seenOn: DATA }, b: { seenOn: DATA } },
  ],
];

const CONVERTED = { dates: 'date', int64: 'bigint', bytes: 'uint8array', properties: 'camelCase' } as const;

const AGAIN = { $ref: '#/components/schemas/Circle' };

/** Objects whose members of no pattern have no schema, by the name of their type. */
const OPEN: Readonly<Record<string, object>> = {
  Dates: { patternProperties: { '^x-': DATE } },
  Integers: { patternProperties: { '^x-': { type: 'integer', format: 'int64' } } },
  Bytes: { patternProperties: { '^x-': { type: 'array', items: { type: 'string', format: 'byte' } } } },
  Names: { patternProperties: { '^x-': PLACE } },
  Refs: { patternProperties: { '^x-': { $ref: '#/components/schemas/Place' }, '^y-': { type: 'string' } } },
  Circle: { patternProperties: { '^x-': DATE, '^y-': { type: 'object', additionalProperties: AGAIN } } },
};

const closed = Object.fromEntries(
  Object.entries(OPEN).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]),
);

/** Returns the names of the generated types that say nothing about their members. */
async function unknownOf(
  objects: Readonly<Record<string, object>>,
  options: Partial<GenerateOptions>,
): Promise<string[]> {
  const names = Object.keys(objects);
  const bodies = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const body = { type: 'array', prefixItems: bodies };
  const call = { operationId: 'call', requestBody: takes(body), responses: { 200: answers(body) } };
  const schemas = Object.entries(objects).map(([name, object]) => [name, { type: 'object', ...object }]);
  const components = { schemas: { Place: PLACE, ...Object.fromEntries(schemas) } };
  const { text } = await generatedFrom(openApi({ '/': { post: call } }, { components }), options);
  const tests = names.map(
    (name) => `export const is${name}: unknown extends ${name}[string] ? '${name}' : false = 0;\n`,
  );
  const imports = `import type { ${names.join(', ')} } from './api.js';\n`;
  const errors = clientErrors({ 'api.ts': text, 'is.ts': [imports, ...tests].join('') });
  expect(errors).toHaveLength(names.length);
  return errors.flatMap((error) => names.filter((name) => error.includes(`'"${name}"'`)));
}

describe.each([undefined, 'zod', 'zod-mini', 'valibot'] as const)(
  'patternProperties, schemas: %s',
  (schemas) => {
    it.each(OBJECTS)('convert and rename %s', async (_, schema, wire, data) => {
      const body = { type: 'object', ...schema };
      const call = { operationId: 'call', requestBody: takes(body), responses: { 200: answers(body) } };
      const document = openApi({ '/': { post: call } }, { components: { schemas: { Place: PLACE } } });
      const { text } = await generatedFrom(document, { dates: 'date', properties: 'camelCase', schemas });
      const { received, sent } = await exchanged(text, data, wire);
      expect(received.error).toBeNull();
      expect(received.data).toEqual(data);
      expect(sent).toEqual(wire);
      expect(clientErrors({ 'api.ts': text })).toEqual([]);
    });

    it('have unknown values if members of no pattern keep the value of the wire', async () => {
      expect(await unknownOf(OPEN, { ...CONVERTED, schemas })).toEqual(Object.keys(OPEN));
      expect(await unknownOf(closed, { ...CONVERTED, schemas })).toEqual([]);
      expect(await unknownOf(OPEN, { schemas })).toEqual([]);
    });

    it('have unknown values if the expression of a pattern is invalid', async () => {
      const objects = { Invalid: { patternProperties: { '(': DATE }, additionalProperties: false } };
      expect(await unknownOf(objects, { ...CONVERTED, schemas })).toEqual(['Invalid']);
    });
  },
);
