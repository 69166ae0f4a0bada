// Why: some checks take minutes or hours, and what they catch is rarely broken by one change. They run before a release.
// `npm run release-check` runs them all and prints what came of each; `-- matrix soak` runs some, `-- --list` none.
//
// Needs what `.ci/run` installs: Chromium and redis-server. Packages are downloaded when a step first needs them.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} run What npm runs, or node where it names a file.
 * @property {string} catches
 * @property {number} [minutes] About, on two cores, once its packages are there. Without: not measured yet.
 */

/** @type {Step[]} The shortest first, so that a fault is seen early. */
const STEPS = [
  {
    name: 'axios-names',
    run: 'integration/docs/axios-names.test.mjs',
    catches: "a name of the installed axios that the page on moving from axios doesn't explain",
    minutes: 0.1,
  },
  {
    name: 'places',
    run: 'test:places',
    catches: "a style of OpenAPI params that another package's server reads differently",
    minutes: 1,
  },
  {
    name: 'faults',
    run: 'test:faults',
    catches: 'a Result that differs from docs/faults.md when a server breaks off, lies or stalls',
    minutes: 0.4,
  },
  {
    name: 'errors',
    run: 'test:errors',
    catches: 'a message on the page of errors that Node no longer gives',
    minutes: 0.1,
  },
  {
    name: 'oauth',
    run: 'test:oauth',
    catches: 'tokens that an OAuth server written by others refuses, or is asked for twice',
    minutes: 0.3,
  },
  {
    name: 'har',
    run: 'test:har',
    catches: "a tape that a validator or a browser can't read, or that holds a secret",
    minutes: 0.7,
  },
  {
    name: 'bodies',
    run: 'test:bodies',
    catches: 'a kind of params that some runtime sends as something else',
    minutes: 0.7,
  },
  {
    name: 'graphql',
    run: 'test:graphql',
    catches: "documents of codegen, gql.tada and graphql-tag that don't compile or run",
  },
  {
    name: 'testing',
    run: 'test:testing',
    catches: 'matchers, the serializer or the stub failing under real Jest and Vitest',
    minutes: 0.6,
  },
  {
    name: 'otel',
    run: 'test:otel',
    catches: "spans that OpenTelemetry's own SDKs export otherwise, in Node and Chromium",
  },
  {
    name: 'inspector',
    run: 'test:inspector',
    catches: 'a panel that a real browser draws or handles wrongly',
    minutes: 0.3,
  },
  { name: 'react', run: 'test:react', catches: 'hooks that fail under the first and the last React 18' },
  {
    name: 'fronts',
    run: 'test:fronts',
    catches: 'what TanStack Query, SWR, RTK Query and MSW make of queries, in types and at run time',
  },
  {
    name: 'next',
    run: 'test:next',
    catches: 'caching, tags and server components of built apps with Next 15 and 16',
  },
  {
    name: 'runtimes',
    run: 'test:runtimes',
    catches: 'a case that fails in Node 22 to 26, Bun, Deno, workerd, Chromium or React Native',
    minutes: 12,
  },
  {
    name: 'frameworks',
    run: 'test:frameworks',
    catches: 'express, fastify, hono, Next or the AWS SDK breaking with nodeFetch as the global fetch',
  },
  {
    name: 'transport',
    run: 'test:transport',
    catches: "nodeFetch differing from undici's fetch, over the dispatchers of every undici version",
  },
  {
    name: 'peers',
    run: 'test:peers',
    catches: 'a version inside the peer ranges of the OpenAPI readers that gives another client',
  },
  {
    name: 'bundlers',
    run: 'integration/openapi/bundlers.mjs',
    catches: 'unused endpoints that one of four bundlers keeps',
  },
  {
    name: 'openapi-time',
    run: 'integration/openapi/time.mjs',
    catches: 'hostile documents that make the generator slow',
  },
  {
    name: 'openapi',
    run: 'test:openapi',
    catches: "one of 2,800 published documents that is refused, or whose client doesn't compile",
  },
  {
    name: 'http-cache-runtimes',
    run: 'test:http-cache:runtimes',
    catches: 'the public suite for HTTP caches failing in Bun, Deno and Node 22 to 26',
  },
  {
    name: 'http-cache-fuzz',
    run: 'fuzz:http-cache',
    catches: 'an exchange that homing, undici and http-cache-semantics cache differently',
  },
  {
    name: 'react-native',
    run: 'test:runtimes hermes',
    catches: "specs that fail in React Native's own engine",
    minutes: 4,
  },
  {
    name: 'matrix',
    run: 'test:matrix',
    catches: 'drawn set-ups of several features that fail together against bad servers',
  },
  {
    name: 'soak',
    run: 'soak',
    catches: 'memory, sockets, timers or listeners that stay, and calls that get lost, under load',
    minutes: 10,
  },
  {
    name: 'fuzz',
    run: 'fuzz',
    catches: 'a rule of calls that one scenario in a million breaks; and the specs at full length',
  },
  { name: 'bench', run: 'bench', catches: 'homing slower or larger than the last release, beside its peers' },
  {
    name: 'mutation',
    run: 'test:mutation',
    catches: 'lines of lib/ that can be broken without a spec that fails',
  },
];

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(', ')}. The steps: ${STEPS.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
const chosen = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

if (process.argv.includes('--list')) {
  for (const { name, catches, minutes } of chosen)
    console.log(
      `${name.padEnd(20)}${(minutes === undefined ? '?' : String(minutes)).padStart(4)} min  ${catches}`,
    );
  process.exit();
}

const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('scripts/release-check.mjs is run by `npm run release-check`.');

const outcomes = chosen.map(({ name, run, catches }, index) => {
  console.log(`\n== ${name} (${index + 1} of ${chosen.length}): ${catches}`);
  const began = performance.now();
  const [first, ...rest] = run.split(' ');
  const args = first.endsWith('.mjs')
    ? [first, ...rest]
    : [npm, 'run', '--silent', first, ...(rest.length > 0 ? ['--', ...rest] : [])];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  return { name, passed: status === 0, minutes: (performance.now() - began) / 60_000 };
});

console.log('');
for (const { name, passed, minutes } of outcomes)
  console.log(`${name.padEnd(20)}${passed ? 'passed' : 'FAILED'}${minutes.toFixed(1).padStart(8)} min`);
if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1;
