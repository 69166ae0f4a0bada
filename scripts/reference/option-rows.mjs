import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import ts from 'typescript';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { root } from '../house.mjs';

const PAGE = 'docs/reference/options.md';
const COLUMNS = ['Option', 'Type', 'Default', 'Meaning', 'Bad input'];

const isOptions = (name) =>
  /(Options|Config)$|^(MockContextInit|ExpectedFailure)$/.test(name) && name !== 'FetchOptions';

/** What a constructor takes, where it is not an option type that has rows of its own. */
function constructorOptions({ checker }, symbol) {
  if (!(symbol.flags & ts.SymbolFlags.Class)) return [];
  const [signature] = checker.getTypeOfSymbol(symbol).getConstructSignatures();
  return signature.parameters.flatMap((parameter) => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    if (parts.some((part) => isOptions(part.symbol?.name ?? ''))) return [];
    const isBag = type.symbol?.name === '__type' || type.symbol?.name.endsWith('Init');
    return isBag && type.getCallSignatures().length === 0 ? checker.getPropertiesOfType(type) : [parameter];
  });
}

/** Of a union of configs, the options of any. */
function optionsOf(surface, name, symbol) {
  if (!isOptions(name)) return constructorOptions(surface, symbol);
  const type = surface.checker.getDeclaredTypeOfSymbol(symbol);
  const parts = type.isUnion() ? type.types : [type];
  return parts.flatMap((part) => surface.checker.getPropertiesOfType(part));
}

/** Each type that has options, with the doc comment of each. */
function documentedOptions(surface) {
  const types = new Map();
  for (const [entry, symbol] of surface.names) {
    const name = entry.split(': ')[1];
    const options = optionsOf(surface, name, symbol);
    if (options.length === 0) continue;
    const comment = (option) => ts.displayPartsToString(option.getDocumentationComment(surface.checker));
    types.set(name, new Map(options.map((option) => [option.name, comment(option)])));
  }
  return types;
}

const codesIn = (node) => node.children.filter(({ type }) => type === 'inlineCode').map(({ value }) => value);

/** Code in a paragraph that begins with "Of" names the types whose options the tables below it have. */
async function readRows(isType) {
  const tree = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .parse(await readFile(join(root, PAGE), 'utf8'));
  const rows = [];
  let types = [];
  visit(tree, (node) => {
    if (node.type === 'heading') types = [];
    if (node.type === 'paragraph' && /^Of /.test(toString(node))) types = codesIn(node).filter(isType);
    if (node.type !== 'table' || types.length === 0) return;
    const [head, ...body] = node.children.map((row) => row.children);
    for (const cells of body) {
      const names = codesIn(cells[0]);
      const [texts, columns] = [cells, head].map((row) => row.map((cell) => toString(cell)));
      rows.push({ types, names, texts, columns, at: `${PAGE}:${cells[0].position.start.line}` });
    }
  });
  return rows;
}

/** A default that a doc comment writes as a value stands in the row too. */
const defaultIn = (comment) =>
  /Default:? (?:`([^`]+)`|(true|false|-?\d+))/.exec(comment)?.slice(1).find(Boolean);

const formFaults = ({ at, texts, columns }) => [
  ...(columns.join() === COLUMNS.join() ? [] : [`${at} the columns are ${COLUMNS.join(', ')}`]),
  ...(texts.length === COLUMNS.length && texts.every((text) => text.trim())
    ? []
    : [`${at} has an empty cell`]),
];

const rowFaults = (types, { at, types: named, names, texts }) =>
  named.flatMap((type) =>
    names.flatMap((name) => {
      const comment = types.get(type)?.get(name);
      if (comment === undefined) return [`${at} there is no ${type}.${name}`];
      const wanted = defaultIn(comment);
      if (wanted === undefined || texts[2].includes(wanted)) return [];
      return [`${at} the default of ${type}.${name} is ${wanted} by its doc comment`];
    }),
  );

/**
 * Holds the page of options against the types: a row for each option, none for what is no option, and no default that
 * differs from the one in the doc comment.
 *
 * @param {import('./surface.mjs').Surface} surface
 */
export async function optionFaults(surface) {
  const types = documentedOptions(surface);
  const rows = await readRows((name) => types.has(name));
  const has = (type, name) => rows.some((row) => row.types.includes(type) && row.names.includes(name));
  const missing = [...types].flatMap(([type, options]) =>
    [...options.keys()]
      .filter((name) => !has(type, name))
      .map((name) => `${PAGE} has no row for ${type}.${name}`),
  );
  const faults = rows.flatMap((row) => [...formFaults(row), ...rowFaults(types, row)]);
  return {
    rows: [...types.values()].reduce((sum, { size }) => sum + size, 0),
    faults: [...missing, ...faults],
  };
}
