// Failing servers on the loopback interface: a server whose paths select the failure, and servers with various
// certificates.
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { generate } from 'selfsigned';
import { listen } from '../../spec/support/start-server.cjs';

/** Pages of other origins also send requests. */
const OPEN = 'access-control-allow-origin: *\r\naccess-control-allow-headers: *\r\n';

const answer = (
  body,
  { status = '200 OK', type = 'application/json', length = Buffer.byteLength(body), more = '' } = {},
) =>
  `HTTP/1.1 ${status}\r\n${OPEN}${type && `content-type: ${type}\r\n`}content-length: ${length}\r\n${more}connection: close\r\n\r\n${body}`;

const end =
  (...given) =>
  (socket) =>
    socket.end(answer(...given));

const reset = (text) => (socket) => {
  if (!text) socket.resetAndDestroy();
  // The bytes must be sent before the reset discards them.
  else socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50));
};

const PATHS = {
  '/reset': reset(''),
  '/reset-in-headers': reset('HTTP/1.1 200 OK\r\ncontent-ty'),
  '/reset-in-body': reset(answer('{"name":"A', { length: 100 })),
  '/closed-in-body': end('{"name":"A', { length: 100 }),
  '/loop': end('', { status: '302 Found', more: 'location: /loop\r\n' }),
  '/page': end('<!doctype html><title>Log in</title>', { type: 'text/html; charset=utf-8' }),
  '/empty': end(''),
  '/cut': end('{"name":"Ada","role":'),
  '/not-json': end('{"name":Ada}'),
  '/items': end('{"items":[{"price":1},{"price":2},{"price":"free"}],"total":"3"}'),
  '/missing': end('{"message":"No user 99"}', { status: '404 Not Found' }),
  '/gone': end('<p>gone</p>', { status: '502 Bad Gateway', type: 'text/html' }),
  '/silent': () => undefined,
  '/graphql-error': end('{"errors":[{"message":"Who are you?"}],"data":null}'),
  '/graphql-quoting': end(
    '{"errors":[{"message":"Variable \\"$id\\" got invalid value \\"ada@example.com\\""}]}',
  ),
  '/graphql-refused': end('{"errors":[{"message":"Syntax Error: Unexpected Name"}]}', {
    status: '400 Bad Request',
  }),
  '/graphql-nothing': end('{}'),
};

const startPaths = () =>
  listen(
    createServer((socket) => {
      let text = '';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1');
        // TLS.
        if (!/^[A-Z]/.test(text)) socket.end(answer('', { status: '400 Bad Request' }));
        const [, method, path] = /^(\w+) ([^ ?]*).*\r\n\r\n/s.exec(text) ?? [];
        if (method === 'OPTIONS') socket.end(answer('', { status: '204 No Content' }));
        else if (method) (PATHS[path] ?? end('{}', { status: '404 Not Found' }))(socket);
      });
    }),
  );

const startTls = async (name, days) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  const server = createTlsServer({ key, cert }, (_request, response) => response.end('{}'));
  server.on('tlsClientError', () => undefined);
  return { ...(await listen(server, { origin: 'https://localhost' })), cert };
};

/** A proxy that requires a password. */
const startProxy = () =>
  listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.end(answer('', { status: '407 Proxy Authentication Required' })));
    }),
  );

/** A URL whose port is closed. */
const closedUrl = async () => {
  const { url, close } = await listen(createServer());
  await close();
  return url;
};

/** Starts all servers. `trusted` are the certificates that the client must trust. */
export const startServers = async () => {
  const [plain, misnamed, expired, untrusted, proxy] = await Promise.all([
    startPaths(),
    startTls('other.test', 30),
    startTls('localhost', -1),
    startTls('localhost', 30),
    startProxy(),
  ]);
  const servers = { plain, misnamed, expired, untrusted, proxy };
  const urls = Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, url]));
  return {
    urls: { ...urls, closed: await closedUrl() },
    trusted: [misnamed.cert, expired.cert].join('\n'),
    close: () => Promise.all(Object.values(servers).map(({ close }) => close())),
  };
};
