import { fileURLToPath } from 'node:url';
import { bundleSize, programs } from '../scripts/bundle-size.mjs';
import { atMost, chart, columns, table } from './report/suite-result.mjs';

export const title = 'Bundle sizes';

export const how = `esbuild bundles and minifies each program for browsers (ES2022, ES modules); gzip is at level 9, 1 kB is 1,000 bytes. Each peer's program makes a client, if the library has such a thing, and sends one GET for JSON. got and undici are for Node only and bundled for it, without Node's own modules. In homing's *REST only* deadlines, signals, \`share\`, \`dedupe\`, copies and the client's log come along. Error sentences count: none is shortened or replaced by a code. \`npm run test:package\` holds the smallest program, and what each entry adds to it, to the budgets in \`house.json\`, which are what is, so that nothing grows unnoticed; the goals here are what is wanted.`;

const COLUMNS = columns('', { minified: ['minified, kB', 2], gzip: ['gzip, kB', 2] });

const URL_OF_ONE = `'https://api.example.com/users/1'`;

const PEERS = {
  'plain fetch': {
    program: `fetch(${URL_OF_ONE}).then((response) => response.json()).then(console.log);`,
  },
  ofetch: { program: `import { ofetch } from 'ofetch'; ofetch(${URL_OF_ONE}).then(console.log);` },
  ky: { program: `import ky from 'ky'; ky.get(${URL_OF_ONE}).json().then(console.log);` },
  wretch: { program: `import wretch from 'wretch'; wretch(${URL_OF_ONE}).get().json().then(console.log);` },
  'up-fetch': { program: `import { up } from 'up-fetch'; up(fetch)(${URL_OF_ONE}).then(console.log);` },
  'openapi-fetch': {
    program: `import createClient from 'openapi-fetch';
      const api = createClient({ baseUrl: 'https://api.example.com' });
      api.GET('/users/{id}', { params: { path: { id: 1 } } }).then(console.log);`,
  },
  '@better-fetch/fetch': {
    program: `import { betterFetch } from '@better-fetch/fetch'; betterFetch(${URL_OF_ONE}).then(console.log);`,
  },
  axios: { program: `import axios from 'axios'; axios.get(${URL_OF_ONE}).then(console.log);` },
  got: { program: `import got from 'got'; got(${URL_OF_ONE}).json().then(console.log);`, platform: 'node' },
  'undici request': {
    program: `import { request } from 'undici';
      request(${URL_OF_ONE}).then(({ body }) => body.json()).then(console.log);`,
    platform: 'node',
  },
};

const GOALS = { 'REST only': 5, everything: 10 };

const from = fileURLToPath(new URL('.', import.meta.url));

const sizesOf = (entries) =>
  Promise.all(entries.map(async ([name, measure]) => ({ name, ...(await measure()) })));

export const run = async () => {
  const own = await sizesOf(
    Object.entries(programs).map(([name, program]) => [`homing: ${name}`, () => bundleSize(program)]),
  );
  const peers = await sizesOf(
    Object.entries(PEERS).map(([name, { program, platform }]) => [
      name,
      () => bundleSize(program, { from, platform }),
    ]),
  );
  const rows = [...own, ...peers];
  return {
    tables: [table('One JSON GET, and what homing can add to it', COLUMNS, rows)],
    goals: Object.entries(GOALS).map(([name, limit]) =>
      atMost(`gzip of ${name}`, own.find((row) => row.name === `homing: ${name}`).gzip, limit, ' kB'),
    ),
    charts: [
      chart('sizes', 'Bundle of one JSON GET, minified and gzipped', 'kB', rows, 'gzip', { digits: 1 }),
    ],
  };
};
