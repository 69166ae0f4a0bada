// Tests openTelemetry from homing/otel with OpenTelemetry's packages: two major versions of the SDK, each with the
// oldest or newest supported API, in Node and in Chromium, together with the instrumentations of fetch. The OTLP
// exporter sends the spans to a local collector, which decodes them. The exit code is 1 if a check fails.
//
// npm run integration -- otel
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startBrowser, within } from '../browser/chromium.mjs';
import { install } from '../install.mjs';
import { judge } from './judge.mjs';
import { startCollector, startService } from './servers.mjs';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const MODES = ['instrumentation', 'both', 'homing'];

const versionOf = async (folder, name) =>
  JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Installs homing next to the packages, so that it finds their version of the API. */
const prepare = async (folder) => {
  await install(folder);
  const home = join(folder, 'node_modules/homing');
  await rm(home, { recursive: true, force: true });
  await cp(join(ROOT, 'dist'), join(home, 'dist'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(home, 'package.json'));
  const common = {
    bundle: true,
    format: 'esm',
    logLevel: 'error',
    nodePaths: [join(folder, 'node_modules')],
  };
  await build({
    ...common,
    entryPoints: [join(HERE, 'node-program.mjs')],
    outfile: join(folder, 'build/node-program.mjs'),
    platform: 'node',
    packages: 'external',
    alias: { sdk: join(folder, 'sdk.mjs') },
  });
  const page = await build({
    ...common,
    entryPoints: [join(HERE, 'page-program.mjs')],
    platform: 'browser',
    write: false,
    // Otherwise the name resolves to the repository itself.
    alias: { sdk: join(folder, 'page-sdk.mjs'), homing: join(home, 'dist') },
  });
  const binary = join(folder, `node_modules/node-${process.arch === 'arm64' ? 'arm64' : 'x64'}/bin/node`);
  await chmod(binary, 0o755);
  return { folder, binary, script: page.outputFiles[0].text };
};

/** Runs the calls in Node in each mode. Returns the requests of the service and the decoded spans of the collector. */
const inNode = async ({ folder, binary }, mode, service, collector) => {
  const told = JSON.stringify({ mode, service: service.url, collector: collector.url });
  const { stdout } = await run(binary, ['build/node-program.mjs', told], { cwd: folder, timeout: 60_000 });
  return { requests: service.take(), spans: collector.take(), points: JSON.parse(stdout) };
};

const checkNode = async (app, collector) => {
  const other = await startService();
  const service = await startService({ awayTo: other.url });
  const runs = [];
  for (const mode of MODES) runs.push(await inNode(app, mode, service, collector));
  judge(...runs);
  const [, both, own] = runs;
  const undici = 'http.client.request.duration by @opentelemetry/instrumentation-undici';
  const calls = own.spans.filter(({ kind }) => kind === 'INTERNAL').length;
  assert.deepEqual(own.points, { 'homing.call.duration by homing': calls });
  assert.deepEqual(both.points, { ...own.points, [undici]: both.requests.length });
  await inNode(app, 'redirect', service, collector);
  const carried = Object.fromEntries(
    other.take().map(({ line, headers }) => [
      line.split('by=')[1],
      headers
        .filter(([name]) => /^(traceparent|baggage)$/.test(name))
        .map(([name]) => name)
        .sort(),
    ]),
  );
  assert.deepEqual(carried, { fetch: ['baggage', 'traceparent'], nodeFetch: [] });
  console.log('  a redirect to another origin takes along:', JSON.stringify(carried));
  for (const server of [service, other]) server.close();
};

const checkPage = async ({ script }, context, collector, hash) => {
  const files = {
    '/': ['text/html', '<!doctype html><script src="/app.js"></script>'],
    '/app.js': ['text/javascript', script],
  };
  const service = await startService({ files });
  const runs = [];
  for (const mode of MODES) {
    const page = await context.newPage();
    await page.goto(`${service.url}/${hash}`);
    await within(
      mode,
      page.evaluate(([each, url]) => globalThis.runCalls(each, url), [mode, collector.url]),
    );
    runs.push({ requests: service.take(), spans: collector.take() });
    await page.close();
  }
  judge(...runs);
  service.close();
};

const collector = await startCollector();
const browser = await startBrowser();
let failed = 0;
const check = async (name, task) => {
  console.log(`\n${name}`);
  try {
    await task();
    console.log('  as it has to be');
  } catch (thrown) {
    failed += 1;
    console.log(`  FAILED: ${thrown.stack}`);
  }
};
try {
  for (const major of [2, 3]) {
    const app = await prepare(join(HERE, `sdk-${major}`));
    const name = `API ${await versionOf(app.folder, '@opentelemetry/api')}, SDK ${await versionOf(app.folder, '@opentelemetry/sdk-metrics')}`;
    const { stdout } = await run(app.binary, ['--version']);
    await check(`${name}, Node ${stdout.trim()}`, () => checkNode(app, collector));
    for (const hash of major === 2 ? ['', '#zones'] : [''])
      await check(`${name}, Chromium ${browser.version} ${hash}`, () =>
        checkPage(app, browser.context, collector, hash),
      );
  }
} finally {
  await browser.close();
  collector.close();
}
console.log(failed ? `\n${failed} failed` : '\nall is as it has to be');
// After a failed check, the servers still run.
process.exit(failed ? 1 : 0);
