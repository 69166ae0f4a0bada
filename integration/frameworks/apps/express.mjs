import express from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFetch } from '../set-fetch.mjs';
import { getCookies, getJson, getStream, hang, sendForm } from './routes.mjs';

setFetch('before');

const app = express();

app.get('/json', async (_request, response) => response.json(await getJson()));

app.get('/stream', async (_request, response) => {
  const answer = await getStream();
  response.type(answer.headers.get('content-type'));
  await pipeline(Readable.fromWeb(answer.body), response);
});

app.post('/upload', async (request, response) => {
  const web = new Request('http://localhost', {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] },
    body: Readable.toWeb(request),
    duplex: 'half',
  });
  const form = await web.formData();
  response.json(await sendForm(form.get('name'), form.get('file')));
});

app.get('/cookies', async (request, response) => {
  const answer = await getCookies(request.headers.cookie, request.headers['x-request-id']);
  response.status(answer.status).set('set-cookie', answer.headers.getSetCookie());
  response.set('x-answer', answer.headers.get('x-answer')).send(await answer.text());
});

app.get('/abort', async (_request, response) => {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  const answer = await hang(controller.signal);
  response.flushHeaders();
  await answer.text().catch(() => undefined);
});

const server = app.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
setFetch('after');
