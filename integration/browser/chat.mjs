// A stream in a real browser: the words arrive one by one, and the stop button closes the connection, which only the
// server can observe. The page is examples/chat.
// Needs a build in dist/, and Chromium at /usr/bin/chromium or at the path in CHROMIUM. The exit code is 1 if a check
// fails.
//
// npm run integration -- browser; with --screenshot <file.png> it also takes pictures of the page.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startChat } from '../../examples/chat/server.mjs';
import { Counts } from '../servers/counts.mjs';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PATIENCE = 20_000;
/** Long enough that a response is never complete before it is stopped. */
const SLOW = 100;

const { values } = parseArgs({ options: { screenshot: { type: 'string' } } });

const ask = async (page, question) => {
  await page.fill('#prompt', question);
  await page.press('#prompt', 'Enter');
};

/** The lines of the conversation. */
const linesOf = (page) =>
  page.$$eval('#messages li', (lines) =>
    lines.map((line) => ({
      role: line.className,
      text: line.children[0].textContent,
      note: line.children[1].textContent,
    })),
  );

const last = async (page) => (await linesOf(page)).at(-1);

/** Waits until the last line has this many words. */
const words = (page, count) =>
  page.waitForFunction((wanted) => {
    const line = document.querySelector('#messages li.assistant:last-child span');
    return (line?.textContent ?? '').split(' ').filter(Boolean).length >= wanted;
  }, count);

const isDone = (page) => page.waitForSelector('#stop', { state: 'hidden' });

const checks = {
  async 'shows the words as they arrive, and closes the connection when the user stops them'({
    page,
    hungUp,
  }) {
    await ask(page, 'What is a stream?');
    await words(page, 2);
    const { text: early } = await last(page);
    await words(page, 5);
    assert.equal(hungUp.of('What is a stream?'), 0);
    await page.click('#stop');
    await hungUp.reaches('What is a stream?', 1);
    await isDone(page);
    const { text, note } = await last(page);
    assert.ok(text.startsWith(early) && text.length > early.length);
    assert.equal(note, 'stopped');
  },

  async 'ends a reply when the user sends the next question'({ page, hungUp }) {
    await ask(page, 'The first');
    await words(page, 2);
    await ask(page, 'weather in Oslo');
    await hungUp.reaches('The first', 1);
    await page.waitForFunction(() => document.body.textContent.includes('16 °C'));
    await isDone(page);
    const lines = await linesOf(page);
    const first = lines.findIndex(({ text }) => text === 'The first');
    assert.equal(lines[first + 1].note, 'stopped');
  },

  async 'assembles a tool call from its pieces, and sends another request with its result'({ page }) {
    await ask(page, 'weather in Rome');
    await page.waitForFunction(() => document.body.textContent.includes('In Rome'));
    await isDone(page);
    const [looking, tool, told] = (await linesOf(page)).slice(-3);
    assert.equal(looking.text, 'Let me look. ');
    assert.equal(tool.text, 'get_weather({"city":"Rome"}) → {"city":"Rome","sky":"clear","celsius":16}');
    assert.equal(told.text, 'In Rome the sky is clear, at 16 °C.');
  },

  async 'keeps the text before an error in the middle'({ page }) {
    await ask(page, 'fail');
    await isDone(page);
    const { text, note } = await last(page);
    assert.deepEqual([text, note], ['I was about to say ', 'The model is overloaded.']);
  },

  async "keeps the text before the connection broke, and doesn't retry"({ page, asked }) {
    const before = asked();
    await ask(page, 'cut');
    await isDone(page);
    const { text, note } = await last(page);
    assert.equal(text, 'The line is bad, ');
    assert.match(note, /broke off after 200/);
    assert.equal(asked() - before, 1);
  },

  async 'retries if the server was busy before the first word'({ page, asked }) {
    const before = asked();
    await ask(page, 'busy');
    await words(page, 3);
    await page.click('#stop');
    await isDone(page);
    assert.equal(asked() - before, 2);
  },
};

const run = async (tools) => {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(tools);
      console.log(`ok      ${name}`);
    } catch (thrown) {
      failed += 1;
      console.log(`FAILED  ${name}\n${thrown.stack}`);
    }
  }
  console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
  return failed ? 1 : 0;
};

/** The page after two questions, with the second response stopped. */
const draw = async (browser, url, path) => {
  const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
  await page.goto(url);
  await ask(page, 'weather in Oslo');
  await isDone(page);
  await ask(page, 'What is a stream?');
  await words(page, 14);
  await page.screenshot({ path });
};

const hungUp = new Counts();
const chat = await startChat({ pause: SLOW, onHangUp: (question) => hungUp.add(question) });
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
try {
  console.log(`Chromium ${browser.version()}`);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  let asked = 0;
  page.on('request', (request) => void (asked += request.url().endsWith('/completions') ? 1 : 0));
  await page.goto(chat.url);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  process.exitCode = await run({ page, hungUp, asked: () => asked });
  if (values.screenshot) await draw(browser, chat.url, values.screenshot);
} finally {
  await browser.close();
  chat.close();
}
