// Why: what a tool gives for a document is told by the tool alone. Each guide page of one is made into a project, as its
// reader would: the generators run, the compiler reads it together with uses that must not compile, and every program
// runs against a GraphQL server on this machine and has to print what the page says.
//
//   npm run integration -- graphql [-- gql-tada]
//
// `overrides` in package.json: the newest batch-execute, which the generator's schema loader asks for, is not in every
// registry.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { filesOf } from './page-files.mjs';
import { startServer } from './server.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../../..');
const require = createRequire(import.meta.url);
const execute = promisify(execFile);

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
  },
  include: ['src'],
};

const CODEGEN = ['@graphql-codegen/cli', 'graphql-codegen'];

/** `run` names what its reader runs, by package, command and arguments. `change` is what one does to a file instead. */
const PROJECTS = [
  { page: 'graphql-codegen', run: [[...CODEGEN, '--config', 'codegen.ts']] },
  {
    page: 'graphql-codegen',
    name: 'graphql-codegen, text',
    run: [[...CODEGEN, '--config', 'codegen.string.ts']],
    change: (text) =>
      text.replace(/^import \{ print \} from 'graphql';\n/m, '').replace(/^ {2}print,\n/m, ''),
  },
  { page: 'gql-tada', run: [['gql.tada', 'gql.tada', 'generate-output']] },
  { page: 'graphql-tag', run: [] },
];

const binaryOf = (name, command) => {
  const path = require.resolve(`${name}/package.json`);
  const { bin } = require(path);
  return join(dirname(path), typeof bin === 'string' ? bin : bin[command]);
};

/** Runs a command of a package; throws what it said. */
const runIn = async (folder, [name, command, ...args]) => {
  try {
    return (await execute(process.execPath, [binaryOf(name, command), ...args], { cwd: folder })).stdout;
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
};

const writeProject = async (folder, files, change) => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  for (const { path, text } of files) await writeFile(join(folder, path), change(text));
};

/** What a program prints, bundled as a reader's would be. */
const outputOf = async (folder, path) => {
  const outfile = join(folder, path.replace(/\.ts$/, '.mjs'));
  await build({ entryPoints: [join(folder, path)], outfile, bundle: true, format: 'esm', platform: 'node' });
  return (await execute(process.execPath, [outfile], { cwd: folder })).stdout.trim();
};

const prove = async ({ page, name = page, run, change = (text) => text }, endpoint) => {
  const began = performance.now();
  const folder = join(HERE, 'build', name.replace(/\W+/g, '-'));
  const files = await filesOf(join(ROOT, 'docs/guide', `${page}.md`));
  await writeProject(folder, files, (text) =>
    change(text.replaceAll('https://api.example.com/graphql', endpoint)),
  );
  const uses = ['every-tool.ts', `${page}.ts`].map((file) => join(HERE, 'uses', file));
  for (const file of uses) await cp(file, join(folder, 'src', basename(file)));
  for (const command of run) await runIn(folder, command);
  await runIn(folder, ['typescript', 'tsc', '-p', '.']);
  const programs = files.filter(({ output }) => output !== undefined);
  for (const { path, output } of programs) {
    const printed = await outputOf(folder, path);
    if (printed !== output)
      throw new Error(`${path} printed:\n${printed}\nand not, as the page says:\n${output}`);
  }
  const texts = await Promise.all(uses.map((file) => readFile(file, 'utf8')));
  const refused = texts.join('').match(/@ts-expect-error/g).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${programs.length} programs run, ${refused} uses refused, ${seconds} s`);
};

/** The package as it is built here, under its name. */
const linkHoming = async () => {
  const link = join(HERE, 'node_modules/homing');
  await mkdir(dirname(link), { recursive: true });
  await rm(link, { force: true });
  await symlink(ROOT, link, 'junction');
};

const wanted = process.argv.slice(2);
await linkHoming();
const server = await startServer(await readFile(join(HERE, 'schema.graphql'), 'utf8'));
try {
  for (const project of PROJECTS) {
    if (wanted.length > 0 && !wanted.includes(project.page)) continue;
    await prove(project, server.endpoint).catch((error) => {
      process.exitCode = 1;
      console.error(`✗ ${project.name ?? project.page}: ${error.message}`);
    });
  }
} finally {
  server.close();
}
// What failed is left to be looked at.
if (!process.exitCode) await rm(join(HERE, 'build'), { recursive: true, force: true });
