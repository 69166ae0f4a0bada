// Runs the suite in Node, Bun and Deno. What it is told is the JSON in its last argument.
import process from 'node:process';

const { load, preludes, fetch: fetchName, ...rest } = JSON.parse(process.argv.at(-1));

for (const prelude of preludes) await import(prelude);

const loaders = {
  import: (name) => import(name),
  async require(name) {
    const { createRequire } = await import('node:module');
    return createRequire(import.meta.url)(name);
  },
};
const from = loaders[load];
const fetches = {
  global: () => undefined,
  node: async () => (await from('homing/node')).nodeFetch(),
};

const [homing, middleware, testing] = await Promise.all(
  ['homing', 'homing/middleware', 'homing/testing'].map(from),
);
const { runSuite } = await import('../suite/index.mjs');
const fetch = await fetches[fetchName]();
const results = await runSuite({ homing, middleware, testing, fetch, ...rest });
const version = globalThis.Bun?.version ?? globalThis.Deno?.version.deno ?? process.versions.node;
process.stdout.write(`\n@version ${version}\n@results ${JSON.stringify(results)}\n`, () => process.exit(0));
