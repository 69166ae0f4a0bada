import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { install } from '../install.mjs';
import { bundleSpecs } from './bundle.mjs';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');

/** Installs the runtimes, unless they are installed. */
export const installRuntimes = () => install(HERE);

/**
 * Creates a folder outside the repository with homing installed from the packed tarball, as for users, and the bundled
 * specs.
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
  const exported = JSON.parse(
    await readFile(join(folder, 'node_modules/homing/package.json'), 'utf8'),
  ).exports;
  return { folder, version, exported, remove: () => rm(folder, { recursive: true, force: true }) };
};
