import { readdir } from 'node:fs/promises';
import { startServer } from '../../examples/demo/server.mjs';

const demo = new URL('../../examples/demo/', import.meta.url);

/** The demo's modules that add routes to a server, each by what it exports. */
const files = (await readdir(demo)).filter((file) => /-(routes|service)\.mjs$/.test(file)).sort();
const modules = await Promise.all(files.map((file) => import(new URL(file, demo))));
const additions = modules.flatMap((module) => Object.values(module));

/** The service that the pages call `https://api.example.com`. A new one for each example: what one writes, no other reads. */
export async function startService() {
  const server = await startServer();
  for (const add of additions) add(server);
  return server;
}
