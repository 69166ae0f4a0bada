// Checks that the examples still work. Compiles and bundles each program, and runs it against a local server. The
// output must match the program's expected.txt.
//
//   npm run examples [-- cli bff]
//   npm run examples -- --write   updates the expected.txt files
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { addDocsRoutes } from '../demo/docs-routes.mjs';
import { startServer } from '../demo/server.mjs';
import { addUsersService } from '../demo/users-service.mjs';
import { startGraphQL } from './graphql/server.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIMIT = 30_000;
const execute = promisify(execFile);

/** The commands: a file, and its arguments. */
const PROGRAMS = {
  cli: [
    ['users.ts', 'list', '--role', 'reader'],
    ['users.ts', 'show', '1'],
    ['users.ts', 'show', '99'],
    ['users.ts', 'add', 'Barbara'],
    ['users.ts'],
  ],
  bff: [['main.ts']],
  'react-data': [['main.ts']],
  graphql: [['main.ts']],
  'axios-migration': [['before.ts'], ['after.ts']],
  'ten-needs': [['main.ts']],
};

const TESTS = { 'react-data': ['resource.test.ts'] };

const bundle = async (folder, file) => {
  const outfile = join(HERE, folder, 'build', file.replace(/\.ts$/, '.mjs'));
  const entryPoints = [join(HERE, folder, file)];
  // Don't bundle packages, so that the test uses the built package.
  await build({ entryPoints, outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
  return outfile;
};

const run = (args, env) =>
  execute(process.execPath, args, { cwd: HERE, env: { ...process.env, ...env }, timeout: LIMIT }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout: `${stdout}${stderr}`, code }),
  );

const report = async (folder, env) => {
  let text = '';
  for (const [file, ...args] of PROGRAMS[folder]) {
    const { stdout, code } = await run([await bundle(folder, file), ...args], env);
    const ending = code === 0 ? '' : `(exit code ${code})\n`;
    text += `$ ${[file.replace(/\.ts$/, ''), ...args].join(' ')}\n${stdout}${ending}`;
  }
  return text;
};

const test = async (folder) => {
  for (const file of TESTS[folder] ?? []) {
    const { stdout, code } = await run(['--test', await bundle(folder, file)], {});
    if (code !== 0) throw new Error(`${file} failed:\n${stdout}`);
    console.log(`\n${file}: ${/^(?:#|ℹ) pass (\d+)$/m.exec(stdout)?.[1]} tests passed`);
  }
};

const check = async (folder, env, isWriting) => {
  console.log(`\n== ${folder}`);
  const expected = join(HERE, folder, 'expected.txt');
  const printed = await report(folder, env);
  console.log(printed.trimEnd());
  if (isWriting) await writeFile(expected, printed);
  else if (printed !== (await readFile(expected, 'utf8')))
    throw new Error('The output differs from expected.txt.');
  await test(folder);
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
});

console.log('compiling the programs …');
const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
for (const project of [HERE, join(HERE, '../chat'), join(HERE, '../react')]) {
  const { code, stdout } = await run([compiler, '-p', project, '--pretty', 'false'], {});
  if (code !== 0) throw new Error(`The programs don't compile:\n${stdout}`);
}

const server = await startServer();
addUsersService(server);
addDocsRoutes(server);
const graphql = await startGraphQL();
try {
  for (const folder of positionals.length > 0 ? positionals : Object.keys(PROGRAMS)) {
    await check(folder, { API_URL: server.baseUrl, GRAPHQL_URL: graphql.url }, values.write).catch(
      (error) => {
        process.exitCode = 1;
        console.error(`✗ ${folder}: ${error.message}`);
      },
    );
    await rm(join(HERE, folder, 'build'), { recursive: true, force: true });
  }
} finally {
  graphql.close();
  await server.close();
}
