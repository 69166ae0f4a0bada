// Why: what a proof needs of other people is installed when it is first run, and not with the project.
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
 * Installs what a folder's lockfile names, unless that is there already. No script of a package is run.
 *
 * @param {string} folder
 * @param {string[]} how Other than by `npm ci`, which refuses a lockfile that lacks a binary for another platform.
 */
export const install = async (folder, how = ['ci']) => {
  const lock = await textOf(join(folder, 'package-lock.json'));
  const mark = join(folder, 'node_modules/.installed-lock.json');
  if ((await textOf(mark)) === lock) return;
  console.log('installing what this is tried with; it takes a minute, once …');
  await run('npm', [...how, '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]);
  await writeFile(mark, lock);
};
