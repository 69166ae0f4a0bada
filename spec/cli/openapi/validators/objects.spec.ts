import { describeVerdicts } from '../../../support/schema-verdicts.js';

const object = (rest: object) => ({ type: 'object', ...rest });
const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };

describeVerdicts('type object', {
  'rejects arrays and null': { schema: object({}), accepts: [{}, { a: 1 }], rejects: [[], [1], null, 'a'] },
  'rejects arrays next to properties': {
    schema: object({ properties: { id: INTEGER } }),
    accepts: [{}, { id: 1 }, { id: 1, more: null }],
    rejects: [[], { id: 'a' }],
  },
});

describeVerdicts('required', {
  'holds for declared members and for others': {
    schema: object({ properties: { id: INTEGER }, required: ['id', 'name'] }),
    accepts: [{ id: 1, name: null }],
    rejects: [{}, { id: 1 }, { name: 1 }],
  },
  'holds for a member with any value': {
    schema: object({ properties: { id: {} }, required: ['id'] }),
    accepts: [{ id: null }],
    rejects: [{}],
  },
  'a required member without a declaration fits additionalProperties': {
    schema: object({ required: ['id'], additionalProperties: INTEGER }),
    accepts: [{ id: 1 }, { id: 1, a: 2 }],
    rejects: [{}, { id: 'a' }, { id: 1, a: 'b' }],
  },
});

describeVerdicts('additionalProperties', {
  'false rejects other members': {
    schema: object({ properties: { id: INTEGER }, additionalProperties: false }),
    strict: true,
    accepts: [{}, { id: 1 }],
    rejects: [{ a: 1 }, { id: 1, a: 1 }, []],
  },
  'false keeps other members': {
    schema: object({ properties: { id: INTEGER }, additionalProperties: false }),
    strict: false,
    accepts: [{}, { id: 1, a: 1 }],
    rejects: [{ id: 'a' }, []],
  },
  'true keeps other members': {
    schema: object({ properties: { id: INTEGER }, additionalProperties: true }),
    accepts: [{ a: [1] }],
    rejects: [{ id: 'a' }],
  },
  'a schema holds for the values of a record': {
    schema: object({ additionalProperties: INTEGER }),
    accepts: [{}, { a: 1, b: 2 }],
    rejects: [{ a: 'b' }, [1]],
  },
  'a schema holds for other members only': {
    schema: object({ properties: { id: TEXT }, additionalProperties: INTEGER }),
    accepts: [{ id: 'a' }, { id: 'a', b: 1 }],
    rejects: [{ id: 1 }, { b: 'c' }, ['a'], [1]],
  },
});

describeVerdicts('unevaluatedProperties', {
  'false rejects other members': {
    schema: object({ properties: { id: INTEGER }, unevaluatedProperties: false }),
    strict: true,
    accepts: [{ id: 1 }],
    rejects: [{ a: 1 }],
  },
  'allows the members of an allOf': {
    schema: object({
      allOf: [object({ properties: { a: TEXT } })],
      properties: { id: INTEGER },
      unevaluatedProperties: false,
    }),
    accepts: [{ id: 1, a: 'b' }],
    rejects: [{ a: 1 }, { id: 'a' }],
  },
  'allows the members of a $ref': {
    schema: { $ref: '#/components/schemas/Base', properties: { id: INTEGER }, unevaluatedProperties: false },
    others: { Base: object({ properties: { a: TEXT } }) },
    accepts: [{ id: 1, a: 'b' }],
    rejects: [{ a: 1 }, { id: 'a' }],
  },
});

describeVerdicts('patternProperties', {
  'hold for the members whose name matches': {
    schema: object({ patternProperties: { '^x-': TEXT } }),
    accepts: [{}, { 'x-a': 'b' }, { a: 1, 'x-a': 'b' }],
    rejects: [{ 'x-a': 1 }, [], null],
  },
  'hold for all patterns that match': {
    schema: object({ patternProperties: { a: INTEGER, b: { minimum: 2, type: 'number' } } }),
    accepts: [{ a: 1 }, { b: 2.5 }, { ab: 3 }],
    rejects: [{ a: 1.5 }, { b: 1 }, { ab: 1 }, { ab: 2.5 }],
  },
  'hold for named members that match': {
    schema: object({
      properties: { 'x-id': INTEGER },
      patternProperties: { '^x-': { minimum: 1, type: 'number' } },
    }),
    accepts: [{ 'x-id': 1 }, { 'x-a': 1.5 }],
    rejects: [{ 'x-id': 0 }, { 'x-id': 1.5 }, { 'x-a': 0 }],
  },
  'a member that matches is not an additional one': {
    schema: object({
      properties: { id: TEXT },
      patternProperties: { '^x-': TEXT },
      additionalProperties: INTEGER,
    }),
    accepts: [{ id: 'a', 'x-a': 'b', c: 1 }],
    rejects: [{ c: 'a' }, { 'x-a': 1 }, { id: 1 }],
  },
  'without additional members': {
    schema: object({ patternProperties: { '^x-': TEXT }, additionalProperties: false }),
    strict: true,
    accepts: [{}, { 'x-a': 'b' }],
    rejects: [{ a: 'b' }, { 'x-a': 1 }],
  },
  'keep additional members': {
    schema: object({ patternProperties: { '^x-': TEXT }, additionalProperties: false }),
    strict: false,
    accepts: [{ a: 1, 'x-a': 'b' }],
    rejects: [{ 'x-a': 1 }],
  },
  'next to minProperties': {
    schema: object({ patternProperties: { '^x-': TEXT }, minProperties: 2 }),
    accepts: [{ 'x-a': 'b', c: 1 }],
    rejects: [{ 'x-a': 'b' }],
  },
});

describeVerdicts('propertyNames', {
  'with a pattern': {
    schema: object({ propertyNames: { pattern: '^[a-z]+$' } }),
    accepts: [{}, { ab: 1 }],
    rejects: [{ A: 1 }, { ab: 1, c1: 2 }],
  },
  'with a length': {
    schema: object({ propertyNames: { maxLength: 2 }, additionalProperties: INTEGER }),
    accepts: [{ ab: 1, '😀😀': 2 }],
    rejects: [{ abc: 1 }, { ab: 'c' }],
  },
  'with an enum': {
    schema: object({ propertyNames: { $ref: '#/components/schemas/Name' } }),
    others: { Name: { type: 'string', enum: ['a', 'b'] } },
    strict: true,
    accepts: [{}, { a: 1, b: 2 }],
    rejects: [{ c: 1 }],
  },
  'with a format that is converted elsewhere': {
    schema: object({ propertyNames: { format: 'date' } }),
    side: 'sent',
    accepts: [{ '2020-01-01': 1 }],
    rejects: [{ a: 1 }],
    options: { dates: 'date' },
  },
  'next to a member that has another name in the program': {
    schema: object({ properties: { created_at: TEXT }, propertyNames: { pattern: '^[a-z_]+$' } }),
    accepts: [{ createdAt: 'a', b: 1 }],
    rejects: [{ createdAt: 1 }, { B: 1 }],
    options: { properties: 'camelCase' },
  },
  'false accepts the empty object only': {
    schema: object({ propertyNames: false }),
    accepts: [{}],
    rejects: [{ a: 1 }],
  },
});

describeVerdicts('minProperties and maxProperties', {
  'limit the number of all members': {
    schema: object({ properties: { id: INTEGER }, minProperties: 1, maxProperties: 2 }),
    accepts: [{ id: 1 }, { a: 1, b: 2 }],
    rejects: [{}, { id: 1, a: 1, b: 2 }],
  },
  'limit the members of a record': {
    schema: object({ additionalProperties: INTEGER, maxProperties: 1 }),
    accepts: [{}, { a: 1 }],
    rejects: [{ a: 1, b: 2 }],
  },
});

const SECRET = object({
  properties: { id: { ...INTEGER, readOnly: true }, password: { ...TEXT, writeOnly: true } },
  required: ['id', 'password'],
});

describeVerdicts('readOnly and writeOnly', {
  'a received value has no writeOnly member': {
    schema: SECRET,
    side: 'received',
    accepts: [{ id: 1 }],
    rejects: [{}, { password: 'a' }],
  },
  'a sent value has no readOnly member': {
    schema: SECRET,
    side: 'sent',
    accepts: [{ password: 'a' }],
    rejects: [{}, { id: 1 }],
  },
});
