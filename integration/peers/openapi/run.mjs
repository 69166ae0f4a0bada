// homing's document readers are peer dependencies with ranges, but its specs run with one version of each. Generates
// clients with the oldest and the newest version of both readers, which must produce the same bytes. Runs spec/cli
// with the version that `npm test` doesn't use. Installs the packed homing with each.
// `npm run integration -- peer-ranges`, after a build.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/architecture.mjs';
import { install } from '../../install.mjs';
import { writeDocuments } from './documents.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const redirect = new URL('./redirect.mjs', import.meta.url).href;

const PEERS = { '@redocly/openapi-core': 'redocly', '@scalar/openapi-upgrader': 'upgrader' };

/** Documents for which two versions can produce different output, with the reason. Unneeded entries are reported. */
const DIFFERENT = {
  // The message for invalid YAML comes from the parser.
  redocly: /^broken\//,
  upgrader: /^$/,
};

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/** Runs a program. Returns its output, and whether it failed. */
const run = (file, args, { input = '', ...options } = {}) =>
  new Promise((resolve) => {
    const child = execFile(file, args, { maxBuffer: 2 ** 28, ...options }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
    child.stdin.end(input);
  });

const environment = (reader, upgrader) => ({
  ...process.env,
  NODE_OPTIONS: `--import ${redirect}`,
  NODE_NO_WARNINGS: '1',
  NO_COLOR: '1',
  READER: `redocly-${reader}`,
  UPGRADER: `upgrader-${upgrader}`,
});

const faults = [];

/** The oldest and the newest version. The range in package.json must start with the oldest. */
const versionsOf = async (name) => {
  const range = (await readJson(join(root, 'package.json'))).peerDependencies[name];
  const folders = ['oldest', 'newest'].map((end) =>
    join(here, `node_modules/${PEERS[name]}-${end}/package.json`),
  );
  const [oldest, newest] = await Promise.all(folders.map(async (file) => (await readJson(file)).version));
  if (range.split(' ')[0] !== `>=${oldest.replace(/\.0$/, '')}`)
    faults.push(`package.json has ${name} from ${range}; what is tried begins with ${oldest}`);
  return { name, oldest, newest };
};

const examples = async () => {
  const folder = join(here, 'node_modules/@readme/oas-examples');
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /^[23]\.\d\/.*\.(json|yaml)$/.test(name)).map((name) => join(folder, name));
};

const generateWith = async (reader, upgrader, files) => {
  const options = { env: environment(reader, upgrader), input: JSON.stringify(files) };
  const { failed, stdout, stderr } = await run(process.execPath, [join(here, 'generate.mjs')], options);
  if (failed) throw new Error(stderr);
  return JSON.parse(stdout);
};

/** Reports differences between the two versions of a reader. Returns the number of documents with equal output. */
const compare = (peer, one, other, nameOf) => {
  const files = Object.keys(one);
  const same = files.filter((file) => JSON.stringify(one[file]) === JSON.stringify(other[file]));
  for (const file of files) {
    const name = nameOf(file);
    const isSame = same.includes(file);
    if (isSame === DIFFERENT[peer].test(name))
      faults.push(`${name} is ${isSame ? 'the same now' : 'not the same'} with both ends of ${peer}`);
  }
  return `${same.length} of ${files.length}`;
};

/** Whether npm can install homing with one version of each reader, in an empty folder. */
const installs = async (folder, tarball, versions) => {
  await mkdir(folder, { recursive: true });
  const dependencies = { homing: `file:${tarball}`, ...versions };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const args = [
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  const { failed, stderr } = await run('npm', args, { cwd: folder });
  if (failed && !stderr.includes('ERESOLVE')) faults.push(stderr);
  return !failed;
};

/** Installs homing with the oldest and newest readers, and with a reader that is too old. */
const tryInstalls = async (folder, { redocly, upgrader }) => {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const packed = await run('npm', args, { cwd: root });
  const tarball = join(folder, packed.stdout.trim().split('\n').at(-1));
  for (const end of ['oldest', 'newest']) {
    const versions = { [redocly.name]: redocly[end], [upgrader.name]: upgrader[end] };
    const isFine = await installs(join(folder, end), tarball, versions);
    console.log(`npm install with ${redocly[end]} and ${upgrader[end]}: ${isFine ? 'fine' : 'ERESOLVE'}`);
    if (!isFine) faults.push(`homing can't be installed with the ${end} of its peers`);
  }
  if (await installs(join(folder, 'older'), tarball, { [redocly.name]: '2.0.0' }))
    faults.push('homing can be installed with an unsupported old reader');
};

/** Runs the specs with the versions that `npm test` doesn't use. */
const trySpecs = async ({ redocly, upgrader }) => {
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1', 'spec/cli'];
  const options = { cwd: root, env: environment('oldest', 'oldest') };
  const { failed, stdout, stderr } = await run(process.execPath, vitest, options);
  const [, count = 'none'] = /^\s*Tests\s+(.*)$/m.exec(stdout) ?? [];
  console.log(`spec/cli with ${redocly.oldest} and ${upgrader.oldest}: ${count}`);
  if (failed) faults.push(stdout + stderr);
};

await install(here);
const temp = await mkdtemp(join(tmpdir(), 'homing-openapi-peers-'));
const nameOf = (file) =>
  relative(file.startsWith(temp) ? temp : join(here, 'node_modules/@readme/oas-examples'), file);

try {
  const [redocly, upgrader] = await Promise.all(Object.keys(PEERS).map(versionsOf));
  const files = [...(await writeDocuments(temp)), ...(await examples())];
  const newest = await generateWith('newest', 'newest', files);
  const rows = [
    { ...redocly, same: compare('redocly', newest, await generateWith('oldest', 'newest', files), nameOf) },
    { ...upgrader, same: compare('upgrader', newest, await generateWith('newest', 'oldest', files), nameOf) },
  ];
  console.log(`${''.padEnd(26)}${'oldest'.padEnd(9)}${'newest'.padEnd(9)}same file, warnings and errors`);
  for (const { name, oldest, newest, same } of rows)
    console.log(`${name.padEnd(26)}${oldest.padEnd(9)}${newest.padEnd(9)}${same} documents`);
  await trySpecs({ redocly, upgrader });
  await tryInstalls(temp, { redocly, upgrader });
} finally {
  await rm(temp, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
