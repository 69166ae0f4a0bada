// Runs the specs with codes instead of sentences for programmers, and looks each code up with its values. An expected
// sentence proves that its code is right and that the values contain everything:
//
//   npm run integration -- production
//   npm run integration -- production spec/core
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../scripts/architecture.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const config = join(root, 'integration/production/vitest.config.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', config, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
