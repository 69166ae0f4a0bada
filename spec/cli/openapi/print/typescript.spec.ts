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
  it('uses the quotes that need fewer escapes', () => {
    expect([`a`, `it's`, `"it's"`].map(quoted)).toEqual([`'a'`, `"it's"`, `'"it\\'s"'`]);
  });

  it('escapes bidirectional marks, half surrogate pairs and line breaks', () => {
    expect(quoted('\u202e\ud800\u2028\u200b')).toBe(`'\\u202e\\ud800\\u2028\\u200b'`);
  });
});

describe('templated', () => {
  it('returns a template with the same string, for any content', () => {
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
  it('stays a comment, for any content', () => {
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
    ['several strings', ['One.', '', 'Two.'], '/**\n * One.\n * Two.\n */\n'],
    ['the end of a comment', ['a */ b'], '/** a *\\/ b */\n'],
    ['a tag', ['@deprecated no'], '/** \\@deprecated no */\n'],
    ['nothing', ['', '\n \n'], ''],
  ])('prints %s', (_, texts, comment) => {
    expect(docComment(texts)).toBe(comment);
  });

  it('marks a deprecated item', () => {
    expect(docComment([], true, '  ')).toBe('  /** @deprecated */\n');
  });
});
