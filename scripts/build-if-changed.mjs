// Builds dist/ only if its sources have changed, so that every script that needs a build can call this:
//
//   npm run build:if-changed
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './architecture.mjs';

/** Inputs of a build. For packages, their versions. */
const SOURCES = [
  'lib',
  'rollup.config.mjs',
  'scripts/architecture.mjs',
  'scripts/production',
  'architecture.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Each build removes dist/ and this file with it. It isn't packed. */
const STAMP = join(root, 'dist/.sources');

/** Returns the file itself, or all files of a folder sorted by path. */
const filesIn = (path) =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path];

const hash = createHash('sha256');
for (const file of SOURCES.flatMap(filesIn)) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
const sources = hash.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources) {
  execFileSync('npm', ['run', 'build', '--silent', '--', '--silent'], { cwd: root, stdio: 'inherit' });
  writeFileSync(STAMP, sources);
}
