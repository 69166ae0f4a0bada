// Why: the hooks promise React 18, and the specs run them by React 19. This runs the same specs by the first and the last
// React 18. What it has not (use(), Activity) is passed over.
//
// npm run test:react
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { install } from '../install.mjs';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const config = join(import.meta.dirname, 'jest.config.mjs');

await install(import.meta.dirname);
for (const [version, REACT] of [
  ['18.0', '-18-0'],
  ['18.3', ''],
]) {
  console.log(`\n== React ${version}`);
  const { status } = spawnSync(process.execPath, [jest, '--config', config], {
    env: { ...process.env, REACT },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
