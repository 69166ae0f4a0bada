import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from '../architecture.mjs';

const isType = (node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

/** @returns {string[]} Each name that several files of lib/ declare as a type, with these files. */
export function sharedTypeNames() {
  const files = new Map();
  for (const file of readdirSync(`${root}/lib`, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(`${root}/lib/${file}`, 'utf8');
    const types = ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements.filter(isType);
    for (const name of new Set(types.map((node) => node.name.text)))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  const shared = [...files].filter(([, each]) => each.length > 1);
  return shared.map(([name, each]) => `${name}: ${each.join(', ')}`);
}
