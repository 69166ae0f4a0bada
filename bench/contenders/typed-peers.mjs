// Generates the same program for homing's peers: a number of endpoints, and calls that narrow the Result.
import { callAt, endpointAt, responseType } from '../../scripts/type-cost.mjs';

const range = (length, make) => Array.from({ length }, (_, at) => make(at));

const isRead = ({ method }) => method === 'GET' || method === 'DELETE';

const braced = (text) => (text === '' ? '{}' : `{ ${text} }`);

// ---- openapi-fetch: the types of an OpenAPI document, as openapi-typescript writes them

export const openApiPath = ({ resource, rest }) => `${resource}${rest.replaceAll(/:(\w+)/g, '{$1}')}`;

const openApiOperation = (endpoint) => {
  const { names, params, response } = endpoint;
  const path =
    names.length > 0
      ? `path: {${names.map((name) => ` ${name}: string | number;`).join('')} }`
      : 'path?: never';
  const query =
    isRead(endpoint) && params !== ''
      ? `query${params.includes('q:') ? '' : '?'}: ${params}`
      : 'query?: never';
  const body =
    !isRead(endpoint) && params !== ''
      ? `requestBody: { content: { 'application/json': ${params} } };`
      : 'requestBody?: never;';
  return `{
      parameters: { ${query}; header?: never; ${path}; cookie?: never };
      ${body}
      responses: {
        200: { headers: { [name: string]: unknown }; content: { 'application/json': ${response} } };
        default: { headers: { [name: string]: unknown }; content: { 'application/json': { message: string } } };
      };
    }`;
};

const openApiPathItem = (endpoint) => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const members = methods.map((method) =>
    method === endpoint.method.toLowerCase()
      ? `    ${method}: ${openApiOperation(endpoint)};`
      : `    ${method}?: never;`,
  );
  return `  '${openApiPath(endpoint)}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
${members.join('\n')}
  };`;
};

/** The arguments after the path, with a leading comma. */
export const openApiInit = (endpoint) => {
  const { path, values } = endpoint;
  const query = isRead(endpoint) && values !== '' ? `query: ${braced(values)}` : '';
  const place = path === '' ? '' : `path: ${braced(path)}`;
  const params = [place, query].filter((text) => text !== '').join(', ');
  const body = isRead(endpoint) || values === '' ? '' : `body: ${braced(values)}`;
  const init = [params === '' ? '' : `params: ${braced(params)}`, body]
    .filter((text) => text !== '')
    .join(', ');
  return init === '' ? '' : `, ${braced(init)}`;
};

const openApiCall = (number, endpoint) => {
  const { index, method } = endpoint;
  return callAt(
    number,
    `  const { data, error } = await api.${method}('${openApiPath(endpoint)}'${openApiInit(endpoint)});
  if (error) return error.message;
  return data.name${index};`,
  );
};

/** The types of a document with these endpoints. */
export const openApiPaths = (all) =>
  // Each path has its own resource, so it occurs only once.
  [...all.map(responseType), 'export interface paths {', ...all.map(openApiPathItem), '}'].join('\n');

const openApiProgram = (endpoints, calls) => {
  const all = range(endpoints, endpointAt);
  return [
    "import createClient from 'openapi-fetch';",
    openApiPaths(all),
    "const api = createClient<paths>({ baseUrl: 'https://api.example.com' });",
    ...range(calls, (number) => openApiCall(number, all[number % endpoints])),
  ].join('\n');
};

// ---- ts-rest and zodios don't support a suffix after a path param: it is a separate segment here

const segmented = ({ resource, rest }) => `${resource}${rest.replace('.json', '/json')}`;

const asStrings = (values) => values.replaceAll(/(\w+): (\d+)/g, "$1: '$2'");

const tsRestRoute = (endpoint) => {
  const { index, method, params, response } = endpoint;
  const query = isRead(endpoint) && params !== '' ? ` query: c.type<${params}>(),` : '';
  const body = isRead(endpoint) ? '' : ` body: c.type<${params === '' ? 'undefined' : params}>(),`;
  return `  call${index}: { method: '${method}', path: '${segmented(endpoint)}',${query}${body} responses: { 200: c.type<${response}>() } },`;
};

const tsRestCall = (number, endpoint) => {
  const { index, path, params, values } = endpoint;
  const query = isRead(endpoint) && params !== '' ? `query: ${braced(values)}` : '';
  const place = path === '' ? '' : `params: ${braced(asStrings(path))}`;
  const body = isRead(endpoint) || values === '' ? '' : `body: ${braced(values)}`;
  const args = [place, query, body].filter((text) => text !== '').join(', ');
  return callAt(
    number,
    `  const r = await api.call${index}(${args === '' ? '' : braced(args)});
  if (r.status !== 200) return String(r.status);
  return r.body.name${index};`,
  );
};

const tsRestProgram = (endpoints, calls) => {
  const all = range(endpoints, endpointAt);
  return [
    "import { initClient, initContract } from '@ts-rest/core';",
    ...all.map(responseType),
    'const c = initContract();',
    'const contract = c.router({',
    ...all.map(tsRestRoute),
    '});',
    "const api = initClient(contract, { baseUrl: 'https://api.example.com', baseHeaders: {} });",
    ...range(calls, (number) => tsRestCall(number, all[number % endpoints])),
  ].join('\n');
};

const zodiosQueries = (params) =>
  [...params.matchAll(/(\w+)(\??): ([\w[\]]+)/g)].map(
    ([, name, optional, type]) =>
      `{ name: '${name}', type: 'Query', schema: z.custom<${type}${optional ? ' | undefined' : ''}>()${optional ? '.optional()' : ''} }`,
  );

const zodiosEndpoint = (endpoint) => {
  const { index, method, params, response } = endpoint;
  const body = `{ name: 'body', type: 'Body', schema: z.custom<${params}>() }`;
  const list = isRead(endpoint) ? zodiosQueries(params) : [body];
  const parameters = params === '' ? '' : ` parameters: [${list.join(', ')}],`;
  return `  { method: '${method.toLowerCase()}', path: '${segmented(endpoint)}', alias: 'call${index}',${parameters} response: z.custom<${response}>() },`;
};

const zodiosCall = (number, endpoint) => {
  const { index, path, values } = endpoint;
  const place = path === '' ? '' : `params: ${braced(path)}`;
  const query = isRead(endpoint) && values !== '' ? `queries: ${braced(values)}` : '';
  const config = [place, query].filter((text) => text !== '').join(', ');
  // The first argument of delete is always a body.
  const body = endpoint.method === 'GET' ? '' : values === '' ? 'undefined' : braced(values);
  const args = [body, config === '' ? '' : braced(config)].filter((text) => text !== '').join(', ');
  return callAt(
    number,
    `  const data = await api.call${index}(${args});
  return data.name${index};`,
  );
};

const zodiosProgram = (endpoints, calls) => {
  const all = range(endpoints, endpointAt);
  return [
    "import { makeApi, Zodios } from '@zodios/core';",
    "import { z } from 'zod';",
    ...all.map(responseType),
    'const definitions = makeApi([',
    ...all.map(zodiosEndpoint),
    ']);',
    "const api = new Zodios('https://api.example.com', definitions);",
    ...range(calls, (number) => zodiosCall(number, all[number % endpoints])),
  ].join('\n');
};

export const typedPeers = [
  { name: 'openapi-fetch', packages: ['openapi-fetch'], program: openApiProgram },
  { name: '@ts-rest/core', packages: ['@ts-rest/core', 'zod'], program: tsRestProgram },
  { name: '@zodios/core', packages: ['@zodios/core', 'zod', 'axios'], program: zodiosProgram },
];
