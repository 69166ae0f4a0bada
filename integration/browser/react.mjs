// React in a real browser: a server-rendered page with every hook and adapter. The server counts the requests and the
// aborted requests. The page is examples/react, with React's development build, which has StrictMode and reports
// hydration mismatches.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- browser; with --screenshots <folder> it also takes pictures of the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startRoom } from '../../examples/react/server/start.mjs';
import { install } from '../install.mjs';
import { Counts } from '../servers/counts.mjs';
import { run } from './chromium.mjs';

const FOLDER = join(import.meta.dirname, '../../examples/react');
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PATIENCE = 15_000;
/** Milliseconds before each response, long enough to abort it. */
const PAUSE = 500;

const { values } = parseArgs({ options: { screenshots: { type: 'string' } } });

/** The service's counts since the last page load. */
const newTold = () => {
  const counts = new Counts();
  return {
    add: ({ route, what }) => counts.add(`${what} ${route}`),
    asked: (route) => counts.of(`asked ${route}`),
    givenUp: (route) => counts.of(`given up ${route}`),
    reaches: (what, route, count) => counts.reaches(`${what} ${route}`, count),
  };
};

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));
const has = (page, selector, text) => page.waitForSelector(`${selector} >> text=${text}`);
const seatsAreThere = (page) =>
  page.waitForFunction(() => /\d/.test(document.querySelector('#seats b').textContent));

/** Loads the page, and waits until all its data has arrived. */
const open = async (tools) => {
  const { page, url } = tools;
  // Don't count requests of the previous page.
  await page.goto('about:blank');
  tools.told = newTold();
  const response = await page.goto(url);
  await seatsAreThere(page);
  await page.waitForSelector('#news li');
  return response.text();
};

const logIn = async (page, name) => {
  await page.fill('.door input', name);
  await page.press('.door input', 'Enter');
};

const rename = async (page, title) => {
  await page.click('#catalogue li:first-of-type button');
  await page.fill('#catalogue li input', title);
  await page.press('#catalogue li input', 'Enter');
};

const firstTitle = (page) => page.textContent('#catalogue li:first-of-type span');

const checks = {
  async 'hydrates the server HTML without fetching again, and React reports no mismatch'(tools) {
    const html = await open(tools);
    assert.ok(html.includes('Dubliners') && html.includes('"queryKey":["library","books"'));
    assert.ok(!html.includes(tools.url), 'the HTML names the address that the server uses');
    const { told } = tools;
    assert.deepEqual([told.asked('GET /books'), told.asked('GET /session')], [1, 1]);
    assert.deepEqual(tools.complaints, []);
  },

  async 'sends one request for each hook under StrictMode'({ told }) {
    for (const route of ['GET /seats', 'GET /news']) {
      assert.equal(told.asked(route), 1, route);
      assert.equal(told.givenUp(route), 0, route);
    }
  },

  async 'searches for each letter, and aborts the previous search'({ page, told }) {
    for (const letter of 'dub') {
      const before = told.asked('GET /search');
      await page.press('#search input', letter);
      await told.reaches('asked', 'GET /search', before + 1);
    }
    await has(page, '#search li', 'Dubliners');
    assert.deepEqual(await texts(page, '#search li'), ['Dubliners James Joyce']);
    assert.deepEqual([told.asked('GET /search'), told.givenUp('GET /search')], [3, 2]);
    await page.fill('#search input', '');
    await page.waitForSelector('#search li', { state: 'detached' });
    assert.equal(told.asked('GET /search'), 3);
  },

  async 'closes a stream when its component unmounts, and opens it when it mounts'({ page, told }) {
    await page.waitForFunction(() => document.querySelectorAll('#news li').length >= 2);
    await page.click('#news button');
    await told.reaches('given up', 'GET /news', 1);
    await page.click('#news button');
    await page.waitForSelector('#news li');
    assert.equal(told.asked('GET /news'), 2);
  },

  async 'polls, and changes its interval without a request or a flicker'({ page, told }) {
    const before = told.asked('GET /seats');
    await page.evaluate(() => {
      window.flickers = 0;
      new MutationObserver(() => {
        if (!/\d/.test(document.querySelector('#seats b').textContent)) window.flickers += 1;
      }).observe(document.querySelector('#seats'), { subtree: true, childList: true, characterData: true });
    });
    await page.check('#seats input');
    await told.reaches('asked', 'GET /seats', before + 2);
    assert.deepEqual([await page.evaluate(() => window.flickers), told.givenUp('GET /seats')], [0, 0]);
    await page.uncheck('#seats input');
  },

  async 'shows that a poll failed, next to the previous data'({ page }) {
    await page.route('**/api/seats', (route) => route.abort());
    await page.check('#seats input');
    await has(page, '#seats', 'The last look failed.');
    assert.match(await page.textContent('#seats b'), /^\d+$/);
    await page.unroute('**/api/seats');
    await page.uncheck('#seats input');
  },

  async 'fetches a list page by page'({ page, told }) {
    assert.equal((await texts(page, '#catalogue li')).length, 12);
    while (await page.isVisible('#catalogue > button')) {
      const before = (await texts(page, '#catalogue li')).length;
      await page.click('#catalogue > button');
      await page.waitForFunction(
        (count) => document.querySelectorAll('#catalogue li').length > count,
        before,
      );
    }
    const titles = await texts(page, '#catalogue li');
    assert.deepEqual([titles.length, new Set(titles).size, told.asked('GET /books')], [30, 30, 3]);
  },

  async 'renames optimistically, and restores the name if the server rejects the change'({ page }) {
    const before = await firstTitle(page);
    await rename(page, 'Mine now');
    await has(page, '#catalogue', 'Mine now');
    await has(page, '#catalogue .failure', 'Please log in first.');
    assert.equal(await firstTitle(page), before);
  },

  async 'shows the message of a 422 for a field'({ page }) {
    await logIn(page, 'nobody');
    await has(page, '.door .failure', 'No card in this name');
  },

  async "logs in, and shows the reader's own data behind a Suspense boundary"({ page, told }) {
    await logIn(page, 'ada');
    await has(page, '#shelf', 'Fetching your books');
    await page.waitForSelector('#shelf li');
    assert.equal((await texts(page, '#shelf li')).length, 3);
    assert.deepEqual([told.asked('GET /shelf'), told.givenUp('GET /shelf')], [1, 0]);
  },

  async 'saves a new title, and shows the reason next to the field for an invalid title'({
    page,
    screenshots,
  }) {
    await rename(page, 'Daniel D.');
    await page.waitForFunction(
      () => document.querySelector('#catalogue li span:not(.quiet)')?.textContent === 'Daniel D.',
    );
    await rename(page, 'x'.repeat(61));
    await has(page, '#catalogue .failure', 'At most 60 letters.');
    assert.equal(await firstTitle(page), 'Daniel D.');
    await screenshots?.('react-refused.webp', 330);
  },

  async 'is rendered for a reader without a secret in the HTML, and hydrated without a request'(tools) {
    const { page, complaints, screenshots } = tools;
    const cookies = await page.context().cookies();
    const token = cookies.find(({ name }) => name === 'session').value;
    complaints.length = 0;
    const html = await open(tools);
    assert.ok(html.includes('"scope":"ada"') && html.includes('Moby-Dick'));
    assert.ok(!html.includes(token), 'the HTML holds the token');
    assert.ok(!/session=|cookie/i.test(html), 'the HTML holds a cookie');
    const { told } = tools;
    for (const route of ['GET /books', 'GET /shelf', 'GET /session', 'GET /seats', 'GET /news'])
      assert.equal(told.asked(route), 1, route);
    assert.deepEqual(complaints, []);
    await page.fill('#search input', 'house');
    await page.waitForSelector('#search li');
    await screenshots?.('react-room.webp');
  },

  async 'shows no data of the previous user to the next user'({ page, told }) {
    const adas = await texts(page, '#shelf li');
    await page.click('.door button');
    await has(page, '#shelf', 'For readers with a card.');
    await logIn(page, 'grace');
    await page.waitForSelector('#shelf li');
    const graces = await texts(page, '#shelf li');
    assert.ok(graces.length === 2 && graces.every((title) => !adas.includes(title)));
    assert.equal(told.asked('GET /shelf'), 2);
  },

  async 'aborts running requests when the page closes'({ page, told }) {
    const before = told.givenUp('GET /search');
    await page.fill('#search input', 'jane');
    await page.goto('about:blank');
    await told.reaches('given up', 'GET /search', before + 1);
    await told.reaches('given up', 'GET /news', 1);
  },
};

const build = async () => {
  await install(FOLDER);
  const vite = join(FOLDER, 'node_modules/vite/bin/vite.js');
  for (const ssr of [[], ['--ssr', 'src/render.tsx']])
    execFileSync(process.execPath, [vite, 'build', '--mode', 'development', '--logLevel', 'error', ...ssr], {
      cwd: FOLDER,
      stdio: 'inherit',
    });
};

await build();
const tools = { told: newTold(), complaints: [] };
/**
 * Returns a function that takes a WebP picture of the page. WebP has a fifth of the size of PNG, and the package
 * contains it.
 */
const picturing = async (page, folder) => {
  const session = await page.context().newCDPSession(page);
  return async (name, height) => {
    const { cssContentSize: size } = await session.send('Page.getLayoutMetrics');
    const clip = { ...size, height: height ?? size.height, scale: 1 };
    const { data } = await session.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: 60 },
      ...{ clip, captureBeyondViewport: true },
    });
    await writeFile(join(folder, name), Buffer.from(data, 'base64'));
  };
};

const room = await startRoom({ pause: PAUSE, onTold: (what) => tools.told.add(what) });
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
try {
  console.log(`Chromium ${browser.version()}`);
  const page = await browser.newPage({ viewport: { width: 800, height: 720 } });
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => tools.complaints.push(String(error)));
  page.on('console', (message) => {
    // Ignore the browser's own message for an error status.
    if (['error', 'warning'].includes(message.type()) && !/Failed to load resource/.test(message.text()))
      tools.complaints.push(message.text());
  });
  const { screenshots: folder } = values;
  const screenshots = folder && (await picturing(page, folder));
  process.exitCode = await run(checks, Object.assign(tools, { page, url: room.url, screenshots }));
} finally {
  await browser.close();
  room.close();
}
