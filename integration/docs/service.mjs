import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../examples/demo/server.mjs';

const demo = new URL('../../examples/demo/', import.meta.url);

/** The demo's modules that add routes to a server, by the name of their export. */
const files = (await readdir(demo)).filter((file) => /-(routes|service)\.mjs$/.test(file)).sort();
const modules = await Promise.all(files.map((file) => import(new URL(file, demo))));
const additions = modules.flatMap((module) => Object.values(module));

/**
 * The service behind `https://api.example.com`. Each example gets a new service, so examples don't affect each
 * other.
 */
export async function startService() {
  const server = await startServer();
  for (const add of additions) add(server);
  return server;
}

/** The URL at which the quick start expects `npx homing demo`. */
export const DEMO_ORIGIN = 'http://localhost:4000';

/** Starts the built `homing demo` on a free port. */
export async function startDemo() {
  const program = fileURLToPath(new URL('../../dist/homing.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'demo', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  return {
    baseUrl: line.match(/http:\/\/localhost:\d+/)[0],
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
