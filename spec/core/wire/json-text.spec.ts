import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../lib/core/wire/json-text.js';

describe('parseJson', () => {
  it.each<[string, unknown]>([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['""', ''],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['"\uFEFF"', '\uFEFF'],
    ['', undefined],
  ])('gives what %j stands for', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['{', '\uFEFF', '\uFEFF\uFEFF1', ' '])('throws a SyntaxError for %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
