import { describeVerdicts } from '../../../support/schema-verdicts.js';

describeVerdicts('const', {
  'a text': { schema: { const: 'a' }, accepts: ['a'], rejects: ['b', null, ['a']] },
  'a number': { schema: { const: 1 }, accepts: [1], rejects: [2, '1', true] },
  null: { schema: { const: null }, accepts: [null], rejects: ['null', 0] },
  'an object': {
    schema: { const: { a: 1, b: [null, { c: 'd', b: 2 }] } },
    accepts: [{ b: [null, { b: 2, c: 'd' }], a: 1 }],
    rejects: [{ a: 1 }, { a: 1, b: [null, { b: 2, c: 'd' }], c: 1 }, {}, null, [], '{"a":1}'],
  },
  'an array': { schema: { const: [1, 'a'] }, accepts: [[1, 'a']], rejects: [['a', 1], [1], [], {}] },
});

describeVerdicts('enum', {
  'one text is closed': { schema: { enum: ['a'] }, accepts: ['a'], rejects: ['b', null] },
  'several texts accept other texts': {
    schema: { type: 'string', enum: ['a', 'b'] },
    strict: false,
    accepts: ['a', 'b', 'c'],
    rejects: [1, null],
  },
  'several texts': { schema: { enum: ['a', 'b'] }, strict: true, accepts: ['a', 'b'], rejects: ['c', null] },
  'several texts that are sent': {
    schema: { enum: ['a', 'b'] },
    side: 'sent',
    accepts: ['a'],
    rejects: ['c'],
  },
  'several texts and null accept other texts': {
    schema: { enum: ['a', 'b', null] },
    strict: false,
    accepts: ['a', 'c', null],
    rejects: [1],
  },
  'several texts and null': {
    schema: { enum: ['a', 'b', null] },
    strict: true,
    accepts: ['b', null],
    rejects: ['c', 1],
  },
  'values of several types': {
    schema: { enum: [1, 'a', true, null] },
    accepts: [1, 'a', true, null],
    rejects: ['1', false, 2],
  },
  numbers: { schema: { type: 'integer', enum: [1, 2] }, accepts: [1, 2], rejects: [3, '1'] },
  'objects and arrays': {
    schema: { enum: [{ a: 1 }, [], 'a'] },
    accepts: [{ a: 1 }, [], 'a'],
    rejects: [{}, { a: 2 }, [1], 'b'],
  },
});

describeVerdicts('nullable', {
  'a flag of OpenAPI 3.0': {
    schema: { type: 'string', nullable: true },
    version: '3.0.3',
    accepts: ['a', null],
    rejects: [1],
  },
  'a flag of OpenAPI 3.0 next to an enum': {
    schema: { type: 'string', nullable: true, enum: ['a'] },
    version: '3.0.3',
    accepts: ['a', null],
    rejects: ['b'],
  },
  'a type of OpenAPI 3.1': { schema: { type: ['string', 'null'] }, accepts: ['a', null], rejects: [1] },
  'several types of OpenAPI 3.1': {
    schema: { type: ['string', 'integer', 'null'], minLength: 2, minimum: 5 },
    accepts: ['ab', 5, null],
    rejects: ['a', 4, true],
  },
  'a member of anyOf': {
    schema: { anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'null' }] },
    others: { Other: { type: 'integer' } },
    accepts: [1, null],
    rejects: ['a'],
  },
});
