import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryClient } from '@tanstack/react-query';
import { bundleSize, programs } from '../scripts/bundle-size.mjs';
import { root } from '../scripts/architecture.mjs';
import { callAt, endpointAt, homingProgram, typeCost } from '../scripts/type-cost.mjs';
import { build, buildFolder } from './contenders/homing.mjs';
import { openApiInit, openApiPath, openApiPaths } from './contenders/typed-peers.mjs';
import { cpuNs } from './measure/cpu.mjs';
import { median } from './measure/statistics.mjs';
import { atMost, columns, facts, table } from './report/suite-result.mjs';

export const title = 'Adapters';

const ENDPOINTS = 200;
const CALLS_EACH = 5;

export const how = `This section shows what an adapter adds: to a bundle that already has its library, the client and React (gzip); to the compiler, for ${ENDPOINTS} endpoints and ${ENDPOINTS * CALLS_EACH} uses of \`useQuery\` that narrow the Result; and to a query function, in CPU time. openapi-react-query runs over openapi-fetch, with the same endpoints as types of an OpenAPI document.`;

const { createApi, defineRequest } = build;
const { query } = await import(join(buildFolder, 'query.js'));

const installed = fileURLToPath(new URL('./node_modules/', import.meta.url));
const range = (length, make) => Array.from({ length }, (_, at) => make(at));
const folders = (names, extra = {}) => ({
  ...Object.fromEntries(names.map((name) => [name, join(installed, name)])),
  ...extra,
});

// ---- Bytes

const gzipOf = async (specifier, names = '*') => {
  const rest = await bundleSize(programs['REST only']);
  const { gzip } = await bundleSize(`${programs['REST only']}\nexport ${names} from '${specifier}';`);
  return gzip - rest.gzip;
};

const peerGzip = async () => {
  const under = "import createClient from 'openapi-fetch'; console.log(createClient());";
  const over = `import wrap from 'openapi-react-query'; ${under.replace('createClient()', 'wrap(createClient())')}`;
  const options = {
    from: fileURLToPath(new URL('.', import.meta.url)),
    external: ['react', '@tanstack/react-query'],
  };
  return (await bundleSize(over, options)).gzip - (await bundleSize(under, options)).gzip;
};

// ---- Types

const fieldsAt = ({ path, values }) => [path, values].filter((text) => text !== '').join(', ');

const ownProgram = (endpoints, calls) => {
  const all = range(endpoints, endpointAt);
  const use = (number) => {
    const { index, ...endpoint } = all[number % endpoints];
    const fields = fieldsAt(endpoint);
    const params = fields === '' ? '' : `, { ${fields} }`;
    return callAt(number, usingQuery(`useQuery(query(api.call${index}${params}))`, index));
  };
  return [
    "import { useQuery } from '@tanstack/react-query';",
    "import { query } from 'homing/query';",
    homingProgram(endpoints, 0),
    ...range(calls, use),
  ].join('\n');
};

const usingQuery = (made, index) =>
  `  const { data, error } = ${made};
  if (error) return error.message;
  return data?.name${index} ?? '';`;

const peerProgram = (endpoints, calls) => {
  const all = range(endpoints, endpointAt);
  const use = (number) => {
    const endpoint = all[number % endpoints];
    const made = `api.useQuery('${endpoint.method.toLowerCase()}', '${openApiPath(endpoint)}'${openApiInit(endpoint)})`;
    return callAt(number, usingQuery(made, endpoint.index));
  };
  return [
    "import createFetchClient from 'openapi-fetch';",
    "import createClient from 'openapi-react-query';",
    openApiPaths(all),
    "const api = createClient(createFetchClient<paths>({ baseUrl: 'https://api.example.com' }));",
    ...range(calls, use),
  ].join('\n');
};

const SHARED = ['@tanstack/react-query', '@types/react', 'react'];

const typeRows = (endpoints) => {
  const calls = endpoints * CALLS_EACH;
  return [
    { name: 'homing/query', ...typeCost(ownProgram(endpoints, calls), folders(SHARED, { homing: root })) },
    {
      name: 'openapi-react-query',
      ...typeCost(
        peerProgram(endpoints, calls),
        folders([...SHARED, 'openapi-fetch', 'openapi-react-query', 'openapi-typescript-helpers']),
      ),
    },
  ];
};

// ---- Time

const api = createApi({
  name: 'users',
  baseUrl: 'https://api.example.com',
  fetch: async () => new Response('{"id":1}', { headers: { 'content-type': 'application/json' } }),
  requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id' }) },
});

const bare = (id) => ({
  queryKey: ['users', 'getUser', { params: { id } }],
  queryFn: async ({ signal }) => {
    const { data, error } = await api.getUser({ id }, { signal });
    if (error) throw error;
    return data;
  },
});

const CALLS = 2000;

const microsOf = async (optionsOf) => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: 0, retry: false } } });
  const started = cpuNs();
  for (let id = 0; id < CALLS; id += 1) await client.query(optionsOf(id));
  client.clear();
  return (cpuNs() - started) / 1000 / CALLS;
};

const times = async (rounds) => {
  const found = { bare: [], made: [] };
  for (let round = 0; round < rounds + 2; round += 1) {
    const figures = { bare: await microsOf(bare), made: await microsOf((id) => query(api.getUser, { id })) };
    // The first two warm up.
    if (round >= 2) for (const name of Object.keys(found)) found[name].push(figures[name]);
  }
  return { bare: median(found.bare), made: median(found.made) };
};

export const run = async ({ quick }) => {
  const sizes = [
    { name: 'homing/query', gzip: await gzipOf('homing/query'), wanted: 1 },
    {
      name: 'homing/react, without usePoll',
      gzip: await gzipOf('homing/react', '{ useCall, useStream }'),
      wanted: 1.2,
    },
    { name: 'homing/react', gzip: await gzipOf('homing/react'), wanted: null },
    { name: 'homing/next', gzip: await gzipOf('homing/next'), wanted: 0.6 },
    { name: 'homing/msw', gzip: await gzipOf('homing/msw'), wanted: 0.4 },
    { name: 'openapi-react-query', gzip: await peerGzip(), wanted: null },
  ];
  const endpoints = quick ? ENDPOINTS / 5 : ENDPOINTS;
  const types = typeRows(endpoints);
  const time = await times(quick ? 5 : 15);
  return {
    tables: [
      table('Size of each adapter', columns('', { gzip: ['gzip, kB', 2], wanted: ['wanted', 1] }), sizes),
      table(
        `${endpoints} endpoints, ${endpoints * CALLS_EACH} uses of useQuery`,
        columns('', { instantiations: ['instantiations', 0], checkSeconds: ['check time, s', 2] }),
        types,
      ),
      facts('A query of a query client over a stub', [
        ['with a query function by hand', time.bare, 'µs', 1],
        ['with `query()`', time.made, 'µs', 1],
      ]),
    ],
    goals: [
      ...sizes
        .filter(({ wanted }) => wanted !== null)
        .map(({ name, gzip, wanted }) => atMost(`gzip of ${name}`, gzip, wanted, ' kB')),
      atMost(
        'instantiations, of openapi-react-query’s',
        types[0].instantiations / types[1].instantiations,
        0.5,
      ),
    ],
    charts: [],
  };
};
