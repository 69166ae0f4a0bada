// Runs the specs in Node, Bun and Deno. The last argument contains the settings as JSON.
import { createRequire } from 'node:module';
import process from 'node:process';

const { bundle, preludes, nodeFetch, ...told } = JSON.parse(process.argv.at(-1));

for (const prelude of preludes) await import(prelude);

const load = bundle.endsWith('.cjs') ? createRequire(import.meta.url) : (file) => import(file);
const { runSpecs } = await load(`../${bundle}`);
const fetch = nodeFetch ? (await import('homing/node')).nodeFetch() : undefined;
const results = await runSpecs({ fetch, ...told });
const version = globalThis.Bun?.version ?? globalThis.Deno?.version.deno ?? process.versions.node;
process.stdout.write(`\n@version ${version}\n@results ${JSON.stringify(results)}\n`, () => process.exit(0));
