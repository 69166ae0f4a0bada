// One server for the page and its service. It renders the page first, with the same components and another baseUrl.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { makeApi } from './api.mjs';

const built = join(import.meta.dirname, '../build');
const TYPES = { '.js': 'text/javascript', '.css': 'text/css' };

/** Escapes JSON, so that it can't end the script element that contains it. */
const inScript = (state) => JSON.stringify(state).replaceAll('<', '\\u003c');

/**
 * Serves the built page. Run `npm run build` first.
 *
 * @param {object} [options]
 * @param {number} [options.port] Default: any free port.
 * @param {number} [options.pause] Milliseconds before each response of the service. Default: 250.
 * @param {(told: { route: string, what: 'asked' | 'given up' }) => void} [options.onTold] Called when a request
 * arrives, and when the client aborts it.
 */
export async function startRoom({ port = 0, pause = 250, onTold = () => undefined } = {}) {
  const template = await readFile(join(built, 'page/index.html'), 'utf8');
  const { render } = await import(join(built, 'server/render.js'));
  const api = makeApi({ pause, onTold });
  let url;

  const sendPage = async ({ headers }, response) => {
    const { html, state } = await render({ baseUrl: `${url}/api`, cookie: headers.cookie });
    const page = template
      .replace('<!-- app -->', () => html)
      .replace('<!-- state -->', () => `<script>window.state = ${inScript(state)}</script>`);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  };

  const sendFile = async (path, response) => {
    const content = await readFile(join(built, 'page', path));
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(content);
  };

  const answer = (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/')) return api(request, response);
    if (pathname === '/') return sendPage(request, response);
    return sendFile(pathname, response);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((thrown) => {
      if (thrown.code !== 'ENOENT') console.error(thrown);
      if (!response.headersSent) response.writeHead(thrown.code === 'ENOENT' ? 404 : 500);
      response.end();
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${server.address().port}`;

  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
