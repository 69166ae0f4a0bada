import { describe, expect, it } from 'vitest';
import { exchanged } from '../../../support/exchanged.js';
import { generatedFrom } from '../../../support/generated.js';
import { answers, openApi, takes } from '../../../support/open-api.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const DATE = { type: 'string', format: 'date' };
const TIME = { type: 'string', format: 'date-time' };
const INT64 = { type: 'integer', format: 'int64' };
const DIGITS = { type: 'string', pattern: '^[0-9]+$' };
const listOf = (items: object) => ({ type: 'array', items });
const components = { schemas: { Day: DATE, Moment: { ...TIME, type: ['string', 'null'] }, Id: INT64 } };

const NOON = '2026-02-28T12:34:56.000Z';

const VALUES: readonly (readonly [
  title: string,
  members: readonly object[],
  wire: unknown,
  data: unknown,
])[] = [
  ['a date-time next to a date', [DATE, TIME], NOON, new Date(NOON)],
  ['a named date-time next to a named date', [ref('Day'), ref('Moment')], NOON, new Date(NOON)],
  [
    'a date-time in a union next to a date',
    [DATE, { anyOf: [TIME, { type: 'boolean' }] }],
    NOON,
    new Date(NOON),
  ],
  ['date-times in an array', [listOf(DATE), listOf(TIME)], [NOON], [new Date(NOON)]],
  ['a number next to digits', [INT64, DIGITS], 7, 7n],
  ['digits next to a number', [INT64, DIGITS], '007', '007'],
  ['digits next to a named number', [ref('Id'), DIGITS], '42', '42'],
  ['an enum of digits next to a number', [INT64, { type: 'string', enum: ['1', '2'] }], '2', '2'],
  [
    'a 64-bit string next to a 64-bit number',
    [INT64, { ...DIGITS, format: 'int64' }],
    '9007199254740993',
    9007199254740993n,
  ],
];

describe.each([undefined, 'zod', 'zod-mini', 'valibot'] as const)('a union, schemas: %s', (schemas) => {
  const words = ['anyOf', 'oneOf'] as const;
  const cases = VALUES.flatMap((row) =>
    words.flatMap((word) =>
      (schemas ? [false, true] : [false]).map((strict) => [row[0], word, strict, row] as const),
    ),
  );

  it.each(cases)(
    'loses nothing of %s, in %s, strict: %s',
    async (_, word, strictSchemas, [, members, wire, data]) => {
      const schema = { type: 'object', properties: { value: { [word]: members } } };
      const call = { operationId: 'call', requestBody: takes(schema), responses: { 200: answers(schema) } };
      const document = openApi({ '/': { post: call } }, { components });
      const { text } = await generatedFrom(document, {
        dates: 'date',
        int64: 'bigint',
        schemas,
        strictSchemas,
      });
      const { received, sent } = await exchanged(text, { value: data }, { value: wire });
      expect(received.error).toBeNull();
      expect(received.data).toEqual({ value: data });
      expect(sent).toEqual({ value: wire });
    },
  );
});

const objectOf = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  required,
  properties,
});
const NAME = { pet_name: { type: 'string' } };
const CAT = objectOf({ ...NAME, seen_at: DATE, life_count: { type: 'integer' } }, 'pet_name', 'life_count');
const DOG = objectOf({ ...NAME, seen_at: TIME, leash_length: { type: 'integer' } }, 'leash_length');
const kindOf = (kind: string, at: object) =>
  objectOf({ pet_kind: { const: kind }, seen_at: at }, 'pet_kind', 'seen_at');

const oneOf = (kinds: readonly unknown[], at: object) =>
  objectOf({ pet_kind: { enum: kinds }, seen_at: at }, 'pet_kind', 'seen_at');

const OBJECTS: readonly (readonly [title: string, members: readonly object[], wire: object, data: object])[] =
  [
    [
      'members that only one type requires',
      [CAT, DOG],
      { pet_name: 'Rex', seen_at: NOON, leash_length: 2 },
      { petName: 'Rex', seenAt: new Date(NOON), leashLength: 2 },
    ],
    [
      'members of the first type',
      [CAT, DOG],
      { pet_name: 'Tom', seen_at: '2026-02-28', life_count: 9 },
      { petName: 'Tom', seenAt: new Date('2026-02-28'), lifeCount: 9 },
    ],
    [
      'a member with one value',
      [kindOf('cat', DATE), kindOf('dog', TIME)],
      { pet_kind: 'dog', seen_at: NOON },
      { petKind: 'dog', seenAt: new Date(NOON) },
    ],
    [
      'a member with null as its value',
      [oneOf([null], TIME), kindOf('dog', { type: 'string' })],
      { pet_kind: 'dog', seen_at: NOON },
      { petKind: 'dog', seenAt: NOON },
    ],
    [
      'a member that another part narrows',
      [
        { allOf: [oneOf(['cat'], TIME), oneOf(['cat', 'dog'], {})] },
        { allOf: [oneOf(['dog'], { type: 'string' }), oneOf(['cat', 'dog'], {})] },
      ],
      { pet_kind: 'dog', seen_at: NOON },
      { petKind: 'dog', seenAt: NOON },
    ],
    [
      'a member that the object around the union renames',
      [
        {
          ...objectOf({ pet_kind: { enum: ['cat', 'dog'] }, pet_name: { type: 'string' } }, 'pet_kind'),
          oneOf: [kindOf('cat', { type: 'string' }), kindOf('dog', TIME)],
        },
      ],
      { pet_kind: 'dog', pet_name: 'Rex', seen_at: NOON },
      { petKind: 'dog', petName: 'Rex', seenAt: new Date(NOON) },
    ],
    [
      'named types and types with allOf',
      [ref('Cat'), { allOf: [DOG, { type: 'object' }] }],
      { pet_name: 'Rex', seen_at: NOON, leash_length: 2 },
      { petName: 'Rex', seenAt: new Date(NOON), leashLength: 2 },
    ],
  ];

describe.each([undefined, 'zod', 'zod-mini', 'valibot'] as const)(
  'a union of objects without a discriminator, schemas: %s',
  (schemas) => {
    it.each(OBJECTS)('converts an object by %s', async (_, anyOf, wire, data) => {
      const body = takes({ anyOf });
      const responses = { 200: answers({ anyOf }) };
      const document = openApi(
        { '/': { post: { operationId: 'call', requestBody: body, responses } } },
        { components: { schemas: { Cat: CAT } } },
      );
      const { text } = await generatedFrom(document, { dates: 'date', properties: 'camelCase', schemas });
      const { received, sent } = await exchanged(text, data, wire);
      expect(received.error).toBeNull();
      expect(received.data).toEqual(data);
      expect(sent).toEqual(wire);
    });
  },
);

describe('a union of objects that an enum tells apart', () => {
  const anyOf = [oneOf(['cat', 'lion'], { type: 'string' }), oneOf(['dog', 'wolf'], TIME)];
  const call = { operationId: 'call', requestBody: takes({ anyOf }), responses: { 200: answers({ anyOf }) } };

  it.each([
    ['cat', NOON],
    ['wolf', new Date(NOON)],
    // A service can add a value.
    ['new', new Date(NOON)],
  ])('converts the object of %s', async (kind, seenAt) => {
    const { text } = await generatedFrom(openApi({ '/': { post: call } }), { dates: 'date' });
    const data = { pet_kind: kind, seen_at: seenAt };
    const { received, sent } = await exchanged(text, data, { pet_kind: kind, seen_at: NOON });
    expect(received.data).toEqual(data);
    expect(sent).toEqual({ pet_kind: kind, seen_at: NOON });
  });

  it('lists only values that differ', async () => {
    const same = { enum: ['x', 'y'] };
    const types = ['cat', 'dog'].map((kind) =>
      objectOf({ kind: { enum: [kind, `${kind}s`] }, same, seen_at: TIME }, 'kind', 'same'),
    );
    const operation = { operationId: 'call', responses: { 200: answers({ anyOf: types }) } };
    const { text } = await generatedFrom(openApi({ '/': { get: operation } }), { dates: 'date' });
    expect(text).toContain("withMembers({ kind: ['cat', 'cats'], same: [] }, ");
  });
});
