import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import ts from 'typescript';
import { docComment, quoted, templated } from '../../../../lib/cli/openapi/print/typescript.js';
import { parsedFile } from '../../../support/parsed-file.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...Array.from('\\\'"`${}\n\r\u2028\u2029\ud800\udc00\u202eab')) }),
);

describe('quoted', () => {
  it('takes the quotes that need less', () => {
    expect([`a`, `it's`, `"it's"`].map(quoted)).toEqual([`'a'`, `"it's"`, `'"it\\'s"'`]);
  });

  it('hides nothing: neither direction, nor half a character, nor the end of a line', () => {
    expect(quoted('\u202e\ud800\u2028\u200b')).toBe(`'\\u202e\\ud800\\u2028\\u200b'`);
  });
});

describe('templated', () => {
  it('is a template of the same string, whatever is in it', () => {
    fc.assert(
      fc.property(text, (value) => {
        const [statement] = parsedFile(`\`${templated(value)}\`;`);
        const template = statement && ts.isExpressionStatement(statement) && statement.expression;
        expect(template && ts.isNoSubstitutionTemplateLiteral(template) && template.text).toBe(value);
      }),
    );
  });
});

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
          const comment = docComment(texts, deprecated, '  ');
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
    expect(docComment(texts)).toBe(comment);
  });

  it('says what is deprecated', () => {
    expect(docComment([], true, '  ')).toBe('  /** @deprecated */\n');
  });
});
