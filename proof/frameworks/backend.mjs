import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { bucketAnswer } from './bucket.mjs';

// What is new in each request of the AWS SDK: its time, its signature of that, and its own number.
const PASSING = new Set(['host', 'amz-sdk-invocation-id', 'authorization', 'x-amz-date']);

/** What differs from one run to the next: where the server is, what parts a form, and how long it is for that. */
const shown = async (request) => {
  const { method, url, rawHeaders } = request;
  const body = await text(request);
  const boundary = /^--(\S+)\r\n/.exec(body)?.[1];
  const fixed = (value) => (boundary ? value.replaceAll(boundary, 'BOUNDARY') : value);
  const headers = rawHeaders
    .flatMap((name, at) => (at % 2 ? [] : [[name.toLowerCase(), fixed(rawHeaders[at + 1])]]))
    .filter(([name]) => !PASSING.has(name) && !(boundary && name === 'content-length'))
    .sort();
  return { method, url, headers, body: fixed(body) };
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

/** The server behind the frameworks. It knows what it was asked, and who hung up on it. */
export const startBackend = async () => {
  const seen = [];
  let hungUp = () => undefined;
  const server = createServer(async (request, response) => {
    if (request.url === '/hang') response.once('close', () => hungUp());
    const arrived = await shown(request);
    seen.push(arrived);
    const count = seen.filter(({ url }) => url === request.url).length;
    await (answers[request.url] ?? bucketAnswer)(response, arrived, count);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** What it was asked since it was asked last. */
    takeSeen: () => seen.splice(0),
    /** Resolves when a client of /hang is gone. */
    nextHangUp: () => new Promise((resolve) => (hungUp = resolve)),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};
