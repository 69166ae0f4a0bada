// Runs in Node, Bun and Deno. The last argument contains the settings as JSON.
import process from 'node:process';
import { KINDS } from './kinds.mjs';
import { kindsOfNode } from './kinds-of-node.mjs';
import { runKinds } from './run-kinds.mjs';

const { file, nodeFetch: module, ...told } = JSON.parse(process.argv.at(-1));
const fetch = module ? (await import(module)).nodeFetch() : undefined;
const outcomes = await runKinds([...KINDS, ...kindsOfNode(file)], { fetch, ...told });
process.stdout.write(`\n@outcomes ${JSON.stringify(outcomes)}\n`, () => process.exit(0));
