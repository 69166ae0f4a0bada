import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../architecture.mjs';

const isType = (node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

/** @returns {string[]} Each name that several files of lib/ declare as a type, with these files. */
export function sharedTypeNames() {
  const files = new Map();
  const lib = join(root, 'lib');
  for (const file of readdirSync(lib, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
    const { statements } = ts.createSourceFile(
      file,
      readFileSync(join(lib, file), 'utf8'),
      ts.ScriptTarget.Latest,
    );
    for (const name of new Set(statements.filter(isType).map((node) => node.name.text)))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  return [...files]
    .filter(([, each]) => each.length > 1)
    .map(([name, each]) => `${name}: ${each.join(', ')}`);
}
