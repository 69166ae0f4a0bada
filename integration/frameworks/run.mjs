// Checks frameworks with globalThis.fetch = nodeFetch(). Each framework serves routes that fetch from a local server:
// with the original global fetch, with nodeFetch set before the framework is loaded, and with nodeFetch set after. The
// responses, and the requests that the local server receives, must be the same.
//
//   npm run integration -- server-frameworks [-- hono next]
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { install } from '../install.mjs';
import { startBackend } from './backend.mjs';
import { CALLS, PAGE } from './calls.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NEXT_APP = join(HERE, 'next-app');
const LIMIT = 60_000;

const execute = promisify(execFile);

const environment = (backend, fetch) => ({
  ...process.env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  PROOF_APP: NEXT_APP,
  PROOF_BACKEND: backend.url,
  PROOF_FETCH: fetch,
});

const countSent = (printed) => printed.match(/^sent by nodeFetch$/gm)?.length ?? 0;

/** Starts an app. Resolves with its URL when it listens. */
const start = (name, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', join(HERE, 'apps', `${name}.mjs`)], {
      env,
      cwd: HERE,
    });
    let printed = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT);
    const onData = (chunk) => {
      printed += chunk;
      const port = /^listening (\d+)$/m.exec(printed)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve({
        app: `http://127.0.0.1:${port}`,
        sent: () => countSent(printed),
        stop: () => child.kill('SIGKILL'),
      });
    };
    child.stdout.setEncoding('utf8').on('data', onData);
    child.stderr.setEncoding('utf8').on('data', onData);
    child.once('close', () => reject(new Error(`${name} did not start:\n${printed}`)));
  });

const outcomeOf = async (run, from) => {
  try {
    return { gives: await run(from), seen: from.backend.takeSeen() };
  } catch (error) {
    return { fails: String(error.cause ?? error) };
  }
};

/** Sends all requests to a framework's server, with one fetch. */
const serving = (calls) => async (name, fetch, backend) => {
  const { app, sent, stop } = await start(name, environment(backend, fetch));
  try {
    const outcomes = {};
    for (const [call, run] of Object.entries(calls)) outcomes[call] = await outcomeOf(run, { app, backend });
    return { outcomes, sent: sent() };
  } finally {
    stop();
  }
};

/** Runs a client to its end. The client prints its results. */
const calling = async (name, fetch, backend) => {
  const file = join(HERE, 'apps', `${name}.mjs`);
  const { stdout } = await execute(process.execPath, ['--no-warnings', file], {
    cwd: HERE,
    env: environment(backend, fetch),
    timeout: LIMIT,
  });
  const results = JSON.parse(/^results (.*)$/m.exec(stdout)[1]);
  const outcomes = { ...results, 'what the server saw': { seen: backend.takeSeen() } };
  return { outcomes, sent: countSent(stdout) };
};

const buildNext = () =>
  execute(process.execPath, [join(HERE, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: NEXT_APP,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', PROOF_BACKEND: '' },
    timeout: 3 * LIMIT,
  });

const FRAMEWORKS = [
  { name: 'express', run: serving(CALLS) },
  { name: 'fastify', run: serving(CALLS) },
  { name: 'hono', run: serving(CALLS) },
  { name: 'next', run: serving({ ...CALLS, ...PAGE }), prepare: buildNext },
  { name: 'aws', run: calling, package: '@aws-sdk/client-s3' },
];

const versionOf = (name) =>
  JSON.parse(readFileSync(join(HERE, 'node_modules', name, 'package.json'), 'utf8')).version;

const print = (name, fetch, call, outcome, plain) => {
  process.exitCode = 1;
  console.error(`✗ ${name}, ${fetch}: ${call}`);
  console.error(`    nodeFetch    ${JSON.stringify(outcome).slice(0, 2000)}`);
  console.error(`    global fetch ${JSON.stringify(plain).slice(0, 2000)}`);
};

const isFailure = (outcome) => outcome?.fails !== undefined || outcome?.gives?.status >= 500;

const seenIn = (outcomes) => Object.values(outcomes).reduce((sum, { seen = [] }) => sum + seen.length, 0);

const compare = (name, fetch, { outcomes, sent }, plain) => {
  for (const [call, expected] of Object.entries(plain.outcomes)) {
    if (!isDeepStrictEqual(outcomes[call], expected)) print(name, fetch, call, outcomes[call], expected);
  }
  const seen = seenIn(outcomes);
  if (sent < seen) print(name, fetch, 'is what sent the requests', { sent }, { seen });
};

const prove = async ({ name, run, prepare, package: from = name }) => {
  const began = performance.now();
  await prepare?.();
  const backend = await startBackend();
  try {
    const plain = await run(name, 'global', backend);
    const calls = Object.entries(plain.outcomes);
    for (const [call, outcome] of calls) {
      // Two equal failures don't count as a success.
      if (isFailure(outcome)) print(name, 'global', call, undefined, outcome);
    }
    for (const fetch of ['nodeFetch before', 'nodeFetch after']) {
      compare(name, fetch, await run(name, fetch, backend), plain);
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${from} ${versionOf(from)}: ${calls.length} outcomes compared, ${seconds} s`);
  } finally {
    await backend.close();
  }
};

const wanted = process.argv.slice(2);
// Next lists binaries for every platform, and a registry can lack one of them.
await install(HERE, ['install', '--no-save']);
if (!existsSync(join(HERE, '../../dist/node.js'))) throw new Error('dist/ is not there: npm run build');
try {
  for (const framework of FRAMEWORKS) {
    if (wanted.length === 0 || wanted.includes(framework.name)) await prove(framework);
  }
} finally {
  await rm(join(NEXT_APP, 'build'), { recursive: true, force: true });
}
