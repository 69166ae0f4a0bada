// Measures what a module or a function costs: bundles the program with one REST endpoint from lib/, as a
// consumer would, but without that module or function body. The saved bytes include everything that only it
// needs. The bundled program is broken and is never run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { programs } from './bundle-size.mjs';
import { packageName, root } from './architecture.mjs';

/**
 * Bundles the program with replaced file contents.
 *
 * @param {Record<string, string>} [texts] Contents by path from the root.
 */
export const bundleWith = async (texts = {}) => {
  const byPath = new Map(Object.entries(texts).map(([file, text]) => [join(root, file), text]));
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
        name: 'other-texts',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            byPath.has(path) ? { contents: byPath.get(path), loader: 'ts' } : undefined,
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

/** Returns a module with the same exports and no code. */
export const emptied = async (path) => {
  const { metafile } = await build({
    entryPoints: [join(root, path)],
    absWorkingDir: root,
    format: 'esm',
    write: false,
    outfile: 'out.js',
    metafile: true,
  });
  const names = metafile.outputs['out.js'].exports;
  return names.length > 0 ? `export let ${names.join(', ')};` : '';
};

const nameOf = (node) => {
  const owner = ts.isClassLike(node.parent) ? (node.parent.name?.text ?? 'class') : '';
  if (ts.isConstructorDeclaration(node)) return `new ${owner}`;
  return (owner && `${owner}.`) + (node.name ?? node.parent.name)?.getText();
};

const textOf = (path) => readFileSync(join(root, path), 'utf8');

/** Returns the positions of all outermost function and method bodies in a file. */
export const bodiesIn = (path) => {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const { pos, end } = node.body;
      const callsSuper = ts.isConstructorDeclaration(node) && /^\{\s*super\(/.test(node.body.getText());
      found.push({ name: nameOf(node), pos, end, empty: callsSuper ? '{super()}' : '{}' });
    } else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Returns the text of a file with these bodies replaced by empty ones. */
export const withoutBodies = (path, bodies) =>
  [...bodies]
    .sort((a, b) => b.pos - a.pos)
    .reduce((text, { pos, end, empty }) => text.slice(0, pos) + empty + text.slice(end), textOf(path));

const isSentence = (node) =>
  (ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)) &&
  /\S \S|^ \S{2,}|\S{2,} $/.test(node.text);

/**
 * Returns the text of a file without the words of its messages: without string literals that contain a space.
 */
export const withoutSentences = (path) => {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  const cuts = [];
  const visit = (node) => {
    if (isSentence(node)) {
      // A part of a template literal ends with `${`.
      const closing = node.getText().endsWith('${') ? 2 : 1;
      cuts.push({ pos: node.getStart() + 1, end: node.getEnd() - closing, empty: '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return withoutBodies(path, cuts);
};
