// A tour of homing against a real server, which runs in this process on a free port. Every step says what it
// expects; the exit code is 0 only when everything came out that way.
import { readdir } from 'node:fs/promises';
import { tour } from './tour.mjs';
import { addUsersService } from './users-service.mjs';
import { startServer } from './server.mjs';

const directory = new URL('steps/', import.meta.url);
const files = (await readdir(directory)).sort();
const steps = await Promise.all(files.map((file) => import(new URL(file, directory))));

const server = await startServer();
addUsersService(server);
console.log(`homing demo, against ${server.baseUrl}`);
try {
  process.exitCode = await tour(steps, server);
} finally {
  await server.close();
}
