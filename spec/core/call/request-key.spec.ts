import { describe, expect, it } from 'vitest';
import { valueText } from '../../../lib/core/call/request-key.js';
import { tellsRequestsApart } from '../../contracts/requests-apart.js';
import { type Asked, change, echoing, partsOf } from '../../support/wire-pairs.js';

/** Nests `{ in: { in: … } }`, or `[[…]]`, to this depth. */
const nested = (levels: number, wrap: (inner: unknown) => object): object => {
  let value = wrap('"');
  for (let level = 1; level < levels; level += 1) value = wrap(value);
  return value;
};

const wraps: readonly [string, (inner: unknown) => object][] = [
  ['objects', (inner) => ({ in: inner })],
  ['arrays', (inner) => [inner]],
];

const USER = Symbol('user');

const hiding = (user: string): object => Object.defineProperty({}, 'user', { value: user });

describe('valueText, the string of a value for keys (rules.md#copies)', () => {
  it.each(wraps)("grows with the content, and doesn't double with each level of %s", (_, wrap) => {
    const [ten, forty] = [10, 40].map((levels) => valueText(nested(levels, wrap)).length);

    expect(forty).toBeLessThan(5 * Number(ten));
  });

  it.each(wraps)('is equal for equal content, fifty levels of %s deep', (_, wrap) => {
    expect(valueText(nested(50, wrap))).toBe(valueText(nested(50, wrap)));
  });

  it('is the same in any order of the members', () => {
    expect(valueText({ a: 1, b: { c: 2, d: 3 } })).toBe(valueText({ b: { d: 3, c: 2 }, a: 1 }));
    // An object without a prototype can't be converted to a string to sort it.
    const nullProto = (): object => Object.assign(Object.create(null) as object, { c: 2 });
    expect(valueText({ a: nullProto(), b: nullProto() })).toBe(valueText({ b: nullProto(), a: nullProto() }));
  });

  it.each([
    [{ a: 'x', b: 'y' }, { a: 'x,"b": "y' }],
    [{ a: { b: 1 } }, { a: {}, b: 1 }],
    [{ a: [1, [2]] }, { a: [1, 2] }],
    [{ a: 'list {}' }, { a: [] }],
    [{ a: '1' }, { a: 1 }],
    [{ a: 1n }, { a: 1 }],
    [{ 'a": number 1,"b': 2 }, { a: 1, b: 2 }],
    [[1, 2], { 0: 1, 1: 2 }],
    [{ a: { [USER]: 'ada' } }, { a: { [USER]: 'eva' } }],
    [{ a: hiding('ada') }, { a: hiding('eva') }],
  ])('distinguishes %o from %o', (one, other) => {
    expect(valueText(one)).not.toBe(valueText(other));
  });

  it("is equal for the same function, and never equal for a value that JSON can't represent", () => {
    const when = () => 1;
    expect(valueText({ a: null, when })).toBe(valueText({ a: null, when }));
    for (const value of [7n, NaN, Infinity, Symbol('a')])
      for (const other of [value, '7n', null])
        expect(valueText({ a: value })).not.toBe(valueText({ a: other }));
    expect(valueText({ a: () => 1 })).not.toBe(valueText({ a: () => 1 }));
    expect(valueText({ a: Symbol('a') })).not.toBe(valueText({ a: Symbol('a') }));
  });

  it('compares an object that occurs twice by content both times', () => {
    const twice = { a: 1 };

    expect(valueText({ one: twice, two: twice })).toBe(valueText({ one: { a: 1 }, two: { a: 1 } }));
  });

  it('compares a circular reference by identity', () => {
    const round = (): object => {
      const value: Record<string, unknown> = { a: 1 };
      value['self'] = value;
      return value;
    };
    const one = round();

    expect(valueText(one)).toBe(valueText(one));
    expect(valueText(one)).not.toBe(valueText(round()));
  });
});

/** Makes all calls at once, under `share`. Returns the responses and the number of requests that were sent. */
const askAll = async (list: readonly Asked[]) => {
  const { api, sent } = echoing({}, { share: true });
  const calls = list.map((asked) => {
    const [params, options] = partsOf(asked);
    const call = api[asked.endpoint](params, options);
    change(asked, params);
    return call;
  });
  const results = await Promise.all(calls);
  return { answers: results.map(({ data }) => data), count: sent.length };
};

describe('share', () => tellsRequestsApart(askAll));
