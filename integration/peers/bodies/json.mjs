// Checks `parseJson` and `stringifyJson` with real packages that support more than JSON. Sends values to an echo
// server, and fails if a value changes. Needs the build.
//
//   node integration/peers/install.mjs && node integration/peers/bodies/json.mjs
import { deepStrictEqual } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { isLosslessNumber, LosslessNumber, parse, parseNumberAndBigInt, stringify } from 'lossless-json';
import superjson from 'superjson';
import { createApi, createGraphQL, defineRequest, Operation } from '../../../dist/index.js';

const { startServer } = createRequire(import.meta.url)('../../../spec/support/start-server.cjs');

const textOf = async (request) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

const server = await startServer(async (request, response) => {
  const text = await textOf(request);
  const status = request.url === '/fails' ? 422 : 200;
  const graphql = () => text.replace(/^.*"variables":(.*)}$/, '{"data":$1}');
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(request.url === '/graphql' ? graphql() : text);
});

const FORMATS = {
  'lossless-json, bigint': {
    parseJson: (text) => parse(text, undefined, parseNumberAndBigInt),
    stringifyJson: (value) => stringify(value) ?? '',
    value: { id: 9007199254740993n, price: 1.5, list: [12345678901234567890n], name: 'a' },
  },
  'lossless-json, its own numbers': {
    parseJson: (text) => parse(text),
    stringifyJson: (value) => stringify(value) ?? '',
    value: { price: new LosslessNumber('1.50000000000000000000001'), list: [new LosslessNumber('1e400')] },
  },
  superjson: {
    parseJson: superjson.parse,
    stringifyJson: superjson.stringify,
    value: {
      at: new Date(0),
      ids: new Set([1]),
      by: new Map([['a', 1n]]),
      deep: { none: undefined },
      re: /a/g,
      nan: NaN,
    },
    // This format wraps the whole response, which GraphQL services don't do.
    isPlain: false,
  },
};

const check = (what, got, wanted) => {
  deepStrictEqual(got, wanted, what);
  console.log(`✓ ${what}`);
};

/** Reads and writes values in a format, also with an endpoint that has path params. */
const checkRest = async (name, { value, parseJson, stringifyJson }) => {
  const json = { parseJson, stringifyJson };
  const post = (path) => defineRequest()({ method: 'POST', path });
  const api = createApi({
    baseUrl: server.url,
    ...json,
    requests: { send: post('/'), sendTo: post('/:to'), fail: post('/fails') },
  });
  check(`${name}: a body and its answer`, (await api.send(value)).data, value);
  check(`${name}: with a path param`, (await api.sendTo({ ...value, to: 'x' })).data, value);
  check(`${name}: a list`, (await api.send([value, value])).data, [value, value]);
  check(`${name}: the body of an error`, (await api.fail(value)).error.body, value);
};

const checkGraphQL = async (name, { value, ...json }) => {
  const a = new Operation({ operation: 'query a { a }' });
  const client = createGraphQL({ endpoint: `${server.url}/graphql`, ...json, operations: { a } });
  check(`${name}: GraphQL`, (await client.a(value)).data, value);
};

try {
  for (const [name, format] of Object.entries(FORMATS)) {
    await checkRest(name, format);
    if (format.isPlain !== false) await checkGraphQL(name, format);
  }
  check(
    'a lossless number is one',
    isLosslessNumber(FORMATS['lossless-json, its own numbers'].value.price),
    true,
  );
} finally {
  await server.close();
}
