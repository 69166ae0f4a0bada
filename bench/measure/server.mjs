// A server of its own process, so that it takes no time from the clients: JSON of 60 bytes under /small, of 50 kB
// under /large, nothing ever under /held, and what a POST sent. Started with `h2` it speaks HTTP/2, with a certificate of
// its own. It ends with the process that started it.
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';

const member = (number) => ({ number, name: `Member ${number}`, roles: ['reader', 'writer'], active: true });
const rests = {
  small: JSON.stringify({ name: 'Ada', role: 'admin', active: true, score: 12.5 }).slice(1),
  large: JSON.stringify({ members: Array.from({ length: 640 }, (_, number) => member(number)) }).slice(1),
};

const read = async (request) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

const answer = (response, text) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
};

const listener = async (request, response) => {
  const [, size, , id] = request.url.split('/');
  if (size === 'held') return;
  if (request.method === 'POST') answer(response, JSON.stringify({ id: JSON.parse(await read(request)).id }));
  else answer(response, `{"id":${id},${rests[size]}`);
};

const secureServer = async () => {
  // Not needed by who measures HTTP/1.1 alone.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  return createSecureServer({ key, cert }, listener);
};

const server = process.argv[2] === 'h2' ? await secureServer() : createServer(listener);

// A connection that the server closes while a client is about to use it again would be an error of the bench.
server.keepAliveTimeout = 120_000;
// For a thousand connections at once.
server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
