// Builds dist/, unless it is what the sources give already: a script that needs a build can ask for it at no cost.
//
//   npm run build:if-changed
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './architecture.mjs';

/** What a build reads; of packages their versions. */
const SOURCES = [
  'lib',
  'rollup.config.mjs',
  'scripts/architecture.mjs',
  'architecture.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Gone with dist/, which each build begins by removing. It is not packed. */
const STAMP = join(root, 'dist/.sources');

/** The file itself, or those of a folder, by their paths. */
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
