import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type RequestConfig, retryMiddleware } from '../../lib/index.js';
import { isServiceFailure, PolicyPlugin } from '../../lib/entries/resilience.js';
import { createTestClient, type Fetch } from '../support/client.js';
import { cockatiels } from '../support/cockatiels.js';
import { ownFetch } from '../support/node-server.js';
import { listen } from '../support/start-server.cjs';

const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const numbers = Array.from({ length: 500 }, (_none, at) => at ** 3);
const zipped = gzipSync(JSON.stringify(numbers)).toString('latin1');

/** Responses that end too early. */
const CUT: readonly [string, string][] = [
  ['shorter than its Content-Length', `${head('content-type: application/json', 'content-length: 90')}{"a`],
  [
    'cut between its chunks',
    `${head('content-type: application/json', 'transfer-encoding: chunked')}5\r\n{"a":`,
  ],
  ['sent with an invalid chunk', `${head('transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`],
  [
    'invalid gzip from the middle on',
    `${head('content-encoding: gzip', `content-length: ${String(zipped.length)}`)}${zipped.slice(0, 300)}${'\xff'.repeat(zipped.length - 300)}`,
  ],
];

const WHOLE = `${head('content-length: 7', 'connection: close')}{"a":1}`;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Responds with these in turn, repeats the last, and closes each connection. */
const answeringWith = async (answers: readonly string[]) => {
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.end(answers[Math.min(count, answers.length - 1)] ?? '', 'latin1');
      count += 1;
    });
  });
  servers.push(server);
  const { url } = await listen(server);
  return { url, count: () => count };
};

const clientOf = (baseUrl: string, fetch: unknown, endpoint: Partial<RequestConfig> = {}) =>
  createTestClient({ baseUrl, fetch: fetch as Fetch, endpoint }).api;

const again = () => retryMiddleware({ delay: () => 1, jitter: false });

describe.each<[string, () => unknown]>([
  ['the global fetch', () => undefined],
  ['nodeFetch', () => ownFetch()],
])(
  "a 2xx response whose body can't be read to its end, with %s (rules.md#which-kind-it-is)",
  (_name, fetch) => {
    it.each(CUT)('returns a network error when it is %s', async (_what, answer) => {
      const { url } = await answeringWith([answer]);
      const { error, response } = await clientOf(url, fetch()).call();
      expect(error).toMatchObject({ kind: 'network', status: 0, sent: true, attempts: 1 });
      expect(error?.message).toMatch(
        /^GET \/things returned 200, but (the body broke off|its body could not be read)/,
      );
      expect(response).toBeNull();
    });

    it.each(CUT)('is retried if the retry does no harm, when it is %s', async (_what, answer) => {
      const { url, count } = await answeringWith([answer, answer, WHOLE]);
      const api = clientOf(url, fetch(), { middleware: [again()] });
      expect((await api.call()).data).toEqual({ a: 1 });
      expect(count()).toBe(3);
    });

    it('is not retried if a retry could do harm', async () => {
      const { url, count } = await answeringWith([CUT[0]![1]]);
      await clientOf(url, fetch(), { method: 'POST', middleware: [again()] }).call();
      expect(count()).toBe(1);
    });

    it.each(cockatiels)('opens a circuit of %s', async (_version, cockatiel) => {
      const { url, count } = await answeringWith([CUT[0]![1]]);
      const breaker = new cockatiel.ConsecutiveBreaker(2);
      const policy = cockatiel.circuitBreaker(cockatiel.handleWhenResult(isServiceFailure), {
        halfOpenAfter: 60_000,
        breaker,
      });
      const api = clientOf(url, fetch(), { middleware: [new PolicyPlugin(policy)] });
      for (let time = 0; time < 3; time += 1) await api.call();
      expect(count()).toBe(2);
    });

    it.each(['text', 'blob', 'arrayBuffer', 'optionalJson', 'formData'] as const)(
      'returns a network error under responseType %s, too',
      async (responseType) => {
        const cut = CUT[0]![1].replace('application/json', 'application/x-www-form-urlencoded');
        const { url } = await answeringWith([cut]);
        expect((await clientOf(url, fetch(), { responseType }).call()).error?.kind).toBe('network');
      },
    );

    it('returns the same error to all callers that share the request', async () => {
      const { url, count } = await answeringWith([CUT[0]![1]]);
      const api = clientOf(url, fetch(), { share: true });
      const all = await Promise.all([api.call(), api.call(), api.call()]);
      expect(all.map(({ error }) => error?.kind)).toEqual(['network', 'network', 'network']);
      expect(count()).toBe(1);
    });
  },
);

describe('the message for a 2xx response whose body was cut, from nodeFetch (rules.md#what-a-message-says)', () => {
  it('includes how many bytes arrived, and how many were expected', async () => {
    const { url } = await answeringWith([CUT[0]![1]]);
    const { error } = await clientOf(url, ownFetch()).call();
    expect(error?.message).toBe(
      'GET /things returned 200, but the body broke off: got 3 of 90 bytes: UND_ERR_SOCKET',
    );
  });

  it('includes how many bytes arrived if the expected length is unknown', async () => {
    const { url } = await answeringWith([CUT[1]![1]]);
    const { error } = await clientOf(url, ownFetch()).call();
    expect(error?.message).toContain('the body broke off: got 5 bytes: UND_ERR_SOCKET');
  });
});

describe("a 2xx response whose body homing can't read", () => {
  it('returns a parse error when the body is larger than the limit of the program', async () => {
    const { url } = await answeringWith([WHOLE]);
    const { error } = await clientOf(url, ownFetch({ maxResponseSize: 3 })).call();
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
  });

  it('returns a parse error with the reason when the body was already read', async () => {
    const fetch = async (): Promise<Response> => {
      const response = new Response('{}');
      await response.text();
      return response;
    };
    const { error } = await clientOf('http://api.test', fetch).call();
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error?.message).toContain(
      'returned 200, but its body could not be read: a middleware, plugin or fetch has read it: read a clone() instead',
    );
  });
});
