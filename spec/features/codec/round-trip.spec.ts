import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyOf,
  as,
  bytes,
  type Codec,
  date,
  dateTime,
  int64,
  int64Text,
  lazy,
  list,
  object,
  parseInt64,
  record,
  stringifyInt64,
  tagged,
  tuple,
} from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

/** A codec, and JSON texts of canonical values for it. */
type Pair = readonly [Codec, fc.Arbitrary<string>];

const json = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  values.map((value) => JSON.stringify(value));
const days = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const plain = json(fc.jsonValue({ maxDepth: 2 }));
const integers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });

const LEAVES: readonly Pair[] = [
  [dateTime, json(days.map((day) => day.toISOString()))],
  [date, json(days.map((day) => day.toISOString().slice(0, 10)))],
  [int64, integers.map(String)],
  [int64Text, json(integers.map(String))],
  [bytes, json(fc.uint8Array().map((value) => Buffer.from(value).toString('base64')))],
  [object({}), plain],
];

const leaves = fc
  .constantFrom(...LEAVES)
  .map(([codec, texts]): Pair => [
    codec,
    fc.oneof({ weight: 6, arbitrary: texts }, { weight: 1, arbitrary: fc.constant('null') }),
  ]);

const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '0'),
  fc.string({ maxLength: 4 }),
);

const objectText = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;

const objects = (pairs: fc.Arbitrary<Pair>): fc.Arbitrary<Pair> =>
  fc
    .uniqueArray(fc.tuple(names, pairs, fc.boolean()), { maxLength: 4, selector: ([name]) => name })
    .map((members): Pair => [
      object(
        Object.fromEntries(
          // The prefix keeps the new names apart from all others.
          members.map(([name, [codec], renames]) => [name, renames ? as(`program.${name}`, codec) : codec]),
        ),
      ),
      fc
        .tuple(
          fc.uniqueArray(
            fc.tuple(
              names.map((name) => `other.${name}`),
              plain,
            ),
            { maxLength: 3, selector: ([name]) => name },
          ),
          ...members.map(([name, [, texts]]) => fc.option(texts.map((text) => [name, text] as const))),
        )
        .map(([others, ...own]) => objectText([...own.filter((each) => each !== null), ...others])),
    ]);

const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaves,
    objects(tie('pair')),
    tie('pair').map(([codec, texts]): Pair => [
      list(lazy(() => codec)),
      fc.array(texts, { maxLength: 4 }).map((items) => `[${items.join()}]`),
    ]),
    tie('pair').map(([codec, texts]): Pair => [
      record(codec),
      fc
        .uniqueArray(fc.tuple(names, texts), { maxLength: 4, selector: ([name]) => name })
        .map((members) => objectText(members)),
    ]),
    fc
      .tuple(tie('pair'), tie('pair'))
      .map(([[one, first], [other, second]]): Pair => [
        tuple([one, other]),
        fc.tuple(first, second).map((items) => `[${items.join()}]`),
      ]),
    fc.tuple(tie('pair'), tie('pair')).map(([[one, first], [other, second]]): Pair => [
      tagged('kind', { one: object({ value: one }), other: object({ value: other }) }),
      fc.oneof(
        first.map((text) => `{"kind":"one","value":${text}}`),
        second.map((text) => `{"kind":"other","value":${text}}`),
      ),
    ]),
    tie('pair').map(([codec, texts]): Pair => [
      anyOf(object({ a: codec }), list(codec)),
      texts.map((text) => `[${text}]`),
    ]),
  ),
}));

const OPTIONS = { seed: 1, numRuns: 400 };

describe('encoding what was decoded', () => {
  it('returns the same text for canonical data, and leaves the data unchanged', () => {
    const cases = pair.chain(([codec, texts]) =>
      texts.map((text) => ({ codec: list(codec), text: `[${text}]` })),
    );
    fc.assert(
      fc.property(cases, ({ codec, text }) => {
        const wire = parseInt64(text);
        const canonical = stringifyInt64(exactly(text));
        const { value, problems } = decoded(codec, wire);
        expect(problems).toEqual([]);
        expect(wire).toEqual(JSON.parse(text));
        const shown = stringifyInt64(value);
        expect(stringifyInt64(encoded(codec, value).value)).toBe(canonical);
        expect(stringifyInt64(value)).toBe(shown);
      }),
      OPTIONS,
    );
  });
});

/** JSON in the member order of JavaScript, with exact integers. */
function exactly(text: string): unknown {
  const everything: Codec = anyOf(record(lazy(() => everything)), list(lazy(() => everything)), {
    ...int64,
    decode: (value, report) =>
      typeof value === 'number' && Number.isInteger(value) ? int64.decode(value, report) : value,
  });
  return decoded(everything, parseInt64(text)).value;
}
