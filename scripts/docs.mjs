// Serves the documentation site (`npm run docs`) or builds it (`npm run docs:build`). The site has its own
// packages, because work on the library doesn't need them. They are installed on first use and after a
// change.
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
  console.log('installing the packages of the site; it takes a minute, once …');
  npm('ci', '--no-audit', '--no-fund');
}
npm('run', process.argv[2] ?? 'dev');
