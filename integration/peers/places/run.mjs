// Checks with a third-party OpenAPI server that `places` encodes params correctly. Sends every combination of style,
// explode and type. The server must read the original value.
// Needs the build.
//
//   node integration/peers/install.mjs && node integration/peers/places/run.mjs
import { isDeepStrictEqual } from 'node:util';
import { createRequire } from 'node:module';
import { createApi, Request } from '../../../dist/index.js';
import { places } from '../../../dist/openapi.js';
import { bodies, parameters } from './rows.mjs';
import { listenerOf } from './server.mjs';

const { startServer } = createRequire(import.meta.url)('../../../spec/support/start-server.cjs');

const FIELD = 'field';

const operation = (more) => ({
  'x-exegesis-controller': 'rows',
  operationId: 'answer',
  'x-exegesis-operationId': 'answer',
  responses: { default: { description: 'what was read' } },
  ...more,
});

/** One path per row. */
const documentOf = () => {
  const paths = {};
  for (const [at, { parameter }] of parameters.entries()) {
    const isInPath = parameter.in === 'path';
    paths[isInPath ? `/p${at}/{${FIELD}}` : `/p${at}`] = {
      get: operation({ parameters: [{ name: FIELD, required: isInPath, ...parameter }] }),
    };
  }
  for (const [at, { encoding, schema, type }] of bodies.entries())
    paths[`/b${at}`] = {
      post: operation({
        requestBody: { required: true, content: { [type]: { schema, ...(encoding && { encoding }) } } },
      }),
    };
  return { openapi: '3.0.3', info: { title: 'Places', version: '1' }, paths };
};

const requests = {};
for (const [at, { parameter, table }] of parameters.entries())
  requests[`p${at}`] = new Request({
    method: 'GET',
    path: parameter.in === 'path' ? `/p${at}/{${FIELD}}` : `/p${at}`,
    place: places(table ? { [FIELD]: table } : {}),
  });
for (const [at, { table }] of bodies.entries())
  requests[`b${at}`] = new Request({ method: 'POST', path: `/b${at}`, place: places({ body: table }) });

const server = await startServer(await listenerOf(documentOf()));
const sent = [];
const record = (url, init) => {
  const { cookie, [FIELD]: header } = Object.fromEntries(new Headers(init.headers));
  sent.push([
    url.slice(server.url.length),
    cookie,
    header,
    typeof init.body === 'string' ? init.body : undefined,
  ]);
  return fetch(url, init);
};
const api = createApi({ baseUrl: server.url, fetch: record, requests });

let failed = 0;
const check = async ({ name, read, value }, call, found) => {
  const { data, error } = await call();
  const got = error ? `${error.message} ${JSON.stringify(error.body)}` : found(data);
  const isRead = isDeepStrictEqual(got, read ?? value);
  if (!isRead) failed += 1;
  const shown = sent.at(-1)?.filter(Boolean).join(' ');
  console.log(`${isRead ? '  ' : '! '}${name.padEnd(52)} ${shown}`);
  if (!isRead) console.log(`    read as ${JSON.stringify(got)}`);
};

try {
  for (const [at, row] of parameters.entries())
    await check(
      row,
      () => api[`p${at}`]({ [FIELD]: row.value }),
      ({ params }) => {
        const group = params[row.parameter.in];
        return group[FIELD];
      },
    );
  for (const [at, row] of bodies.entries())
    await check(
      row,
      () => api[`b${at}`]({ body: row.value }),
      // exegesis keeps `f[a]` in addition to the parsed `f`.
      ({ body }) => (row.encoding ? { f: body.f } : body),
    );
} finally {
  await server.close();
}
console.log(`openapi: ${parameters.length + bodies.length} cells, ${failed} read as something else`);
if (failed > 0) process.exitCode = 1;
