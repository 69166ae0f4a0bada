// Starts a real Chromium, from /usr/bin/chromium or the path in CHROMIUM, and runs checks in it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];
const PATIENCE = 20_000;

/** Rejects after a time that is much longer than any step here. */
export const within = async (what, promise) => {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${PATIENCE} ms.`)), PATIENCE);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The URL of the browser's DevTools, which the browser prints to stderr. */
const debuggerUrl = (browser) =>
  within(
    'the browser starts',
    new Promise((resolve, reject) => {
      let text = '';
      browser.stderr.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        const [, url] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
        if (url) resolve(url);
      });
      browser.once('error', reject);
      browser.once('exit', (code) => reject(new Error(`The browser ended with ${code}.\n${text}`)));
    }),
  );

const end = async (browser) => {
  if (browser.pid === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const gone = once(browser, 'exit');
  browser.kill();
  const timer = setTimeout(() => browser.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(timer);
};

/**
 * Starts a browser and connects over DevTools, without Playwright's defaults: one of them makes every tab believe that
 * it is focused and visible.
 */
export const startBrowser = async () => {
  const profile = await mkdtemp(join(tmpdir(), 'homing-browser-'));
  const browser = spawn(EXECUTABLE, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let connection;
  const close = async () => {
    await connection?.close();
    await end(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    connection = await chromium.connectOverCDP(await debuggerUrl(browser), { noDefaults: true });
    return { context: connection.contexts()[0], version: connection.version(), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
};

/** Runs the checks by name. Returns the exit code. */
export const run = async (checks, tools) => {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      await within(name, check(tools));
      console.log(`ok      ${name}`);
    } catch (thrown) {
      failed += 1;
      console.log(`FAILED  ${name}\n${thrown.stack}`);
    }
  }
  console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
  return failed ? 1 : 0;
};
