// Tests the packed package together with other packages, which must find their own version of React.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { install } from '../install.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

/**
 * Installs the packages of each folder's lockfile, and the packed package next to them.
 *
 * @param {string[]} folders
 * @param {string[]} [how] The install command, see `install`.
 */
export const installHoming = async (folders, how) => {
  const temp = await mkdtemp(join(tmpdir(), 'homing-fronts-'));
  try {
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', temp];
    const tarball = join(temp, (await execute('npm', pack, { cwd: ROOT })).stdout.trim());
    await execute('tar', ['-xzf', tarball, '-C', temp]);
    for (const folder of folders) {
      await install(folder, how);
      const installed = join(folder, 'node_modules/homing');
      await rm(installed, { recursive: true, force: true });
      await cp(join(temp, 'package'), installed, { recursive: true });
    }
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
};
