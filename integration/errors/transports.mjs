// The transports that send the requests of the rows, each in its own process or page.
import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startServer } from '../../spec/support/start-server.cjs';

const execute = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const isArm = process.arch === 'arm64';
const LIMIT = { timeout: 120_000, maxBuffer: 2 ** 26 };

const inNode =
  (transport) =>
  async (urls, { certificates }) => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates };
    const args = [here('node-client.mjs'), transport, JSON.stringify(urls)];
    return (await execute(process.execPath, args, { ...LIMIT, env })).stdout;
  };

const bundled = async (folder) => {
  const outfile = join(folder, 'errors.mjs');
  await build({
    entryPoints: [here('any-client.mjs')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    outfile,
  });
  return outfile;
};

const inProcess =
  (binary, argsFor) =>
  async (urls, { folder, certificates }) => {
    const file = here(`../runtimes/node_modules/${binary}`);
    await chmod(file, 0o755);
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates };
    const args = [...argsFor(certificates), await bundled(folder), JSON.stringify(urls)];
    return (await execute(file, args, { ...LIMIT, env })).stdout;
  };

const inChromium = async (urls, { folder }) => {
  const { chromium } = await import('playwright-core');
  const script = await readFile(await bundled(folder));
  const pages = await startServer((request, response) => {
    const isScript = request.url === '/errors.mjs';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><script type="module" src="/errors.mjs"></script>');
  });
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(pages.url);
    await page.waitForFunction(() => 'tellErrors' in globalThis);
    return await page.evaluate((given) => globalThis.tellErrors(given), urls);
  } finally {
    await browser.close();
    await pages.close();
  }
};

/** The transports of this Node, which need only the tools of the package. */
export const NODES = { 'global `fetch`': inNode('fetch'), '`nodeFetch()`': inNode('nodeFetch') };

/** The runtimes that `npm ci --prefix integration/runtimes` installs, and Chromium. */
export const OTHERS = {
  Bun: inProcess(`@oven/${isArm ? 'bun-linux-aarch64' : 'bun-linux-x64-baseline'}/bin/bun`, () => ['run']),
  Deno: inProcess(`@deno/linux-${isArm ? 'arm64' : 'x64'}-glibc/deno`, (certificates) => [
    'run',
    '--allow-all',
    '--no-lock',
    `--cert=${certificates}`,
  ]),
  Chromium: inChromium,
};
