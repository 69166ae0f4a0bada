import { describeVerdicts } from '../../../support/schema-verdicts.js';

const number = (rest: object) => ({ type: 'number', ...rest });
const integer = (rest: object) => ({ type: 'integer', ...rest });

describeVerdicts('type', {
  number: { schema: number({}), accepts: [0, -1.5, 1e300], rejects: ['1', null, true] },
  integer: { schema: integer({}), accepts: [0, -1, 2 ** 53 + 2, 1e21], rejects: [0.5, '1', null] },
});

describeVerdicts('format', {
  'int32 accepts the values of 32 bits only': {
    schema: integer({ format: 'int32' }),
    accepts: [-(2 ** 31), 2 ** 31 - 1],
    rejects: [-(2 ** 31) - 1, 2 ** 31, 1.5],
  },
  'a narrower limit of the document wins over int32': {
    schema: integer({ format: 'int32', minimum: 0, maximum: 10 }),
    accepts: [0, 10],
    rejects: [-1, 11],
  },
  'int64 accepts integers beyond 32 bits': {
    schema: integer({ format: 'int64' }),
    accepts: [2 ** 40, -(2 ** 40)],
    rejects: [0.5],
  },
});

describeVerdicts('minimum', {
  'includes the limit': { schema: number({ minimum: 1.5 }), accepts: [1.5, 2], rejects: [1.4, -2] },
  'excludes the limit with a flag of OpenAPI 3.0': {
    schema: number({ minimum: 1, exclusiveMinimum: true }),
    version: '3.0.3',
    accepts: [1.1],
    rejects: [1, 0],
  },
  'includes the limit if the flag is false': {
    schema: number({ minimum: 1, exclusiveMinimum: false }),
    version: '3.0.3',
    accepts: [1],
    rejects: [0],
  },
  'holds next to exclusiveMinimum of OpenAPI 3.1': {
    schema: number({ minimum: 1, exclusiveMinimum: 3 }),
    accepts: [3.1],
    rejects: [1, 3],
  },
});

describeVerdicts('maximum', {
  'includes the limit': { schema: integer({ maximum: -1 }), accepts: [-1, -2], rejects: [0] },
  'excludes the limit with a flag of OpenAPI 3.0': {
    schema: number({ maximum: 1, exclusiveMaximum: true }),
    version: '3.0.3',
    accepts: [0.9],
    rejects: [1, 2],
  },
});

describeVerdicts('exclusiveMinimum and exclusiveMaximum', {
  'exclude the limits': {
    schema: number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    accepts: [0.5],
    rejects: [0, 1],
  },
});

describeVerdicts('multipleOf', {
  'an integer': { schema: integer({ multipleOf: 5 }), accepts: [0, -5, 1e15], rejects: [1, 7] },
  'a fraction, without errors of decimal fractions': {
    schema: number({ multipleOf: 0.01 }),
    accepts: [0.3, 19.99, 1.1, -4.35],
    rejects: [0.001, 19.995],
  },
});
