// Why: what a capability costs shows when it is left out, with all that it alone needs. `npm run bytes` bundles the
// program with one REST endpoint once for each module of it, with nothing in that one's place, and prints what is saved;
// `npm run bytes -- --functions` does the same for the body of each function and method. The list is the bundle's own,
// so that nothing in it can be out of date. What is left out breaks the program, which is never run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { programs } from './bundle-size.mjs';
import { packageName, root } from './house.mjs';

/** Bundles the program from lib/, as a consumer would, with another text in place of one file. */
const bundle = async ({ file, text } = {}) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: programs['REST only'], resolveDir: root, loader: 'js' },
    alias: { [packageName]: join(root, 'lib/index.ts') },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    outfile: 'out.js',
    metafile: true,
    logLevel: 'error',
    plugins: [
      {
        name: 'in-place-of-one',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === join(root, file ?? '') ? { contents: text, loader: 'ts' } : undefined,
          ),
      },
    ],
  });
  const [{ contents }] = outputFiles;
  const modules = Object.entries(metafile.outputs['out.js'].inputs)
    .map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }))
    .filter(({ path, bytes }) => path.startsWith('lib/') && bytes > 0);
  return { gzip: gzipSync(contents, { level: 9 }).length, minified: contents.length, modules };
};

const parse = (path) =>
  ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);

/** The same names, and nothing behind them. */
const emptied = async (path) => {
  const { metafile } = await build({
    entryPoints: [join(root, path)],
    absWorkingDir: root,
    format: 'esm',
    write: false,
    outfile: 'out.js',
    metafile: true,
  });
  const names = metafile.outputs['out.js'].exports;
  return [{ name: path, file: path, text: names.length > 0 ? `export let ${names.join(', ')};` : '' }];
};

const nameOf = (node) => {
  const owner = ts.isClassLike(node.parent) ? (node.parent.name?.text ?? 'class') : '';
  if (ts.isConstructorDeclaration(node)) return `new ${owner}`;
  return (owner && `${owner}.`) + (node.name ?? node.parent.name)?.getText();
};

/** Each function and method that stands for itself, with an empty body; one within another is part of that. */
const bodies = (path) => {
  const source = parse(path);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const { pos, end } = node.body;
      const call = ts.isConstructorDeclaration(node) && /^\{\s*super\(/.test(node.body.getText());
      const text = `${source.text.slice(0, pos)}{${call ? 'super()' : ''}}${source.text.slice(end)}`;
      found.push({ name: `${path} ${nameOf(node)}`, file: path, text });
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const whole = await bundle();
const byFunction = process.argv.includes('--functions');
const cases = (
  await Promise.all(whole.modules.map(({ path }) => (byFunction ? bodies(path) : emptied(path))))
).flat();
const rows = await Promise.all(
  cases.map(async ({ name, file, text }) => ({
    name,
    saved: whole.gzip - (await bundle({ file, text })).gzip,
    bytes: whole.modules.find(({ path }) => path === file).bytes,
  })),
);

const line = (saved, bytes, name) =>
  console.log(`${String(saved).padStart(8)}  ${String(bytes).padStart(8)}  ${name}`);
console.log(
  `REST only: ${whole.gzip} bytes gzip, ${whole.minified} minified, ${whole.modules.length} modules\n`,
);
line('saved', byFunction ? '' : 'minified', byFunction ? 'without the body of' : 'without the module');
for (const { saved, bytes, name } of rows.sort((a, b) => b.saved - a.saved))
  if (saved > 0) line(saved, byFunction ? '' : bytes, name);
