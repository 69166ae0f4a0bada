import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApi, defineRequest, type FetchLike, retryMiddleware } from '../../lib/index.js';
import { type Progress, withLimit, withProgress } from '../../lib/entries/transfer.js';
import { type Answer, FETCHES, useWatchedServers } from '../support/served.js';

const KB = 1024;
const SIZE = 300 * KB;

const sizeOf = async (request: IncomingMessage): Promise<number> => {
  let size = 0;
  for await (const chunk of request) size += (chunk as Buffer).length;
  return size;
};

const serveAny = useWatchedServers();

const serve = async (fetch: FetchLike | undefined, answer: Answer) => {
  const served = await serveAny(answer);
  const { url, signal } = served;
  const api = createApi({
    baseUrl: url,
    fetch: withLimit({ maxResponseSize: 10 * SIZE, fetch: withProgress({ fetch }) }),
    middleware: [retryMiddleware({ baseDelay: 0 })],
    requests: {
      get: defineRequest<string>()({ method: 'GET', path: '/x', responseType: 'text' }),
      put: defineRequest<Record<string, unknown>, Blob>()({ method: 'PUT', path: '/x' }),
    },
  });
  const told: Progress[] = [];
  const hear = (progress: Progress): void => void told.push(progress);
  return {
    ...served,
    told,
    loads: () => told.map(({ loaded }) => loaded),
    last: () => told.at(-1),
    dones: () => told.filter(({ done }) => done).length,
    get: () => api.get({}, { signal, fetchOptions: { onDownloadProgress: hear } }),
    put: (body: Blob) => api.put(body, { signal, fetchOptions: { onUploadProgress: hear } }),
  };
};

const file = (size = SIZE): Blob => new Blob([new Uint8Array(size)], { type: 'image/png' });

const expectToRise = (loads: readonly number[]): void => {
  expect(loads[0]).toBe(0);
  expect(loads).toEqual([...loads].sort((a, b) => a - b));
};

describe.each(FETCHES)('progress over %s (rules.md#transfer)', (_name, fetchOf) => {
  it('rises during a download as a slow server sends', async () => {
    const { get, told, loads, last, dones, nothingLeft } = await serve(fetchOf(), (response) => {
      response.setHeader('content-length', 500);
      let sent = 0;
      const timer = setInterval(() => {
        sent += 100;
        response.write('x'.repeat(100));
        if (sent === 500) response.end();
      }, 60);
      response.once('close', () => clearInterval(timer));
    });
    expect((await get()).data).toHaveLength(500);
    expectToRise(loads());
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect([last(), dones()]).toEqual([{ loaded: 500, total: 500, done: true }, 1]);
    await nothingLeft();
  });

  it('has no total for a compressed download, and counts decompressed bytes', async () => {
    const { get, told, last, nothingLeft } = await serve(fetchOf(), (response) => {
      const body = gzipSync('x'.repeat(SIZE));
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
    });
    expect((await get()).data).toHaveLength(SIZE);
    expect(told.every(({ total }) => total === null)).toBe(true);
    expect(last()).toEqual({ loaded: SIZE, total: null, done: true });
    await nothingLeft();
  });

  it('starts at 0 again when a download is retried', async () => {
    const { get, told, nothingLeft } = await serve(fetchOf(), (response, _request, count) => {
      response.writeHead(count === 1 ? 503 : 200).end('answer');
    });
    expect((await get()).data).toBe('answer');
    expect(told.filter(({ loaded }) => loaded === 0)).toHaveLength(2);
    await nothingLeft();
  });

  it('never reports a broken download as done', async () => {
    const { get, dones, nothingLeft } = await serve(fetchOf(), (response) => {
      response.writeHead(200, { 'content-length': 500 }).write('x', () => response.destroy());
    });
    expect((await get()).error?.kind).toBe('network');
    expect(dones()).toBe(0);
    await nothingLeft();
  });

  it('counts the sent bytes of an upload, which has its Content-Length and type', async () => {
    const { put, loads, last, dones, nothingLeft } = await serve(fetchOf(), (response, request) => {
      const { 'content-length': length, 'content-type': type, 'transfer-encoding': coding } = request.headers;
      void sizeOf(request).then((size) => response.end(JSON.stringify({ size, length, type, coding })));
    });
    expect((await put(file())).data).toEqual({
      size: SIZE,
      length: String(SIZE),
      type: 'application/octet-stream',
    });
    expectToRise(loads());
    expect([last(), dones()]).toEqual([{ loaded: SIZE, total: SIZE, done: true }, 1]);
    await nothingLeft();
  });

  it.each([
    ['after it has read the body', true],
    ['before it reads the body', false],
  ])('continues during an upload through a redirect that the server sends %s', async (_when, reads) => {
    const { put, loads, last, dones, nothingLeft } = await serve(fetchOf(), async (response, request) => {
      if (request.url === '/end') {
        response.end(JSON.stringify({ size: await sizeOf(request) }));
        return;
      }
      if (reads) await sizeOf(request);
      else request.resume();
      response.writeHead(307, { location: '/end' }).end();
    });
    expect(await put(file())).toMatchObject({ data: { size: SIZE }, error: null });
    expectToRise(loads());
    expect([last(), dones()]).toEqual([{ loaded: SIZE, total: SIZE, done: true }, 1]);
    await nothingLeft();
  });

  it('starts at 0 again when an upload is retried', async () => {
    const { put, told, nothingLeft } = await serve(fetchOf(), async (response, request, count) => {
      const size = await sizeOf(request);
      response.writeHead(count === 1 ? 503 : 200).end(JSON.stringify({ size }));
    });
    expect((await put(file())).data).toEqual({ size: SIZE });
    const starts = told.flatMap(({ loaded }, at) => (loaded === 0 ? [at] : []));
    expect(starts).toHaveLength(2);
    expectToRise(told.slice(starts[1]).map(({ loaded }) => loaded));
    await nothingLeft();
  });

  it("doesn't change the status of an upload that the server rejects: 401, 413", async () => {
    for (const status of [401, 413]) {
      const { put, nothingLeft } = await serve(fetchOf(), async (response, request) => {
        await sizeOf(request);
        response.writeHead(status).end('{}');
      });
      expect((await put(file())).error).toMatchObject({ kind: 'http', status });
      await nothingLeft();
    }
  });

  it('never reports an upload as done if it is sent in full but gets no response', async () => {
    const { put, loads, dones, nothingLeft } = await serve(fetchOf(), async (_response, request) => {
      await sizeOf(request);
      request.socket.resetAndDestroy();
    });
    expect((await put(file())).error?.kind).toBe('network');
    expectToRise(loads().slice(-2));
    expect(dones()).toBe(0);
    await nothingLeft();
  });

  it('stops when an upload is aborted, and never reports it as done', async () => {
    const { put, dones, controller, nothingLeft } = await serve(fetchOf(), (_response, request) => {
      request.once('data', () => controller.abort());
    });
    expect((await put(file(20_000 * KB))).error?.kind).toBe('abort');
    expect(dones()).toBe(0);
    await nothingLeft();
  });
});
