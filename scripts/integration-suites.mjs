// The suites of integration/ and the benchmarks, for scripts/integration.mjs. `catches` is the reason why a
// suite exists.

/**
 * @typedef {object} Suite
 * @property {string} name Name for `npm run integration -- NAME`.
 * @property {string} catches The fault that the suite finds.
 * @property {number} [minutes] Minutes on two cores once its packages are installed. Missing: not measured.
 * @property {string} [install] Folder with its own packages, which are installed first.
 * @property {boolean} [everyChange] Whether `.ci/run` also runs it.
 * @property {string[]} run Arguments of node, one string for each program.
 */

/** @type {Suite[]} */
export const SUITES = [
  {
    name: 'production',
    catches: 'a code of the production build with another sentence, or without one of its values',
    minutes: 2,
    everyChange: true,
    run: ['integration/production/run.mjs'],
  },
  {
    name: 'rate-limits',
    catches:
      'a limit that a real service announces and homing misreads, or that processes break together over Redis',
    minutes: 1,
    install: 'peers',
    everyChange: true,
    run: ['integration/peers/limits/run.mjs'],
  },
  {
    name: 'auth-redis',
    catches: 'a session of several processes that uses a refresh token twice while Redis is killed',
    minutes: 0.4,
    install: 'peers',
    everyChange: true,
    run: ['integration/peers/credentials/redis.mjs'],
  },
  {
    name: 'http-cache',
    catches: 'a response that the public suite for HTTP caches forbids, and a Redis that fails in every way',
    minutes: 2,
    everyChange: true,
    run: [
      'integration/http-cache/redis.mjs',
      'integration/http-cache/run.mjs',
      'integration/http-cache/fuzz.mjs --seed=41',
    ],
  },
  {
    name: 'browser',
    catches: 'polling, uploads, streams, sessions or React failing in a real page',
    minutes: 1,
    everyChange: true,
    run: [
      'integration/browser/poll.mjs',
      'integration/browser/upload.mjs',
      'integration/browser/chat.mjs',
      'integration/browser/credentials.mjs',
      'integration/browser/http-cache.mjs',
      'integration/browser/react.mjs',
    ],
  },
  {
    name: 'declarations',
    catches: 'a declaration that a compiler or module setting of a user cannot read',
    minutes: 2.5,
    install: 'peers',
    everyChange: true,
    run: ['integration/peers/consumers/run.mjs'],
  },
  {
    name: 'runtimes',
    catches: 'a spec that fails in another runtime than Node 20',
    minutes: 12,
    run: ['integration/runtimes/run.mjs'],
  },
  {
    name: 'openapi-github',
    catches: "a client from GitHub's own document that does not compile or call",
    minutes: 1,
    everyChange: true,
    run: ['integration/openapi/github.mjs'],
  },
  {
    name: 'axios-names',
    catches: "a name of the installed axios that the page on moving from axios doesn't explain",
    minutes: 0.1,
    run: ['integration/docs/axios-names.test.mjs'],
  },
  {
    name: 'document-to-app',
    catches: 'an app on the page from document to app that does not compile or whose test fails',
    minutes: 0.2,
    run: ['integration/docs/from-document-to-app.test.mjs'],
  },
  {
    name: 'param-styles',
    catches: "a style of OpenAPI params that another package's server reads differently",
    minutes: 1,
    install: 'peers',
    run: ['integration/peers/places/run.mjs'],
  },
  {
    name: 'faults',
    catches: 'a Result that differs from docs/faults.md when a server breaks off, lies or stalls',
    minutes: 0.4,
    run: ['integration/faults/run.mjs'],
  },
  {
    name: 'errors',
    catches: 'a message on the page of errors that Node no longer gives',
    minutes: 0.1,
    run: ['integration/errors/run.mjs --check'],
  },
  {
    name: 'oauth',
    catches: 'tokens that an OAuth server written by others refuses, or is asked for twice',
    minutes: 0.3,
    install: 'peers',
    run: ['integration/peers/oauth/run.mjs'],
  },
  {
    name: 'har',
    catches: "a tape that a validator or a browser can't read, or that holds a secret",
    minutes: 0.7,
    run: ['integration/har/run.mjs'],
  },
  {
    name: 'bodies',
    catches: 'a kind of params that some runtime sends as something else',
    minutes: 0.7,
    install: 'peers',
    run: ['integration/peers/bodies/json.mjs', 'integration/peers/bodies/matrix.mjs'],
  },
  {
    name: 'graphql',
    catches: "documents of codegen, gql.tada and graphql-tag that don't compile or run",
    install: 'peers',
    run: ['integration/peers/graphql/run.mjs'],
  },
  {
    name: 'test-runners',
    catches: 'matchers, the serializer or the stub failing under real Jest and Vitest',
    minutes: 0.6,
    install: 'peers',
    run: ['integration/peers/testing/run.mjs'],
  },
  {
    name: 'otel',
    catches: "spans that OpenTelemetry's own SDKs export otherwise, in Node and Chromium",
    run: ['integration/otel/run.mjs'],
  },
  {
    name: 'inspector',
    catches: 'a panel that a real browser draws or handles wrongly',
    minutes: 0.3,
    run: ['integration/browser/inspector.mjs', 'integration/browser/inspector-server.mjs'],
  },
  {
    name: 'react',
    catches: 'hooks that fail under the first and the last React 18',
    run: ['integration/react/run.mjs'],
  },
  {
    name: 'ui-frameworks',
    catches: 'what TanStack Query, SWR, RTK Query and MSW make of queries, in types and at run time',
    run: ['integration/ui-frameworks/run.mjs'],
  },
  {
    name: 'next',
    catches: 'caching, tags and server components of built apps with Next 15 and 16',
    run: ['integration/ui-frameworks/next/run.mjs'],
  },
  {
    name: 'server-frameworks',
    catches: 'express, fastify, hono, Next or the AWS SDK breaking with nodeFetch as the global fetch',
    run: ['integration/frameworks/run.mjs'],
  },
  {
    name: 'node-fetch',
    catches: "nodeFetch differing from undici's fetch, over the dispatchers of every undici version",
    run: ['integration/transport/matrix.mjs', 'integration/transport/run.mjs'],
  },
  {
    name: 'peer-ranges',
    catches: 'a version inside the peer ranges of the OpenAPI readers that gives another client',
    run: ['integration/peers/openapi/run.mjs'],
  },
  {
    name: 'bundlers',
    catches: 'unused endpoints that one of four bundlers keeps',
    run: ['integration/openapi/bundlers.mjs'],
  },
  {
    name: 'openapi-time',
    catches: 'hostile documents that make the generator slow',
    run: ['integration/openapi/time.mjs'],
  },
  {
    name: 'openapi',
    catches: "one of 2,800 published documents that is refused, or whose client doesn't compile",
    run: ['integration/openapi/run.mjs'],
  },
  {
    name: 'openapi-mocks',
    catches: 'generated mocks of 400 published documents that their own schemas reject',
    run: ['integration/openapi/mocks.mjs --every 7'],
  },
  {
    name: 'openapi-schemas',
    catches: 'generated schemas that accept or reject other values than ajv does',
    minutes: 2,
    run: ['integration/openapi/schemas.mjs'],
  },
  {
    name: 'openapi-wire',
    catches:
      'a request of a generated client that another validator rejects, or a valid response that it rejects',
    minutes: 2.5,
    run: ['integration/openapi/wire.mjs'],
  },
  {
    name: 'http-cache-runtimes',
    catches: 'the public suite for HTTP caches failing in Bun, Deno and Node 22 to 26',
    run: ['integration/http-cache/runtimes.mjs'],
  },
  {
    name: 'http-cache-fuzz',
    catches: 'an exchange that homing, undici and http-cache-semantics cache differently',
    run: ['integration/http-cache/fuzz.mjs'],
  },
  {
    name: 'random-setups',
    catches: 'drawn set-ups of several features that fail together against bad servers',
    run: ['integration/matrix/run.mjs'],
  },
  {
    name: 'soak',
    catches: 'memory, sockets, timers or listeners that stay, and calls that get lost, under load',
    minutes: 10,
    run: ['--expose-gc --no-opt --no-maglev --no-sparkplug --no-flush-bytecode integration/soak/run.mjs'],
  },
  {
    name: 'fuzz',
    catches: 'a rule of calls that one scenario in a million breaks; and the specs at full length',
    run: ['integration/fuzz/run.mjs'],
  },
  {
    name: 'bench',
    catches: 'homing slower or larger than the last release, beside its peers',
    install: 'bench',
    run: ['bench/run.mjs'],
  },
  {
    name: 'planted-faults',
    catches: 'a fault of a table of 54 that the specs no longer see',
    minutes: 4,
    run: ['scripts/planted-faults.mjs'],
  },
  {
    name: 'mutation',
    catches: 'lines of lib/ that can be broken without a spec that fails',
    install: 'integration/mutation',
    run: ['integration/mutation/run.mjs'],
  },
];
