import { createServer } from 'node:http';
import { setFetch } from '../set-fetch.mjs';

setFetch('before');

const { default: next } = await import('next');
const app = next({ dir: process.env.PROOF_APP, dev: false });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => handle(request, response));
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
setFetch('after');
