// Checks the app of "From document to app in ten minutes": generates the client from the page's document, compiles all
// files of the page, and runs the page's test.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { root } from './pages.mjs';

const page = readFileSync(join(root, 'docs/guide/from-document-to-app.md'), 'utf8');
// A folder in the package, so that `homing` resolves to the build.
const folder = join(root, 'integration/docs/build');

const write = (name, text) => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** The content of the page's blocks in a language. */
const blocksIn = (language) =>
  [...page.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].flatMap(([, lang, code]) =>
    lang === language ? [code] : [],
  );

rmSync(folder, { recursive: true, force: true });
after(() => rmSync(folder, { recursive: true, force: true }));

const [document] = blocksIn('yaml');
const [pages, scripts] = blocksIn('json');
const words = JSON.parse(scripts).scripts.generate.split(' ');
write('orders.yaml', document);
write('pages.json', pages);
// Without it, Vitest uses the configuration of the package.
write('vitest.config.mjs', 'export default {};\n');

/** Runs the page's script with additional options, and returns its exit code and messages. */
const generate = (...options) => {
  assert.equal(words[0], 'homing');
  const command = [join(root, 'dist/homing.js'), ...words.slice(1), ...options];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  return { status, messages: stderr.trim() };
};

const messages = blocksIn('txt').map((text) => text.trim());
const generated = generate();

test('the script prints what the page shows', () => {
  assert.deepEqual(generated, { status: 0, messages: messages[0] });
});

test('the page shows a line of the generated file', () => {
  const [excerpt] = blocksIn('ts');
  assert.ok(readFileSync(join(folder, 'src/api.ts'), 'utf8').includes(excerpt.trim()), excerpt);
});

test('--check --strict accepts the generated files', () => {
  assert.equal(generate('--check', '--strict').status, 0);
});

test('the files of the page compile', () => {
  const files = [...blocksIn('ts'), ...blocksIn('tsx')].flatMap((code) => {
    const [, name] = /^\/\/ (src\/\S+)\n/.exec(code) ?? [];
    return name ? [[name, code]] : [];
  });
  assert.deepEqual(files.map(([name]) => name).sort(), [
    'src/message-for.ts',
    'src/order-form.tsx',
    'src/order-list.tsx',
    'src/orders.test.ts',
    'src/orders.ts',
  ]);
  for (const [name, code] of files) write(name, code);
  const options = { strict: true, target: 'es2022', module: 'nodenext', jsx: 'react-jsx', noEmit: true };
  const more = {
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, ...more }, include: ['src'] }));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });
});

test("the page's test passes", () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  execFileSync(process.execPath, [vitest, 'run', '--root', folder], { stdio: 'inherit' });
});

test('--check prints what the page shows after the document has changed', () => {
  const renamed = document
    .replace(', quantity, created]', ', created]')
    .replace(/^( {8})quantity: \{ type: integer \}$/m, '$1amount: { type: integer }');
  write('orders.yaml', renamed);
  assert.deepEqual(generate('--check'), { status: 1, messages: messages[1] });
});
