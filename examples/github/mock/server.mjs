// A mock of GitHub's API, from its OpenAPI document. openapi-backend finds the operation and creates the response. A
// request selects the status with `Prefer: code=404`.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import openapi from 'openapi-backend';

const LIST_OF_ISSUES = 'issues/list-for-repo';
const PAGES = 3;

/** @param {string} document The file. */
export async function startMock(document) {
  const backend = new openapi.OpenAPIBackend({
    definition: JSON.parse(readFileSync(document, 'utf8')),
    quick: true,
    validate: false,
    handlers: {
      notFound: () => ({ status: 404, mock: { message: 'no such operation' } }),
      notImplemented: ({ api, operation, request }) => {
        const [, code] = /code=(\d+)/.exec(request.headers.prefer ?? '') ?? [];
        const answer = api.mockResponseForOperation(
          operation.operationId,
          code ? { code: Number(code) } : {},
        );
        return { ...answer, id: operation.operationId };
      },
    },
  });
  await backend.init();

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const { method, headers } = request;
    const query = Object.fromEntries(searchParams);
    const body = (await text(request)) || undefined;
    const { status, mock, id } = await backend.handleRequest({
      method,
      path: pathname,
      headers,
      query,
      body,
    });
    const page = Number(query.page ?? 1);
    if (id === LIST_OF_ISSUES && page < PAGES)
      response.setHeader('link', `<${pathname}?page=${page + 1}>; rel="next"`);
    // Show the received request to the caller.
    response.setHeader('x-authorization', headers.authorization ?? 'none');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(mock));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
