import { posix } from 'node:path';
import ts from 'typescript';

/** Path below lib/, with forward slashes, to source text. */
export type House = ReadonlyMap<string, string>;

export const faces: readonly string[] = ['index.ts', 'middleware.ts', 'node.ts', 'testing.ts'];

/** A room imports only from rooms of a strictly lower rank. */
export const ranks: Readonly<Record<string, number>> = {
  platform: 0,
  node: 1,
  result: 1,
  wire: 2,
  pipeline: 2,
  backoff: 2,
  exchange: 3,
  settings: 4,
  retry: 4,
  cache: 4,
  log: 4,
  request: 5,
  client: 6,
  graphql: 7,
  pagination: 7,
  polling: 7,
  testing: 7,
};

const maxLines = 250;
const vagueNames = ['utils', 'helpers', 'common', 'types'];

const isFace = (path: string): boolean => faces.includes(path);
const roomOf = (path: string): string => path.split('/')[0] ?? path;
const rankOf = (path: string): number | undefined =>
  path.includes('/') && Object.hasOwn(ranks, roomOf(path)) ? ranks[roomOf(path)] : undefined;
const isRelative = (specifier: string): boolean => /^\.{1,2}\//.test(specifier);

const parse = (path: string, source: string): ts.SourceFile =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);

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

/** What a source imports in any form, types included, as it is written there. */
export const importsOf = (source: string): string[] => {
  const file = parse('source.ts', source);
  const found = [...file.referencedFiles, ...file.typeReferenceDirectives].map(({ fileName }) => fileName);
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier) found.push(ts.isStringLiteralLike(specifier) ? specifier.text : specifier.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

const targetOf = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');

const relativeTargets = (path: string, source: string): string[] =>
  importsOf(source)
    .filter(isRelative)
    .map((specifier) => targetOf(path, specifier));

const every = (house: House, check: (path: string, source: string) => string[]): string[] =>
  [...house].flatMap(([path, source]) => check(path, source));

export const unrankedFiles = (house: House): string[] =>
  every(house, (path) => {
    if (isFace(path) || rankOf(path) !== undefined) return [];
    return path.includes('/')
      ? [
          `${path}: the folder ${roomOf(path)} has no rank; give it one in docs/architecture.md and in house.ts`,
        ]
      : [`${path}: stands in no folder and is no face; move it into the room that it serves`];
  });

const violation = (path: string, target: string): string[] => {
  if (isFace(path) || roomOf(path) === roomOf(target)) return [];
  if (!target.includes('/'))
    return [`${path} imports the face ${target}; import the file that owns the name`];
  const [own, other] = [rankOf(path), rankOf(target)];
  if (own === undefined || other === undefined || other < own) return [];
  const ways = `${path} (rank ${String(own)}) imports ${target} (rank ${String(other)})`;
  return [`${ways}; a room imports only from a strictly lower rank`];
};

export const upwardImports = (house: House): string[] =>
  every(house, (path, source) => relativeTargets(path, source).flatMap((target) => violation(path, target)));

/** The room that stands on Node. */
const isOfNode = (path: string, specifier: string): boolean =>
  roomOf(path) === 'node' && specifier.startsWith('node:');

export const packageImports = (house: House): string[] =>
  every(house, (path, source) =>
    importsOf(source)
      .filter((specifier) => !isRelative(specifier) && !isOfNode(path, specifier))
      .map((specifier) => `${path} imports ${specifier}; lib/ depends on nothing outside itself`),
  );

/** Each cycle once, as the way round it. */
export const importCycles = (house: House): string[] => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) cycles.push([...way.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    for (const target of relativeTargets(path, house.get(path) ?? '')) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of house.keys()) walk(path, []);
  return cycles;
};

export const vaguelyNamed = (house: House): string[] =>
  every(house, (path) =>
    path
      .replace(/\.ts$/, '')
      .split('/')
      .filter((part) => vagueNames.includes(part))
      .map((part) => `${path}: "${part}" says nothing; name it after what it holds`),
  );

export const lineCount = (source: string): number => source.replace(/\n$/, '').split('\n').length;

export const overlongFiles = (house: House): string[] =>
  every(house, (path, source) =>
    lineCount(source) > maxLines
      ? [`${path} has ${String(lineCount(source))} lines; at most ${String(maxLines)}`]
      : [],
  );

const isReExport = (statement: ts.Statement): boolean =>
  ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;

const isPassedOn = (statement: ts.Statement): boolean =>
  ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);

export const barrels = (house: House): string[] =>
  every(house, (path, source) => {
    const { statements } = parse(path, source);
    const barrel = !isFace(path) && statements.length > 0 && statements.every(isPassedOn);
    return barrel ? [`${path} only passes names on; import the files that own them`] : [];
  });

const namesEach = (statement: ts.Statement): boolean =>
  isReExport(statement) &&
  ts.isExportDeclaration(statement) &&
  statement.exportClause !== undefined &&
  ts.isNamedExports(statement.exportClause);

export const facesWithMore = (house: House): string[] =>
  every(house, (path, source) => {
    if (!isFace(path)) return [];
    return parse(path, source)
      .statements.filter((statement) => !namesEach(statement))
      .map(
        (statement) => `${path} holds more than a list of names: ${statement.getText().split('\n')[0] ?? ''}`,
      );
  });
