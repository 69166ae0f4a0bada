import { fileURLToPath } from 'node:url';
import { bundleSize, programs, restWith } from '../scripts/bundle-size.mjs';
import { capabilityBytes } from '../scripts/capabilities.mjs';
import { entries } from '../scripts/architecture.mjs';
import { atMost, chart, columns, table } from './report/suite-result.mjs';

export const title = 'Bundle sizes';

export const how = `esbuild bundles and minifies each program for browsers (ES2022, ES modules). gzip is at level 9, and 1 kB is 1,000 bytes. Each peer's program creates a client, if the library has one, and sends one GET for JSON. got and undici are for Node only and bundled for it, without Node's own modules. homing's *REST only* includes deadlines, signals, \`share\`, \`dedupe\`, copies and the client's log. This is the default build, with whole error sentences. The [production build](guide/installation.md#production-build) is smaller. \`npm test\` keeps the smallest program below a ceiling, and \`npm run sizes\` prints what each entry adds to it. The goals here are targets. The cost of a capability is what *REST only* saves if the functions that only this capability needs are empty. *All sentences* is what it saves if messages have no words. A function that two capabilities need counts for neither, so the figures don't add up to the total.`;

const COLUMNS = [
  ...columns('', { minified: ['minified, kB', 2], gzip: ['gzip, kB', 2] }),
  { key: 'inside', label: 'includes' },
];

/** A description of each entry point with all its exports. */
const INSIDE = {
  homing: 'retry, cache, log, polls, pages, GraphQL, `all`, `matchError`',
  'homing/middleware': 'retry, cache and log, with their classes',
  'homing/backoff': 'exponential, linear, constant, jitter, `retryAfter`',
  'homing/retry': 'attempts, waits, `Retry-After`, budgets',
  'homing/cache': 'responses by request, in memory or in a store',
  'homing/http-cache': 'RFC 9111; memory, SQLite, Redis, IndexedDB; many processes',
  'homing/log': 'the log as a middleware',
  'homing/polling': '`poll`, `pollUntil`: one request for all callers',
  'homing/pagination': '`paginate`, `nextLink`, `collect`',
  'homing/graphql': '`createGraphQL`, `Operation`, `gql`',
  'homing/results': '`orThrow`, `all`, `isApiError`, `matchError`, `plain`',
  'homing/stream': 'JSON lines, JSON sequences, bytes; limits',
  'homing/sse': 'server-sent events, reconnection; without its parser',
  'homing/openapi': 'places of params, every style of OpenAPI',
  'homing/codec': 'dates, 64-bit integers, bytes and Temporal in both directions',
  'homing/auth': 'tokens, one refresh for all, stores, locks, many users',
  'homing/oauth': 'client credentials, refresh tokens; without oauth4webapi',
  'homing/resilience': 'rate limits, keys, budgets, breakers, hedging, `stack`',
  'homing/observe': 'observers of every call',
  'homing/inspect': 'the latest calls as plain data, redaction, archives',
  'homing/transfer': 'limits, progress, fetch over XMLHttpRequest',
  'homing/sdk': '`defineSdk`: methods, error classes, lists, keys, retries, logs, webhooks',
  'homing/webhooks': 'signatures of Standard Webhooks, Stripe, GitHub and Slack',
  'homing/query': 'queries for TanStack Query, SWR, RTK Query; without these',
  'homing/react': '`useCall`, `useStream`, `usePoll` with its poll; without React',
  'homing/next': 'tags for the cache of Next',
  'homing/msw': 'a stub as an MSW handler; for tests',
  'homing/otel': 'spans, durations, propagation; without its API',
  'homing/inspect/panel': 'a panel for the inspector, with lit',
  'homing/inspect/server': 'a page for the inspector, without its scripts; for Node',
  'homing/har': 'tapes: recording, replaying, redaction; for tests',
  'homing/node': '`nodeFetch`, cookies, public addresses only; for Node',
  'homing/testing': '`mockFetch`, `mockApi`, stubs, matchers; for tests',
  'homing/openapi-generator': 'clients of OpenAPI documents; for Node',
};

const PROGRAMS_INSIDE = {
  'REST only':
    'described endpoints, params, bodies, Results, middleware, timeouts, signals, share, dedupe, derived clients, log',
  'REST and retry': 'and `retryMiddleware`',
  'REST, retry and auth': 'and `retryMiddleware` and `AuthPlugin`',
  'REST and dates': 'and codecs of dates in both directions',
  'REST and poll': 'and `poll`',
  'REST and GraphQL': 'and `createGraphQL`',
  everything: 'and everything that `homing` exports',
};

const URL_OF_ONE = `'https://api.example.com/users/1'`;

const PEERS = {
  'plain fetch': {
    program: `fetch(${URL_OF_ONE}).then((response) => response.json()).then(console.log);`,
    inside: 'nothing',
  },
  ofetch: {
    program: `import { ofetch } from 'ofetch'; ofetch(${URL_OF_ONE}).then(console.log);`,
    inside: 'query, JSON, interceptors, retry, timeout',
  },
  ky: {
    program: `import ky from 'ky'; ky.get(${URL_OF_ONE}).json().then(console.log);`,
    inside: 'query, JSON, hooks, retry, timeouts, progress',
  },
  wretch: {
    program: `import wretch from 'wretch'; wretch(${URL_OF_ONE}).get().json().then(console.log);`,
    inside: 'chained options, middleware',
  },
  'up-fetch': {
    program: `import { up } from 'up-fetch'; up(fetch)(${URL_OF_ONE}).then(console.log);`,
    inside: 'query, JSON, schemas, retry, timeout',
  },
  'openapi-fetch': {
    program: `import createClient from 'openapi-fetch';
      const api = createClient({ baseUrl: 'https://api.example.com' });
      api.GET('/users/{id}', { params: { path: { id: 1 } } }).then(console.log);`,
    inside: 'typed paths, params by their styles, middleware',
  },
  '@better-fetch/fetch': {
    program: `import { betterFetch } from '@better-fetch/fetch'; betterFetch(${URL_OF_ONE}).then(console.log);`,
    inside: 'query, JSON, schemas, hooks, retry, timeout',
  },
  axios: {
    program: `import axios from 'axios'; axios.get(${URL_OF_ONE}).then(console.log);`,
    inside: 'query, bodies, interceptors, timeout, progress; over XMLHttpRequest and fetch',
  },
  got: {
    program: `import got from 'got'; got(${URL_OF_ONE}).json().then(console.log);`,
    platform: 'node',
    inside: 'HTTP for Node: retry, cache, pages, streams, phases, redirects',
  },
  'undici request': {
    program: `import { request } from 'undici';
      request(${URL_OF_ONE}).then(({ body }) => body.json()).then(console.log);`,
    platform: 'node',
    inside: 'HTTP for Node: pools, proxies, interceptors',
  },
};

const GOALS = { 'REST only': 12.5, 'REST and retry': 14.5, 'REST and poll': 16.8, everything: 24.5 };

const from = fileURLToPath(new URL('.', import.meta.url));

const ownSizes = async () => {
  const [rest, ...others] = await Promise.all(
    Object.entries(programs).map(async ([name, program]) => ({
      name: `homing: ${name}`,
      ...(await bundleSize(program)),
      inside: PROGRAMS_INSIDE[name],
    })),
  );
  const production = {
    name: `${rest.name}, production build`,
    ...(await bundleSize(programs['REST only'], { conditions: ['production'] })),
    inside: 'the same, with codes instead of some sentences',
  };
  return [rest, production, ...others];
};

const peerSizes = () =>
  Promise.all(
    Object.entries(PEERS).map(async ([name, { program, platform, inside }]) => ({
      name,
      ...(await bundleSize(program, { from, platform })),
      inside,
    })),
  );

/** The size that each entry point adds to the smallest program, with all its exports. */
const addedSizes = ([rest]) =>
  Promise.all(
    entries.map(async (entry) => {
      const { specifier, platform } = entry;
      const inside = INSIDE[specifier];
      if (!inside) throw new Error(`bench/sizes.mjs has no description of ${specifier}.`);
      const { minified, gzip } = await bundleSize(restWith(entry), { platform });
      return { name: specifier, minified: minified - rest.minified, gzip: gzip - rest.gzip, inside };
    }),
  );

export const run = async () => {
  const own = await ownSizes();
  const rows = [...own, ...(await peerSizes())];
  return {
    tables: [
      table('One JSON GET, and additions of homing', COLUMNS, rows),
      table('Size of each entry point, added to *REST only*', COLUMNS, await addedSizes(own)),
      table(
        'Size of each capability in *REST only*',
        columns('', { saved: ['gzip, bytes', 0] }),
        await capabilityBytes(),
      ),
    ],
    goals: Object.entries(GOALS).map(([name, limit]) =>
      atMost(`gzip of ${name}`, own.find((row) => row.name === `homing: ${name}`).gzip, limit, ' kB'),
    ),
    charts: [
      chart('sizes', 'Bundle of one JSON GET, minified and gzipped', 'kB', rows, 'gzip', { digits: 1 }),
    ],
  };
};
