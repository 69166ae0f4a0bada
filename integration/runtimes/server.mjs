import { text as readText, buffer as readAll } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { Counts } from '../servers/counts.mjs';
import { filesOf } from '../servers/files.mjs';

const sendJson = (response, data, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(data));

const FORM = [
  '--b',
  'Content-Disposition: form-data; name="a"',
  '',
  'é',
  '--b',
  'Content-Disposition: form-data; name="file"; filename="x.txt"',
  'Content-Type: text/plain',
  '',
  'content',
  '--b--',
  '',
].join('\r\n');

/** A frame of zstd with one raw block (RFC 8878, 3.1.1), of up to 255 bytes: not every Node can make one. */
const zstdFrame = (text) => {
  const content = Buffer.from(text);
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, content.length]), block, content]);
};

const counts = new Counts();

/** The responses of the server, by the first segment of the path. `rest` contains the other segments. */
const ROUTES = {
  async echo({ request, response, url }) {
    const body = await readAll(request);
    const { method, headers } = request;
    const { pathname, search } = url;
    sendJson(response, {
      method,
      path: pathname,
      search,
      headers,
      text: body.toString(),
      base64: body.toString('base64'),
    });
  },

  status({ response, rest: [code], url }) {
    const body = url.searchParams.get('body');
    response
      .writeHead(Number(code), { 'content-type': 'application/json', 'x-mark': 'yes' })
      .end(body ?? undefined);
  },

  text({ response, url }) {
    const { searchParams } = url;
    response.setHeader('content-type', searchParams.get('type') ?? 'text/plain');
    response.end(searchParams.get('body') ?? '');
  },

  bytes({ response }) {
    response.end(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
  },

  /** Chunks that end in the middle of a character. */
  async chunks({ response }) {
    for (const byte of Buffer.from('"a😀é"')) {
      response.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  },

  gzip({ response }) {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    response.writeHead(200, headers).end(gzipSync(JSON.stringify({ packed: 'é'.repeat(1000) })));
  },

  zstd({ response }) {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'zstd' };
    response.writeHead(200, headers).end(zstdFrame('{"packed":"é"}'));
  },

  'bad-gzip'({ response }) {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
  },

  form({ response }) {
    response.writeHead(200, { 'content-type': 'multipart/form-data; boundary=b' }).end(FORM);
  },

  redirect({ response, rest }) {
    response.writeHead(302, { location: `/echo/${rest.join('/')}` }).end();
  },

  loop({ response }) {
    response.writeHead(302, { location: '/loop' }).end();
  },

  large({ response, rest: [size] }) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify('é'.repeat(Number(size))));
  },

  /** Breaks the connection before the headers. */
  reset({ request }) {
    request.socket.resetAndDestroy();
  },

  /** Breaks the connection before the body reaches its Content-Length. */
  short({ response, rest: [code = '200'] }) {
    response.writeHead(Number(code), { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"a":', () => response.socket.destroy());
  },

  /** The URL of a closed port. */
  async refused({ response }) {
    const { url, close } = await startServer(() => undefined);
    await close();
    sendJson(response, { url });
  },

  /** Never responds. Counts the close of the connection by name. */
  hang({ response, rest: [name] }) {
    response.on('close', () => counts.add(`closed ${name}`));
    counts.add(`asked ${name}`);
  },

  /** Sends the headers and a part of the body, then stalls. */
  stall({ response, rest: [name, code = '200'] }) {
    response.on('close', () => counts.add(`closed ${name}`));
    response.writeHead(Number(code), { 'content-type': 'application/json' });
    response.write('{"a":', () => counts.add(`asked ${name}`));
  },

  /** Responds when `/mark/open/` with the name is requested. */
  async gate({ response, rest: [name] }) {
    const n = counts.add(`asked ${name}`);
    await counts.reaches(`open ${name}`, 1);
    sendJson(response, { n });
  },

  mark({ response, rest: [event, name] }) {
    sendJson(response, { n: counts.add(`${event} ${name}`) });
  },

  count({ response, rest: [name] }) {
    sendJson(response, { n: counts.add(`count ${name}`) });
  },

  /** 503 with Retry-After for the first two requests. */
  flaky({ response, rest: [name] }) {
    const n = counts.add(`flaky ${name}`);
    sendJson(response, { n }, n < 3 ? 503 : 200, { 'retry-after': '0' });
  },

  /** Responds when a count is reached, so that no case needs a sleep. */
  async when({ response, rest: [event, name, count = '1'] }) {
    sendJson(response, { n: await counts.reaches(`${event} ${name}`, Number(count)) });
  },

  seen({ response, rest: [event, name] }) {
    sendJson(response, { n: counts.of(`${event} ${name}`) });
  },

  async graphql({ request, response }) {
    const { query, variables } = JSON.parse(await readText(request));
    const failed = { data: { me: null }, errors: [{ message: 'no' }] };
    sendJson(response, query.includes('fail') ? failed : { data: { query, variables } });
  },
};

/**
 * The server for the cases over real HTTP.
 *
 * @param folder URL of the folder whose pages and modules the browser loads from `/files/`.
 */
export const startRoutes = (folder) => startServer(byRoutes({ ...ROUTES, files: filesOf(folder) }));
