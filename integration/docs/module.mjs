import ts from 'typescript';

/**
 * @typedef {object} Module
 * @property {string} text
 * @property {(line: number) => number} pageLine Maps a line of the text to the line of the page, both from 1.
 */

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Splits an import into one statement per name, so that a name which two parts import occurs only once. */
function namesOf(declaration) {
  const clause = declaration.importClause;
  const bindings = clause?.namedBindings;
  if (!bindings || clause.name || !ts.isNamedImports(bindings))
    return [[declaration.getText(), false, declaration.getText()]];
  const from = declaration.moduleSpecifier.getText();
  return bindings.elements.map((element) => {
    const { name, propertyName } = element;
    const binding = propertyName ? `${propertyName.getText()} as ${name.getText()}` : name.getText();
    const isType = element.isTypeOnly || clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return [`${binding} from ${from}`, isType, `import ${isType ? 'type ' : ''}{ ${binding} } from ${from};`];
  });
}

/** Removes the imports from the parts and returns them without duplicates. A value import replaces a type import. */
function hoist(parts, lang) {
  const imports = new Map();
  const bodies = parts.map(({ code, line }) => {
    const source = ts.createSourceFile(`part.${lang}`, code, ts.ScriptTarget.ES2022, true);
    let body = code;
    for (const declaration of source.statements.filter(ts.isImportDeclaration)) {
      const [start, end] = [declaration.getStart(), declaration.end];
      body = body.slice(0, start) + blank(body.slice(start, end)) + body.slice(end);
      const at = line + source.getLineAndCharacterOfPosition(start).line;
      for (const [key, isType, text] of namesOf(declaration)) {
        const known = imports.get(key);
        if (!known || (known.isType && !isType)) imports.set(key, { text, isType, line: at });
      }
    }
    return body;
  });
  return { imports: [...imports.values()], bodies };
}

/**
 * Builds the module of a block: all imports, then the parts in order.
 *
 * @param {import('./blocks.mjs').Block} block
 * @param {string} [mark] A statement to put before the block's own code.
 * @returns {Module}
 */
export function compose({ parts, lang }, mark) {
  const { imports, bodies } = hoist(parts, lang);
  const lines = imports.flatMap(({ text, line }) => text.split('\n').map((row) => [row, line]));
  for (const [at, body] of bodies.entries()) {
    if (mark && at === bodies.length - 1) lines.push([mark, parts[at].line]);
    lines.push(...body.split('\n').map((row, down) => [row, parts[at].line + down]));
  }
  return {
    text: `${lines.map(([row]) => row).join('\n')}\n`,
    pageLine: (line) => lines[Math.min(line, lines.length) - 1]?.[1] ?? parts[0].line,
  };
}
