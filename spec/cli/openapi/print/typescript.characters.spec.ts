import { beforeAll, describe, expect, it } from 'vitest';
import type ts from 'typescript';
import { docComment, keyed, quoted, templated } from '../../../../lib/cli/openapi/print/typescript.js';
import { compileErrors } from '../../../support/compile-errors.js';
import { parsedAliases } from '../../../support/parsed-file.js';

const textOf = (from: number, length: number): string =>
  String.fromCodePoint(...Array.from({ length }, (_, index) => from + index));

/** Every character, a thousand in a string. The characters of the first plane, which has special ones, also one by one. */
const TEXTS = [
  ...Array.from({ length: 0x110000 / 1024 }, (_, index) => textOf(index * 1024, 1024)),
  ...Array.from({ length: 0x10000 }, (_, code) => `${textOf(code, 1)}x`),
];

describe('a generated file with every character', () => {
  const lines = [
    `type Literals = [\n${TEXTS.map((text) => quoted(text)).join(',\n')}];\n`,
    `type Keys = {\n${TEXTS.map((text) => `${keyed(text)}: 1`).join(';\n')}};\n`,
    `type Templates = [\n${TEXTS.map((text) => `\`${templated(text)}\${string}\``).join(',\n')}];\n`,
    `type Comments = {\n${TEXTS.map((text, index) => `${docComment([text])}_${index}: 1;\n`).join('')}};\n`,
  ];
  const types = new Map<string, ts.TypeNode>();
  beforeAll(() => {
    for (const { name, type } of parsedAliases(lines.join(''))) types.set(name.text, type);
  });

  const typesOf = (name: string): readonly ts.TypeNode[] => (types.get(name) as ts.TupleTypeNode).elements;
  const keysOf = (name: string): string[] =>
    (types.get(name) as ts.TypeLiteralNode).members.map(
      (member) => (member.name as ts.StringLiteral | ts.Identifier).text,
    );
  /** The first wrong value. A list of all would be unreadable. */
  const firstOther = (texts: readonly string[], expected = TEXTS): unknown => {
    const index = expected.findIndex((text, at) => texts[at] !== text);
    return index < 0 && texts.length === expected.length ? undefined : [expected[index], texts[index]];
  };

  it('has literals with the same text', () => {
    const texts = typesOf('Literals').map(
      (type) => ((type as ts.LiteralTypeNode).literal as ts.StringLiteral).text,
    );
    expect(firstOther(texts)).toBeUndefined();
  });

  it('has keys with the same names', () => {
    expect(firstOther(keysOf('Keys'))).toBeUndefined();
  });

  it('has templates that start with the same text', () => {
    const texts = typesOf('Templates').map((type) => (type as ts.TemplateLiteralTypeNode).head.text);
    expect(firstOther(texts)).toBeUndefined();
  });

  it('has only comments in its comments', () => {
    const numbers = TEXTS.map((_, index) => `_${index}`);
    expect(firstOther(keysOf('Comments'), numbers)).toBeUndefined();
  });

  it('compiles', () => {
    expect(compileErrors(new Map([['/characters.ts', `${lines.join('')}export {};`]]))).toEqual([]);
  });
});
