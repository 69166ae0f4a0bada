// Two tabs of a real browser share one session with single-use refresh tokens. They use the browser's Web Locks,
// IndexedDB and BroadcastChannel. Each expiry needs one grant, and the channel never carries a token.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- browser
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { visit } from 'unist-util-visit';
import { readPage } from '../docs/pages.mjs';
import { LIFE, TokenServer } from '../peers/credentials/token-server.mjs';
import { run, startBrowser } from './chromium.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The number of token lifetimes that the tabs live through. */
const LIVES = 4;

const program = `
  import { createApi, defineRequest } from './dist/index.js';
  import { AuthPlugin, webLock } from './dist/auth.js';
  import { refreshToken } from './dist/oauth.js';
  import { None } from 'oauth4webapi';

  const server = location.origin;
  const client = {
    issuer: { issuer: server, token_endpoint: server + '/token' },
    clientId: 'shop',
    clientAuth: None(),
    allowInsecureRequests: true,
  };
  const store = sessionStore('session');
  const seen = { name: new URLSearchParams(location.search).get('name'), calls: 0, failures: [], heard: [], signedOut: 0 };
  const onSignedOut = () => void (seen.signedOut += 1);
  const auth = new AuthPlugin(refreshToken(client), { store, lock: webLock('session'), refreshAhead: 0, onSignedOut });
  const requests = { look: defineRequest()({ method: 'GET', path: '/' }) };
  const api = createApi({ baseUrl: server, middleware: [auth], requests });

  new BroadcastChannel('homing session').addEventListener('message', ({ data }) => seen.heard.push(data));

  const look = async () => {
    seen.calls += 1;
    const { error } = await api.look({ call: seen.name + '-' + seen.calls });
    if (error) seen.failures.push(error.message);
  };
  const callFor = async (ms) => {
    const end = Date.now() + ms;
    const caller = async () => {
      while (Date.now() < end) {
        await look();
        await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
      }
    };
    await Promise.all([caller(), caller(), caller()]);
  };
  globalThis.tab = { seen, look, callFor, clear: () => auth.clear(), set: (credentials) => auth.set(credentials) };
  document.documentElement.dataset.ready = 'true';
`;

/** The store for several tabs, from the guide. */
const stores = [];
const { tree } = await readPage('docs/guide/authentication.md');
visit(tree, 'code', ({ value }) => {
  if (value.includes('export function sessionStore')) stores.push(value);
});
assert.equal(stores.length, 1, 'the guide has one sessionStore');

const { outputFiles } = await build({
  stdin: { contents: `${stores[0]}\n${program}`, resolveDir: ROOT, loader: 'ts' },
  bundle: true,
  format: 'esm',
  write: false,
});
const html = '<!doctype html><title>tab</title><script type="module" src="/tab.mjs"></script>';
const tokens = new TokenServer({
  '/tab': { type: 'text/html', text: html },
  '/tab.mjs': { type: 'text/javascript', text: outputFiles[0].text },
});
const server = await tokens.start();
const browser = await startBrowser();

const seenIn = (page) => page.evaluate(() => globalThis.tab.seen);
const sent = () => tokens.sendings.size;

const openTab = async (name) => {
  const page = await browser.context.newPage();
  await page.goto(`${server}/tab?name=${name}`);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return page;
};

/** Runs an action in one tab, and waits until the other tab is notified. */
const until = async (other, act) => {
  const { heard } = await seenIn(other);
  await act();
  await other.waitForFunction((before) => globalThis.tab.seen.heard.length > before, heard.length);
};

const checks = {
  async 'requests one grant per expiry, and every call of both tabs succeeds'({ tabs }) {
    await tabs[0].evaluate((given) => globalThis.tab.set(given), tokens.signIn('ada'));
    await Promise.all(tabs.map((tab) => tab.evaluate((ms) => globalThis.tab.callFor(ms), LIVES * LIFE)));
    const { grants, reuses } = tokens.users.get('ada');
    const seen = await Promise.all(tabs.map(seenIn));
    const calls = seen.reduce((all, each) => all + each.calls, 0);
    console.log(
      `        ${calls} calls of two tabs, ${grants.length} grants in ${LIVES} lives of ${LIFE} ms`,
    );
    assert.deepEqual(
      seen.flatMap(({ failures }) => failures),
      [],
    );
    assert.deepEqual([tokens.early(), reuses], [[], 0]);
    assert.ok(grants.length >= LIVES - 1 && grants.length <= LIVES + 1);
    assert.ok(Math.max(...tokens.sendings.values()) <= 2);
  },

  async 'the channel reports only that something has changed'({ tabs }) {
    const heard = (await Promise.all(tabs.map(seenIn))).flatMap((each) => each.heard);
    assert.ok(heard.length > 0);
    assert.deepEqual(new Set(heard), new Set(['changed']));
  },

  async 'a user who signs out in one tab is signed out in the other tab, which sends nothing more'({ tabs }) {
    const [first, second] = tabs;
    await until(second, () => first.evaluate(() => globalThis.tab.clear()));
    const before = sent();
    await second.evaluate(() => globalThis.tab.look());
    const { failures, signedOut } = await seenIn(second);
    assert.match(failures.at(-1), /The user signed out or changed/);
    assert.deepEqual([signedOut, sent() - before], [1, 0]);
  },

  async 'a user who signs in in one tab is signed in in the other tab'({ tabs }) {
    const [first, second] = tabs;
    await until(first, () => second.evaluate((given) => globalThis.tab.set(given), tokens.signIn('grace')));
    const { failures: before } = await seenIn(first);
    await first.evaluate(() => globalThis.tab.look());
    assert.equal((await seenIn(first)).failures.length, before.length);
    assert.equal(tokens.users.get('grace').grants.length, 1);
  },
};

try {
  console.log(`Chromium ${browser.version}`);
  process.exitCode = await run(checks, { tabs: [await openTab('one'), await openTab('two')] });
} finally {
  await browser.close();
  tokens.close();
}
