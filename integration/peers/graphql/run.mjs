// Only the real tools show which documents they create. This suite turns the section of each tool in
// docs/guide/graphql-tools.md into a project: it runs the generators, compiles the project together with uses that must
// not compile, runs every program against a local GraphQL server, and compares the output with the page.
//
//   npm run integration -- graphql [-- gql-tada]
//
// `overrides` in package.json: not every registry has the newest batch-execute, a dependency of the generator's schema
// loader.
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

const PAGE = join(ROOT, 'docs/guide/graphql-tools.md');

/** The section of the page with the files that all tools share. */
const SHARED = 'The example';

/**
 * A project for each tool. `tool` is the file in `uses`, `section` the heading in the page, `run` the commands of the
 * page (package, command, arguments). `change` edits the text of each file.
 */
const PROJECTS = [
  {
    tool: 'graphql-codegen',
    section: 'GraphQL Code Generator',
    run: [[...CODEGEN, '--config', 'codegen.ts']],
  },
  {
    tool: 'graphql-codegen',
    name: 'graphql-codegen, strings',
    section: 'GraphQL Code Generator',
    run: [[...CODEGEN, '--config', 'codegen.string.ts']],
    change: (text) =>
      text.replace(/^import \{ print \} from 'graphql';\n/m, '').replace(/^ {2}print,\n/m, ''),
  },
  { tool: 'gql-tada', section: 'gql.tada', run: [['gql.tada', 'gql.tada', 'generate-output']] },
  { tool: 'graphql-tag', section: 'graphql-tag', run: [] },
];

const binaryOf = (name, command) => {
  const path = require.resolve(`${name}/package.json`);
  const { bin } = require(path);
  return join(dirname(path), typeof bin === 'string' ? bin : bin[command]);
};

/** Runs a command of a package; throws an error with its output if it fails. */
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

/** Bundles and runs a program; returns what it prints. */
const outputOf = async (folder, path) => {
  const outfile = join(folder, path.replace(/\.ts$/, '.mjs'));
  await build({ entryPoints: [join(folder, path)], outfile, bundle: true, format: 'esm', platform: 'node' });
  return (await execute(process.execPath, [outfile], { cwd: folder })).stdout.trim();
};

const check = async ({ tool, name = tool, section, run, change = (text) => text }, endpoint) => {
  const began = performance.now();
  const folder = join(HERE, 'build', name.replace(/\W+/g, '-'));
  const files = await filesOf(PAGE, [SHARED, section]);
  await writeProject(folder, files, (text) =>
    change(text.replaceAll('https://api.example.com/graphql', endpoint)),
  );
  const uses = ['every-tool.ts', `${tool}.ts`].map((file) => join(HERE, 'uses', file));
  for (const file of uses) await cp(file, join(folder, 'src', basename(file)));
  for (const command of run) await runIn(folder, command);
  await runIn(folder, ['typescript', 'tsc', '-p', '.']);
  const programs = files.filter(({ output }) => output !== undefined);
  for (const { path, output } of programs) {
    const printed = await outputOf(folder, path);
    if (printed !== output)
      throw new Error(`${path} printed:\n${printed}\ninstead of the output on the page:\n${output}`);
  }
  const texts = await Promise.all(uses.map((file) => readFile(file, 'utf8')));
  const rejected = texts.join('').match(/@ts-expect-error/g).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${name}: ${programs.length} programs run, ${rejected} uses rejected, ${seconds} s`);
};

/** Links the built package under its name. */
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
    if (wanted.length > 0 && !wanted.includes(project.tool)) continue;
    await check(project, server.endpoint).catch((error) => {
      process.exitCode = 1;
      console.error(`✗ ${project.name ?? project.tool}: ${error.message}`);
    });
  }
} finally {
  server.close();
}
// The projects stay if a check failed, so that you can inspect them.
if (!process.exitCode) await rm(join(HERE, 'build'), { recursive: true, force: true });
