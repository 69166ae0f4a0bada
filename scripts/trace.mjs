// Counts the files that a reader must open to follow a call. `npm run trace:call` bundles lib/ with a marker
// at the start of each function, makes a GET and a POST with auth, retry and a deadline, and prints the files
// of the second call of each, when cached values exist. The third call is the one in docs/how-it-works.md.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { root } from './architecture.mjs';

/** Returns a source file with a marker at the start of each function body. */
const marked = (path) => {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const mark = `globalThis.traced?.(${JSON.stringify(relative(root, path))});`;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      if (ts.isBlock(node.body)) {
        // A constructor must call `super()` first.
        const [first] = node.body.statements;
        const isSuper = first && /^super\(/.test(first.getText());
        edits.push([isSuper ? first.end : node.body.getStart() + 1, mark]);
      } else edits.push([node.body.getStart(), `(${mark.slice(0, -1)}, `], [node.body.end, ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits
    .sort(([a], [b]) => b - a)
    .reduce((marked, [at, added]) => marked.slice(0, at) + added + marked.slice(at), text);
};

const program = `
  import { createApi, defineRequest } from './lib/index.ts';
  import { AuthPlugin } from './lib/entries/auth.ts';
  import { RetryPlugin } from './lib/entries/retry.ts';
  const requests = {
    find: defineRequest()({ method: 'GET', path: '/users/:id' }),
    add: defineRequest()({ method: 'POST', path: '/users' }),
  };
  const fetch = () => Promise.resolve(new Response('{}'));
  const baseUrl = 'https://api.example.com';
  const plain = createApi({ baseUrl, fetch, requests });
  const auth = new AuthPlugin(() => ({ token: 'a' }));
  const watch = (ctx, next) => next();
  const findUsers = defineRequest()({ method: 'GET', path: '/users' });
  const told = createApi({
    baseUrl, fetch, headers: { accept: 'application/json' }, middleware: [watch], requests: { findUsers },
  });
  const guarded = createApi({
    baseUrl, fetch, requests, timeout: 5000, middleware: [auth, new RetryPlugin({ methods: 'idempotent' })],
  });
  export const calls = {
    'GET': () => plain.find({ id: 1, role: 'admin' }),
    'POST with auth, retry and a deadline': () => guarded.add({ name: 'Ada' }),
    'GET with a middleware and a deadline': () => told.findUsers({ role: 'admin' }, { timeout: 5000 }),
  };`;

const folder = mkdtempSync(join(tmpdir(), 'homing-trace-'));
try {
  const outfile = join(folder, 'traced.mjs');
  await build({
    stdin: { contents: program, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
    plugins: [
      {
        name: 'marks',
        setup: ({ onLoad }) =>
          onLoad({ filter: /lib[\\/].*\.ts$/ }, ({ path }) => ({ contents: marked(path), loader: 'ts' })),
      },
    ],
  });
  const { calls } = await import(pathToFileURL(outfile).href);
  for (const [name, call] of Object.entries(calls)) {
    await call();
    const files = [];
    let before;
    let returns = 0;
    globalThis.traced = (file) => {
      if (file === before) return;
      if (files.includes(file)) returns += 1;
      else files.push(file);
      before = file;
    };
    const { error } = await call();
    globalThis.traced = undefined;
    if (error) throw error;
    console.log(`${name}: ${files.length} files, ${returns} times back to one that it had left`);
    for (const file of files) console.log(`  ${file}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
