import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleSpecs } from './bundle.mjs';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');

const textOf = async (file) => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Installs the runtimes, unless those of this lockfile are there already. No script of theirs is run. */
export const installRuntimes = async () => {
  const lock = await textOf(join(HERE, 'package-lock.json'));
  const mark = join(HERE, 'node_modules/.installed-lock.json');
  if ((await textOf(mark)) === lock) return;
  console.log('Installing the runtimes; this takes a minute, once.');
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', HERE]);
  await writeFile(mark, lock);
};

/**
 * A folder outside of the repository that has homing installed as its users have it, from the packed tarball, and the
 * specs beside it, bundled.
 */
export const createApp = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homing-runtimes-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  const [{ filename, version }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  const manifest = { private: true, type: 'module', dependencies: { homing: `file:${filename}` } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  await cp(join(HERE, 'hosts'), join(folder, 'hosts'), { recursive: true });
  await Promise.all([
    bundleSpecs(folder, 'specs.mjs', 'esm', true),
    bundleSpecs(folder, 'specs.cjs', 'cjs', true),
    bundleSpecs(folder, 'specs.web.mjs', 'esm', false),
  ]);
  const exported = JSON.parse(await textOf(join(folder, 'node_modules/homing/package.json'))).exports;
  return { folder, version, exported, remove: () => rm(folder, { recursive: true, force: true }) };
};
