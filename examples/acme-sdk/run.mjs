// Checks that `src/` is up to date, builds and packs the SDK, installs it next to the packed homing in a temporary
// folder, and calls every method in Node, Bun and a browser. Needs the build of homing, but no registry.
//
//   npm run example -- acme-sdk
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startBrowser, within } from '../../integration/browser/chromium.mjs';
import { root } from '../../scripts/architecture.mjs';
import { startAcme } from './server.mjs';

const HERE = import.meta.dirname;
const execute = promisify(execFile);

const run = (cwd, file, ...args) => execute(file, args, { cwd, timeout: 60_000 });
const npm = (cwd, ...args) => run(cwd, 'npm', ...args);

/** Packs a folder. Returns the path of the tarball. */
async function pack(folder, to, ...options) {
  const { stdout } = await npm(folder, 'pack', '--silent', '--pack-destination', to, ...options);
  return join(to, stdout.trim().split('\n').at(-1));
}

/** Builds a copy of the SDK with the packed homing and this repository's TypeScript, and packs it. */
async function packSdk(homing, temp) {
  const folder = join(temp, 'acme-sdk');
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'homing'), { recursive: true });
  for (const name of ['src', 'api.md', 'README.md', 'package.json', 'tsconfig.json'])
    await cp(join(HERE, name), join(folder, name), { recursive: true });
  await run(temp, 'tar', '-xzf', homing, '-C', join(modules, 'homing'), '--strip-components', '1');
  await symlink(join(root, 'node_modules/typescript'), join(modules, 'typescript'));
  await mkdir(join(modules, '.bin'));
  await symlink('../typescript/bin/tsc', join(modules, '.bin/tsc'));
  // The script `prepack` of the SDK builds it.
  return pack(folder, temp);
}

/** Installs both packages in a new project, and copies the consumer into it. */
async function install(temp, ...tarballs) {
  const folder = join(temp, 'consumer');
  await cp(join(HERE, 'consumer'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', '--silent', ...tarballs);
  return folder;
}

async function compileTypes(folder) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = '--noEmit --strict --target es2022 --lib es2023,dom,dom.iterable --module nodenext';
  await run(folder, process.execPath, compiler, ...options.split(' '), '--ignoreConfig', 'types.ts');
}

/** Bun of the integration tests; undefined if it isn't installed. */
async function findBun() {
  const packages = join(root, 'integration/runtimes/node_modules/@oven');
  if (!existsSync(packages)) return undefined;
  const [name] = (await readdir(packages)).filter((each) => each.startsWith('bun-'));
  const file = name && join(packages, name, 'bin/bun');
  if (!file || !existsSync(file)) return undefined;
  await chmod(file, 0o755);
  return file;
}

async function runInBrowser(folder) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.mjs')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['production'],
    write: false,
  });
  const server = await startAcme({
    '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', outputFiles[0].text],
  });
  const browser = await startBrowser();
  try {
    const page = await browser.context.newPage();
    await page.goto(server.url);
    const done = page.waitForSelector('html[data-outcome]', { state: 'attached' });
    await within('the consumer ends', done);
    const outcome = await page.evaluate(() => document.documentElement.dataset.outcome);
    if (outcome !== 'ok') throw new Error(outcome);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function inProcess(folder, file, ...command) {
  const server = await startAcme();
  try {
    await run(folder, ...command, file, server.url);
  } finally {
    await server.close();
  }
}

/** The places in which the consumer runs. A string is the reason to skip one. */
async function placesFor(folder) {
  const bun = await findBun();
  const hasChromium = existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium');
  const inBun = (file) => (bun ? () => inProcess(folder, file, bun, 'run') : 'Bun is not installed');
  return {
    'types of the declarations': () => compileTypes(folder),
    'Node, ES modules': () => inProcess(folder, 'main.mjs', process.execPath),
    'Node, CommonJS': () => inProcess(folder, 'main.cjs', process.execPath),
    'Node, production': () => inProcess(folder, 'main.mjs', process.execPath, '--conditions=production'),
    'Bun, ES modules': inBun('main.mjs'),
    'Bun, CommonJS': inBun('main.cjs'),
    Chromium: hasChromium ? () => runInBrowser(folder) : 'Chromium is not installed',
  };
}

const temp = await mkdtemp(join(tmpdir(), 'acme-sdk-'));
const step = async (name, action) => {
  const start = performance.now();
  const value = await action();
  console.log(`ok       ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return value;
};
try {
  await step('src/ is up to date', () =>
    run(HERE, process.execPath, join(root, 'dist/homing.js'), 'openapi', '--check', '--offline'),
  );
  const homing = await step('homing is packed', () => pack(root, temp, '--ignore-scripts'));
  const sdk = await step('the SDK is built and packed', () => packSdk(homing, temp));
  const folder = await step('both are installed', () => install(temp, homing, sdk));
  for (const [name, action] of Object.entries(await placesFor(folder)))
    if (typeof action === 'string') console.log(`skipped  ${name}: ${action}`);
    else await step(name, action);
} catch (error) {
  console.error(error.stdout || error.stderr ? `${error.stdout}${error.stderr}` : error);
  process.exitCode = 1;
} finally {
  await rm(temp, { recursive: true, force: true });
}
