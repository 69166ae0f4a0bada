// Checks the file of a tape: har-validator accepts it, Playwright's routeFromHAR can replay it in a real Chromium,
// and it contains none of the planted secrets. Prints the file. Needs a build in dist/, and Chromium at
// /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check fails.
//
// npm run integration -- har
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApi, defineRequest } from '../../dist/index.js';
import { openTape } from '../../dist/har.js';
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { run, startBrowser } from '../browser/chromium.mjs';
import { install } from '../install.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
await install(here);
const validate = createRequire(join(here, 'package.json'))('har-validator');

const SECRETS = {
  header: 'hdr-9f1c2e',
  query: 'qry-7b3d4a',
  body: 'bdy-5e8f60',
  user: 'usr-1a2b3c',
  cookie: 'cke-4d5e6f',
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const startService = () => {
  const json = (response, value, headers = {}) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  return startServer(
    byRoutes({
      '': ({ response }) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>page</title><h1>from the service</h1>'),
      login: ({ request, response }) => {
        request.resume();
        json(
          response,
          { token: SECRETS.body, pin: 4711, next: `/users?token=${SECRETS.query}` },
          { 'set-cookie': `session=${SECRETS.cookie}; HttpOnly`, 'x-session': SECRETS.header },
        );
      },
      users: ({ response, count }) => json(response, { id: 1, name: 'Ada', asked: count }),
      logo: ({ response }) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
      gone: ({ response }) => response.writeHead(204).end(),
    }),
  );
};

/** A session with a secret in every possible place. */
const record = async (file, { origin }) => {
  // The platform's fetch rejects user info in a URL. For a fetch that accepts it, the tape removes the user info.
  const send = (url, init) => {
    const plain = new URL(url);
    Object.assign(plain, { username: '', password: '' });
    return fetch(plain, init);
  };
  const bodies = { unredacted: ['text/html', 'image/png'] };
  const tape = await openTape(file, { mode: 'record', secrets: Object.values(SECRETS), bodies, fetch: send });
  const api = createApi({
    baseUrl: origin.replace('//', `//ada:${SECRETS.user}@`),
    fetch: tape.fetch,
    headers: {
      authorization: `Bearer ${SECRETS.header}`,
      'x-api-key': SECRETS.header,
      cookie: `a=${SECRETS.cookie}`,
    },
    requests: {
      page: defineRequest()({ method: 'GET', path: '/', responseType: 'text' }),
      login: defineRequest()({ method: 'POST', path: '/login' }),
      users: defineRequest()({ method: 'GET', path: '/users' }),
      logo: defineRequest()({ method: 'GET', path: '/logo', responseType: 'blob' }),
      gone: defineRequest()({ method: 'DELETE', path: '/gone', responseType: 'none' }),
    },
  });
  const form = new FormData();
  form.set('password', SECRETS.body);
  form.set('file', new File(['x'], 'x.txt'));
  const results = [
    await api.page(),
    await api.login({ name: 'ada', password: SECRETS.body, card: { cvc: SECRETS.body } }),
    await api.login(form),
    await api.users({ token: SECRETS.query, page: 1 }),
    await api.users({ token: SECRETS.query, page: 1 }),
    await api.logo(),
    await api.gone(),
  ];
  assert.deepEqual(
    results.map(({ error }) => error?.message),
    results.map(() => undefined),
  );
  await tape.close();
};

const folder = await mkdtemp(join(tmpdir(), 'homing-har-'));
const file = join(folder, 'session.har');
const service = await startService();
await record(file, { origin: service.url });
await service.close();
const text = await readFile(file, 'utf8');
console.log(text);

const checks = {
  async 'has none of the planted secrets: header, query, body, user of the URL, cookie'() {
    for (const [place, secret] of Object.entries(SECRETS)) assert.ok(!text.includes(secret), place);
  },

  async 'is valid for har-validator'() {
    await validate.har(JSON.parse(text));
    await assert.rejects(validate.har({ log: { entries: [{}] } }));
  },

  async 'is replayed by routeFromHAR, without the service'({ context }) {
    const page = await context.newPage();
    await page.routeFromHAR(file, { notFound: 'abort' });
    await page.goto(`${service.url}/`);
    assert.equal(await page.textContent('h1'), 'from the service');
    const seen = await page.evaluate(async () => {
      const users = await fetch('/users?token=REDACTED&page=1');
      const logo = await (await fetch('/logo')).arrayBuffer();
      const gone = await fetch('/gone', { method: 'DELETE' });
      const other = await fetch('/other').catch(({ name }) => name);
      return [users.status, await users.json(), [...new Uint8Array(logo)], gone.status, other];
    });
    assert.deepEqual(seen, [200, { id: 1, name: 'Ada', asked: 1 }, [...PNG], 204, 'TypeError']);
    await page.close();
  },
};

try {
  const browser = await startBrowser();
  try {
    console.log(`Chromium ${browser.version}`);
    process.exitCode = await run(checks, { context: browser.context });
  } finally {
    await browser.close();
  }
} finally {
  await rm(folder, { recursive: true });
}
