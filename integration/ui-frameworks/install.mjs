// Why: what is proven is the package as it is packed, beside other people's packages that find their own React in it.
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
 * Installs what each folder's lockfile names, and the packed package beside it.
 *
 * @param {string[]} folders
 * @param {string[]} [how] As `install` has it.
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
