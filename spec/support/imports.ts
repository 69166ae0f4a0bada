import ts from 'typescript';

/** The exports of an entry point: each name, and its file. */
export const namesListedIn = (source: string): { name: string; from: string }[] =>
  ts
    .createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return [];
      const from = (moduleSpecifier as ts.StringLiteral).text;
      return exportClause.elements.map(({ name }) => ({ name: name.text, from }));
    });
