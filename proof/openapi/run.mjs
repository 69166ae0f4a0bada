// Why: what people publish is odder than what one thinks of. Generates a client from each of the documents, compiles
// all of them with TypeScript 7, and looks at their sizes. `node proof/openapi/run.mjs [PART-OF-A-NAME]`, after a build.
import { execFile } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { install } from '../install.mjs';
import { documents, here, isNameless, nameOf } from './documents.mjs';

const run = promisify(execFile);

/** How many times its document a file may be. */
const LARGEST = 20;

/** Files in one program: more would only need more memory. */
const BATCH = 150;

const dist = join(here, '../../dist');
const build = join(here, 'build');

await install(here);
const { generate } = await import(join(dist, 'openapi-generator.js'));

/** What a warning is about, whatever it is about. */
const kindOf = (message) => message.replace(/[`'"][^`'"]*[`'"]|https?:[^\s:]*/g, '…').slice(0, 60);

const faults = [];
const kinds = new Map();
const written = [];

const generateOne = async (file, index) => {
  try {
    const { text, warnings } = await generate({ document: file, offline: true });
    for (const kind of new Set(warnings.map(({ message }) => kindOf(message)))) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    if (isNameless(file))
      faults.push(`${nameOf(file)}: it has two operations of one name, and became a client`);
    const path = join(build, `${index}.ts`);
    await writeFile(path, text);
    const { size } = await stat(file);
    const times = Buffer.byteLength(text) / size;
    if (times > LARGEST) faults.push(`${nameOf(file)}: ${times.toFixed(1)} times its document`);
    written.push({ file, path, times, endpoints: text.split(' new HomingRequest<').length - 1 });
  } catch (error) {
    const { pointer = '', message, stack } = error;
    if (isNameless(file) && message.includes('operationId')) return;
    faults.push(`${nameOf(file)}#${pointer}: ${'pointer' in error ? message : stack}`);
  }
};

/** What the compiler says of some files, by the names of their documents. */
const compile = async (files, index) => {
  const config = join(build, `tsconfig.${index}.json`);
  const paths = { homing: [join(dist, 'index.d.ts')], 'homing/openapi': [join(dist, 'openapi.d.ts')] };
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], paths },
    ...{
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
    },
  };
  await writeFile(config, JSON.stringify({ compilerOptions, files: files.map(({ path }) => path) }));
  const compiler = join(here, 'node_modules/typescript-7/bin/tsc');
  const args = [compiler, '-p', config, '--pretty', 'false'];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 }).catch((error) => error);
  const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
  const names = new Map(files.map(({ file, path }) => [path.split('/').at(-1), nameOf(file)]));
  return lines.map((line) => line.replace(/^\S*?([^/\s(]+)\(/, (_, name) => `${names.get(name) ?? name}(`));
};

const [, , part = ''] = process.argv;
const all = (await documents()).filter((file) => nameOf(file).includes(part));
await rm(build, { recursive: true, force: true });
await mkdir(build, { recursive: true });

for (const [index, file] of all.entries()) await generateOne(file, index);
const nameless = all.filter(isNameless).length;
console.log(`${written.length} of ${all.length} documents became clients; ${nameless} had to be refused.`);

let broken = 0;
for (let start = 0; start < written.length; start += BATCH) {
  const errors = await compile(written.slice(start, start + BATCH), start);
  broken += new Set(errors.map((line) => line.split('(')[0])).size;
  faults.push(...errors);
}
console.log(`${written.length - broken} of these compile under TypeScript 7.`);

const endpoints = written.reduce((sum, each) => sum + each.endpoints, 0);
const largest = written.reduce((most, each) => (each.times > most.times ? each : most), {
  times: 0,
  file: '',
});
console.log(
  `${endpoints} endpoints; the largest file is ${largest.times.toFixed(1)} times its document, ${nameOf(largest.file)}.`,
);
for (const [kind, count] of [...kinds].sort(([, one], [, other]) => other - one)) {
  console.log(`${String(count).padStart(5)} documents: ${kind}`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
