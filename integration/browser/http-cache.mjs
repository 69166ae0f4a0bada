// Responses in a real browser's IndexedDB. They are available to the next page and to other tabs, all tabs drop them
// together, and the responses of one user are stored encrypted or not at all.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- browser
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { run, startBrowser } from './chromium.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Turns off the browser's cache, which would hide requests. homing's cache counts its hits. */
const IDS = Array.from({ length: 50 }, (_, index) => `item-${index}`);

const program = `
  import { createApi, defineRequest } from './dist/index.js';
  import { cacheStatusOf, httpCacheMiddleware, indexedDbStore } from './dist/http-cache.js';

  const secret = new URLSearchParams(location.search).get('secret') ?? undefined;
  const cache = httpCacheMiddleware({ store: indexedDbStore('api'), secret, storeTimeout: 5000 });
  const get = defineRequest()({ method: 'GET', path: '/data/:id' });
  const api = createApi({ baseUrl: location.origin, middleware: [cache], requests: { get } });

  const ask = async (ids, headers = {}) => {
    const began = performance.now();
    const answers = await Promise.all(ids.map((id) => api.get({ id }, { headers })));
    return {
      hits: answers.filter(({ response }) => cacheStatusOf(response).hit).length,
      data: answers.map(({ data, error }) => data?.id ?? error.message),
      ms: performance.now() - began,
      faults: cache.stats.storeFaults,
    };
  };

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  /** The stored responses, as strings. Skips the short invalidation stamps that are stored next to them. */
  const lying = async () => {
    const database = await done(indexedDB.open('homing api'));
    const rows = await done(database.transaction('records').objectStore('records').getAll());
    database.close();
    return rows.filter(({ value }) => value.length > 64).map(({ value }) => String.fromCharCode(...value));
  };
  globalThis.tab = { ask, lying, invalidate: (what) => cache.invalidate(what), clear: () => cache.clear() };
  document.documentElement.dataset.ready = 'true';
`;

const { outputFiles } = await build({
  stdin: { contents: program, resolveDir: ROOT, loader: 'js' },
  bundle: true,
  format: 'esm',
  write: false,
});

const PAGES = {
  '/tab': ['text/html', '<!doctype html><title>tab</title><script type="module" src="/tab.mjs"></script>'],
  '/tab.mjs': ['text/javascript', outputFiles[0].text],
};
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://origin');
  const [type, text] = PAGES[pathname] ?? [];
  if (type) return response.writeHead(200, { 'content-type': type }).end(text);
  if (!pathname.startsWith('/data/')) return response.writeHead(404).end();
  const id = pathname.slice('/data/'.length);
  const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=600' };
  return response.writeHead(200, headers).end(JSON.stringify({ id, about: 'Ada Lovelace' }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await startBrowser();

const openTab = async (query = '') => {
  const page = await browser.context.newPage();
  await page.goto(`${origin}/tab${query}`);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return page;
};

const ask = (page, headers) => page.evaluate(([ids, own]) => globalThis.tab.ask(ids, own), [IDS, headers]);

const lying = (page) => page.evaluate(() => globalThis.tab.lying());

/** The cache returns a response before it stores the response. */
const haveLaidDown = async (page, count) => {
  for (let waited = 0; (await lying(page)).length < count; waited += 20) {
    assert.ok(waited < 30_000, `${count} responses should be in the database`);
    await setTimeout(20);
  }
};

const isAll = ({ data, faults }) => {
  assert.deepEqual(data, IDS);
  assert.equal(faults, 0);
};

const checks = {
  async 'a page reuses the response of the previous page without a request'() {
    const page = await openTab();
    isAll(await ask(page));
    await haveLaidDown(page, IDS.length);
    await page.reload();
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    const after = await ask(page);
    isAll(after);
    assert.equal(after.hits, IDS.length);
    console.log(`        ${IDS.length} hits of IndexedDB at once in ${after.ms.toFixed(0)} ms`);
  },

  async 'another tab reuses it, too'() {
    const after = await ask(await openTab());
    isAll(after);
    assert.equal(after.hits, IDS.length);
  },

  async 'a response that one tab forgets is gone in every tab'() {
    const [one, other] = [await openTab(), await openTab()];
    assert.equal((await ask(other)).hits, IDS.length);
    assert.equal(
      await one.evaluate((url) => globalThis.tab.invalidate({ url }), `${origin}/data/item-7`),
      true,
    );
    assert.equal((await ask(other)).hits, IDS.length - 1);
    assert.equal(await one.evaluate(() => globalThis.tab.clear()), true);
    assert.equal((await ask(other)).hits, 0);
  },

  async "a user's response stays in the page without a secret, and is stored encrypted with a secret"() {
    const headers = { authorization: 'Bearer ada' };
    const plain = await openTab();
    const before = (await lying(plain)).length;
    isAll(await ask(plain, headers));
    assert.equal((await ask(plain, headers)).hits, IDS.length);
    assert.equal((await lying(plain)).length, before);
    const query = '?secret=a+secret+of+some+length';
    const sealed = await openTab(query);
    isAll(await ask(sealed, headers));
    await haveLaidDown(sealed, before + IDS.length);
    const next = await ask(await openTab(query), headers);
    assert.equal(next.hits, IDS.length);
    assert.equal((await ask(await openTab(query), { authorization: 'Bearer bob' })).hits, 0);
    const own = (await lying(sealed)).filter((text) => text.includes('Lovelace'));
    assert.equal(own.length, IDS.length, 'only public responses can be read');
  },
};

try {
  console.log(`Chromium ${browser.version}`);
  process.exitCode = await run(checks, {});
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
