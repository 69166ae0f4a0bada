// Uploads with progress over a real XMLHttpRequest: the reports, the results, and the calls that use fetch instead.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- browser
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { filesOf } from '../servers/files.mjs';
import { run, startBrowser } from './chromium.mjs';

const MB = 1024 * 1024;

const PAGE = `<!doctype html>
<title>upload</title>
<script type="module">
  import { createApi, defineRequest, retryMiddleware } from '/dist/index.js';
  import { withLimit, withProgress, xhrFetch } from '/dist/transfer.js';
  const put = (path) => defineRequest()({ method: 'PUT', path });
  const told = [];
  const upload = xhrFetch();
  const sent = { fetch: 0, xhr: 0 };
  const fetch = withLimit({
    maxResponseSize: 100_000,
    fetch: withProgress({
      upload: (url, init) => ((sent.xhr += 1), upload(url, init)),
      fetch: (url, init) => ((sent.fetch += 1), window.fetch(url, init)),
    }),
  });
  const api = createApi({
    baseUrl: location.origin,
    fetch,
    requests: {
      slow: put('/slow'), echo: put('/echo'), moved: put('/moved'), large: put('/large'), refused: put('/status/422'),
      cut: put('/cut'), held: put('/held'),
      flaky: defineRequest()({ method: 'PUT', path: '/flaky', middleware: [retryMiddleware({ baseDelay: 1 })] }),
    },
  });
  const fetchOptions = { onUploadProgress: (progress) => told.push(progress) };
  const file = (size, type = 'image/png') => new Blob([new Uint8Array(size).fill(120)], { type });
  const facts = ({ data, error, response }) => ({
    data, kind: error?.kind, url: response?.url, redirected: response?.redirected, status: response?.status,
  });
  /** Makes one call. Returns its Result and its progress reports. */
  const call = async (name, body, options = {}) => {
    told.length = 0;
    const result = await api[name](body, { fetchOptions, ...options });
    return { ...facts(result), told: [...told] };
  };
  Object.assign(window, { api, call, file, told, sent, xhrFetch, withProgress });
  document.documentElement.dataset.ready = 'yes';
</script>`;

const sizeOf = async (request, pace = 0) => {
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (pace) await pause(pace);
  }
  return size;
};

const startPage = async () => {
  const closed = [];
  const json = (response, value, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json', 'x-a': '1' }).end(JSON.stringify(value));
  const facts = async (request, pace) => {
    const { 'content-type': type, 'content-length': length, cookie } = request.headers;
    return { size: await sizeOf(request, pace), type, length, cookie };
  };
  const route = byRoutes({
    '': ({ response }) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' }).end(PAGE),
    dist: filesOf(new URL('../../dist/', import.meta.url)),
    slow: async ({ request, response }) => json(response, await facts(request, 3)),
    echo: async ({ request, response }) => json(response, await facts(request)),
    moved: async ({ request, response }) => {
      await sizeOf(request);
      response.writeHead(307, { location: '/echo' }).end();
    },
    large: async ({ request, response }) => {
      await sizeOf(request);
      json(response, 'x'.repeat(200_000));
    },
    status: async ({ request, response, rest: [status] }) => {
      await sizeOf(request);
      response.writeHead(Number(status)).end();
    },
    flaky: async ({ request, response, count }) => {
      const all = await facts(request);
      json(response, all, count === 1 ? 503 : 200);
    },
    cut: ({ request }) => request.once('data', () => request.socket.destroy()),
    held: ({ request, response }) => {
      request.resume();
      response.on('close', () => closed.push('held'));
    },
  });
  return { ...(await startServer(route)), closed };
};

const assertRises = (told) => {
  const loads = told.map(({ loaded }) => loaded);
  assert.equal(loads[0], 0);
  assert.deepEqual(
    loads,
    loads.toSorted((a, b) => a - b),
  );
};

const checks = {
  async 'reports the progress of an upload: from 0, rising, throttled, and complete once'({ page }) {
    const { told, data } = await page.evaluate(async () => {
      window.times = [];
      const { onUploadProgress } = { onUploadProgress: () => window.times.push(performance.now()) };
      await api.slow(file(20 * 1024 * 1024), { timeout: 0, fetchOptions: { onUploadProgress } });
      return call('slow', file(20 * 1024 * 1024), { timeout: 0 });
    });
    const size = 20 * MB;
    assertRises(told);
    assert.ok(told.length > 3, `only ${told.length} reports`);
    assert.ok(told.every(({ total }) => total === size));
    assert.deepEqual(
      told.filter(({ done }) => done),
      [{ loaded: size, total: size, done: true }],
    );
    assert.deepEqual(told.at(-1), { loaded: size, total: size, done: true });
    assert.equal(data.size, size);
    assert.equal(data.length, String(size));
    const times = await page.evaluate(() => window.times);
    const gaps = times.slice(1, -1).map((time, at) => time - times[at]);
    assert.ok(
      gaps.every((gap) => gap >= 45),
      `too often: ${gaps.map(Math.round)}`,
    );
    console.log(`        ${told.length} reports of 20 MiB`);
  },

  async 'returns the same as fetch: data, status, url, and the headers of the body'({ page, url }) {
    const { data, status, url: from, redirected } = await page.evaluate(() => call('echo', file(1000)));
    assert.deepEqual([status, from, redirected], [200, `${url}/echo`, false]);
    assert.deepEqual(data, { size: 1000, type: 'application/octet-stream', length: '1000', cookie: 'a=1' });
  },

  async "reports the total of a form, which fetch can't report"({ page }) {
    const { data, told } = await page.evaluate(async () => {
      const form = new FormData();
      form.set('file', file(300_000), 'a.png');
      return call('echo', form);
    });
    assert.match(data.type, /^multipart\/form-data; boundary=/);
    assertRises(told);
    const { loaded, total, done } = told.at(-1);
    assert.deepEqual([String(loaded), String(total), done], [data.length, data.length, true]);
  },

  async 'follows a redirect that needs the body again, and the progress never falls'({ page, url }) {
    const { data, told, redirected, url: from } = await page.evaluate(() => call('moved', file(2_000_000)));
    assert.deepEqual([data.size, redirected, from], [2_000_000, true, `${url}/echo`]);
    assertRises(told);
    assert.equal(told.filter(({ done }) => done).length, 1);
  },

  async 'starts at 0 with a retry'({ page }) {
    const { data, told } = await page.evaluate(() => call('flaky', file(100_000)));
    assert.equal(data.size, 100_000);
    assert.equal(told.filter(({ loaded }) => loaded === 0).length, 2);
  },

  async "returns a 'parse' error for a response over the limit, and an 'http' error for a status"({ page }) {
    const large = await page.evaluate(() => call('large', file(10)));
    assert.equal(large.kind, 'parse');
    const refused = await page.evaluate(() => call('refused', file(10)));
    assert.deepEqual([refused.kind, refused.status], ['http', 422]);
  },

  async 'has a null body with 204, and for HEAD'({ page }) {
    const bodies = await page.evaluate(async () => {
      const send = xhrFetch();
      const none = await send('/status/204', { method: 'PUT', body: 'x' });
      const head = await send('/echo', { method: 'HEAD' });
      return [none.status, none.body, head.status, head.body];
    });
    assert.deepEqual(bodies, [204, null, 200, null]);
  },

  async "returns a 'network' error when the connection is lost, and never reports it as done"({ page }) {
    const { kind, told } = await page.evaluate(() => call('cut', file(5_000_000)));
    assert.equal(kind, 'network');
    assert.ok(told.every(({ done }) => !done));
  },

  async 'ends with its signal: the server sees the close'({ page, closed }) {
    const kind = await page.evaluate(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      return (await call('held', file(1000), { signal: controller.signal })).kind;
    });
    assert.equal(kind, 'abort');
    while (closed.length === 0) await pause(10);
  },

  async 'handles only calls with an upload listener'({ page }) {
    const { before, after, data } = await page.evaluate(async () => {
      const before = { ...sent };
      const { data } = await api.echo(file(1000));
      return { before, after: { ...sent }, data };
    });
    assert.equal(data.size, 1000);
    assert.deepEqual(after, { fetch: before.fetch + 1, xhr: before.xhr });
  },

  async 'without XMLHttpRequest, fetch sends the body, and its start and end are reported'({ page }) {
    const { told, size } = await page.evaluate(async () => {
      const told = [];
      const onUploadProgress = (progress) => told.push(progress);
      const response = await withProgress()('/echo', {
        method: 'PUT',
        body: file(300_000),
        onUploadProgress,
      });
      return { told, size: (await response.json()).size };
    });
    assert.equal(size, 300_000);
    assert.deepEqual(told, [
      { loaded: 0, total: 300_000, done: false },
      { loaded: 300_000, total: 300_000, done: true },
    ]);
  },

  async "rejects by name the options that XMLHttpRequest doesn't support"({ page }) {
    const said = await page.evaluate(async () => {
      const messages = [];
      const inits = [{ redirect: 'error' }, { credentials: 'omit' }, { mode: 'no-cors' }, { integrity: 'x' }];
      inits.push({ keepalive: true }, { method: 'PUT', body: new ReadableStream() });
      for (const init of inits)
        await xhrFetch()('/echo', init).catch(({ message }) => messages.push(message));
      return messages.map((message) => message.split(' ')[0]);
    });
    assert.deepEqual(said, ['redirect', 'credentials', 'mode', 'integrity', 'keepalive', 'body']);
  },
};

const server = await startPage();
try {
  const browser = await startBrowser();
  try {
    console.log(`Chromium ${browser.version}`);
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(server.url);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    process.exitCode = await run(checks, { page, closed: server.closed, url: server.url });
  } finally {
    await browser.close();
  }
} finally {
  await server.close();
}
