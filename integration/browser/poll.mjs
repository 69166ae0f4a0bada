// Polling in a real browser whose tab is hidden and shown, which a fake document can't reproduce.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- browser
import assert from 'node:assert/strict';
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { Counts } from '../servers/counts.mjs';
import { filesOf } from '../servers/files.mjs';
import { run, startBrowser, within } from './chromium.mjs';

/** Counts requests and canceled requests by path, and waits for a count with a time limit. */
class PatientCounts extends Counts {
  reaches(key, count) {
    return within(`${key} reaches ${count}`, super.reaches(key, count));
  }
}

const PAGE = `<!doctype html>
<title>polling</title>
<script type="module">
  import { createApi, defineRequest, poll, pollUntil } from '/dist/index.js';
  const requests = {
    count: defineRequest()({ method: 'GET', path: '/count/:name' }),
    held: defineRequest()({ method: 'GET', path: '/held' }),
  };
  const api = createApi({ baseUrl: location.origin, requests });
  const heard = {};
  const stops = {};
  /** A component with its own name, which polls a path. */
  const mount = (component, path, options) => {
    heard[component] = [];
    stops[component] = poll(api.count, { name: path }, ({ data }) => heard[component].push(data.n), options);
  };
  Object.assign(window, { api, poll, pollUntil, heard, stops, mount, errors: [] });
  addEventListener('error', ({ error }) => errors.push(error.message));
  document.documentElement.dataset.ready = 'yes';
</script>`;

const startPage = async () => {
  const counter = new PatientCounts();
  const send = (response, type, body) => response.writeHead(200, { 'content-type': type }).end(body);
  const route = byRoutes({
    '': ({ response }) => send(response, 'text/html', PAGE),
    dist: filesOf(new URL('../../dist/', import.meta.url)),
    count: ({ response, count }) => send(response, 'application/json', JSON.stringify({ n: count })),
    // Never responds.
    held: ({ response }) => response.on('close', () => counter.add('cancelled')),
  });
  const server = await startServer((request, response) => {
    counter.add(request.url.split('?')[0]);
    route(request, response);
  });
  return { ...server, counter };
};

/** The page with the polls, and a second tab to bring to the front. */
const openTab = async (context, url) => {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  const other = await context.newPage();
  const turn = async (front, state) => {
    await front.bringToFront();
    await page.waitForFunction((wanted) => document.visibilityState === wanted, state, { polling: 50 });
  };
  const tab = { page, show: () => turn(page, 'visible'), hide: () => turn(other, 'hidden') };
  await tab.show();
  return tab;
};

const checks = {
  async 'polls while the tab is visible'({ page, counter }) {
    await page.evaluate(() => mount('visible', 'visible', { every: 50 }));
    await counter.reaches('/count/visible', 4);
    await page.evaluate(() => stops.visible());
  },

  async 'lets two components of the page share one poll'({ page, counter }) {
    await page.evaluate(() => {
      mount('a', 'shared', { every: 50 });
      mount('b', 'shared', { every: 80 });
    });
    await counter.reaches('/count/shared', 4);
    const { a, b } = await page.evaluate(() => {
      stops.a();
      stops.b();
      return heard;
    });
    const answers = Array.from(a, (_, index) => index + 1);
    assert.ok(a.length >= 3);
    assert.deepEqual([a, b], [answers, answers]);
  },

  async 'passes the last response to a late component without a request'({ page, counter }) {
    await page.evaluate(() => mount('early', 'late', { every: 60_000 }));
    await page.waitForFunction(() => heard.early.length === 1);
    const late = await page.evaluate(async () => {
      mount('late', 'late', { every: 60_000 });
      await Promise.resolve();
      stops.early();
      stops.late();
      return heard.late;
    });
    assert.deepEqual([late, counter.of('/count/late')], [[1], 1]);
  },

  async 'sends no request while hidden, continues with inBackground, and sends a request when the page returns'(
    tools,
  ) {
    const { page, show, hide, counter } = tools;
    await page.evaluate(() => {
      mount('paused', 'paused', { every: 50 });
      mount('rare', 'rare', { every: 3_600_000 });
      mount('background', 'background', { every: 50, inBackground: true });
    });
    await page.waitForFunction(() => Object.values({ ...heard }).every(({ length }) => length > 0));
    await hide();
    // A request that was in flight when the tab was hidden completes before the next responses of the other poll.
    await counter.reaches('/count/background', counter.of('/count/background') + 2);
    const before = counter.of('/count/paused');
    await counter.reaches('/count/background', counter.of('/count/background') + 4);
    assert.equal(counter.of('/count/paused'), before);
    assert.equal(counter.of('/count/rare'), 1);
    await show();
    await counter.reaches('/count/rare', 2);
    await counter.reaches('/count/paused', before + 3);
    assert.equal(counter.of('/count/rare'), 2);
    await page.evaluate(() => ['paused', 'rare', 'background'].forEach((name) => stops[name]()));
  },

  async 'sends the first request of a poll that began in a hidden tab when it is shown'(tools) {
    const { page, show, hide, counter } = tools;
    await hide();
    await page.evaluate(() => {
      mount('began', 'began', { every: 3_600_000 });
      mount('ticking', 'ticking', { every: 50, inBackground: true });
    });
    await counter.reaches('/count/ticking', 3);
    assert.equal(counter.of('/count/began'), 0);
    await show();
    await counter.reaches('/count/began', 1);
    await page.evaluate(() => ['began', 'ticking'].forEach((name) => stops[name]()));
  },

  async 'aborts the request in flight with stop(): the server sees the close'({ page, counter }) {
    await page.evaluate(() => (stops.held = poll(api.held, {}, () => {}, { every: 50 })));
    await counter.reaches('/held', 1);
    assert.equal(counter.of('cancelled'), 0);
    await page.evaluate(() => stops.held());
    await counter.reaches('cancelled', 1);
  },

  async 'resolves pollUntil with the expected response'({ page, counter }) {
    const data = await page.evaluate(async () => {
      const options = { every: 50, until: ({ data }) => data.n === 3 };
      return (await pollUntil(api.count, { name: 'until' }, options)).data;
    });
    assert.deepEqual([data, counter.of('/count/until')], [{ n: 3 }, 3]);
  },

  async 'reports the error of a callback to window.onerror, and continues'({ page, counter }) {
    await page.evaluate(() => {
      const fail = () => {
        throw new Error('mine');
      };
      stops.failing = poll(api.count, { name: 'failing' }, fail, { every: 50 });
    });
    await counter.reaches('/count/failing', 3);
    const [first] = await page.evaluate(() => (stops.failing(), errors));
    assert.equal(first, 'mine');
  },

  async 'sends nothing after everything was stopped'({ page, counter }) {
    const sent = () => ['visible', 'shared', 'paused', 'failing'].map((name) => counter.of(`/count/${name}`));
    const before = sent();
    await page.evaluate(() => mount('last', 'last', { every: 50 }));
    await counter.reaches('/count/last', 6);
    await page.evaluate(() => stops.last());
    assert.deepEqual(sent(), before);
  },
};

const server = await startPage();
try {
  const browser = await startBrowser();
  try {
    console.log(`Chromium ${browser.version}`);
    process.exitCode = await run(checks, {
      counter: server.counter,
      ...(await openTab(browser.context, server.url)),
    });
  } finally {
    await browser.close();
  }
} finally {
  await server.close();
}
