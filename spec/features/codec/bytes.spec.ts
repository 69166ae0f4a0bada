import { describe, expect, it } from 'vitest';
import { bytes } from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

describe('bytes', () => {
  it.each([
    ['', []],
    ['AA==', [0]],
    ['AP8=', [0, 255]],
    ['+/+/', [251, 255, 191]],
  ])('decodes and encodes %j', (text, numbers) => {
    const value = Uint8Array.from(numbers);
    expect(decoded(bytes, text)).toEqual({ value, problems: [] });
    expect(encoded(bytes, value)).toEqual({ value: text, problems: [] });
  });

  it.each(['AA', 'AA=', 'A===', 'AB=C', 'AA==\n', ' AA==', 'A A=', '-_-_', 'ä===', 1234, true])(
    'keeps and reports %j',
    (value) => {
      expect(decoded(bytes, value)).toEqual({ value, problems: [': Expected base64'] });
    },
  );

  it('converts more bytes than a function accepts arguments', () => {
    const value = new Uint8Array(1_000_003).map((_each, at) => at * 7);
    const text = encoded(bytes, value).value as string;
    expect(text).toBe(Buffer.from(value).toString('base64'));
    expect(Buffer.compare(decoded(bytes, text).value, value)).toBe(0);
  });

  it('encodes a view of a larger buffer', () => {
    expect(encoded(bytes, new Uint8Array([1, 2, 3, 4]).subarray(1, 3)).value).toBe('AgM=');
  });

  it('leaves other binary values alone', () => {
    for (const value of [new ArrayBuffer(1), new Blob(['a']), 'AA', null]) {
      const found = encoded(bytes, value);
      expect(found.value).toBe(value);
      expect(found.problems).toEqual([]);
    }
  });
});
