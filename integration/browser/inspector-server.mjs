// The inspector of a process without a page, as `npm run demo -- --inspect` serves it, in a real browser.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- inspector
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { run, startBrowser } from './chromium.mjs';

const pictures = fileURLToPath(new URL('../../reports/inspector/', import.meta.url));

/** Runs the demo. Returns the URL that the demo prints, and a function that ends it. */
const startDemo = async () => {
  const main = fileURLToPath(new URL('../../examples/demo/main.mjs', import.meta.url));
  const demo = spawn(process.execPath, [main, '--inspect'], {
    env: { ...process.env, BROWSER: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  for await (const line of createInterface(demo.stdout)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url) return { url, end: async () => (demo.kill('SIGKILL'), ended) };
  }
  throw new Error('The demo ended without a URL.');
};

const lines = (page) => page.locator('homing-inspector .line');

const checks = {
  async 'shows the calls of the other process as they happen'({ page }) {
    await lines(page).nth(5).waitFor();
    const before = await lines(page).count();
    await lines(page).nth(before).waitFor();
    await page.locator('homing-inspector').getByText('demo.flaky').first().waitFor();
    await page.locator('homing-inspector .word', { hasText: 'timeout' }).first().waitFor();
  },

  async 'shows the request of a call, without its secrets'({ page }) {
    await page.locator('homing-inspector .line', { hasText: 'demo.login' }).first().click();
    const details = page.locator('homing-inspector aside');
    await details.getByText('"password":"REDACTED"').waitFor();
    assert.ok(!(await details.innerText()).includes('a secret'));
    await page.screenshot({ path: `${pictures}of-a-process.png` });
    await page.keyboard.press('Escape');
  },

  async 'follows its own Content-Security-Policy'({ said }) {
    assert.deepEqual(said, []);
  },

  async 'continues after the connection was lost'({ page }) {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    const before = await lines(page).count();
    await lines(page).nth(before).waitFor();
  },

  async 'clears the calls in the process'({ page }) {
    const before = await lines(page).count();
    await page.locator('homing-inspector').getByRole('button', { name: 'Clear' }).click();
    await page.waitForFunction(
      (most) => document.querySelector('homing-inspector').shadowRoot.querySelectorAll('.line').length < most,
      before,
    );
  },

  async "can't be used by a page from another origin"({ page, url }) {
    const other = await page.context().newPage();
    await other.route('http://evil.example/', (route) =>
      route.fulfill({ body: 'evil', contentType: 'text/html' }),
    );
    await other.goto('http://evil.example/');
    const got = await other.evaluate(async (address) => {
      const framed = document.createElement('iframe');
      framed.src = address;
      document.body.append(framed);
      await new Promise((resolve) => (framed.onload = resolve));
      const read = await fetch(`${address}calls`).then(
        (response) => response.status,
        () => 'refused',
      );
      return { read, inside: framed.contentDocument?.body?.innerText ?? 'closed' };
    }, url);
    await other.close();
    assert.deepEqual(got, { read: 'refused', inside: 'closed' });
  },

  async 'shows that the process has ended'({ page, end }) {
    await end();
    await page.waitForFunction(() => document.title.endsWith('(not connected)'));
  },
};

await mkdir(pictures, { recursive: true });
const { url, end } = await startDemo();
try {
  const browser = await startBrowser();
  try {
    const page = await browser.context.newPage();
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.setViewportSize({ width: 1200, height: 660 });
    await page.goto(url);
    process.exitCode = await run(checks, { page, url, end, said });
  } finally {
    await browser.close();
  }
} finally {
  await end();
}
