// Runs one block in its own thread. Sends its output to the parent, in the order of printing.
import { parentPort, workerData } from 'node:worker_threads';

const { module, servers } = workerData;
const { fetch: sendForReal } = globalThis;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const server = servers[url.origin];
  if (server === undefined)
    throw new TypeError('fetch failed', { cause: new Error(`Unknown host ${url.host}`) });
  const routed = server + url.href.slice(url.origin.length);
  return sendForReal(input instanceof Request ? new Request(routed, input) : routed, init);
};

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk, ...rest) => {
    parentPort.postMessage({ printed: String(chunk) });
    rest.find((value) => typeof value === 'function')?.();
    return true;
  };
}

// Ignore the output of the blocks that this block continues.
globalThis[Symbol.for('homing.docs.begin')] = () => parentPort.postMessage({ begins: true });

await import(module);
