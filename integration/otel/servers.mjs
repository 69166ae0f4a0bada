// A service that records its requests, and a collector that decodes spans in the JSON format of OTLP/HTTP.
import { createServer } from 'node:http';
import { once } from 'node:events';

const listen = async (handler) => {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, close: () => (server.closeAllConnections(), server.close()) };
};

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const valueOf = (value) => {
  const [text] = Object.values(value);
  return 'intValue' in value ? Number(text) : text;
};

const fromPairs = (pairs = []) => Object.fromEntries(pairs.map(({ key, value }) => [key, valueOf(value)]));

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT'];

/** The spans in an exporter's request, each with its instrumentation scope. */
const decoded = ({ resourceSpans }) =>
  resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map(
        ({
          name,
          kind,
          spanId,
          traceId,
          parentSpanId,
          status,
          attributes,
          events = [],
          links = [],
          ...times
        }) => ({
          scope: scope.name,
          name,
          kind: KINDS[kind],
          spanId,
          traceId,
          parentSpanId,
          isError: status.code === 2,
          attributes: fromPairs(attributes),
          events: events.map((event) => ({ name: event.name, ...fromPairs(event.attributes) })),
          links: links.map((link) => link.spanId),
          ms: (Number(times.endTimeUnixNano) - Number(times.startTimeUnixNano)) / 1e6,
        }),
      ),
    ),
  );

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

export const startCollector = async () => {
  const spans = [];
  const { url, close } = await listen(async (request, response) => {
    const body = await bodyOf(request);
    if (request.method === 'POST') spans.push(...decoded(JSON.parse(body)));
    response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end('{}');
  });
  return { url, close, take: () => spans.splice(0) };
};

const json = (response, status, body = {}) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/**
 * @param files Files for a page, by path: pairs of a content type and a string.
 * @param awayTo The target of the redirect at `/away`.
 */
export const startService = async ({ files = {}, awayTo } = {}) => {
  const requests = [];
  let flaky = 0;
  const { url, close } = await listen(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://a');
    if (files[pathname])
      return response.writeHead(200, { 'content-type': files[pathname][0] }).end(files[pathname][1]);
    if (pathname === '/favicon.ico') return json(response, 404);
    const headers = [];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      headers.push([request.rawHeaders[at].toLowerCase(), request.rawHeaders[at + 1]]);
    const body = await bodyOf(request);
    requests.push({ line: `${request.method} ${request.url}`, headers, body: body.toString() });
    const routes = {
      '/flaky': () => json(response, (flaky += 1) % 2 ? 503 : 200),
      '/missing': () => json(response, 404),
      '/slow': () => setTimeout(() => json(response, 200), 150),
      '/lines': () => {
        response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"n":1}\n');
        setTimeout(() => response.end('{"n":2}\n'), 120);
      },
      '/away': () =>
        response
          .writeHead(302, { location: `${awayTo}/there${new URL(request.url, 'http://a').search}` })
          .end(),
    };
    return (routes[pathname] ?? (() => json(response, 200)))();
  });
  return { url, close, take: () => requests.splice(0) };
};
