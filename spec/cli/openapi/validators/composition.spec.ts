import { describeVerdicts } from '../../../support/schema-verdicts.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });
const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };

describeVerdicts('allOf', {
  'holds for all members': {
    schema: {
      allOf: [object({ id: INTEGER }, { required: ['id'] }), object({ name: TEXT }), { required: ['name'] }],
    },
    accepts: [{ id: 1, name: 'a', more: 1 }],
    rejects: [{ id: 1 }, { name: 'a' }, { id: 'a', name: 'a' }],
  },
  'holds next to properties and a $ref': {
    schema: { allOf: [ref('Base')], ...object({ name: TEXT }, { required: ['name'] }) },
    others: { Base: object({ id: INTEGER }, { required: ['id'] }) },
    accepts: [{ id: 1, name: 'a' }],
    rejects: [{ id: 1 }, { name: 'a' }],
  },
  'limits the type around it': {
    schema: { type: 'string', allOf: [{ minLength: 2 }, { pattern: '^a' }] },
    accepts: ['ab'],
    rejects: ['a', 'bb', 1],
  },
});

describeVerdicts('anyOf', {
  'accepts what one member or several accept': {
    schema: { anyOf: [TEXT, INTEGER, { type: 'number', minimum: 5 }] },
    accepts: ['a', 1, 5.5, 6],
    rejects: [1.5, null, {}],
  },
});

describeVerdicts('oneOf', {
  'without a discriminator accepts what exactly one member accepts': {
    schema: { oneOf: [INTEGER, { type: 'number', minimum: 5 }, TEXT] },
    strict: true,
    accepts: [1, 5.5, 'a'],
    rejects: [6, 1.5, null],
  },
  'without a discriminator accepts what several members accept': {
    schema: { oneOf: [INTEGER, { type: 'number', minimum: 5 }] },
    strict: false,
    accepts: [1, 5.5, 6],
    rejects: [1.5],
  },
  'of objects without a discriminator': {
    schema: {
      oneOf: [object({ a: INTEGER }, { required: ['a'] }), object({ b: INTEGER }, { required: ['b'] })],
    },
    strict: true,
    accepts: [{ a: 1 }, { b: 1 }, { a: 1, b: 'c', c: 1 }].slice(0, 2),
    rejects: [{}, { a: 1, b: 1 }],
  },
  'with a discriminator': {
    schema: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    others: {
      Cat: object({ kind: TEXT, lives: INTEGER }, { required: ['kind'] }),
      Dog: object({ kind: TEXT, lives: TEXT }, { required: ['kind'] }),
    },
    accepts: [{ kind: 'Cat', lives: 9 }, { kind: 'Cat' }, { kind: 'Dog', lives: 'one' }],
    rejects: [{ kind: 'Cat', lives: 'one' }, { kind: 'Cow' }, {}],
  },
  'with a discriminator and a mapping': {
    schema: {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: { c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' },
      },
    },
    others: {
      Cat: object({ kind: TEXT, lives: INTEGER }, { required: ['kind'] }),
      Dog: object({ kind: TEXT }, { required: ['kind'] }),
    },
    accepts: [{ kind: 'c', lives: 9 }, { kind: 'd' }],
    rejects: [{ kind: 'c', lives: 'one' }, { kind: 'Cat' }],
  },
});

describeVerdicts('not', {
  'excludes values': {
    schema: { type: 'string', not: { enum: ['a', 'b'] } },
    strict: true,
    accepts: ['c'],
    rejects: ['a', 'b', 1],
  },
  'excludes members, next to additionalProperties false': {
    schema: object(
      { a: INTEGER, b: INTEGER },
      { not: { required: ['a', 'b'] }, additionalProperties: false },
    ),
    strict: true,
    accepts: [{}, { a: 1 }, { b: 1 }],
    rejects: [{ a: 1, b: 1 }, { c: 1 }],
  },
  'limits the type around it': {
    schema: { type: 'string', not: { pattern: '^x-' } },
    strict: true,
    accepts: ['a'],
    rejects: ['x-a'],
  },
  'without another keyword': {
    schema: { not: { type: 'null' } },
    strict: true,
    accepts: [1, {}],
    rejects: [null],
  },
  'next to a choice': {
    schema: { anyOf: [TEXT, INTEGER], not: { const: 1 } },
    strict: true,
    accepts: ['a', 2],
    rejects: [1, null],
  },
  'is ignored': {
    schema: { type: 'string', not: { enum: ['a'] } },
    strict: false,
    accepts: ['a', 'b'],
    rejects: [1],
  },
  'is ignored if it contains limits without a type': {
    schema: object({ a: TEXT }, { not: { properties: { a: { minLength: 2 } } } }),
    accepts: [{ a: 'a' }, {}],
    rejects: [{ a: 1 }],
  },
  'is ignored if it contains keywords that schemas ignore': {
    schema: { type: 'string', not: { type: 'string', format: 'color' } },
    accepts: ['a'],
    rejects: [1],
  },
});

describeVerdicts('a schema that refers to itself', {
  'in a member, an array and a record': {
    schema: object({
      next: ref('Thing'),
      list: { type: 'array', items: ref('Thing') },
      more: { type: 'object', additionalProperties: ref('Thing') },
    }),
    accepts: [{}, { next: { next: {} }, list: [{ list: [] }], more: { a: { more: {} } } }],
    rejects: [{ next: { next: 1 } }, { list: [{ list: [[]] }] }, { more: { a: null } }],
  },
  'in a tuple': {
    schema: { type: 'array', prefixItems: [TEXT, ref('Thing')], items: false },
    accepts: [[], ['a'], ['a', ['b', []]]],
    rejects: [
      ['a', ['b', [1]]],
      ['a', [], 1],
    ],
  },
  'in patternProperties': {
    schema: { type: 'object', patternProperties: { '^x-': ref('Thing') } },
    accepts: [{ 'x-a': { 'x-b': {} }, c: 1 }],
    rejects: [{ 'x-a': { 'x-b': 1 } }],
  },
  'in a choice': {
    schema: { oneOf: [TEXT, { type: 'array', items: ref('Thing') }] },
    accepts: ['a', [], ['a', [['b']]]],
    rejects: [1, [[1]]],
  },
});
