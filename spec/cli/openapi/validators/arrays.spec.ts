import { describeVerdicts } from '../../../support/schema-verdicts.js';

const list = (rest: object) => ({ type: 'array', ...rest });
const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };

describeVerdicts('items', {
  'hold for each item': {
    schema: list({ items: TEXT }),
    accepts: [[], ['a', '']],
    rejects: [['a', 1], {}, 'a'],
  },
  'false accepts the empty array only': { schema: list({ items: false }), accepts: [[]], rejects: [[null]] },
});

describeVerdicts('minItems and maxItems', {
  'limit the number of items': {
    schema: list({ items: {}, minItems: 1, maxItems: 2 }),
    accepts: [[1], [1, 2]],
    rejects: [[], [1, 2, 3]],
  },
});

describeVerdicts('uniqueItems', {
  'compares JSON values': {
    schema: list({ uniqueItems: true, items: {} }),
    accepts: [
      [],
      [1, '1', null, 'null'],
      [{ a: 1 }, { a: 2 }],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    rejects: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
    ],
  },
});

describeVerdicts('prefixItems', {
  'can be missing from the end, and other items can follow': {
    schema: list({ prefixItems: [TEXT, INTEGER] }),
    accepts: [[], ['a'], ['a', 1], ['a', 1, null]],
    rejects: [[1], ['a', 'b'], {}],
  },
  'are required up to minItems': {
    schema: list({ prefixItems: [TEXT, INTEGER], minItems: 1 }),
    accepts: [['a'], ['a', 1]],
    rejects: [[], [1]],
  },
  'with minItems beyond them': {
    schema: list({ prefixItems: [TEXT], minItems: 2 }),
    accepts: [
      ['a', null],
      ['a', 1, 2],
    ],
    rejects: [[], ['a']],
  },
  'with maxItems': {
    schema: list({ prefixItems: [TEXT, INTEGER], maxItems: 2 }),
    accepts: [[], ['a'], ['a', 1]],
    rejects: [['a', 1, 2]],
  },
  'with maxItems beyond them': {
    schema: list({ prefixItems: [TEXT], maxItems: 2 }),
    accepts: [['a'], ['a', 1]],
    rejects: [['a', 1, 2]],
  },
  'with maxItems before their end': {
    schema: list({ prefixItems: [TEXT, INTEGER], maxItems: 1 }),
    accepts: [[], ['a']],
    rejects: [['a', 1]],
  },
  'with a schema of the other items': {
    schema: list({ prefixItems: [TEXT], items: INTEGER, minItems: 1 }),
    accepts: [['a'], ['a', 1, 2]],
    rejects: [['a', 'b'], [1]],
  },
  'without other items': {
    schema: list({ prefixItems: [TEXT, INTEGER], items: false, minItems: 2 }),
    accepts: [['a', 1]],
    rejects: [['a'], ['a', 1, 2]],
  },
  'with different items': {
    schema: list({ prefixItems: [TEXT], uniqueItems: true }),
    accepts: [['a', 'b']],
    rejects: [['a', 'a']],
  },
});
