// Runs the specs in a headless Chromium. The last argument contains the settings as JSON.
import process from 'node:process';
import { chromium } from 'playwright-core';

const { executable, page: url, ...settings } = JSON.parse(process.argv.at(-1));
const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.stack));
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  const results = await page.evaluate((given) => globalThis.run(given), settings);
  console.log(`\n@version ${browser.version()}\n@results ${JSON.stringify(results)}`);
} finally {
  await browser.close();
}
