import { describe, expect, it } from 'vitest';
import {
  allOf,
  as,
  type Codec,
  dateTime,
  int64,
  int64Text,
  list,
  object,
  parseInt64,
  record,
  stringifyInt64,
} from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

const MESSAGE = 'Expected an integer that is exact: use parseJson: parseInt64';
const BIG = '9007199254740993';

describe('int64', () => {
  it.each([
    [0, 0n],
    [-5, -5n],
    [2 ** 53 - 1, 9007199254740991n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    [7n, 7n],
  ])('decodes %s', (given, value) => {
    expect(decoded(int64, given)).toEqual({ value, problems: [] });
  });

  it.each([1.5, 2 ** 53, '1.5', '', ' 1', '0x10', '1'.repeat(21), true, [1], {}])(
    'keeps and reports %j',
    (value) => {
      expect(decoded(int64, value)).toEqual({ value, problems: [`: ${MESSAGE}`] });
    },
  );

  it('encodes to a number, or stays a bigint if no number is exact', () => {
    expect(encoded(int64, 5n).value).toBe(5);
    expect(encoded(int64, BigInt(BIG)).value).toBe(BigInt(BIG));
    for (const value of [5, 2 ** 60, '5', null])
      expect(encoded(int64, value)).toEqual({ value, problems: [] });
  });

  it('int64Text encodes to a string', () => {
    expect(decoded(int64Text, BIG).value).toBe(BigInt(BIG));
    expect(encoded(int64Text, BigInt(BIG)).value).toBe(BIG);
  });
});

describe('parseInt64', () => {
  it('keeps integers exact for int64 members, and plain numbers for all others', () => {
    const data = parseInt64(`{"id":${BIG},"size":${BIG},"ids":[1,-${BIG}],"by":{"a":${BIG}}}`);
    expect(data).toEqual({ id: 2 ** 53, size: 2 ** 53, ids: [1, -(2 ** 53)], by: { a: 2 ** 53 } });
    const { value, problems } = decoded(object({ id: int64, ids: list(int64), by: record(int64) }), data);
    expect(value).toEqual({
      id: BigInt(BIG),
      size: 2 ** 53,
      ids: [1n, -BigInt(BIG)],
      by: { a: BigInt(BIG) },
    });
    expect(problems).toEqual([]);
  });

  it('keeps them through a rename and a second codec', () => {
    const data = parseInt64(`{"at":"2026-01-01T00:00:00Z","the_id":${BIG}}`);
    const codec = allOf(object({ at: dateTime }), object({ the_id: as('id', int64) }));
    expect(decoded(codec, data).value).toEqual({ at: new Date('2026-01-01'), id: BigInt(BIG) });
  });

  it('keeps them in a part of the data', () => {
    const { data } = parseInt64(`{"data":{"id":${BIG}}}`) as { data: unknown };
    expect(decoded(object({ id: int64 }), data).value).toEqual({ id: BigInt(BIG) });
  });

  it('keeps them in 200 levels, and reports deeper ones', () => {
    for (const [depth, problems] of [
      [199, 0],
      [200, 1],
    ] as const) {
      let codec: Codec = int64;
      for (let level = 0; level <= depth; level += 1) codec = object({ a: codec });
      const wire = parseInt64(`{"a":`.repeat(depth + 1) + BIG + '}'.repeat(depth + 1));
      expect(decoded(codec, wire).problems).toHaveLength(problems);
    }
  });

  it('forgets them if the program changes the member', () => {
    const codec = object({ id: int64 });
    const { value } = decoded(codec, parseInt64(`{"id":${BIG}}`));
    expect(encoded(codec, { ...value, id: 5n }).value).toEqual({ id: 5 });
    value.id = 5n;
    expect(encoded(codec, value).value).toEqual({ id: 5 });
  });

  it.each([
    `{"a":"${BIG}"}`,
    `{"a":"x\\"${BIG}"}`,
    `{"a":"\\\\","b":"${BIG}"}`,
    `{"a":"\\u0022:${BIG},"}`,
    `{"${BIG}":1}`,
    `[1.${BIG},${BIG}.5,${BIG}e1,1e5,-0,1e999]`,
    `{"__proto__":{"x":1},"a":${'[true,false,null,'.repeat(3)}1]]]}`,
    '"text"',
    'null',
    BIG,
  ])('returns what JSON.parse returns: %s', (text) => {
    expect(parseInt64(text)).toEqual(JSON.parse(text));
  });

  it('never takes a string for an integer', () => {
    const data = parseInt64(`{"id":"${BIG}x","a":{"id":${BIG}},"b":["${BIG}",${BIG}]}`);
    const { value } = decoded(object({ id: int64, a: object({ id: int64 }), b: list(int64Text) }), data);
    expect(value).toEqual({ id: `${BIG}x`, a: { id: BigInt(BIG) }, b: [BigInt(BIG), BigInt(BIG)] });
  });

  it('uses the last of two members with one name, as JSON.parse does', () => {
    const one = decoded(object({ id: int64 }), parseInt64(`{"id":${BIG},"id":7}`));
    const other = decoded(object({ id: int64 }), parseInt64(`{"id":7,"id":${BIG}}`));
    expect([one.value.id, other.value.id]).toEqual([7n, BigInt(BIG)]);
  });

  it('reports an integer with too many digits, and keeps the number', () => {
    const { value, problems } = decoded(object({ id: int64 }), parseInt64(`{"id":${'9'.repeat(30)}}`));
    expect(value).toEqual({ id: 1e30 });
    expect(problems).toEqual([`id: ${MESSAGE}`]);
  });

  it('throws for text that is not JSON', () => {
    expect(() => parseInt64(`{"a":${BIG}`)).toThrow(SyntaxError);
    expect(() => parseInt64(`[0${BIG}]`)).toThrow(SyntaxError);
  });

  it.each([
    ['digits', `[${'1'.repeat(1_000_000)}.5]`],
    ['exponents', `[${'1'.repeat(400_000)}e1]`],
    ['a string of digits', `["${'1'.repeat(1_000_000)}"]`],
    ['a string of escapes', `["${'\\"'.repeat(500_000)}",${BIG}]`],
    ['nested arrays', `${'['.repeat(100_000)}${BIG}${']'.repeat(100_000)}`],
  ])('reads hostile text in linear time: %s', (_what, text) => {
    expect(parseInt64(text)).toBeDefined();
  });
});

describe('stringifyInt64', () => {
  it('returns the text that parseInt64 read', () => {
    const text = `{"id":${BIG},"ids":[1,-${BIG}],"name":"1#","n":1.5}`;
    const codec = object({ id: int64, ids: list(int64) });
    expect(stringifyInt64(encoded(codec, decoded(codec, parseInt64(text)).value).value)).toBe(text);
  });
});
