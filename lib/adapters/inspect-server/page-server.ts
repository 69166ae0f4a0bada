import type { Inspector } from '../../features/inspect/inspector.js';
import { feed } from './feed.js';
import {
  createServer,
  type InspectorRequest,
  type InspectorResponse,
  randomBytes,
  type Server,
  timingSafeEqual,
} from './node-api.js';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>homing inspector</title>
<style>html, body { height: 100%; margin: 0 }</style>
<script type="module" src="inspector-page.js"></script>
</html>
`;

/**
 * Response headers that prevent other pages from caching, framing or reading the page, and from learning its
 * URL.
 */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const TEXT = 'text/plain; charset=utf-8';

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
};

const answer = (response: InspectorResponse, status: number, text: string, type = TEXT): void =>
  response.writeHead(status, { ...HEADERS, 'content-type': type }).end(text);

/** Serves the page of one inspector on 127.0.0.1. A request must contain the token. */
export class PageServer {
  readonly #seen: Inspector;
  readonly #scripts: ReadonlyMap<string, string>;
  readonly #token = randomBytes(24).toString('base64url');
  readonly #server: Server;
  #port = 0;

  /**
   * Creates the server.
   *
   * @param scripts Scripts of the page, by name.
   */
  constructor(seen: Inspector, scripts: ReadonlyMap<string, string>) {
    this.#seen = seen;
    this.#scripts = scripts;
    this.#server = createServer((request, response) => this.#serve(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/${this.#token}/`;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).once('listening', () => resolve());
      this.#server.listen(port, '127.0.0.1');
    });
    this.#port = this.#server.address().port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  #serve({ method, url, headers }: InspectorRequest, response: InspectorResponse): void {
    // DNS rebinding: another site's host name could resolve to this address and read the page.
    const hosts = ['127.0.0.1', 'localhost'].map((host) => `${host}:${this.#port}`);
    const [, token = '', name = '', ...more] = url.split('/');
    if (!hosts.includes(headers.host ?? '')) answer(response, 403, 'Open the URL from serveInspector.');
    else if (!isEqual(token, this.#token) || more.length > 0)
      answer(response, 404, 'Open the URL from serveInspector: each start has a new one.');
    else if (method === 'POST' && name === 'clear') {
      this.#seen.clear();
      answer(response, 200, 'Cleared.');
    } else if (method !== 'GET') answer(response, 405, 'Nothing can be sent here.');
    else this.#give(name, response);
  }

  #give(name: string, response: InspectorResponse): void {
    const script = this.#scripts.get(name);
    if (name === '') answer(response, 200, PAGE, 'text/html; charset=utf-8');
    else if (script !== undefined) answer(response, 200, script, 'text/javascript; charset=utf-8');
    // A pipelined request has no socket yet and would not be notified when its connection closes.
    else if (name === 'calls' && !response.socket) answer(response, 429, 'Wait for the last response.');
    else if (name === 'calls')
      feed(this.#seen, response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' }));
    else answer(response, 404, 'The page has no such file.');
  }
}
