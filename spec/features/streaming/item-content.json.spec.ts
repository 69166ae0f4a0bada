import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { jsonOf, syntaxErrorOf } from '../../../lib/features/streaming/item-content.js';

const expected = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const TEXTS = [
  ...[
    '',
    ' ',
    'null',
    ' true ',
    '-1.5e3',
    '0',
    '"',
    '"a"',
    '"a',
    '{}',
    '{',
    '}',
    '[]',
    '[1',
    '[1]]',
    ' {} \n',
  ],
  ...['{}\t', '{}\u00a0', '\ufeff{}', 'NaN', 'nul', '\u00a01', '{}x', '"a"\r', 'oops', "'a'", '+1', '[1,]'],
];

describe('a string as JSON (rules.md#streams)', () => {
  it.each(TEXTS)('is parsed like JSON.parse does: %j', (text) => {
    expect(jsonOf(text)).toEqual(expected(text));
  });

  it('is parsed like JSON.parse does, for any string', () => {
    const some = fc.oneof(
      fc.json(),
      fc.string(),
      fc.tuple(fc.json(), fc.string({ maxLength: 2 })).map((all) => all.join('')),
    );
    // fast-check fails a property that returns a value, and Vitest's matchers return one.
    fc.assert(
      fc.property(some, (text) => {
        expect(jsonOf(text)).toEqual(expected(text));
      }),
    );
  });

  it('keeps the message of the parser', () => {
    expect(syntaxErrorOf('oops')).toBeInstanceOf(SyntaxError);
  });
});
