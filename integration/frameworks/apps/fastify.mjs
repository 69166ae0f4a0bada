import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { setFetch } from '../set-fetch.mjs';
import { getCookies, getJson, getStream, hang, sendForm } from './routes.mjs';

setFetch('before');

const app = Fastify();
await app.register(multipart);

app.get('/json', getJson);

// Fastify accepts a Response.
app.get('/stream', getStream);

app.post('/upload', async (request) => {
  const file = await request.file();
  const bytes = await file.toBuffer();
  return sendForm(file.fields.name.value, new Blob([bytes], { type: file.mimetype }));
});

app.get('/cookies', (request) => getCookies(request.headers.cookie, request.headers['x-request-id']));

app.get('/abort', async (request, reply) => {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  const answer = await hang(controller.signal);
  reply.raw.flushHeaders();
  await answer.text().catch(() => undefined);
  reply.hijack();
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening ${app.server.address().port}`);
setFetch('after');
