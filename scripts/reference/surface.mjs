import { join } from 'node:path';
import ts from 'typescript';
import { entries, root } from '../architecture.mjs';

/**
 * @typedef {object} Surface The public names in the built declarations.
 * @property {ts.TypeChecker} checker
 * @property {Map<string, ts.Symbol>} names Each exported name, such as `homing: createApi`, listed once.
 * @property {(symbol: ts.Symbol) => boolean} isOurs Whether this package declares the symbol.
 */

const declarationsOf = ({ name }) => join(root, `dist/${name}.d.ts`);

/** @returns {Surface} */
export function readSurface() {
  const program = ts.createProgram(entries.map(declarationsOf), {
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
  });
  const checker = program.getTypeChecker();

  const names = new Map();
  const seen = new Set();
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(declarationsOf(entry)));
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!seen.has(symbol)) names.set(`${entry.specifier}: ${exported.name}`, symbol);
      seen.add(symbol);
    }
  }

  const ours = join(root, 'dist').replaceAll('\\', '/');
  const isOurs = (symbol) =>
    symbol.declarations?.some((declaration) => declaration.getSourceFile().fileName.startsWith(ours)) ??
    false;
  return { checker, isOurs, names };
}

/** Returns the types of a symbol. A class has two: its instance and its constructor. */
export function typesOf({ checker }, symbol) {
  const types = [];
  if (symbol.flags & ts.SymbolFlags.Type) types.push(checker.getDeclaredTypeOfSymbol(symbol));
  if (symbol.flags & ts.SymbolFlags.Value) types.push(checker.getTypeOfSymbol(symbol));
  return types;
}
