// A tour of homing. The calls go to a real server, which runs in this process on a free port. Each step checks its
// results. The exit code is 0 only if all checks pass. With --inspect, the program shows calls in the inspector
// instead, until you stop it.
import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inspector } from 'homing/inspect';
import { serveInspector } from 'homing/inspect/server';
import { callForEver } from './calls-for-ever.mjs';
import { openPage } from './open-page.mjs';
import { tour } from './tour.mjs';
import { addUsersService } from './users-service.mjs';
import { startServer } from './server.mjs';

const runTour = async (server) => {
  const directory = new URL('steps/', import.meta.url);
  const files = (await readdir(directory)).sort();
  const steps = await Promise.all(files.map((file) => import(new URL(file, directory))));
  console.log(`homing demo: calls a server at ${server.baseUrl}`);
  return tour(steps, server);
};

const showInspector = async (server) => {
  const seen = inspector();
  const { url } = await serveInspector(seen);
  console.log(`Open the inspector: ${url}\nPress Ctrl+C to stop.`);
  openPage(url);
  return callForEver(server, seen);
};

const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } });
const server = await startServer();
addUsersService(server);
try {
  process.exitCode = await (values.inspect ? showInspector(server) : runTour(server));
} finally {
  await server.close();
}
