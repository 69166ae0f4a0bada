// A server that records the requests of a cache, and which of them were aborted.
import { once } from 'node:events';
import { createServer } from 'node:http';

const PAGES = 6;

/** The responses by the start of the path. For undefined, the request stays open. */
const answerTo = (method, { pathname, searchParams }) => {
  const [, first, id] = pathname.split('/');
  if (first === 'slow') return undefined;
  if (first === 'list') {
    const at = Number(searchParams.get('cursor') ?? 3);
    return [
      200,
      { items: [`item ${at}`], ...(at < PAGES && { after: at + 1 }), ...(at > 0 && { before: at - 1 }) },
    ];
  }
  if (first !== 'users') return [500, null];
  if (method === 'DELETE') return [204];
  if (!id) return [200, [{ id: 1, name: 'user 1' }]];
  if (/^[45]\d\d$/.test(id)) return [Number(id), { missing: id }];
  return [200, { id: Number(id), name: `user ${id}` }];
};

/**
 * A local server that records its requests. `seen()` returns the requests since its previous call, as `GET /users/1`.
 * `arrived(n)` waits for n requests. `dropped()` returns the requests that the client aborted before the response.
 */
export const startServer = async () => {
  let seen = [];
  let dropped = [];
  const told = new EventTarget();
  const tell = () => told.dispatchEvent(new Event('change'));
  const until = async (isSo, what) => {
    const limit = AbortSignal.timeout(10_000);
    while (!isSo()) {
      if (limit.aborted)
        throw new Error(`never came: ${what}; seen: ${seen.join(', ')}; dropped: ${dropped.join(', ')}`);
      await once(told, 'change', { signal: limit }).catch(() => undefined);
    }
  };
  const server = createServer((request, response) => {
    const { method, url } = request;
    const line = `${method} ${url}`;
    seen.push(line);
    request.resume();
    response.once('close', () => {
      if (!response.writableFinished) dropped.push(line);
      tell();
    });
    tell();
    const [status, body] = answerTo(method, new URL(url, 'http://localhost')) ?? [];
    if (status === undefined) return;
    // A page sends requests from another origin.
    response.setHeader('access-control-allow-origin', '*');
    if (body !== undefined) response.setHeader('content-type', 'application/json');
    response.statusCode = status;
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen: () => seen.splice(0),
    dropped: () => dropped.splice(0),
    arrived: (count) => until(() => seen.length >= count, `${count} requests`),
    left: (count) => until(() => dropped.length >= count, `${count} dropped requests`),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
