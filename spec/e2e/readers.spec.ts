import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiConfig,
  cacheMiddleware,
  type FetchLike,
  type Middleware,
  type RequestConfig,
  retryMiddleware,
} from '../../lib/index.js';
import { observe } from '../../lib/entries/observe.js';
import { type LinesOptions, linesReader, type LineStream } from '../support/lines-reader.js';
import { type Answer, FETCHES, thenAfter, useServedStreams } from '../support/served.js';
import { handTimers } from '../support/streaming.js';
import { until } from '../support/until.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const serveStream = useServedStreams();

const serve = (
  fetch: FetchLike | undefined,
  answer: Answer,
  { lines, ...levels }: Partial<ApiConfig> & { lines?: LinesOptions; endpoint?: Partial<RequestConfig> } = {},
) => serveStream(fetch, linesReader(lines), answer, levels);

type Line = LineStream extends AsyncIterable<infer T> ? T : never;

const collected = async (stream: AsyncIterable<Line> | null): Promise<unknown[]> => {
  const seen: unknown[] = [];
  for await (const { line, error } of stream!) seen.push(line ?? error?.kind);
  return seen;
};

const endless: Answer = (response) => {
  response.write('a\nb\n');
  const timer = setInterval(() => response.write('more\n'), 5);
  response.once('close', () => clearInterval(timer));
};

describe.each(FETCHES)('a stream of lines over %s', (_name, fetchOf) => {
  it('arrives line by line, and the call returns before the last line', async () => {
    let more = (): void => {};
    const { read, nothingLeft, onError } = await serve(fetchOf(), (response) => {
      response.write('a\nb');
      more = () => response.end('c\nd');
    });
    const { data } = await read();
    expect(await data!.next()).toEqual({ done: false, value: { line: 'a', error: null } });
    more();
    expect(await collected(data)).toEqual(['bc', 'd']);
    expect(onError).not.toHaveBeenCalled();
    await nothingLeft();
  });

  it('sends the request headers of its reader', async () => {
    const { read, requests } = await serve(fetchOf(), (response) => response.end());
    expect(await collected((await read()).data)).toEqual([]);
    expect(requests[0]!.headers.accept).toBe('text/plain');
  });

  it('outlives the timeout, which covers only its opening', async () => {
    let end = (): void => undefined;
    const { read, nothingLeft } = await serve(
      fetchOf(),
      (response) => {
        response.write('a\n');
        end = () => void response.end('b\n');
      },
      { timeout: 200 },
    );
    handTimers();
    const { data, error } = await read();
    expect(error).toBeNull();
    vi.advanceTimersByTime(400);
    vi.useRealTimers();
    end();
    expect(await collected(data)).toEqual(['a', 'b']);
    await nothingLeft();
  });

  it("returns a 'timeout' error when the headers take too long", async () => {
    const { read, nothingLeft } = await serve(fetchOf(), () => {}, { timeout: 100 });
    expect((await read()).error?.kind).toBe('timeout');
    await nothingLeft();
  });

  it('closes the connection on break', async () => {
    const { read, nothingLeft, onError } = await serve(fetchOf(), endless);
    for await (const { line } of (await read()).data!) if (line === 'b') break;
    await nothingLeft();
    expect(onError).not.toHaveBeenCalled();
  });

  it("ends when the caller's signal aborts", async () => {
    const { read, controller, nothingLeft, onError } = await serve(fetchOf(), endless);
    const seen: unknown[] = [];
    for await (const { line, error } of (await read()).data!) {
      seen.push(line ?? error?.kind);
      if (line === 'b') controller.abort();
    }
    expect(seen.slice(0, 2)).toEqual(['a', 'b']);
    expect(seen.at(-1)).toBe('abort');
    expect(onError).not.toHaveBeenCalled();
    await nothingLeft();
  });

  it('ends when a newer call supersedes it', async () => {
    const { read, nothingLeft } = await serve(fetchOf(), endless, { endpoint: { dedupe: true } });
    const older = (await read()).data!;
    const newer = (await read()).data!;
    expect((await collected(older)).at(-1)).toBe('abort');
    expect((await newer.next()).value?.line).toBe('a');
    await newer.return();
    await nothingLeft();
  });

  it('ends when it is idle for too long', async () => {
    const { read, nothingLeft, onError } = await serve(fetchOf(), (response) => response.write('a\n'), {
      lines: { idle: 100 },
    });
    expect(await collected((await read()).data)).toEqual(['a', 'timeout']);
    expect(onError.mock.calls.map(([error]) => error)).toMatchObject([{ kind: 'timeout', status: 0 }]);
    await nothingLeft();
  });

  it("ends with a 'network' error and the status when the connection breaks", async () => {
    let cut = (): void => undefined;
    const { read, nothingLeft, onError } = await serve(fetchOf(), (response) => {
      response.write('a\n');
      cut = () => void response.destroy();
    });
    const items = thenAfter((await read()).data!, 1, () => cut());
    expect(await collected(items)).toEqual(['a', 'network']);
    expect(onError.mock.calls.map(([error]) => error)).toMatchObject([{ kind: 'network', status: 200 }]);
    await nothingLeft();
  });

  it('continues after a break with the position that it sends the server, as one call', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    let cut = (): void => undefined;
    const { api, read, requests, nothingLeft, onError } = await serve(
      fetchOf(),
      (response, _request, count) => {
        if (count === 2) response.writeHead(503).end();
        else if (count === 3) response.end('c\n');
        else {
          response.write('a\nb\n');
          cut = () => void response.destroy();
        }
      },
      { lines: { reconnects: 2 }, log: true, timeout: 5000 },
    );
    const told: unknown[] = [];
    observe(api, {
      call: () => ({
        attempt: ({ number }) => void told.push(number),
        note: (note) => void told.push(note),
        end: (result, stream) => void told.push([result.error, stream]),
      }),
    });
    const items = thenAfter((await read()).data!, 2, () => cut());
    expect(await collected(items)).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ headers }) => headers['last-line'])).toEqual([undefined, '2', '2']);
    const note = { type: 'lines', lines: 2 };
    // The reader also reconnects after a clean end, until no reconnection is left.
    expect(told).toEqual([1, note, 2, note, 3, [null, { items: 3 }]]);
    expect(log.mock.calls.map(([line]) => String(line).replace(/\d+ms/, 'Nms'))).toEqual([
      expect.stringContaining('[homing] → GET read '),
      '[homing] ← read OK (Nms)',
      '[homing] ⇤ read END (3 items, Nms)',
    ]);
    expect(onError).not.toHaveBeenCalled();
    await nothingLeft();
  });

  it('aborts the running reconnection when its caller aborts', async () => {
    const { read, controller, requests, nothingLeft } = await serve(
      fetchOf(),
      (response, _request, count) => {
        if (count === 1) response.end('a\n');
      },
      { lines: { reconnects: 1 } },
    );
    const { data } = await read();
    expect((await data!.next()).value?.line).toBe('a');
    const next = data!.next();
    await until(() => requests.length === 2);
    controller.abort();
    expect((await next).value?.error?.kind).toBe('abort');
    await nothingLeft();
  });

  it('is reopened by a retry, and only the last body stays open', async () => {
    const { read, requests, nothingLeft, openOnes } = await serve(fetchOf(), endless, {
      middleware: [retryMiddleware({ max: 2, delay: () => 0, retryOn: () => true })],
    });
    const { data } = await read();
    expect(requests).toHaveLength(3);
    await until(() => openOnes() === 1);
    expect((await data!.next()).value?.line).toBe('a');
    await data!.return();
    await nothingLeft();
  });

  it('is closed when a middleware returns its own Result instead', async () => {
    const own: Middleware = async (_ctx, next) => (await next(), { data: 'mine', error: null } as never);
    const { read, nothingLeft } = await serve(fetchOf(), endless, { middleware: [own] });
    expect((await read()).data).toBe('mine');
    await nothingLeft();
  });

  it('is ignored by a cache', async () => {
    const { read, requests, nothingLeft } = await serve(fetchOf(), (response) => response.end('a\n'), {
      middleware: [cacheMiddleware()],
    });
    expect(await collected((await read()).data)).toEqual(['a']);
    expect(await collected((await read()).data)).toEqual(['a']);
    expect(requests).toHaveLength(2);
    await nothingLeft();
  });

  it("returns a 'parse' error and closes the connection if the reader rejects the response", async () => {
    const { read, nothingLeft, onError } = await serve(fetchOf(), (response, request, count) => {
      response.setHeader('content-type', 'text/html');
      endless(response, request, count);
    });
    const { error } = await read();
    expect(error).toMatchObject({ kind: 'parse', status: 200, body: 'text/html' });
    expect(error!.message).toBe('GET /lines answered with a page');
    expect(onError).toHaveBeenCalledTimes(1);
    await nothingLeft();
  });

  it('returns the error body instead of a stream if the server responds with an error', async () => {
    const { read, nothingLeft } = await serve(fetchOf(), (response) => {
      response.writeHead(429, { 'content-type': 'application/json' }).end('{"slow":"down"}');
    });
    expect((await read()).error).toMatchObject({ kind: 'http', status: 429, body: { slow: 'down' } });
    await nothingLeft();
  });

  it('keeps the slot of a limiter until it ends', async () => {
    let held = 0;
    const limiter: Middleware = (ctx, next) => {
      held += 1;
      ctx.onEnd(() => (held -= 1));
      return next();
    };
    const { read, nothingLeft } = await serve(fetchOf(), endless, { middleware: [limiter] });
    const { data } = await read();
    expect(held).toBe(1);
    await data!.return();
    expect(held).toBe(0);
    await nothingLeft();
  });

  it('leaves nothing behind after fifty concurrent streams on one signal', async () => {
    const { read, controller, nothingLeft } = await serve(fetchOf(), endless, { timeout: 20_000 });
    const streams = await Promise.all(Array.from({ length: 50 }, async () => (await read()).data!));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    const endings = streams.map(async (stream) => (await collected(stream)).at(-1));
    controller.abort();
    expect(new Set(await Promise.all(endings))).toEqual(new Set(['abort']));
    await nothingLeft();
  });
});
