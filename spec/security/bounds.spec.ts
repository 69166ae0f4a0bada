import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiConfig,
  cacheMiddleware,
  createApi,
  type Middleware,
  poll,
  Request,
  type RequestConfig,
  retryMiddleware,
} from '../../lib/index.js';
import { withLimit } from '../../lib/entries/transfer.js';
import { ownFetch, useServers } from '../support/node-server.js';
import { BASE, callOnce, createTestClient, type Fetch, stubFetch, type Untyped } from '../support/client.js';

const serve = useServers();

const TYPES = ['json', 'text', 'blob', 'arrayBuffer', 'formData'] as const;

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const endpointWith = (fetch: Fetch, endpoint: Partial<RequestConfig> = {}, middleware: Middleware[] = []) =>
  createTestClient({ fetch, middleware, endpoint: { path: '/x', ...endpoint } }).api.call;

/** A body of this many chunks that counts its reads. */
const counted = (chunks: number) => {
  const chunk = new Uint8Array(1024).fill(0x20);
  const count = { pulled: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        count.pulled += 1;
        if (count.pulled > chunks) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, count };
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a shared request', () => {
  it('ends at a deadline that passes while fetch blocks the thread', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const busy = (_url: string, { signal }: RequestInit): Promise<Response> => {
      signals.push(signal);
      const end = performance.now() + 20;
      while (performance.now() < end);
      return new Promise(() => {});
    };
    const ask = endpointWith(busy, { share: true, timeout: 10 });
    const results = await Promise.all([ask(), ask()]);
    expect(results.map(({ error }) => error?.kind)).toEqual(['timeout', 'timeout']);
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
  });
});

describe('an endless response (trap 14)', () => {
  let closed: Promise<unknown>;

  /** Writes as fast as it is read, forever. */
  const flood = (response: ServerResponse): void => {
    const chunk = Buffer.alloc(65_536, 'a');
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  };

  const ask = async (endpoint: Partial<RequestConfig>, status = 200, client: Partial<ApiConfig> = {}) => {
    const { url } = await serve((request, response) => {
      closed = new Promise((resolve) => request.socket.once('close', resolve));
      flood(response.writeHead(status, { 'content-type': 'multipart/form-data; boundary=b' }));
    });
    const requests = { ask: new Request<Untyped, Untyped>({ method: 'GET', path: '/x', ...endpoint }) };
    const api = createApi({ baseUrl: url, requests, timeout: 50, ...(client as object) });
    return api.ask;
  };

  it.each(TYPES)(
    'ends at the deadline when it is read as %s, and its connection is closed',
    async (responseType) => {
      expect((await (await ask({ responseType }))()).error?.kind).toBe('timeout');
      await closed;
    },
  );

  it('ends at the deadline as an error body too', async () => {
    expect((await (await ask({}, 500))()).error?.kind).toBe('timeout');
    await closed;
  });

  it('ends at the deadline for all callers that share it', async () => {
    const shared = await ask({ share: true });
    const results = await Promise.all([shared(), shared(), shared()]);
    expect(results.map(({ error }) => error?.kind)).toEqual(['timeout', 'timeout', 'timeout']);
    await closed;
  });

  it("is not read under 'none'", async () => {
    const none = await ask({ responseType: 'none' }, 200, { timeout: 0 });
    expect(await none()).toMatchObject({ data: undefined, error: null });
    await closed;
  });

  it('ends at the size limit of fetch', async () => {
    const fetch = withLimit({ maxResponseSize: 1_000_000 });
    const { error } = await (await ask({}, 200, { fetch, timeout: 0 }))();
    expect(error).toMatchObject({ kind: 'parse', body: { name: 'TypeError' } });
    await closed;
  });
});

describe('trap 15: a small response that decompresses to a large body', () => {
  it.each([
    ['withLimit', withLimit({ maxResponseSize: 1_000_000 })],
    ['nodeFetch', ownFetch({ maxResponseSize: 1_000_000 })],
  ])('ends at the limit of %s, which counts decompressed bytes', async (_by, fetch) => {
    const packed = gzipSync(Buffer.alloc(20_000_000, ' '));
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    const requests = { ask: new Request<Untyped, Untyped>({ method: 'GET', path: '/x' }) };
    const { error } = await createApi({ baseUrl: url, requests, fetch }).ask();
    expect(packed.length).toBeLessThan(100_000);
    expect(error).toMatchObject({ kind: 'parse', body: { name: 'TypeError' } });
  });
});

describe('trap 16: a body that several callers share', () => {
  it('is kept once and read once, even if a caller has left', async () => {
    const { stream, count } = counted(1000);
    const ask = endpointWith(async () => new Response(stream), { share: true, responseType: 'text' });
    const clone = vi.spyOn(Response.prototype, 'clone');
    const tee = vi.spyOn(ReadableStream.prototype, 'tee');
    const controller = new AbortController();
    const calls = [ask(), ask({}, { signal: controller.signal }), ask()];
    controller.abort();
    const lengths = (await Promise.all(calls)).map(({ data, error }) => data?.length ?? error?.kind);
    expect(lengths).toEqual([1_024_000, 'abort', 1_024_000]);
    expect(count.pulled).toBe(1001);
    expect([clone.mock.calls.length, tee.mock.calls.length]).toEqual([0, 0]);
  });
});

describe('trap 26: an upload with retry and cache', () => {
  it("is read no further than fetch reads it, so that it isn't kept in memory", async () => {
    const { stream, count } = counted(1_000_000);
    const read: number[] = [];
    const fetch = async (_url: string, { body }: RequestInit): Promise<Response> => {
      expect(body).toBe(stream);
      const reader = (body as ReadableStream).getReader();
      for (let chunk = 1; chunk <= 20; chunk += 1) {
        await reader.read();
        read.push(count.pulled - chunk);
      }
      return new Response('{}');
    };
    const ask = endpointWith(fetch, { method: 'POST' }, [
      retryMiddleware({ max: 1 }),
      cacheMiddleware({ methods: ['POST'] }),
    ]);
    expect((await ask(stream)).error).toBeNull();
    expect(Math.max(...read)).toBe(0);
  });
});

describe('trap 27: a response', () => {
  it.each<[string, Partial<RequestConfig>, () => Middleware[]]>([
    ['retry', {}, () => [retryMiddleware({ max: 2, delay: () => 0 })]],
    ['cache', {}, () => [cacheMiddleware()]],
    ['share', { share: true }, () => []],
    [
      'a schema',
      { schema: { '~standard': { version: 1, vendor: 'x', validate: (value) => ({ value }) } } },
      () => [],
    ],
  ])('is read to the end and never cloned under %s', async (_what, endpoint, middleware) => {
    const responses: Response[] = [];
    const fetch = async (): Promise<Response> => {
      const response = new Response('{}', { status: responses.length === 0 ? 503 : 200 });
      responses.push(response);
      return response;
    };
    const clone = vi.spyOn(Response.prototype, 'clone');
    const ask = endpointWith(fetch, endpoint, middleware());
    await Promise.all([ask(), ask()]);
    await ask();
    expect(clone).not.toHaveBeenCalled();
    expect(responses.every(({ bodyUsed }) => bodyUsed)).toBe(true);
  });
});

describe('trap 21: Retry-After', () => {
  it('is capped by maxEvery under poll', async () => {
    vi.useFakeTimers();
    const fetch = stubFetch({
      answers: [new Response('', { status: 503, headers: { 'retry-after': '9'.repeat(99) } })],
    });
    const { requests } = fetch;
    const stop = poll(endpointWith(fetch), {}, () => {}, { every: 1000, maxEvery: 5000 });
    await vi.advanceTimersByTimeAsync(10_000);
    stop();
    vi.useRealTimers();
    expect(requests).toHaveLength(3);
  });
});

describe('a value nested deeper than the stack', () => {
  it.each([10_000, 100_000])('becomes data or an error Result in a response (%d levels)', async (levels) => {
    const { result } = await callOnce({ answer: () => new Response(deep(levels)) });
    expect((result.data === null) !== (result.error === null)).toBe(true);
  });

  it('has the same outcome in a response under share and cache', async () => {
    const fetch = async () => new Response(deep(100_000));
    const ask = endpointWith(fetch, { share: true }, [cacheMiddleware()]);
    const kinds = (await Promise.all([ask(), ask()])).map(({ error }) => error?.kind ?? 'data');
    expect(kinds[0]).toBe(kinds[1]);
    expect((await ask()).error?.kind ?? 'data').toBe(kinds[0]);
  });

  it.each([
    ['in a body', () => callOnce({ method: 'POST', path: '/x', params: JSON.parse(deep(100_000)) })],
    ['in a param', () => callOnce({ method: 'POST', path: '/x', params: { a: JSON.parse(deep(100_000)) } })],
    ['in a query', () => callOnce({ path: '/x', params: { a: JSON.parse(deep(100_000)) } })],
    [
      'in the params of a cached call',
      () =>
        callOnce({
          method: 'POST',
          path: '/x',
          params: { a: JSON.parse(deep(100_000)) },
          middleware: [cacheMiddleware({ methods: ['POST'] })],
        }),
    ],
  ])("%s is sent or causes a 'network' error", async (_where, ask) => {
    const { result, requests } = await ask();
    expect(result.error?.kind ?? 'data').toMatch(/^(network|data)$/);
    expect(requests.length).toBe(result.error ? 0 : 1);
  });
});

describe('long input', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => at);

  it('is sent as an array in a query', async () => {
    expect((await callOnce({ path: '/x', params: { a: many } })).url.length).toBeGreaterThan(500_000);
  });

  it('is sent as params of 100,000 names', async () => {
    const params = Object.fromEntries(many.map((at) => [`p${at}`, at]));
    expect((await callOnce({ path: '/x/:p0', params })).url).toContain('&p99999=99999');
    expect((await callOnce({ method: 'POST', path: '/x/:p0', params })).body).toContain('"p99999":99999');
  });

  it('is sent as a path param', async () => {
    expect((await callOnce({ path: '/x/:id', params: { id: '/'.repeat(100_000) } })).url).toHaveLength(
      BASE.length + 3 + 300_000,
    );
  });
});

describe('the response cache', () => {
  it('keeps a response only until 50 other responses arrive', async () => {
    const fetch = stubFetch();
    const { requests } = fetch;
    const ask = endpointWith(fetch, {}, [cacheMiddleware()]);
    for (let n = 0; n < 200; n += 1) await ask({ n });
    await ask({ n: 0 });
    await ask({ n: 199 });
    expect(requests).toHaveLength(201);
  });
});
