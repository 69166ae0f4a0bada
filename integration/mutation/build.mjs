// Mocha loads JavaScript, so this compiles lib/ and spec/ to CommonJS in build/.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { transformSync } from 'esbuild';

const GLOBALS = resolve('integration/mutation/globals.cjs');
const LEFT_OUT = [
  // These specs read the sources of lib/ or the docs, which are changed or missing here.
  /spec\/(architecture|mirror|security\/register)\.spec/,
  // These specs force hundreds of garbage collections.
  /\.gc\.spec/,
  // These specs start their own processes from the original sources.
  /spec\/support\/(.*-process|hanging-refresh)/,
  // These specs replace or intercept the fetch that all specs share here.
  /spec\/e2e\/intercepted/,
  // These specs count the steps of every regular expression, which takes seconds.
  /spec\/security\/(regular-expressions|bounds)/,
  // These specs need servers and sockets for each mutant. They test homing/node, which is not mutated.
  /spec\/(node\/|contracts\/fetch|e2e\/node-fetch|security\/redirects)/,
];

rmSync('build', { recursive: true, force: true });
for (const module of ['lib', 'spec']) {
  for (const name of readdirSync(module, { recursive: true })) {
    const file = join(module, name);
    if (file.endsWith('.cjs')) cpSync(file, join('build', file));
    if (!file.endsWith('.ts') || LEFT_OUT.some((pattern) => pattern.test(file))) continue;
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      format: 'cjs',
      loader: 'ts',
      target: 'node20',
      sourcefile: relative('build', file),
    });
    const target = join('build', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    const adapted = code
      // See `configureGlobal` in the globals.
      .replace(/numRuns: \d+/g, 'numRuns: 5')
      .replaceAll('require("vitest")', `require(${JSON.stringify(GLOBALS)})`)
      .replaceAll('import_meta.url', '__filename')
      .replace(/import\((`\.[^`]*)\.ts`\)/g, 'Promise.resolve(require($1.js`))');
    // Top-level hooks of a file apply only to this file. Mocha supports that only within a suite.
    const isSpec = file.endsWith('.spec.ts');
    writeFileSync(
      target,
      isSpec
        ? `'use strict';\ndescribe(${JSON.stringify(file)}, () => {\n${adapted}});\n`
        : `'use strict';\n${adapted}`,
    );
  }
}
cpSync('integration/mutation/second-copy.cjs', 'build/spec/support/second-copy.js');
writeFileSync('build/package.json', '{ "type": "commonjs" }\n');
