// Reports the received body. For Chromium it uses TLS and HTTP/2, because Chromium only sends streams over HTTP/2.
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createRequire } from 'node:module';
import { generate } from 'selfsigned';

const { listen } = createRequire(import.meta.url)('../../../spec/support/start-server.cjs');

const hexOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('hex');
};

const answer = (response, type, body) => response.writeHead(200, { 'content-type': type }).end(body);

/** @param page The script of the page in Chromium. */
const listenerFor = (page) => {
  const arrived = new Map();
  return async (request, response) => {
    if (request.url === '/')
      return answer(response, 'text/html', '<script type="module" src="/page.mjs"></script>');
    if (request.url === '/page.mjs') return answer(response, 'text/javascript', page);
    const [, what, seen] = request.url.split('/');
    if (what === 'seen') return answer(response, 'application/json', String(arrived.get(seen) ?? 0));
    const at = request.headers['x-at'];
    arrived.set(at, (arrived.get(at) ?? 0) + 1);
    const hex = await hexOf(request).catch(() => undefined);
    return answer(
      response,
      'application/json',
      JSON.stringify({ hex, type: request.headers['content-type'] }),
    );
  };
};

/** Both servers, as `{ plain, secure, close }`. */
export const startServers = async (page) => {
  const listener = listenerFor(page);
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const [plain, secure] = await Promise.all([
    listen(createServer(listener)),
    listen(createSecureServer({ key, cert, allowHTTP1: true }, listener), { origin: 'https://localhost' }),
  ]);
  return { plain: plain.url, secure: secure.url, close: () => Promise.all([plain.close(), secure.close()]) };
};
