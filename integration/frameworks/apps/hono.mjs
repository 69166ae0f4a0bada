import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { setFetch } from '../set-fetch.mjs';
import { getCookies, getJson, hang, sendForm } from './routes.mjs';

setFetch('before');

const app = new Hono();

app.get('/json', async (context) => context.json(await getJson()));

// Hono's own helper, which calls fetch by itself.
app.get('/stream', () => proxy(`${process.env.PROOF_BACKEND}/stream`));

app.post('/upload', async (context) => {
  const form = await context.req.formData();
  return context.json(await sendForm(form.get('name'), form.get('file')));
});

app.get('/cookies', (context) =>
  getCookies(context.req.header('cookie'), context.req.header('x-request-id')),
);

app.get('/abort', (context) => hang(context.req.raw.signal));

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`listening ${port}`));
setFetch('after');
