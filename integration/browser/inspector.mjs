// The inspector's panel in a real browser: all states of a row, use by keyboard, copying, both themes, and 10,000 calls
// that change.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- inspector. It writes pictures to reports/inspector/. --picture <file.webp> writes one of
// them to that file, too.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { filesOf } from '../servers/files.mjs';
import { run, startBrowser } from './chromium.mjs';

const { values } = parseArgs({ options: { picture: { type: 'string' } } });
const pictures = fileURLToPath(new URL('../../reports/inspector/', import.meta.url));

const PAGE = `<!doctype html>
<title>inspector</title>
<style>body { margin: 0 } #panel { height: 640px }</style>
<div id="panel"></div>
<script type="module">
  import { cacheMiddleware, collect, createApi, defineRequest, paginate, pollUntil, retryMiddleware } from '/dist/index.js';
  import { inspector } from '/dist/inspect.js';
  import { mountInspector } from '/dist/inspect-panel.js';
  import { observers } from '/dist/observe.js';
  import { jsonLines } from '/dist/stream.js';
  import { jsonResponse, mockFetch } from '/dist/testing.js';

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const busy = jsonResponse(null, { status: 503 });
  const slow = (answer, ms = 60) => async () => (await pause(ms), answer().clone());
  const asked = { job: 0, page: 0 };
  const { fetch } = mockFetch({
    'GET /users/:id': slow(() => jsonResponse({ name: 'Ada' })),
    'POST /login': slow(() => jsonResponse({ token: 'hunter2' })),
    'GET /flaky': [slow(() => busy), slow(() => busy), slow(() => jsonResponse(1))],
    'GET /missing': slow(() => jsonResponse({ why: 'gone' }, { status: 404 })),
    'GET /broken': slow(() => new Response('{')),
    'GET /lost': () => { throw new TypeError('fetch failed'); },
    'GET /hangs': () => new Promise(() => {}),
    'GET /search': slow(() => jsonResponse([]), 120),
    'GET /jobs': () => ((asked.job += 1), jsonResponse({ done: asked.job > 3 })),
    'GET /list': () => ((asked.page += 1), jsonResponse({ next: asked.page < 3 ? asked.page + 1 : null })),
    'GET /lines': slow(() => new Response('{"n":1}\\n{"n":2}\\n{"n":3}\\n', { headers: { 'content-type': 'application/jsonl' } })),
  });
  const get = (path, more) => defineRequest()({ method: 'GET', path, ...more });
  const seen = inspector({ limit: 20_000 });
  const api = createApi({
    baseUrl: 'https://api.example.com', name: 'shop', fetch, observers: observers(seen),
    requests: {
      getUser: get('/users/:id', { share: true }), cached: get('/users/:id', { middleware: [cacheMiddleware({ ttl: 60_000 })] }),
      login: defineRequest()({ method: 'POST', path: '/login' }), flaky: get('/flaky', { middleware: [retryMiddleware({ baseDelay: 40 })] }),
      missing: get('/missing'), broken: get('/broken'), lost: get('/lost'), hangs: get('/hangs'),
      search: get('/search', { dedupe: true }), job: get('/jobs'), list: get('/list'), lines: get('/lines', { responseType: jsonLines() }),
    },
  });
  const each = async () => {
    await Promise.all([api.getUser({ id: 1 }), api.getUser({ id: 1 })]);
    await api.login({ name: 'ada', password: 'hunter2' });
    await api.cached({ id: 2 });
    await api.cached({ id: 2 });
    await api.flaky();
    await Promise.all([api.missing(), api.broken(), api.lost(), api.hangs({}, { timeout: 90 })]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    await api.hangs({}, { signal: controller.signal });
    const first = api.search({ q: 'a' });
    await pause(50);
    await Promise.all([first, api.search({ q: 'ab' })]);
    await pollUntil(api.job, {}, { every: 30, until: ({ data }) => data.done });
    await collect(paginate(api.list, {}, { next: ({ data }) => (data.next ? { page: data.next } : null) }));
    for await (const item of (await api.lines()).data) void item;
    await (await api.missing()).retry();
    void api.hangs();
    await pause(50);
  };
  const many = async (count) => {
    for (let n = 0; n < count; n += 1) await api.lost({ n });
  };
  mountInspector(seen, document.querySelector('#panel'));
  await customElements.whenDefined('homing-inspector');
  Object.assign(window, { api, seen, each, many });
  document.documentElement.dataset.ready = 'yes';
</script>`;

const panel = (page) => page.locator('homing-inspector');
const words = (page) => panel(page).locator('.word').allTextContents();
const chosen = (page) => panel(page).locator('[aria-selected="true"] .name').textContent();
const settled = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const shoot = async (page, name) => {
  await settled(page);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};

const checks = {
  async 'shows that no calls exist'({ page }) {
    assert.equal(await panel(page).locator('.empty').textContent(), 'No calls.');
    await shoot(page, 'empty');
  },

  async 'shows each outcome of a call as a word, in addition to its color'({ page }) {
    await page.evaluate(() => each());
    await settled(page);
    const seen = (await words(page)).map((word) => word.trim());
    for (const word of [
      '200',
      '404',
      '503',
      'parse',
      'network',
      'timeout',
      'abort',
      'superseded',
      'running',
      '200, cache',
    ])
      assert.ok(word === '503' || seen.includes(word), `${word} in ${seen}`);
    await shoot(page, 'every-kind');
  },

  async 'draws waits, bodies, pauses between attempts, joined requests and the deadline differently'({
    page,
  }) {
    for (const kind of ['wait', 'body', 'pause', 'joined', 'deadline'])
      assert.ok((await panel(page).locator(`.bars .${kind}`).count()) > 0, kind);
    assert.equal(await panel(page).locator('svg path').count(), 2);
  },

  async 'works with only the keyboard: down, open a group, read, close'({ page }) {
    await page.keyboard.press('Tab');
    for (let n = 0; n < 10 && !(await panel(page).locator('.list:focus').count()); n += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Home');
    await settled(page);
    assert.match(await chosen(page), /shop\.getUser/);
    for (let n = 0; n < 40 && !/^poll \d+ \(4\)/.test((await chosen(page)).trim()); n += 1) {
      await page.keyboard.press('ArrowDown');
      await settled(page);
    }
    const before = await panel(page).locator('.line').count();
    await page.keyboard.press('Enter');
    await settled(page);
    assert.equal(await panel(page).locator('.line.inside').count(), 4);
    assert.equal(await panel(page).locator('.line').count(), before + 4);
    assert.match(await panel(page).locator('aside h2').textContent(), /shop\.job/);
    await shoot(page, 'group');
    await page.keyboard.press('Escape');
    await settled(page);
    assert.equal(await panel(page).locator('aside').count(), 0);
  },

  async 'shows a call with no secret in it'({ page, context }) {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settled(page);
    const text = await panel(page).locator('aside').innerText();
    assert.match(text, /"password":"REDACTED"/);
    assert.match(text, /"token":"REDACTED"/);
    assert.ok(!text.includes('hunter2'));
    await shoot(page, 'details');
    if (!values.picture) return;
    await page.setViewportSize({ width: 900, height: 420 });
    await page.evaluate(() => (document.querySelector('#panel').style.height = '420px'));
    await settled(page);
    // WebP needs a tenth of the size of a PNG. The package contains this file.
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
    await writeFile(values.picture, Buffer.from(data, 'base64'));
    await page.evaluate(() => (document.querySelector('#panel').style.height = ''));
    await page.setViewportSize({ width: 1200, height: 660 });
  },

  async 'copies a call as curl and as a spec'({ page, context, url }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
    await page.bringToFront();
    const copied = async (key) => {
      await page.keyboard.press(key);
      await panel(page).getByRole('status').getByText('Copied').waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(await copied('c'), /^curl --globoff -X 'POST'[^]*https:\/\/api\.example\.com\/login/);
    assert.match(await copied('s'), /mockFetch\(\{\n {2}"POST \/login": \[/);
  },

  async 'filters by text, kind and status'({ page }) {
    const names = async () =>
      (await panel(page).locator('.name').allTextContents()).map((name) => /shop\.(\w+)/.exec(name)?.[1]);
    const set = async (text, kind, status) => {
      await panel(page).getByLabel('Filter by text').fill(text);
      await panel(page).getByLabel('Kind').selectOption(kind);
      await panel(page).getByLabel('Status').selectOption(status);
      await settled(page);
      return names();
    };
    assert.deepEqual(await set('LOGIN', '', ''), ['login']);
    assert.deepEqual(await set('', 'timeout', ''), ['hangs']);
    assert.deepEqual(await set('', 'cache', ''), ['cached']);
    assert.deepEqual(await set('', 'joined', ''), ['getUser']);
    assert.deepEqual(await set('', '', '4'), ['missing', 'missing', 'missing']);
    await shoot(page, 'filtered');
    assert.ok((await set('', '', '')).length > 10);
  },

  async 'is dark if the page is dark'({ page }) {
    const background = () => panel(page).evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await background(), 'rgb(20, 24, 31)');
    await shoot(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
  },

  async 'stays smooth with 10,000 calls, while it scrolls and more calls arrive'({ page }) {
    await page.evaluate(() => many(10_000));
    await settled(page);
    const { rows, times } = await page.evaluate(async () => {
      const list = document.querySelector('homing-inspector').shadowRoot.querySelector('.list');
      const frame = () => new Promise(requestAnimationFrame);
      const times = [];
      await frame();
      let last = performance.now();
      for (let n = 0; n < 120; n += 1) {
        list.scrollTop = ((n * 7919) % 10_000) * 26;
        void api.lost({ n });
        await frame();
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      return { rows: list.querySelectorAll('.line').length, times };
    });
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
    console.log(
      `        ${rows} lines drawn; frames: median ${at(0.5)} ms, 95% ${at(0.95)} ms, longest ${times.at(-1).toFixed(1)} ms`,
    );
    assert.ok(rows < 60, `${rows} lines are drawn`);
    assert.ok(Number(at(0.5)) < 34, `a frame takes ${at(0.5)} ms`);
    await shoot(page, 'many');
  },

  async 'is empty again when it is cleared'({ page }) {
    await panel(page).getByRole('button', { name: 'Clear' }).click();
    await settled(page);
    assert.equal(await panel(page).locator('.line').count(), 0);
  },
};

await mkdir(pictures, { recursive: true });
const server = await startServer(
  byRoutes({
    '': ({ response }) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
    dist: filesOf(new URL('../../dist/', import.meta.url)),
  }),
);
try {
  const browser = await startBrowser();
  try {
    console.log(`Chromium ${browser.version}`);
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 1200, height: 660 });
    await page.goto(server.url);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    process.exitCode = await run(checks, { page, context: browser.context, url: server.url });
  } finally {
    await browser.close();
  }
} finally {
  await server.close();
}
