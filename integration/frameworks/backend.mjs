import { setTimeout as wait } from 'node:timers/promises';
import { arrived } from '../../spec/support/arrived.cjs';
import { startServer } from '../../spec/support/start-server.cjs';
import { bucketAnswer } from './bucket.mjs';

// Headers that differ in each request of the AWS SDK: the time, the signature and the request number.
const PASSING = new Set(['host', 'amz-sdk-invocation-id', 'authorization', 'x-amz-date']);

const shown = async (request) => {
  const { headers, ...rest } = await arrived(request);
  const kept = headers
    .map(([name, value]) => [name.toLowerCase(), value])
    .filter(([name]) => !PASSING.has(name));
  return { ...rest, headers: kept };
};

const answers = {
  '/json': (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'x-back': 'end' }).end('{"hello":"world"}'),
  '/stream': async (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    for (let line = 0; line < 20; line += 1) {
      response.write(`${line} ${'x'.repeat(10_000)}\n`);
      await wait(1);
    }
    response.end();
  },
  '/cookies': (response) =>
    response.writeHead(201, { 'set-cookie': ['a=1; Path=/', 'b=2'], 'x-answer': 'yes' }).end('baked'),
  '/upload': (response, arrived) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(arrived)),
  '/hang': (response) => response.writeHead(200).write('begun'),
};

/** The server behind the frameworks. It records its requests, and which clients disconnected. */
export const startBackend = async () => {
  const seen = [];
  let hungUp = () => undefined;
  const server = await startServer(async (request, response) => {
    if (request.url === '/hang') response.once('close', () => hungUp());
    const what = await shown(request);
    seen.push(what);
    const count = seen.filter(({ url }) => url === request.url).length;
    await (answers[request.url] ?? bucketAnswer)(response, what, count);
  });
  return {
    ...server,
    /** The requests since the previous call of this function. */
    takeSeen: () => seen.splice(0),
    /** Resolves when a client of /hang is gone. */
    nextHangUp: () => new Promise((resolve) => (hungUp = resolve)),
  };
};
