// Compares the types that homing and openapi-typescript generate for operations of published documents, and prints a
// table. If types differ, operations.mjs lists the reasons. Both must generate the same types after reasons.mjs
// changes the document, and an unnecessary reason is an error. After a build:
//   node integration/openapi/types/run.mjs [PART-OF-A-DOCUMENT'S-NAME]
import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { install } from '../../install.mjs';
import { here } from '../documents.mjs';

await install(here);
const { default: ts } = await import('typescript');
const { generate } = await import('../../../dist/openapi-generator.js');
const { BARE, endpointOf, PARTS, variantOf, withoutOne, writeCompared } = await import('./compared.mjs');
const { Differences } = await import('./differences.mjs');
const { exampleOf, typeOfExample } = await import('./examples.mjs');
const { documents, rules } = await import('./operations.mjs');
const { readDocument } = await import('./part-of-document.mjs');
const { reasons } = await import('./reasons.mjs');

const run = promisify(execFile);
const COMPILERS = ['5.9', '7'];
const dist = join(here, '../../dist');
const build = join(here, 'types/build');

const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
  ...{ module: 'esnext', moduleResolution: 'bundler' },
  paths: { homing: [join(dist, 'index.d.ts')], 'homing/openapi': [join(dist, 'openapi.d.ts')] },
};

const faults = [];
const rows = [];
const counts = new Map(Object.keys(reasons).map((name) => [name, 0]));

/** Caches the source files of the platform's types. */
const host = ts.createCompilerHost({});
const { getSourceFile } = host;
const libraries = new Map();
host.getSourceFile = (file, ...rest) => {
  if (!/\/typescript\/lib\//.test(file)) return getSourceFile(file, ...rest);
  if (!libraries.has(file)) libraries.set(file, getSourceFile(file, ...rest));
  return libraries.get(file);
};

const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, build);

/** The types of a file's `Compared`: `(variant, part) => type`. */
const comparedIn = (program, file) => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const [compared] = checker.getExportsOfModule(module).map((each) => checker.getDeclaredTypeOfSymbol(each));
  const of = (type, name) => checker.getTypeOfSymbol(type.getProperty(name));
  return (variant, part) => of(of(compared, variant), part);
};

const relationOf = (checker, ours, theirs) => {
  const [isTaken, takes] = [
    checker.isTypeAssignableTo(ours, theirs),
    checker.isTypeAssignableTo(theirs, ours),
  ];
  if (isTaken) return takes ? 'interchangeable' : 'narrower';
  return takes ? 'wider' : 'different';
};

const listed = (differences) =>
  differences
    .slice(0, 8)
    .map(({ path, what }) => `\n    ${path || '(itself)'}: ${what}`)
    .join('');

/** The errors in the reasons for a part of an operation. */
const faultsOf = ({ differences, types, checker }, part, names) => {
  const ours = types('ours', part);
  const left = (used) => differences.between(ours, types(variantOf(part, used), part));
  if (names.length === 0) return left([]).length > 0 ? [`differs without a reason:${listed(left([]))}`] : [];
  if (left([]).length === 0) return ['is the same without a reason'];
  if (left(names).length > 0) return [`differs for other reasons too:${listed(left(names))}`];
  if (relationOf(checker, ours, types(variantOf(part, names), part)) !== 'interchangeable')
    return ['is explained, and not assignable all the same'];
  const idle = names.filter((_, index) => left(withoutOne(names)[index]).length === 0);
  return idle.map((name) => `is the same without the reason "${name}"`);
};

/** A cell of the table, with the relation of the types. The compilers check the relation again. */
const comparePart = (tools, part, names) => {
  const { checker, differences, types } = tools;
  const [ours, theirs] = [types('ours', part), types(BARE, part)];
  const isEmpty = [ours, theirs].every(
    (type) => part !== 'data' && type.getProperties().length + checker.getIndexInfosOfType(type).length === 0,
  );
  const isSame = differences.between(ours, theirs).length === 0;
  const relation = relationOf(checker, ours, theirs);
  const cell = isSame ? 'same' : `${relation}: ${names.join(', ')}`;
  return { cell: isEmpty ? '' : cell, relation };
};

const compareOperation = (program, { name, file, index }, { at, explained, shows }) => {
  const checker = program.getTypeChecker();
  const tools = { checker, differences: new Differences(program), types: comparedIn(program, file) };
  const lines = [];
  const cells = PARTS.map((part) => {
    for (const fault of faultsOf(tools, part, explained[part]))
      faults.push(`${name}: ${at}: ${part} ${fault}`);
    for (const reason of explained[part]) counts.set(reason, counts.get(reason) + 1);
    const { cell, relation } = comparePart(tools, part, explained[part]);
    const sides = ['ours', BARE].map(
      (variant) => `import('./${index}.js').Compared['${variant}']['${part}']`,
    );
    lines.push(`export const ${part}${index}: Relation<${sides.join(', ')}> = '${relation}';`);
    return cell;
  });
  rows.push([name, `\`${at}\``, ...cells, shows.join(', ')]);
  return lines;
};

/** Whether the example of an operation matches its type, as it is or after a fix. */
const exampleLines = (source, text, { at, example }, index) => {
  if (!example) return [];
  const [verb, path] = at.split(' ');
  const value = exampleOf(source, path, verb.toLowerCase());
  const data = `(typeof Endpoints.${endpointOf(text, at)})['~types']['response']`;
  const line = (name, each) =>
    `declare const ${name}${index}: ${typeOfExample(each)}; ${name}${index} satisfies ${data};`;
  const { slip, mend } = example;
  if (!slip) return [line('example', value)];
  return [`// @ts-expect-error: ${slip}`, line('example', value), line('mended', mend(value, source))];
};

/** Compares the operations of a document. Returns the file that the compilers must accept. */
const compareDocument = async ({ name, file: document, operations }, number) => {
  const folder = join(build, String(number));
  await mkdir(folder, { recursive: true });
  await copyFile(join(here, 'types/parts.ts'), join(folder, 'parts.ts'));
  const source = await readDocument(document);
  const { text } = await generate({ document, offline: true });
  await writeFile(join(folder, 'endpoints.ts'), text);
  for (const [index, operation] of operations.entries())
    await writeCompared({ folder, file: String(index), source, text }, operation);
  const files = operations.map((_, index) => join(folder, `${index}.ts`));
  const program = ts.createProgram(files, options, host);
  const lines = operations.flatMap((operation, index) => [
    ...compareOperation(program, { name, file: files[index], index }, operation),
    ...exampleLines(source, text, operation, index),
  ]);
  const check = join(folder, 'check.ts');
  const imports = [
    "import type * as Endpoints from './endpoints.js';",
    "import type { Relation } from './parts.js';",
  ];
  await writeFile(check, `${[...imports, ...lines].join('\n')}\n`);
  return check;
};

/** The compiler errors of all comparisons and examples. */
const compile = async (version, files) => {
  const config = join(build, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const compiler = join(here, `node_modules/typescript-${version}/bin/tsc`);
  const args = [compiler, '-p', config, '--pretty', 'false'];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 }).catch((error) => error);
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
  for (const line of lines.slice(0, 20)) faults.push(`TypeScript ${version}: ${line}`);
};

const [part = ''] = process.argv.slice(2);
const asked = documents.filter(({ name }) => name.includes(part));
await rm(build, { recursive: true, force: true });
await mkdir(build, { recursive: true });
const files = [];
for (const [number, document] of asked.entries()) files.push(await compareDocument(document, number));
for (const version of COMPILERS) await compile(version, files);

const shown = new Set(asked.flatMap(({ operations }) => operations.flatMap(({ shows }) => shows)));
for (const rule of part ? [] : rules) if (!shown.delete(rule)) faults.push(`no operation shows "${rule}"`);
for (const rule of part ? [] : shown) faults.push(`unknown rule "${rule}"`);

const print = (...cells) => console.log(`| ${cells.join(' | ')} |`);
print('Document', 'Operation', ...PARTS, 'Shows');
print(...Array(PARTS.length + 3).fill('---'));
for (const row of rows) print(...row);
console.log();
print('Reason', 'Whose', 'Why', 'Times');
print('---', '---', '---', '---');
for (const [name, count] of [...counts].sort(([, one], [, other]) => other - one))
  print(name, reasons[name].by, reasons[name].why, count);
for (const [name, count] of counts)
  if (count === 0 && !part) faults.push(`no operation needs the reason "${name}"`);
const cells = rows.flatMap((row) => row.slice(2, 2 + PARTS.length)).filter(Boolean);
const same = cells.filter((cell) => cell === 'same').length;
const examples = asked.flatMap(({ operations }) => operations.filter(({ example }) => example));
const slips = examples.filter(({ example }) => example.slip).length;
console.log(
  `\n${rows.length} operations of ${asked.length} documents: of ${cells.length} parts ${same} are the same; ` +
    `${examples.length} examples: ${examples.length - slips} match, ${slips} match after a fix; ${faults.length} faults`,
);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
