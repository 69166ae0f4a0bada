import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeServer } from './server.js';

const server = makeServer(process.env['API_URL'] ?? 'http://localhost:3000').listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const visit = async (who: string, headers: Record<string, string>) => {
  const response = await fetch(`http://127.0.0.1:${port}/dashboard`, { headers });
  console.log(`${who}: ${response.status} ${await response.text()}`);
};

await visit('Ada', { authorization: 'Bearer token-of-ada', 'x-request-id': 'r1' });
await visit('Grace', { authorization: 'Bearer token-of-grace', 'x-request-id': 'r2' });
await visit('a stranger', { 'x-request-id': 'r3' });

server.close();
server.closeAllConnections();
