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

describe('a text as JSON (rules.md#streams)', () => {
  it.each(TEXTS)('is what a parser makes of it: %j', (text) => {
    expect(jsonOf(text)).toEqual(expected(text));
  });

  it('is what a parser makes of it, whatever it is', () => {
    const some = fc.oneof(
      fc.json(),
      fc.string(),
      fc.tuple(fc.json(), fc.string({ maxLength: 2 })).map((all) => all.join('')),
    );
    // A property that gives something is judged by it, and Vitest's matchers give something.
    fc.assert(
      fc.property(some, (text) => {
        expect(jsonOf(text)).toEqual(expected(text));
      }),
    );
  });

  it('has what the parser says of it', () => {
    expect(syntaxErrorOf('oops')).toBeInstanceOf(SyntaxError);
  });
});
