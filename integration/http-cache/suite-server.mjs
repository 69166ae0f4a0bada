import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { load } from './suite.mjs';

/** The suite is read where it lies, without the undici that some of its tests are made with: they get this one. */
const LENDING = `export const resolve = (name, context, next) =>
  next(name, name === 'undici' ? { ...context, parentURL: '${import.meta.url}' } : context);`;

/** Where the suite lies beside this repository, or beside what that is in. */
export function besideUs() {
  const folders = ['../../../', '../../../../'].map(
    (up) => new URL(`${up}shared/cache-tests`, import.meta.url),
  );
  return fileURLToPath(folders.find((each) => existsSync(each)) ?? folders[0]);
}

/** Whether the suite is there; says so where it is not. */
export function isThere(folder) {
  if (existsSync(`${folder}/tests/index.mjs`)) return true;
  console.log(
    `\nSKIPPED: the tests for HTTP caches are not at ${folder}, and would be a download. ` +
      '--suite=FOLDER takes a checkout of github.com/http-tests/cache-tests.\n',
  );
  return false;
}

/** Begins the suite's own server on a port of this machine; gives its address. */
export async function startServer(folder, port) {
  register(`data:text/javascript,${encodeURIComponent(LENDING)}`);
  // As npm would set it for the script that starts it.
  Object.assign(process.env, {
    npm_config_protocol: 'http',
    npm_config_port: String(port),
    npm_config_pidfile: '/dev/null',
  });
  await load(folder, 'test-engine/server/server.mjs');
  return `http://localhost:${port}`;
}
