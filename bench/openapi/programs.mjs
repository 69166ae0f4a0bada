// Programs with 100 calls, one per generator, to measure the cost of compiling them.
import { readFileSync } from 'node:fs';
import { DOCUMENT } from '../../integration/openapi/github-document.mjs';

const COUNT = 100;

const ENDPOINT = /^export const (\w+) = .*\(\{ method: 'GET', path: '([^']+)'/gm;

const plainParams = (operation, document) => {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    const { $ref } = parameter;
    return $ref ? document.components.parameters[$ref.split('/').at(-1)] : parameter;
  });
  const required = parameters.filter((parameter) => parameter.required);
  const isPlain = required.every(
    ({ in: place, schema }) => place === 'path' && schema.type === 'string' && !schema.enum,
  );
  return isPlain ? required.map(({ name }) => name) : undefined;
};

/** GET operations that return JSON and only need strings in their path, with homing's names for them. */
const callsOf = (generated) => {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const calls = [...generated.matchAll(ENDPOINT)].flatMap(([, name, path]) => {
    const operation = document.paths[path]?.get;
    const names = operation && plainParams(operation, document);
    const isJson = operation?.responses[200]?.content?.['application/json'] !== undefined;
    return names && isJson ? [{ name, path, id: operation.operationId, names }] : [];
  });
  return calls.filter((_, index) => index % Math.floor(calls.length / COUNT) === 0).slice(0, COUNT);
};

const object = (names) => `{ ${names.map((name) => `'${name}': 'x'`).join(', ')} }`;

// Each call narrows the Result, as an application does.
const homingCall = ({ name, names }, index) => `export async function use${index}() {
  const { data, error } = await api.${name}(${names.length > 0 ? object(names) : ''});
  return error ? error.message : data;
}`;

const fetchCall = ({ path, names }, index) => `export async function use${index}() {
  const { data, error } = await client.GET('${path}'${names.length > 0 ? `, { params: { path: ${object(names)} } }` : ''});
  return error ? 'error' : data;
}`;

const camel = (id) => id.replace(/[/_-]+(\w)/g, (_, letter) => letter.toUpperCase());

const heyCall = ({ id, names }, index) => `export async function use${index}() {
  const { data, error } = await sdk.${camel(id)}(${names.length > 0 ? `{ path: ${object(names)} }` : ''});
  return error ? 'error' : data;
}`;

/** The programs by generator. If `calls` is false, the program only imports the output, to measure it alone. */
export const programsOf = (generated, calls = true) => {
  const all = calls ? callsOf(generated) : [];
  return {
    homing: `import { createApi } from 'homing';
import * as requests from './homing.js';
export const api = createApi({ baseUrl: 'https://api.github.com' satisfies requests.BaseUrl, requests });
${all.map(homingCall).join('\n')}\n`,
    'openapi-typescript 7.13': `import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.js';
export const client = createClient<paths>({ baseUrl: 'https://api.github.com' });
${all.map(fetchCall).join('\n')}\n`,
    '@hey-api/openapi-ts 0.95': `import * as sdk from './hey-api/index.js';
export { sdk };
${all.map(heyCall).join('\n')}\n`,
  };
};
