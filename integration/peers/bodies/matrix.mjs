// A body that is encoded incorrectly can still get a success response. Sends every kind of value from every runtime
// to a real server, which reports the received body. Each value must be sent correctly, or rejected with its type.
// Fails if a value is neither, or if the table in docs/guide/bodies.md is out of date. Needs the build.
//
//   node integration/peers/install.mjs && node integration/peers/bodies/matrix.mjs [--write | --check]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { installRuntimes } from '../../runtimes/prepare.mjs';
import { COLUMNS } from './columns.mjs';
import { startServers } from './server.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PAGE = new URL('../../../docs/guide/bodies.md', import.meta.url);
const BETWEEN = /(?<=<!-- kinds -->\n).*?(?=\n<!-- \/kinds -->)/s;

const bundled = async (entry, platform, banner) => {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, entry)],
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    banner,
    alias: { homing: join(HERE, '../../../dist/index.js') },
    logLevel: 'error',
  });
  return outputFiles[0].text;
};

const line = (cells) => `| ${cells.join(' | ')} |`;

const table = (names, results) =>
  [
    line(['Params', ...COLUMNS.map(({ name }) => name)]),
    line(['---', ...COLUMNS.map(() => '---')]),
    ...names.map((name) => line([name, ...results.map((outcomes) => outcomes[name]?.cell ?? '–')])),
  ].join('\n');

const printWrong = (column, outcomes) => {
  for (const [name, { cell, says }] of Object.entries(outcomes)) {
    if (cell !== 'WRONG') continue;
    process.exitCode = 1;
    console.error(`✗ ${column}, ${name}: ${says}`);
  }
};

const runAll = async (place) => {
  const results = [];
  for (const column of COLUMNS) {
    const outcomes = await column.run(place);
    printWrong(column.name, outcomes);
    results.push(outcomes);
  }
  return results;
};

await installRuntimes();
const folder = await mkdtemp(join(tmpdir(), 'homing-bodies-'));
const file = join(folder, 'file.txt');
const servers = await startServers(await bundled('run-in-page.mjs', 'browser'));
try {
  // Some packages are CommonJS, and their code in the bundle needs `require` in a module.
  const js = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
  await writeFile(join(folder, 'node.mjs'), await bundled('run-in-node.mjs', 'node', { js }));
  await writeFile(file, 'from a file');
  const results = await runAll({ folder, file, ...servers });
  const drawn = table(Object.keys(results[0]), results);
  console.log(drawn);
  const text = await readFile(PAGE, 'utf8');
  const written = text.replace(BETWEEN, () => `\n${drawn}\n`);
  if (process.argv.includes('--write')) await writeFile(PAGE, written);
  else if (written !== text) {
    console.error('✗ docs/guide/bodies.md is out of date: node integration/peers/bodies/matrix.mjs --write');
    process.exitCode = 1;
  }
} finally {
  await servers.close();
  await rm(folder, { recursive: true, force: true });
}
