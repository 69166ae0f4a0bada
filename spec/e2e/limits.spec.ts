import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApi, defineRequest, type FetchLike } from '../../lib/index.js';
import { withLimit } from '../../lib/entries/transfer.js';
import { ownFetch } from '../support/node-server.js';
import { type Answer, FETCHES, useWatchedServers } from '../support/served.js';

const KB = 1024;
const LIMIT = 100 * KB;

const serveAny = useWatchedServers();

/** Writes until the client closes the connection. */
const flood = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(16 * KB, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};

const bomb = gzipSync(Buffer.alloc(20 * KB * KB));

const answers: Readonly<Record<string, Answer>> = {
  'never ends': (response) => flood(response),
  'declares a length that is too large, and sends nothing': (response) => {
    response.writeHead(200, { 'content-length': 10 * LIMIT });
    response.flushHeaders();
  },
  'declares a length that is too large': (response) => {
    flood(response.writeHead(200, { 'content-length': 1e15 }));
  },
  'grows when it is decompressed': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
  },
  'fails with a status, and never ends': (response) => flood(response.writeHead(500)),
};

const serve = async (fetch: FetchLike | undefined, answer: Answer) => {
  const served = await serveAny(answer);
  const get = { method: 'GET', path: '/x', responseType: 'text' } as const;
  const api = createApi({
    baseUrl: served.url,
    fetch: withLimit({ maxResponseSize: LIMIT, fetch }),
    requests: { get: defineRequest<string>()(get) },
  });
  return { ...served, get: () => api.get({}, { signal: served.signal }) };
};

describe.each(FETCHES)('withLimit over %s (rules.md#transfer)', (_name, fetchOf) => {
  it.each(Object.entries(answers))('ends a body that %s, and closes the connection', async (name, answer) => {
    const { get, nothingLeft } = await serve(fetchOf(), answer);
    const { error } = await get();
    if (name.startsWith('fails')) expect(error).toMatchObject({ kind: 'http', status: 500, body: null });
    else
      expect(error).toMatchObject({
        kind: 'parse',
        cause: { message: expect.stringContaining('maxResponseSize: 102400') },
      });
    await nothingLeft();
  });

  it('accepts a body that is exactly as large as the limit, plain and compressed', async () => {
    const text = 'x'.repeat(LIMIT);
    for (const isCompressed of [false, true]) {
      const { get, nothingLeft } = await serve(fetchOf(), (response) => {
        if (isCompressed) response.setHeader('content-encoding', 'gzip');
        response.end(isCompressed ? gzipSync(text) : text);
      });
      expect((await get()).data).toHaveLength(LIMIT);
      await nothingLeft();
    }
  });

  it('keeps the connection of a body within the limit reusable', async () => {
    const { get, sockets } = await serve(fetchOf(), (response) => response.end('small'));
    for (let call = 0; call < 5; call += 1) expect((await get()).data).toBe('small');
    expect(sockets.size).toBeLessThan(5);
  });
});

describe('the fetch option maxResponseSize', () => {
  const over = async (fetch: FetchLike) => {
    const { url } = await serveAny((response) => response.end('x'.repeat(20)));
    return (maxResponseSize: number) => fetch(url, { maxResponseSize });
  };

  it.each<[string, () => FetchLike]>([
    ['withLimit over nodeFetch', () => withLimit({ maxResponseSize: 10, fetch: ownFetch() })],
    ['nodeFetch', () => ownFetch({ maxResponseSize: 10 })],
  ])('overrides the limit of %s', async (_name, fetchOf) => {
    const get = await over(fetchOf());
    expect(await (await get(20)).text()).toHaveLength(20);
    expect(await (await get(Infinity)).text()).toHaveLength(20);
    await expect((await get(19)).text()).rejects.toThrow(/exceeds .*19/);
    await expect(get(-1)).rejects.toThrow(/maxResponseSize/);
    await expect(get('5' as never)).rejects.toThrow(TypeError);
  });
});
