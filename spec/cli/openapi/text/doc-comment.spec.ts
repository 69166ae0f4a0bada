import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { docComment } from '../../../../lib/cli/openapi/text/doc-comment.js';
import { parsedFile } from '../../../support/parsed-file.js';

const of = (...texts: string[]): string => docComment({ texts });

describe('docComment', () => {
  it('stays a comment, whatever is in it', () => {
    const unit = fc.constantFrom(
      ...Array.from('*/*/@\\`\'"\n\r\u2028\u2029\u0000 \u200ba'),
      '@ts-ignore',
      '@ts-expect-error',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' }))),
        fc.boolean(),
        (texts, deprecated) => {
          const comment = docComment({ texts, deprecated }, '  ');
          expect(parsedFile(`${comment}type A = 1;`).map((statement) => statement.getText())).toEqual([
            'type A = 1;',
          ]);
          expect(comment).not.toMatch(/^[\s/*]*@ts-/m);
        },
      ),
    );
  });

  it.each([
    ['one line', ['One.'], '/** One. */\n'],
    ['lines', ['One.\r\n\r\n\n  Two.  \n\n'], '/**\n * One.\n *\n *   Two.\n */\n'],
    ['several texts', ['One.', '', 'Two.'], '/**\n * One.\n * Two.\n */\n'],
    ['the end of a comment', ['a */ b'], '/** a *\\/ b */\n'],
    ['a tag', ['@deprecated no'], '/** \\@deprecated no */\n'],
    ['nothing', ['', '\n \n'], ''],
  ])('writes %s', (_, texts, comment) => {
    expect(of(...texts)).toBe(comment);
  });

  it('says what is deprecated', () => {
    expect(docComment({ texts: [], deprecated: true }, '  ')).toBe('  /** @deprecated */\n');
  });
});
