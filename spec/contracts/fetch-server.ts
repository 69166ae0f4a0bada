import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { byRoutes, type Route } from '../support/start-server.cjs';

const TEXT = JSON.stringify({ text: 'é €\u{1F600}', list: Array.from({ length: 50 }, (_, at) => at) });

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate-raw': deflateRawSync,
  br: brotliCompressSync,
  unknown: (bytes) => bytes,
};

/** The received request, without parts that differ between runs. */
const echo = async (request: IncomingMessage): Promise<string> => {
  const { host: _, 'content-type': type, ...headers } = request.headers;
  const body = (await buffer(request)).toString('latin1');
  const boundary = /boundary=(.*)/.exec(type ?? '')?.[1] ?? '\n';
  const fixed = (text: string): string => text.replaceAll(boundary, 'BOUNDARY');
  if (boundary !== '\n') delete headers['content-length'];
  const sent = Object.entries({ ...headers, 'content-type': type && fixed(type) }).sort();
  return JSON.stringify({ method: request.method, url: request.url, headers: sent, body: fixed(body) });
};

const routes: Readonly<Record<string, Route>> = {
  echo: async ({ request, response }) => response.end(await echo(request)),
  text: ({ response, url }) => {
    response.writeHead(Number(url.searchParams.get('status') ?? 200), { 'content-type': 'application/json' });
    response.end(TEXT);
  },
  status: ({ response, url }) => {
    response.writeHead(Number(url.searchParams.get('code')), url.searchParams.get('text') ?? undefined).end();
  },
  headers: ({ response }) => {
    response.setHeader('set-cookie', ['a=1', 'b=2; Path=/']);
    response.setHeader('x-twice', ['one', 'two']);
    response.setHeader('x-latin', Buffer.from('caf\xe9', 'latin1').toString('latin1'));
    response.end('ok');
  },
  bytes: ({ response }) => response.end(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82])),
  slices: async ({ response }) => {
    for (const byte of Buffer.from('\u{FEFF}é€\u{1F600}')) {
      response.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    response.end();
  },
  large: ({ response }) => response.end('x'.repeat(3_000_000)),
  encoded: ({ response, url }) => {
    const names = url.searchParams.getAll('as');
    const bytes = names.reduce<Buffer>((raw, name) => encoders[name]!(raw), Buffer.from(TEXT));
    response.setHeader('content-encoding', names.map((name) => name.replace('-raw', '')).join(', '));
    response.end(url.searchParams.has('broken') ? bytes.reverse() : bytes);
  },
  'cut-encoded': ({ response, url }) => {
    const name = url.searchParams.get('as')!;
    const bytes = encoders[name]!(
      Buffer.from(Array.from({ length: 2_000 }, (_, at) => `line ${at}\n`).join('')),
    );
    const half = bytes.subarray(0, bytes.length / 2);
    response.setHeader('content-encoding', name).setHeader('content-length', half.length).end(half);
  },
  unframed: ({ request }) => {
    request.socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhalf of it');
  },
  'empty-encoded': ({ response }) => response.setHeader('content-encoding', 'gzip').end(),
  redirect: ({ request, response, url }) => {
    request.resume();
    const to = url.searchParams.get('to');
    response.writeHead(
      Number(url.searchParams.get('code') ?? 302),
      to === null ? {} : { location: Buffer.from(to).toString('latin1') },
    );
    response.end('moved');
  },
  loop: ({ response, url }) => {
    const left = Number(url.searchParams.get('left'));
    if (left === 0) response.end('arrived');
    else response.writeHead(302, { location: `/loop?left=${left - 1}` }).end();
  },
  reset: ({ request }) => request.socket.destroy(),
  cut: ({ response }) => {
    response.writeHead(200, { 'content-length': '100' }).write('half of it', () => response.destroy());
  },
  silent: () => undefined,
  'headers-only': ({ response }) => {
    response.writeHead(200).write('begun');
  },
};

/** One page for each outcome of a fetch. */
export const fetchPages: RequestListener = byRoutes(routes);
