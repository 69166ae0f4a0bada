import { join } from 'node:path';
import ts from 'typescript';
import { sourcesIn } from './architecture.js';

const library = join(__dirname, '../../lib');

const patternsIn = (source: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return found;
};

/** Every regular expression of the library, as written, with its file. */
export const patterns = (): [file: string, pattern: string][] =>
  [...sourcesIn(library)].flatMap(([file, source]) =>
    patternsIn(source).map((pattern): [string, string] => [file, pattern]),
  );

/** The characters in the pattern, and some of each character class, which can cause backtracking. */
export const alphabetOf = (pattern: string): string[] => {
  const literal = pattern.replace(/\\[pP]\{\w+\}|\\x[\dA-F]{2}|\\u[\dA-F]{4}|\\./g, (escaped) =>
    /\w$|\}$/.test(escaped) ? '' : escaped.slice(1),
  );
  const others = 'aA0_-. \t\n/\\?&=#:;,%@"\u00e9\ud83d\ude00';
  return [...new Set(Array.from(literal + others)), '\ud800'];
};
