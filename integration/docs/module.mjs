import ts from 'typescript';

/**
 * @typedef {object} Module
 * @property {string} text
 * @property {(line: number) => number} pageLine From a line of the text to that of the page, both from 1.
 */

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** One statement for each name that a declaration imports, so that a name which two parts import stands once. */
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

/** Takes the imports out of the parts, and gives them once each. A value import of a name stands for a type import too. */
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
 * The module that a block is: the parts in order, after all their imports.
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
