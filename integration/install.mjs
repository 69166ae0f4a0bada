// Installs the dependencies of an integration test when the test first runs, instead of with the project.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const textOf = async (file) => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * Installs the packages of a folder's lockfile, unless they are installed. Runs no package scripts.
 *
 * @param {string} folder
 * @param {string[]} how The install command, if not `npm ci`, which fails if the lockfile lacks a binary for another
 * platform.
 */
export const install = async (folder, how = ['ci']) => {
  const lock = await textOf(join(folder, 'package-lock.json'));
  const mark = join(folder, 'node_modules/.installed-lock.json');
  if ((await textOf(mark)) === lock) return;
  console.log('installing the packages for this test; this takes a minute, once …');
  await run('npm', [...how, '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]);
  await writeFile(mark, lock);
};
