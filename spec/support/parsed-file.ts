import ts from 'typescript';

/** The statements of a file. Throws if the file doesn't parse. */
export const parsedFile = (text: string): readonly ts.Statement[] => {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  const [first] = parseDiagnostics;
  if (first) throw new Error(`${ts.flattenDiagnosticMessageText(first.messageText, '\n')} at ${first.start}`);
  return [...file.statements];
};

/** The types that a file declares. Throws if the file contains anything else. */
export const parsedAliases = (text: string): readonly ts.TypeAliasDeclaration[] =>
  parsedFile(text).map((statement) => {
    if (ts.isTypeAliasDeclaration(statement)) return statement;
    throw new Error(`More than types: ${statement.getText()}`);
  });

/** The type in a file with one type alias. */
export const parsedType = (text: string): ts.TypeNode => {
  const [alias, ...more] = parsedAliases(text);
  if (!alias || more.length > 0) throw new Error(`Not one type: ${text}`);
  return alias.type;
};
