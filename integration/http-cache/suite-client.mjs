// The client side of the public suite, for homing's memory cache with the fetch of the current runtime. The server is
// another process. The last argument contains the settings as JSON. The last printed line contains the test results.
// See runtimes.mjs.
import process from 'node:process';
import { homingFetch, setWire } from './clients.mjs';
import { runSuite } from './suite.mjs';

const { folder, base, mode } = JSON.parse(process.argv.at(-1));
const { fetch } = globalThis;
setWire((url, init) => fetch(url, init));
const results = await runSuite(folder, base, mode, homingFetch(mode));
const version = globalThis.Bun?.version ?? globalThis.Deno?.version.deno ?? process.versions.node;
process.stdout.write(`\n@version ${version}\n@results ${JSON.stringify([...results])}\n`, () =>
  process.exit(0),
);
