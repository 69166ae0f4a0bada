import { createRequire } from 'node:module';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeFetch, type NodeFetchOptions } from '../../lib/entries/node.js';
import type { Undici } from './dispatchers.js';
import { startServer } from './start-server.cjs';
import { startTlsServer } from './tls-server.js';

/** The response of a page: its cookies, and its redirect target. */
interface Page {
  readonly cookies?: readonly string[];
  readonly to?: string;
}

export interface CookieHosts {
  /** The URL of each request with its Cookie header: "a.example/path: name=value". */
  readonly seen: string[];
  /** A URL of one of the hosts. With the prefix `tls://`, it uses the TLS server. */
  url(place: string): string;
  fetch(options?: NodeFetchOptions): ReturnType<typeof nodeFetch>;
  close(): Promise<void>;
}

type Answer = (error: null, found: readonly { address: string; family: 4 }[]) => void;

/** Every host name resolves to this machine. */
const loopback = (_host: string, _options: object, answer: Answer): void =>
  answer(null, [{ address: '127.0.0.1', family: 4 }]);

/** A server for all hosts, and optionally one with TLS. The key of a page is its host and path. */
export const startCookieHosts = async (
  pages: Readonly<Record<string, Page>>,
  { tls = false } = {},
): Promise<CookieHosts> => {
  const seen: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const place = `${request.headers.host?.replace(/:\d+$/, '') ?? ''}${request.url ?? ''}`;
    seen.push(`${place}: ${request.headers.cookie ?? 'none'}`);
    const { cookies = [], to } = pages[place] ?? {};
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    if (to) response.writeHead(302, { location: url(to) });
    // Write bytes: with a string, Node would also write the headers in UTF-8.
    response.end(Buffer.from('ok'));
  };
  const open = await startServer(listener);
  const closed = tls ? await startTlsServer(listener) : open;
  const url = (place: string): string => {
    const [, scheme = '', host = '', path = '/'] = /^(tls:\/\/)?([^/]*)(\/.*)?$/.exec(place) ?? [];
    const server = scheme ? closed : open;
    return `http${scheme && 's'}://${host}:${new URL(server.url).port}${path}`;
  };
  const { Agent } = createRequire(import.meta.url)('undici') as Undici;
  const dispatcher = new Agent({ connect: { lookup: loopback, rejectUnauthorized: false } });
  return {
    seen,
    url,
    fetch: (options = {}) => nodeFetch({ dispatcher, ...options }),
    close: async () => {
      await dispatcher.destroy();
      await Promise.all([...new Set([open, closed])].map((server) => server.close()));
    },
  };
};
