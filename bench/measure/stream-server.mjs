// Streams from a separate process, so that only the reader's memory is measured. It exits with its parent process.
//   /bytes/<GB>  this amount of data, as fast as the client reads
//   /events      a few events and the end mark
//   /held        one event, then nothing
//   /state       JSON: the bytes passed to the system so far, and the number of open responses
import { createServer } from 'node:http';

const GB = 1e9;
const block = Buffer.alloc(256 * 1024, 'homing ');
const EVENT = 'data: {"n":1}\n\n';

let sent = 0;
let open = 0;

/** Waits until the system accepts more data, or the client disconnects. */
const roomIn = (response) =>
  new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });

const sendBytes = async (response, total) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  for (let left = total; left > 0 && !response.destroyed; left -= block.length) {
    const hasRoom = response.write(left < block.length ? block.subarray(0, left) : block);
    sent += Math.min(left, block.length);
    if (!hasRoom) await roomIn(response);
  }
  response.end();
};

const sendEvents = (response, isHeld) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (isHeld) response.write(EVENT);
  else response.end(`${EVENT.repeat(4)}data: [DONE]\n\n`);
};

const server = createServer((request, response) => {
  const [, name, size] = request.url.split('/');
  if (name === 'state') {
    response.end(JSON.stringify({ sent, open }));
    return;
  }
  open += 1;
  response.once('close', () => (open -= 1));
  if (name === 'bytes') sendBytes(response, Number(size) * GB).catch(() => response.destroy());
  else sendEvents(response, name === 'held');
});

server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
