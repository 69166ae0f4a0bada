import type { Http2ServerRequest } from 'node:http2';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';
import { loads, loadUndici, undiciNames } from '../support/dispatchers.js';
import { flush } from '../support/flush.js';
import { startTlsServer } from '../support/tls-server.js';
import { until } from '../support/until.js';

const PIECE = new Uint8Array(16 * 1024);

/** Endless bodies, with the number of reads. */
const endless = {
  iterator: () => {
    const seen = { pulls: 0, isClosed: false };
    const pieces = async function* () {
      try {
        for (;;) {
          seen.pulls += 1;
          await flush();
          yield PIECE;
        }
      } finally {
        seen.isClosed = true;
      }
    };
    return { body: pieces(), seen };
  },
  'web stream': () => {
    const seen = { pulls: 0, isClosed: false };
    const body = new ReadableStream({
      async pull(controller) {
        seen.pulls += 1;
        await flush();
        if (!seen.isClosed) controller.enqueue(PIECE);
      },
      cancel: () => void (seen.isClosed = true),
    });
    return { body, seen };
  },
};

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

type Listener = Parameters<typeof startTlsServer>[0];

const upload = (body: unknown): RequestInit => ({ method: 'POST', duplex: 'half', body }) as RequestInit;

describe.each(undiciNames.filter(loads))('an upload over HTTP/2 with %s', (name) => {
  /** One connection to a server. */
  const connect = async (listener: Listener, settings = {}) => {
    const { url, ca, close } = await startTlsServer((request, response) => {
      request.on('error', () => undefined);
      listener(request, response);
    }, settings);
    const { Agent } = loadUndici(name);
    const dispatcher = new Agent({ allowH2: true, connections: 1, connect: { ca } });
    opened.push(() => dispatcher.destroy(), close);
    const fetch = nodeFetch({ dispatcher });
    return (path: string, init: RequestInit = {}) =>
      fetch(url + path, { signal: AbortSignal.timeout(20_000), ...init });
  };

  describe.each(Object.entries(endless))('from an endless %s', (_, open) => {
    it('ends when a complete response arrives early, and frees its HTTP/2 stream', async () => {
      const codes: number[] = [];
      const fetch = await connect(
        (request, response) => {
          const { stream } = request.resume() as unknown as Http2ServerRequest;
          stream.on('close', () => codes.push(stream.rstCode ?? 0));
          response.writeHead(request.method === 'POST' ? 413 : 200).end('whole');
        },
        { maxConcurrentStreams: 3 },
      );
      for (let sent = 0; sent < 4; sent += 1) {
        const { body, seen } = open();
        const response = await fetch('/', upload(body));
        expect([response.status, await response.text()]).toEqual([413, 'whole']);
        await until(() => seen.isClosed);
        const { pulls } = seen;
        await flush();
        expect(seen.pulls).toBe(pulls);
      }
      expect(await (await fetch('/')).text()).toBe('whole');
      // The stream was reset, so the server can't mistake the part for the complete upload.
      expect(codes.slice(0, 4)).toEqual([2, 2, 2, 2]);
    });

    it('ends when the response is not read, and the response is still complete', async () => {
      const fetch = await connect((request, response) => {
        request.resume();
        response.end('whole');
      });
      const { body, seen } = open();
      const response = await fetch('/', upload(body));
      await until(() => seen.isClosed);
      expect(await response.text()).toBe('whole');
    });

    it('continues while the response has not ended', async () => {
      let finish = (): void => undefined;
      const fetch = await connect((request, response) => {
        request.resume();
        response.write('first ');
        finish = () => void response.end('last');
      });
      const { body, seen } = open();
      const response = await fetch('/', upload(body));
      const { pulls } = seen;
      await until(() => seen.pulls > pulls + 5);
      finish();
      expect(await response.text()).toBe('first last');
      await until(() => seen.isClosed);
    });
  });

  it('ends when a response without a body arrives early (204)', async () => {
    const fetch = await connect((request, response) => {
      request.resume();
      response.writeHead(204).end();
    });
    const { body, seen } = endless.iterator();
    expect((await fetch('/', upload(body))).status).toBe(204);
    await until(() => seen.isClosed);
  });

  it("frees the HTTP/2 stream of a Blob that the server doesn't read", async () => {
    const fetch = await connect(
      (request, response) => {
        request.once('data', () => request.pause());
        response.writeHead(413).end('whole');
      },
      { maxConcurrentStreams: 2 },
    );
    for (let sent = 0; sent < 4; sent += 1) {
      const response = await fetch('/', upload(new Blob([new Uint8Array(1024 * 1024)])));
      expect(await response.text()).toBe('whole');
    }
  });

  it('is sent again completely after an early redirect whose own body ends late', async () => {
    const size = 1024 * 1024;
    let endLate = (): void => undefined;
    const fetch = await connect((request, response) => {
      if (request.url === '/') {
        response.writeHead(307, { location: '/next', 'content-length': '4' }).write('go');
        endLate = () => void response.end('on');
        return;
      }
      endLate();
      let received = 0;
      request.on('data', ({ length }: Uint8Array) => {
        received += length;
        request.pause();
        void flush().then(() => request.resume());
      });
      request.on('end', () => response.end(String(received)));
    });
    const response = await fetch('/', upload(new Blob([new Uint8Array(size)])));
    expect(await response.text()).toBe(String(size));
  });

  it('fails the call with the error of its source', async () => {
    const fetch = await connect((request) => request.resume());
    const cause = new RangeError('source');
    const body = async function* () {
      yield PIECE;
      await flush();
      throw cause;
    };
    await expect(fetch('/', upload(body()))).rejects.toMatchObject({ message: 'fetch failed', cause });
  });
});
