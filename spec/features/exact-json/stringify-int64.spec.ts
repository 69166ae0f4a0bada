import { afterEach, describe, expect, it } from 'vitest';
import { stringifyInt64 } from '../../../lib/entries/codec.js';

const BIG = '9007199254740993';

describe('stringifyInt64', () => {
  const polluted = BigInt.prototype as { toJSON?: () => string };
  afterEach(() => Reflect.deleteProperty(polluted, 'toJSON'));

  it('writes a bigint as a number', () => {
    expect(stringifyInt64({ a: BigInt(BIG), b: [-1n, '1', 1], c: { d: 0n } })).toBe(
      `{"a":${BIG},"b":[-1,"1",1],"c":{"d":0}}`,
    );
    expect(stringifyInt64(5n)).toBe('5');
  });

  it.each([
    ['#', '1#', '-1#', '1##', '##', 'a"#', '\\#', '"1#"', '\\"1#', '#:', '1#":', '', '\n#', '\u2028#'],
    { '#': '#', '1#': '1#', '5##': 5, '"#': 'x', '\\#': { '#"': '#"' }, __proto: 1 },
    { toJSON: () => '1#' },
    { when: new Date(0), skip: undefined, list: [undefined, () => 1] },
    'text#',
    null,
  ])('writes what JSON.stringify writes: %j', (value) => {
    expect(stringifyInt64(value)).toBe(JSON.stringify(value));
  });

  it('ignores BigInt.prototype.toJSON', () => {
    polluted.toJSON = () => 'text';
    expect(stringifyInt64({ a: 1n })).toBe('{"a":1}');
  });

  it('throws for a circular structure, and returns undefined for a function', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => stringifyInt64(loop)).toThrow(TypeError);
    expect(stringifyInt64(() => 1)).toBeUndefined();
  });
});
