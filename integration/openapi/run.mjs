// Why: what people publish is odder than what one thinks of. Generates a client from each of the documents, compiles
// all of them, and prints a table. After a build:
//   node integration/openapi/run.mjs [--compilers 5.9,7] [--folder DIR]... [--options JSON] [--every N]
//     [--without PART-OF-A-NAME]... [PART-OF-A-NAME]
// --options are options of `generate`, such as '{"schemas":"zod","dates":"date","mocks":true}'. For SDKs, pass
// '{"sdk":{"name":"acme","servers":"https://api.test"}}': many documents have no server. --every takes only each Nth
// document. With schemas, leave out microsoft.com/graph: its types need more than 16 GB in the compiler.
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { install } from '../install.mjs';
import { documents, here } from './documents.mjs';

const run = promisify(execFile);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compilers: { type: 'string', default: '7' },
    folder: { type: 'string', multiple: true, default: [] },
    options: { type: 'string', default: '{}' },
    every: { type: 'string', default: '1' },
    without: { type: 'string', multiple: true, default: [] },
  },
});

/** How many times its document a file may be. */
const LARGEST = 20;

/** Files in one program: more would only need more memory. */
const BATCH = 150;

const dist = join(here, '../../dist');
const build = join(here, 'build');

await install(here);
const { generate } = await import(join(dist, 'openapi-generator.js'));

const faults = [];
const codes = new Map();
const written = [];
const sets = new Map();
const rowOf = ({ set }) => {
  if (!sets.has(set)) sets.set(set, { documents: 0, clients: 0, endpoints: 0, broken: {}, ms: 0 });
  return sets.get(set);
};

process.on('unhandledRejection', (reason) => faults.push(`a rejection was left behind: ${String(reason)}`));

const generateOne = async (document, index) => {
  const row = rowOf(document);
  row.documents += 1;
  const { set, name, file } = document;
  const began = performance.now();
  try {
    const { mocks, ...options } = JSON.parse(values.options);
    const fileName = options.sdk ? 'requests.ts' : 'api.ts';
    const result = await generate({
      ...options,
      ...(mocks && { mocks: './api.js' }),
      ...{ document: file, fileName, offline: true },
    });
    const { text, warnings } = result;
    for (const code of new Set(warnings.map((warning) => warning.code)))
      codes.set(code, (codes.get(code) ?? 0) + 1);
    const folder = join(build, String(index), 'src');
    await mkdir(folder, { recursive: true });
    const files = [{ fileName, text }, ...result.parts];
    if (mocks) files.push({ fileName: 'mocks.ts', text: result.mocks });
    for (const part of files) await writeFile(join(folder, part.fileName), part.text);
    const sources = files.filter((part) => part.fileName.endsWith('.ts'));
    const { size } = await stat(file);
    const times = Buffer.byteLength(text) / size;
    if (times > LARGEST && size > 10_000)
      faults.push(`${set} ${name}: ${times.toFixed(1)} times its document`);
    row.clients += 1;
    row.endpoints += text.split(' new HomingRequest<').length - 1;
    const paths = sources.map((part) => join(folder, part.fileName));
    written.push({ ...document, index, paths, times: size > 10_000 ? times : 0 });
  } catch (error) {
    const { pointer = '', message, stack } = error;
    faults.push(`${set} ${name}#${pointer}: ${'pointer' in error ? message : stack}`);
  }
  row.ms += performance.now() - began;
};

/** The compiler's errors for some files, by name. */
const compile = async (version, files, index) => {
  const config = join(build, `tsconfig.${index}.json`);
  const paths = { homing: [join(dist, 'index.d.ts')], 'homing/*': [join(dist, '*.d.ts')] };
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], paths },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
  };
  await writeFile(config, JSON.stringify({ compilerOptions, files: files.flatMap((each) => each.paths) }));
  const compiler = join(here, `node_modules/typescript-${version}/bin/tsc`);
  const args = ['--max-old-space-size=8000', compiler, '-p', config, '--pretty', 'false'];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 }).catch((error) => error);
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
  // The first number of the path is the document's.
  return lines.map((line) => [Number(/(\d+)[\\/]src[\\/]/.exec(normalize(line.split('(')[0]))?.[1]), line]);
};

const [part = ''] = positionals;
const found = (await documents(values.folder)).filter(
  ({ name }) => name.includes(part) && !values.without.some((left) => name.includes(left)),
);
const all = found.filter((_, index) => index % Number(values.every) === 0);
await rm(build, { recursive: true, force: true });
await mkdir(build, { recursive: true });

for (const [index, document] of all.entries()) await generateOne(document, index);

const compilers = values.compilers.split(',');
for (const version of compilers)
  for (let start = 0; start < written.length; start += BATCH) {
    const batch = written.slice(start, start + BATCH);
    const byIndex = new Map(batch.map((each) => [each.index, each]));
    const broken = new Set();
    for (const [index, line] of await compile(version, batch, start)) {
      const document = byIndex.get(index);
      if (document) broken.add(document);
      faults.push(`TypeScript ${version}: ${document?.set} ${document?.name}: ${line}`);
    }
    for (const document of broken) {
      const { broken: counts } = rowOf(document);
      counts[version] = (counts[version] ?? 0) + 1;
    }
  }

const row = (name, ...cells) =>
  console.log(name.padEnd(40) + cells.map((cell) => String(cell).padStart(15)).join(''));
row(
  'documents of',
  'tried',
  'clients',
  ...compilers.map((version) => `compile in ${version}`),
  'endpoints',
  's',
);
const total = { documents: 0, clients: 0, endpoints: 0, broken: {}, ms: 0 };
for (const [set, each] of sets) {
  const compiled = compilers.map((version) => each.clients - (each.broken[version] ?? 0));
  row(set, each.documents, each.clients, ...compiled, each.endpoints, (each.ms / 1000).toFixed(1));
  for (const key of ['documents', 'clients', 'endpoints', 'ms']) total[key] += each[key];
  for (const version of compilers)
    total.broken[version] = (total.broken[version] ?? 0) + (each.broken[version] ?? 0);
}
const compiled = compilers.map((version) => total.clients - total.broken[version]);
row('all', total.documents, total.clients, ...compiled, total.endpoints, (total.ms / 1000).toFixed(1));

const largest = written.reduce((most, each) => (each.times > most.times ? each : most), { times: 0 });
console.log(`\nThe largest file is ${largest.times.toFixed(1)} times its document: ${largest.name}.`);
console.log('Documents with warnings, by code:');
for (const [code, count] of [...codes].sort(([, one], [, other]) => other - one))
  console.log(`${String(count).padStart(5)} ${code}`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
