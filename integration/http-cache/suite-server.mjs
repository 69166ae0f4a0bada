import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { load } from './suite.mjs';

/**
 * Loads the suite from its folder. Tests that need undici get this version, because the suite's own isn't installed.
 */
const LENDING = `export const resolve = (name, context, next) =>
  next(name, name === 'undici' ? { ...context, parentURL: '${import.meta.url}' } : context);`;

/** The default folder of the suite: next to this repository, or next to its parent folder. */
export function besideUs() {
  const folders = ['../../../', '../../../../'].map(
    (up) => new URL(`${up}shared/cache-tests`, import.meta.url),
  );
  return fileURLToPath(folders.find((each) => existsSync(each)) ?? folders[0]);
}

/** Whether the suite is available. Prints a message if it is not. */
export function isThere(folder) {
  if (existsSync(`${folder}/tests/index.mjs`)) return true;
  console.log(
    `\nSKIPPED: the tests for HTTP caches are not at ${folder}, and would be a download. ` +
      '--suite=FOLDER takes a checkout of github.com/http-tests/cache-tests.\n',
  );
  return false;
}

/** Starts the suite's server on a local port. Returns its URL. */
export async function startServer(folder, port) {
  register(`data:text/javascript,${encodeURIComponent(LENDING)}`);
  // npm would set this variable for the start script.
  Object.assign(process.env, {
    npm_config_protocol: 'http',
    npm_config_port: String(port),
    npm_config_pidfile: '/dev/null',
  });
  await load(folder, 'test-engine/server/server.mjs');
  return `http://localhost:${port}`;
}
