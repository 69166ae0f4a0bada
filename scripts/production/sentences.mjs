// Finds the sentences that only a programmer reads: the messages of InvalidInputError, and of each TypeError that says
// what to do. Operational messages, such as "timed out after 5 ms", belong to other classes.
import ts from 'typescript';

/** Name of a variable or property whose value becomes the message of an InvalidInputError. */
const HOLDER = /^#?problem$/;

/** Name of a function that returns such a message. */
const RETURNS_MESSAGE = /Problem$/;

export const parse = (file, text) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.ES2022,
    true,
    ts.ScriptKind[file.endsWith('.ts') ? 'TS' : 'JS'],
  );

export const unwrapped = (node) =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? unwrapped(node.expression) : node;

/** Returns the texts of a string or template, with an expression between each two; undefined for another node. */
export const partsOf = (node) => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return undefined;
  const rest = node.templateSpans.flatMap(({ expression, literal }) => [expression, literal.text]);
  return [node.head.text, ...rest];
};

const enclosingFunction = (node) => {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  return at;
};

/** Returns the declaration of a function that is called by its name; undefined for a method. */
const declarationOf = (fn) => {
  if (ts.isFunctionDeclaration(fn)) return fn;
  return ts.isVariableDeclaration(fn.parent) ? fn.parent : undefined;
};

const isExported = (declaration) => {
  const statement = ts.isFunctionDeclaration(declaration) ? declaration : declaration.parent.parent;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
};

/** Returns the function that has the identifier as a parameter, and the position. */
const parameterOf = (identifier) => {
  for (let fn = enclosingFunction(identifier); fn; fn = enclosingFunction(fn)) {
    const index = fn.parameters.findIndex(({ name }) => name.text === identifier.text);
    if (index >= 0) return { fn, index };
  }
  return undefined;
};

/** Returns the initial value of a variable that is visible at the identifier. */
const initialValueOf = (identifier) => {
  for (let at = identifier.parent; at; at = at.parent) {
    const declarations = (at.statements ?? []).flatMap(
      ({ declarationList }) => declarationList?.declarations ?? [],
    );
    const found = declarations.find(({ name }) => name.text === identifier.text);
    if (found) return found.initializer;
  }
  return undefined;
};

/** Path of a source in lib/, of the TypeScript and of the emitted JavaScript. */
const pathIn = (file) =>
  file
    .replaceAll('\\', '/')
    .replace(/^(.*\/)?lib\//, '')
    .replace(/\.[jt]s$/, '');

/** Returns the message that a call creates. `kind`: see `visitMessages`. */
const messageOf = ({ expression: callee, arguments: given = [] }, isNew) => {
  const name = callee.getText();
  if (isNew) {
    if (name === 'InvalidInputError') return { node: given[0], kind: 'sentence' };
    return name === 'TypeError' ? { node: given[0], kind: 'sentence with advice' } : undefined;
  }
  return /^InvalidInputError\.of(Option)?$/.test(name) ? { node: given[2], kind: 'advice' } : undefined;
};

/**
 * Calls `found(node, kind)` for each expression that is a message. The kinds are a `sentence`; the `advice` that
 * `InvalidInputError.of` makes a sentence of; and a `sentence with advice`, which counts only if it contains one.
 */
const visitMessages = (source, helpers, found) => {
  const path = pathIn(source.fileName);
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = node.expression.getText();
      const helper = helpers.get(`${path}#${name}`) ?? helpers.get(name);
      const message = helper
        ? { node: node.arguments?.[helper.index], kind: helper.kind }
        : messageOf(node, ts.isNewExpression(node));
      if (message?.node) found(message.node, message.kind);
    } else if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      const isAssignment = /^(\?\?)?=$/.test(operatorToken.getText());
      if (isAssignment && HOLDER.test((left.name ?? left).text)) found(right, 'sentence');
    } else if (ts.isReturnStatement(node) && node.expression) {
      const fn = enclosingFunction(node);
      if (RETURNS_MESSAGE.test(declarationOf(fn)?.name.text)) found(node.expression, 'sentence');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
};

/** Returns the expressions that can be the value: both branches of a condition, the value of a constant, and so on. */
const possibleValues = (given) => {
  const node = unwrapped(given);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(possibleValues);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(possibleValues);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText();
    if (operator === '&&') return possibleValues(node.right);
    if (operator === '||' || operator === '??') return [node.left, node.right].flatMap(possibleValues);
  }
  // `[…].find(Boolean)`
  const list = ts.isCallExpression(node) && node.expression.expression;
  if (list && ts.isArrayLiteralExpression(list)) return possibleValues(list);
  const value = ts.isIdentifier(node) && !parameterOf(node) && initialValueOf(node);
  return value ? possibleValues(value) : [node];
};

/** Whether the literals of an expression are found where they are written. */
const isFoundElsewhere = (node) =>
  node.getText() === 'undefined' ||
  (ts.isPropertyAccessExpression(node) && HOLDER.test(node.name.text)) ||
  (ts.isCallExpression(node) && RETURNS_MESSAGE.test(node.expression.getText()));

/** Returns the functions that make a message of one of their parameters, by name, and with the file if not exported. */
export const findHelpers = (sources) => {
  const helpers = new Map();
  // A helper can call another one, so this repeats until it finds no more.
  for (let before = -1; before < helpers.size;) {
    before = helpers.size;
    for (const source of sources)
      visitMessages(source, helpers, (expression, kind) => {
        for (const node of kind === 'sentence with advice' ? [] : possibleValues(expression)) {
          const { fn, index } = (ts.isIdentifier(node) && parameterOf(node)) || {};
          const declaration = fn && declarationOf(fn);
          if (!declaration) continue;
          const name = declaration.name.text;
          helpers.set(isExported(declaration) ? name : `${pathIn(source.fileName)}#${name}`, { index, kind });
        }
      });
  }
  return helpers;
};

/**
 * Returns the literals of all messages of a source: `{ node, parts, kind }`. An advice that is computed has an expression
 * as its only value. Throws for a sentence that can't be found.
 */
export const findLiterals = (source, helpers) => {
  const literals = new Map();
  visitMessages(source, helpers, (expression, kind) => {
    for (const node of possibleValues(expression)) {
      const parts = partsOf(node);
      if (parts) literals.set(node.pos, { node, parts, kind });
      else if (kind === 'advice' && !ts.isIdentifier(node))
        literals.set(node.pos, { node, parts: ['', node, ''], kind });
      else if (
        kind === 'sentence' &&
        !isFoundElsewhere(node) &&
        !(ts.isIdentifier(node) && parameterOf(node))
      )
        throw new Error(`${source.fileName}: write the sentence of "${node.parent.getText()}" as a literal.`);
    }
  });
  return [...literals.values()];
};
