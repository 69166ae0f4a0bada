// Mocha loads JavaScript: this turns lib/ and spec/, as they stand here, into CommonJS below build/.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { transformSync } from 'esbuild';

const GLOBALS = resolve('integration/mutation/globals.cjs');
const LEFT_OUT = [
  // Read the text of lib/ or of the docs, which here are not those that were written, or not there.
  /spec\/(architecture|mirror|security\/register)\.spec/,
  // Force collections, hundreds of them.
  /\.gc\.spec/,
  // Run in processes of their own, as they were written.
  /spec\/support\/(.*-process|hanging-refresh)/,
  // Put an interceptor, or another fetch, in front of the one that all specs have here.
  /spec\/e2e\/intercepted/,
  // Count the steps of every regular expression; take seconds.
  /spec\/security\/(regular-expressions|bounds)/,
  // Need servers and sockets for each mutant; they are for homing/node, which is not mutated.
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
      // See `configureGlobal` beside the globals.
      .replace(/numRuns: \d+/g, 'numRuns: 5')
      .replaceAll('require("vitest")', `require(${JSON.stringify(GLOBALS)})`)
      .replaceAll('import_meta.url', '__filename')
      .replace(/import\((`\.[^`]*)\.ts`\)/g, 'Promise.resolve(require($1.js`))');
    // Hooks that stand in a file are for this file alone, which Mocha has by suite only.
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
