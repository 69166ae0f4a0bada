// The public suite over homing's cache with memory, by the fetch of the runtime that this runs in: the client's half,
// whose server is another process. What it is told is the JSON in its last argument; the last line that it prints has how
// each test came out. See runtimes.mjs.
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
