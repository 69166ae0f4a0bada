import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../runtimes/node_modules', import.meta.url));
const NODE_FETCH = new URL('../../../dist/node.js', import.meta.url).href;
const LIMIT = 300_000;
const isArm = process.arch === 'arm64';
const cpu = isArm ? 'arm64' : 'x64';

const execute = promisify(execFile);

/** A runtime with Node's modules that runs the bundle. */
const column = (name, binary, args, more = {}) => ({
  name,
  async run({ folder, file, plain }) {
    const command = join(MODULES, binary);
    // The packages don't set the executable bit.
    await chmod(command, 0o755);
    const told = { server: plain, column: encodeURIComponent(name), file, ...more };
    const env = { ...process.env, HOME: folder, DENO_DIR: join(folder, '.deno'), DENO_NO_UPDATE_CHECK: '1' };
    const { stdout } = await execute(command, [...args, join(folder, 'node.mjs'), JSON.stringify(told)], {
      cwd: folder,
      env,
      timeout: LIMIT,
      maxBuffer: 2 ** 24,
    });
    return JSON.parse(/^@outcomes (.*)$/m.exec(stdout)[1]);
  },
});

const inChromium = {
  name: 'Chromium',
  async run({ secure }) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--ignore-certificate-errors'],
    });
    try {
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(error.stack));
      await page.goto(`${secure}/`);
      await page.waitForSelector('html[data-ready]', { state: 'attached' });
      return await page.evaluate((told) => globalThis.run(told), { server: secure, column: 'chromium' });
    } finally {
      await browser.close();
    }
  },
};

const NODE = `node-20-${cpu}/bin/node`;
const NEWEST = `node-26-${cpu}/bin/node`;
const DENO = ['run', '--allow-all', '--no-prompt', '--no-lock', '--cached-only'];

/** The transports, in the order of the table. `run` returns the result for each kind of value. */
export const COLUMNS = [
  column('Node 20', NODE, ['--no-warnings']),
  column('Node 26', NEWEST, ['--no-warnings']),
  column('`nodeFetch`', NODE, ['--no-warnings'], { nodeFetch: NODE_FETCH }),
  column('Bun', `@oven/${isArm ? 'bun-linux-aarch64' : 'bun-linux-x64-baseline'}/bin/bun`, [
    'run',
    '--no-install',
  ]),
  column('Deno', `@deno/linux-${cpu}-glibc/deno`, DENO),
  inChromium,
];
