// Runs one example: `npm run example -- chat`. Each example has its own packages, which are installed first.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const EXAMPLES = {
  'acme-sdk': [
    ['node', 'examples/acme-sdk/run.mjs'],
    ['node', 'examples/acme-sdk/faults.mjs'],
  ],
  chat: [['node', 'examples/chat/main.mjs']],
  outage: [['node', 'examples/outage/run.mjs']],
  github: [
    ['npm', 'ci', '--prefix', 'examples/github/mock'],
    ['node', 'examples/github/run.mjs'],
  ],
  'http-cache': [
    ['npm', 'ci', '--prefix', 'examples/http-cache'],
    ['node', 'examples/http-cache/run.mjs'],
  ],
  react: [
    ['npm', 'ci', '--prefix', 'examples/react'],
    ['npm', 'run', 'build', '--prefix', 'examples/react'],
    ['node', 'examples/react/server/main.mjs'],
  ],
};

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];

const [name] = process.argv.slice(2);
const commands = Object.hasOwn(EXAMPLES, name ?? '') ? EXAMPLES[name] : undefined;
if (!commands) {
  console.error(`Name an example: ${Object.keys(EXAMPLES).join(', ')}.`);
  process.exit(1);
}
for (const [command, ...args] of [['node', 'scripts/build-if-changed.mjs'], ...commands]) {
  const options = command === 'npm' ? QUIET : [];
  const { status } = spawnSync(command, [...args, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
