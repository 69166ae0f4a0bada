// A server in its own process, so that its work doesn't count as the clients' work. /small returns 60 bytes of JSON,
// /large 50 kB, /held never responds, and a POST returns the id that it received. With the argument `h2` the server
// uses HTTP/2 with a self-signed certificate. It exits with its parent process.
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
  // Imported only for HTTP/2.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  return createSecureServer({ key, cert }, listener);
};

const server = process.argv[2] === 'h2' ? await secureServer() : createServer(listener);

// The server must not close a connection that a client is about to reuse.
server.keepAliveTimeout = 120_000;
// Allow a thousand concurrent connections.
server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
