import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ts from 'typescript';
import { keyed, quoted, templated } from '../../../../lib/cli/openapi/text/quoted.js';
import { parsedFile, parsedType } from '../../../support/parsed-file.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...Array.from('\\\'"`${}\n\r\u2028\u2029\ud800\udc00\u202eab')) }),
);

describe('quoted', () => {
  it('is a literal of the same string, whatever is in it', () => {
    fc.assert(
      fc.property(text, (value) => {
        const type = parsedType(`type A = ${quoted(value)};`);
        expect(ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) && type.literal.text).toBe(
          value,
        );
      }),
    );
  });

  it('takes the quotes that need less', () => {
    expect([`a`, `it's`, `"it's"`].map(quoted)).toEqual([`'a'`, `"it's"`, `'"it\\'s"'`]);
  });

  it('hides nothing: neither direction, nor half a character, nor the end of a line', () => {
    expect(quoted('\u202e\ud800\u2028\u200b')).toBe(`'\\u202e\\ud800\\u2028\\u200b'`);
  });
});

describe('keyed', () => {
  it('is a key of the same name, whatever is in it', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'class', '1', '')), (name) => {
        const type = parsedType(`type A = { ${keyed(name)}: 1 };`);
        const [member, ...more] = ts.isTypeLiteralNode(type) ? type.members : [];
        const key = member?.name;
        expect(key && (ts.isIdentifier(key) || ts.isStringLiteral(key)) && key.text).toBe(name);
        expect(more).toEqual([]);
      }),
    );
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
