// The hooks support React 18, but the specs run with React 19. Runs the same specs with the first and the last
// version of React 18. Skips features that React 18 doesn't have (use(), Activity).
//
// npm run integration -- react
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from '../install.mjs';

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const config = join(import.meta.dirname, 'vitest.config.mjs');

await install(import.meta.dirname);
for (const [version, REACT] of [
  ['18.0', '-18-0'],
  ['18.3', ''],
]) {
  console.log(`\n== React ${version}`);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', config], {
    env: { ...process.env, REACT },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
