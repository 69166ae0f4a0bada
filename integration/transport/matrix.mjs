// Proxies, retries, caches, mocks and tracing are dispatchers, and each kind has other requirements for its caller.
// Sends the same calls through every kind of dispatcher of every undici, with undici's fetch and with nodeFetch.
// Fails if the results differ, or if the table in docs/node.md is out of date.
//
//   node integration/transport/matrix.mjs [--write]
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installRuntimes } from '../runtimes/prepare.mjs';
import { bundleDispatchers } from './bundle.mjs';
import { nodeBinary } from './runtimes.mjs';

const PAGE = new URL('../../docs/node.md', import.meta.url);
const BETWEEN = /(?<=<!-- dispatchers -->\n).*?(?=\n<!-- \/dispatchers -->)/s;
const RUN = fileURLToPath(new URL('./matrix-run.mjs', import.meta.url));
const LIMIT = 300_000;

// undici 8 needs a newer version of Node.
const VERSIONS = [
  { name: 'undici-6', major: 6, node: 20 },
  { name: 'undici', major: 7, node: 24 },
  { name: 'undici-8', major: 8, node: 26 },
];

const execute = promisify(execFile);

const runVersion = async (file, { name, major, node }) => {
  const { stdout } = await execute(nodeBinary(node), ['--no-warnings', RUN, file, name], {
    timeout: LIMIT,
    maxBuffer: 2 ** 28,
  });
  return { major, node, ...JSON.parse(stdout) };
};

const cell = (row, calls) => {
  if (!row.isThere) return '–';
  const differing = new Set(row.differences.map(({ call }) => call)).size;
  return differing === 0 ? 'alike' : `${differing} of ${calls} differ`;
};

const line = (cells) => `| ${cells.join(' | ')} |`;

const table = (versions) =>
  [
    line(['Dispatcher', ...versions.map(({ major, node }) => `undici ${major}, Node ${node}`)]),
    line(['---', ...versions.map(() => '---')]),
    ...versions[0].rows.map(({ kind }, at) =>
      line([kind, ...versions.map(({ rows, calls }) => cell(rows[at], calls))]),
    ),
  ].join('\n');

const printDifferences = ({ version, rows }) => {
  for (const { kind, differences } of rows) {
    for (const { call, way, ours, undicis } of differences) {
      process.exitCode = 1;
      console.error(`✗ undici ${version}, ${kind}, by ${way}: ${call}`);
      console.error(`    nodeFetch ${JSON.stringify(ours).slice(0, 1000)}`);
      console.error(`    fetch     ${JSON.stringify(undicis).slice(0, 1000)}`);
    }
  }
};

await installRuntimes();
const { folder, file } = await bundleDispatchers();
try {
  const versions = [];
  for (const version of VERSIONS) versions.push(await runVersion(file, version));
  versions.forEach(printDifferences);
  const drawn = table(versions);
  console.log(drawn);
  const text = await readFile(PAGE, 'utf8');
  const written = text.replace(BETWEEN, () => `\n${drawn}\n`);
  if (process.argv.includes('--write')) await writeFile(PAGE, written);
  else if (written !== text) {
    console.error('✗ docs/node.md is out of date: node integration/transport/matrix.mjs --write');
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true });
}
