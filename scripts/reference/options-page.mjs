import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import ts from 'typescript';
import { unified } from 'unified';
import { root } from '../house.mjs';
import { typesOf } from './surface.mjs';

const PAGE = 'docs/reference/options.md';
const TEMPLATE = 'scripts/reference/options.template.md';

/** In the template: a table of these options, of the types that the last paragraph beginning with "Of" names. */
const TABLE = /^<!-- options: ([^]*?) -->$/;

/** Where an option can be set, by the types that have it. */
const LEVELS = {
  client: ['ApiConfig', 'GraphQLConfig'],
  copy: ['CopyOptions'],
  endpoint: ['RequestConfig', 'OperationConfig'],
  call: ['CallOptions'],
};

const isOptions = (name) =>
  /(Options|Config)$|^(MockContextInit|ExpectedFailure)$/.test(name) && name !== 'FetchOptions';

/** What a constructor takes, where it is not an option type that has rows of its own. */
function constructorOptions({ checker }, symbol) {
  const [signature] = checker.getTypeOfSymbol(symbol).getConstructSignatures();
  return signature.parameters.flatMap((parameter) => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    const parts = type.isUnionOrIntersection() ? type.types : [type];
    if (parts.some((part) => isOptions(part.symbol?.name ?? ''))) return [];
    const isBag = type.symbol?.name === '__type' || type.symbol?.name.endsWith('Init');
    return isBag && type.getCallSignatures().length === 0 ? checker.getPropertiesOfType(type) : [parameter];
  });
}

/** Of a union of configs, the options of any; what one of them has only to refuse it, another has for good. */
function membersOf(surface, symbol) {
  if (symbol.flags & ts.SymbolFlags.Class) return constructorOptions(surface, symbol);
  const [type] = typesOf(surface, symbol);
  const parts = type.isUnion() ? type.types : [type];
  const members = parts.flatMap((part) => surface.checker.getPropertiesOfType(part));
  const refused = (member) => surface.checker.getTypeOfSymbol(member).flags & ts.TypeFlags.Undefined;
  return [...members.filter(refused), ...members.filter((member) => !refused(member))];
}

/** Each exported type by its name, with its options by theirs. */
const readTypes = (surface) =>
  new Map(
    [...surface.names].map(([entry, symbol]) => [
      entry.split(': ')[1],
      () => new Map(membersOf(surface, symbol).map((member) => [member.name, member])),
    ]),
  );

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** A comment says what an option does, then its default, then what bad input gets. */
const DEFAULT = /(?:^|\s)(?:Default:? (?<value>.*?)|Required)\.(?=\s|$)/;

const textsOf = (comment) => {
  const found = DEFAULT.exec(comment);
  if (!found) return undefined;
  return {
    meaning: comment.slice(0, found.index).trim(),
    otherwise: found.groups.value ?? 'required',
    bad: comment.slice(found.index + found[0].length).trim(),
  };
};

/** A type as it is written; in place of a name that is not exported stands what it is short for. */
const writtenType = (node, { checker, names }) => {
  if (!ts.isTypeReferenceNode(node)) return node.getText();
  const named = checker.getSymbolAtLocation(node.typeName);
  const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  if ([...names.values()].includes(symbol)) return node.getText();
  const [declaration] = symbol.declarations;
  if (ts.isTypeAliasDeclaration(declaration) && !node.typeArguments) return declaration.type.getText();
  return (ts.isTypeParameterDeclaration(declaration) ? (declaration.constraint ?? node) : node).getText();
};

const typeTextOf = (surface, symbol) => {
  const [declaration] = symbol.declarations;
  if (ts.isMethodSignature(declaration)) {
    const given = declaration.parameters.map((parameter) => parameter.getText()).join(', ');
    return oneLine(`(${given}) => ${declaration.type.getText()}`);
  }
  const { type } = declaration;
  const parts = (ts.isUnionTypeNode(type) ? [...type.types] : [type]).filter(
    ({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword,
  );
  const bare = (part) => (parts.length === 1 && ts.isParenthesizedTypeNode(part) ? part.type : part);
  const written = parts.map((part) => writtenType(bare(part), surface));
  return oneLine(written.join(' | '));
};

const cell = (text) => text.replaceAll('|', '\\|');

/** The levels at which the option itself can be set, and not another one of its name. */
const levelsOf = (types, name, { declarations: [declaration] }) =>
  Object.entries(LEVELS)
    .filter(([, owners]) =>
      owners.some((owner) => types.get(owner)?.().get(name)?.declarations.includes(declaration)),
    )
    .map(([level]) => level)
    .join(', ');

/** A table, and what its comments lack. */
function tableOf(surface, types, owners, names) {
  const faults = [];
  const rows = names.flatMap((name) => {
    const option = owners.map((owner) => types.get(owner)().get(name)).find(Boolean);
    if (!option) {
      faults.push(`${TEMPLATE}: ${owners.join(', ')} has no option ${name}`);
      return [];
    }
    const comment = oneLine(ts.displayPartsToString(option.getDocumentationComment(surface.checker)));
    const texts = textsOf(comment);
    const lack = !texts
      ? 'its default, or "Required."'
      : !texts.meaning
        ? 'what it does'
        : !texts.bad && 'what bad input gets';
    if (lack) faults.push(`the doc comment of ${owners[0]}.${name} doesn't say ${lack}`);
    const { meaning, otherwise, bad } = { otherwise: '', meaning: comment, bad: '', ...texts };
    return [
      [
        `\`${name}\``,
        `\`${cell(typeTextOf(surface, option))}\``,
        levelsOf(types, name, option),
        ...[otherwise, meaning, bad].map(cell),
      ],
    ];
  });
  const head = ['Option', 'Type', 'Set on', 'Default', 'Meaning', 'Bad input'];
  const used = head.map((_, at) => at !== 2 || rows.some((row) => row[2]));
  const line = (cells) => `| ${cells.filter((_, at) => used[at]).join(' | ')} |`;
  return { text: [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'), faults };
}

const codesIn = (node) => node.children.filter(({ type }) => type === 'inlineCode').map(({ value }) => value);

/**
 * The page of options, made of the doc comments of the options by its template, which says in which order.
 *
 * @param {import('./surface.mjs').Surface} surface
 * @returns {Promise<{ text: string, count: number, faults: string[] }>} Faults: what a comment lacks, and options that
 *   the template doesn't have.
 */
async function optionsPage(surface) {
  const types = readTypes(surface);
  const template = await readFile(join(root, TEMPLATE), 'utf8');
  const faults = [];
  const shown = new Set();
  const pieces = [];
  let owners = [];
  let end = 0;
  for (const node of unified().use(remarkParse).use(remarkGfm).parse(template).children) {
    if (node.type === 'paragraph' && toString(node).startsWith('Of '))
      owners = codesIn(node).filter((name) => types.has(name));
    const [, list] = (node.type === 'html' && TABLE.exec(node.value)) || [];
    if (list === undefined) continue;
    const names = list.split(/,\s+/);
    const table = tableOf(surface, types, owners, names);
    faults.push(...table.faults);
    for (const owner of owners) for (const name of names) shown.add(`${owner}.${name}`);
    pieces.push(template.slice(end, node.position.start.offset), table.text);
    end = node.position.end.offset;
  }
  const isClass = (name) =>
    [...surface.names].some(
      ([entry, { flags }]) => entry.endsWith(`: ${name}`) && flags & ts.SymbolFlags.Class,
    );
  for (const [name, members] of types)
    if (isOptions(name) || isClass(name))
      for (const option of members().keys())
        if (!shown.has(`${name}.${option}`)) faults.push(`${TEMPLATE} has no ${name}.${option}`);
  return { text: pieces.join('') + template.slice(end), count: shown.size, faults };
}

/** What the options of an entry lack, of the `surface` of all. */
export async function optionFaults(surface, entry) {
  const { faults } = await optionsPage(surface);
  const names = [...surface.of(entry).names.keys()].map((name) => name.split(': ')[1]);
  return faults.filter((fault) => names.some((name) => fault.includes(` ${name}.`)));
}

/** Writes the page, or with `check` says only whether that was done. */
export async function writeOptions(surface, { check = false } = {}) {
  const { text, count, faults } = await optionsPage(surface);
  const page = join(root, PAGE);
  if (!check) await writeFile(page, text);
  else if ((await readFile(page, 'utf8')) !== text)
    faults.push(`${PAGE} isn't what the doc comments say: run \`npm run build && npm run docs:options\``);
  return { count, faults };
}
