// Why: the site has its own packages, which work on the library doesn't need. This script installs them for the first
// run, and again after a change. `npm run docs` serves the site, `npm run docs:build` builds it, with llms.txt.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const npm = (...args) => {
  const { status } = spawnSync('npm', ['--prefix', 'docs', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
};

if (timeOf('docs/node_modules/.package-lock.json') < timeOf('docs/package-lock.json')) {
  console.log('installing the packages of the site; this takes a minute, once …');
  npm('ci', '--no-audit', '--no-fund');
}
npm('run', process.argv[2] ?? 'dev');
