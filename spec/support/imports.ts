import ts from 'typescript';

/** One import, in any form. */
export interface Import {
  /** As it is written in the source. */
  readonly specifier: string;
  /** Whether it is gone when the types are. */
  readonly typeOnly: boolean;
}

export const parse = (source: string): ts.SourceFile =>
  ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);

const specifierOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const loads =
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require');
  return loads ? node.arguments[0] : undefined;
};

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isImportTypeNode(node) ||
  (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
  (ts.isExportDeclaration(node) && node.isTypeOnly);

/** What a source imports in any form, types included. */
export const importsOf = (source: string): Import[] => {
  const file = parse(source);
  const found = [...file.referencedFiles, ...file.typeReferenceDirectives].map(({ fileName }): Import => ({
    specifier: fileName,
    typeOnly: true,
  }));
  const visit = (node: ts.Node): void => {
    const given = specifierOf(node);
    if (given) {
      const specifier = ts.isStringLiteralLike(given) ? given.text : given.getText();
      found.push({ specifier, typeOnly: isTypeOnly(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** What a face lists: each name, and the file that it comes from. */
export const namesListedIn = (source: string): { name: string; from: string }[] =>
  parse(source)
    .statements.filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      if (!exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return [];
      const from = (moduleSpecifier as ts.StringLiteral).text;
      return exportClause.elements.map(({ name }) => ({ name: name.text, from }));
    });
