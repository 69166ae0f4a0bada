import { describe, expect, it } from 'vitest';
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
  },
);
