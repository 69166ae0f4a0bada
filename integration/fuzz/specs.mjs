// Runs the specs that `npm test` shortens at their full length.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The specs that import the shared length, directly or in a contract. */
const isOfThem = (file) =>
  /from '.*\/(support\/effort|contracts\/requests-apart)\.js'/.test(readFileSync(file, 'utf8'));

/** Runs all of them. Returns whether they pass. */
export const runSpecs = async () => {
  const specs = readdirSync(join(root, 'spec'), { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => join(root, 'spec', name))
    .filter(isOfThem);
  console.log(`${specs.length} spec files at their full length`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...specs], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOMING_EFFORT: 'full' },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
};
