// The specs compile with one compiler and one tsconfig, but consumers have others. Compiles the files in uses/
// against the packed tarball, with each compiler and each setting.
//
//   npm run integration -- declarations --only="typescript-7, nodenext esm"
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { entries } from '../../../scripts/architecture.mjs';
import { CHECKERS, SETTINGS } from './settings.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
/** The folder of the compilers. */
const peers = dirname(here);
const temp = mkdtempSync(join(tmpdir(), 'homing-consumers-'));

const npm = (cwd, ...args) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Imports every entry point, so that each module resolution must find it. */
const everyEntry = entries
  .map(({ name, specifier }) => `export * as ${name.replaceAll('-', '_')} from '${specifier}';\n`)
  .join('');

/** One consumer of each module format, which finds the package and Node's types above it. */
const makeConsumers = () => {
  const tarball = npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', temp);
  writeFileSync(join(temp, 'package.json'), '{"private":true}');
  npm(temp, 'install', '--offline', '--no-audit', '--no-fund', '--silent', join(temp, tarball));
  symlinkSync(join(peers, 'node_modules/@types'), join(temp, 'node_modules/@types'), 'dir');
  for (const [format, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ]) {
    mkdirSync(join(temp, format));
    writeFileSync(join(temp, format, 'package.json'), JSON.stringify({ private: true, type }));
    cpSync(join(here, 'uses'), join(temp, format, 'uses'), { recursive: true });
    writeFileSync(join(temp, format, 'uses/every-entry.ts'), everyEntry);
  }
  cpSync(join(here, 'uses-cjs'), join(temp, 'cjs/uses'), { recursive: true });
};

/** Returns the errors of the compiler, one line each, and the time in seconds. */
const compile = (checker, folder, config) =>
  new Promise((resolve) => {
    writeFileSync(join(folder, config.file), JSON.stringify(config.json, null, 2));
    const tsc = join(peers, 'node_modules', checker, 'bin/tsc');
    const began = performance.now();
    execFile(
      process.execPath,
      [tsc, '-p', config.file, '--pretty', 'false'],
      { cwd: folder },
      (failed, stdout, stderr) => {
        const lines = `${stdout}${stderr}`.split('\n').filter(Boolean);
        const errors = failed && lines.length === 0 ? [String(failed)] : lines;
        resolve({ errors, seconds: (performance.now() - began) / 1000 });
      },
    );
  });

const compileUses = (checker, { format, compilerOptions }, at) =>
  compile(checker, join(temp, format), {
    file: `tsconfig.${checker}.${at}.json`,
    json: {
      compilerOptions: { ...compilerOptions, rootDir: 'uses', outDir: `out/${checker}-${at}` },
      include: ['uses'],
    },
  });

/** Another package uses the declarations that the first setting emitted, without the sources. */
const compileDownstream = (checker) => {
  const [{ format, compilerOptions }] = SETTINGS;
  const folder = join(temp, format, `out/${checker}-0`);
  cpSync(join(here, 'downstream'), folder, { recursive: true });
  const options = { ...compilerOptions, emitDeclarationOnly: false, noEmit: true };
  return compile(checker, folder, {
    file: 'tsconfig.json',
    json: { compilerOptions: options, files: ['uses-of-declarations.ts'] },
  });
};

/** Runs a few tasks at a time. Returns their results in order. */
const inTurn = async (tasks) => {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const at = next++;
      results[at] = await tasks[at]();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 8) }, work));
  return results;
};

const countIn = (folder, pattern) =>
  readdirSync(join(here, folder))
    .map((file) => readFileSync(join(here, folder, file), 'utf8').match(pattern)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);

const cell = (result) => {
  if (!result) return '-'.padEnd(15);
  const { errors, seconds } = result;
  // An error can have several lines.
  const count = errors.filter((line) => !line.startsWith(' ')).length;
  return (count > 0 ? `${count} errors` : `ok ${seconds.toFixed(1)} s`).padEnd(15);
};

const versionOf = (checker) =>
  JSON.parse(readFileSync(join(peers, 'node_modules', checker, 'package.json'), 'utf8')).version;

const print = (rows, results) => {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const line = (name, cells) => console.log((name.padEnd(width) + cells.join('')).trimEnd());
  line(
    '',
    CHECKERS.map((checker) => `TS ${versionOf(checker)}`.padEnd(15)),
  );
  rows.forEach(({ name }, row) => {
    const some = results.slice(row * CHECKERS.length, (row + 1) * CHECKERS.length);
    if (some.some(Boolean)) line(name, some.map(cell));
  });
};

const printErrors = (rows, results) => {
  results.forEach((result, at) => {
    if (!result?.errors.length) return;
    const { name } = rows[Math.floor(at / CHECKERS.length)];
    console.error(`\n${nameOf(name, CHECKERS[at % CHECKERS.length])}\n${result.errors.join('\n')}`);
    process.exitCode = 1;
  });
};

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const nameOf = (row, checker) => `${checker}, ${row.trim().replace(/ +/g, ' ')}`;

const run = (rows) =>
  inTurn(
    rows.flatMap(({ name, task, checkers = CHECKERS }) =>
      CHECKERS.map((checker) => async () => {
        const asked = checkers.includes(checker) && nameOf(name, checker).includes(values.only);
        return asked ? task(checker) : undefined;
      }),
    ),
  );

try {
  makeConsumers();
  const accepted = ['uses', 'uses-cjs']
    .map((folder) => countIn(folder, /^export (?!const refused)(const|class)/gm))
    .reduce((sum, count) => sum + count);
  const refused = countIn('uses', /@ts-expect-error/g);
  console.log(`${accepted} uses that compile and ${refused} that must not, against the packed tarball:`);
  const rows = SETTINGS.map((setting, at) => ({
    name: setting.name,
    checkers: setting.checkers,
    task: (checker) => compileUses(checker, setting, at),
  }));
  // Needs the output of the first row.
  const last = { name: `${SETTINGS[0].name}, its declarations alone`, task: compileDownstream };
  const results = [...(await run(rows)), ...(await run([last]))];
  print([...rows, last], results);
  printErrors([...rows, last], results);
} finally {
  rmSync(temp, { recursive: true, force: true });
}
