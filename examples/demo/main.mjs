// A tour of homing against a real server, which runs in this process on a free port. Every step says what it
// expects; the exit code is 0 only when everything came out that way. With --inspect it shows calls in the inspector
// instead, until it is ended.
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
  console.log(`homing demo, against ${server.baseUrl}`);
  return tour(steps, server);
};

const showInspector = async (server) => {
  const seen = inspector();
  const { url } = await serveInspector(seen);
  console.log(`The calls of this process: ${url}\nEnd it with Ctrl+C.`);
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
