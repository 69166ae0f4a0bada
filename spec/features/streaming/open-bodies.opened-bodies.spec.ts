import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  type Middleware,
  type OpenBody,
  retryMiddleware,
  type RetryOptions,
} from '../../../lib/index.js';
import { caller, leavingNothing, type SentStream, streaming, turn } from '../../support/streaming.js';
import { effort } from '../../support/effort.js';

const never = new Promise<never>(() => {});

const isDropped = ({ cancelled, signal }: SentStream): boolean => cancelled && signal.aborted;

const retryOn = (times: number): RetryOptions => ({
  max: times,
  delay: () => 0,
  retryOn: () => true,
});

leavingNothing();

/** Fires timers and waits until the call has resolved. */
const home = async <T>(running: Promise<T>): Promise<T> => {
  let isHome = false;
  void running.finally(() => (isHome = true));
  for (let count = 0; !isHome && count < 50; count += 1) {
    await turn();
    vi.advanceTimersByTime(1);
  }
  return running;
};

describe('an opened body that the caller receives', () => {
  it('is open, and its signal is not aborted, when the call has resolved', async () => {
    const { api, sent } = streaming();
    const { data } = await api.read();
    sent[0]!.write('a');
    expect(await data!.response.body!.getReader().read()).toMatchObject({ done: false });
    expect(isDropped(sent[0]!)).toBe(false);
    expect(data!.interruption).toBeUndefined();
  });

  it('stays open in a copy of the Result with other data and the same response', async () => {
    const wrap: Middleware = async (_ctx, next) => {
      const result = await next();
      return result.error ? result : { ...result, data: { wrapped: result.data } };
    };
    const { api, sent } = streaming({ client: { middleware: [wrap] } });
    const { data } = (await api.read()) as { data: unknown };
    expect(isDropped(sent[0]!)).toBe(false);
    (data as { wrapped: OpenBody }).wrapped.end();
  });

  it('stays open in a Result of a middleware that has its response', async () => {
    const own: Middleware = async (_ctx, next) => {
      const { response } = await next();
      return { data: 'mine', error: null, response } as never;
    };
    const { api, sent, opened, seen } = streaming({ client: { middleware: [own] } });
    expect((await api.read()).data).toBe('mine');
    expect(isDropped(sent[0]!)).toBe(false);
    opened[0]!.end(undefined, { items: 1 });
    expect(seen.at(-1)).toEqual(['end', 'data', { items: 1 }]);
  });
});

describe("an opened body that the caller doesn't receive", () => {
  it('is dropped when a retry runs again, before the next request is sent', async () => {
    const dropped: boolean[] = [];
    const { api, sent, opened, seen } = streaming({
      client: {
        middleware: [
          retryMiddleware(retryOn(2)),
          (_ctx, next) => {
            dropped.push(...sent.map(isDropped));
            return next();
          },
        ],
      },
    });
    const { data } = await home(api.read());
    expect(sent.map(isDropped)).toEqual([true, true, false]);
    expect(opened.map(({ interruption }) => interruption?.kind)).toEqual(['abort', 'abort', undefined]);
    expect(data).toBe(opened[2]);
    opened[0]!.end();
    expect(seen.at(-1)).toEqual(['answered', 3, 'data']);
    data!.end();
    expect(seen.at(-1)).toEqual(['end', 'data', {}]);
  });

  it.each<[string, Middleware]>([
    ['with a response of its own', async (_ctx, next) => (await next(), { data: 1, error: null } as never)],
    [
      'with a copy of the response',
      async (_ctx, next) => {
        const { response } = await next();
        return { data: 1, error: null, response: new Response('', response!) } as never;
      },
    ],
    [
      'with an error that has the response',
      async (_ctx, next) => {
        const { response } = await next();
        return { data: null, error: { kind: 'http', status: 418 }, response } as never;
      },
    ],
    [
      'by throwing',
      async (_ctx, next) => {
        await next();
        throw new Error('no');
      },
    ],
  ])('is dropped if a middleware replaces its Result %s', async (_how, middleware) => {
    const controller = caller();
    const { api, sent, opened, seen } = streaming({ client: { middleware: [middleware], timeout: 1000 } });
    const interrupted = vi.fn();
    const { error } = await api.read({}, { signal: controller.signal });
    opened[0]!.onAbort(interrupted);
    expect(isDropped(sent[0]!)).toBe(true);
    expect(interrupted).toHaveBeenCalledTimes(1);
    expect(seen.at(-1)).toEqual(['end', error?.kind ?? 'data', undefined]);
  });

  it("ends nothing: neither its reader's end nor its abort affects the stream of the caller", async () => {
    const { api, opened, onError, seen, sent } = streaming({
      open: (body) => {
        body.onAbort(({ kind, reason }) => body.end(body.error(kind, reason)));
        return body;
      },
      client: { middleware: [retryMiddleware(retryOn(1))] },
    });
    const { data } = await home(api.read());
    opened[0]!.abort({ kind: 'timeout', reason: 'late' });
    opened[0]!.end();
    expect(isDropped(sent[1]!)).toBe(false);
    expect(seen.map(([what]) => what)).not.toContain('end');
    data!.end(data!.error('network', 'broke'));
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("doesn't end the next stream if its reader ended it in open", async () => {
    let count = 0;
    const { api, seen, sent } = streaming({
      open: (body) => {
        count += 1;
        if (count === 1) body.end();
        return body;
      },
      client: { middleware: [retryMiddleware(retryOn(1))] },
    });
    const controller = caller();
    await home(api.read({}, { signal: controller.signal }));
    expect(seen.map(([what]) => what)).not.toContain('end');
    controller.abort();
    expect(isDropped(sent[1]!) || sent[1]!.signal.aborted).toBe(true);
  });

  it.each<[string, boolean]>([
    ['that listens to its signal', true],
    ["that doesn't", false],
  ])('is dropped if the call times out while open is pending, with a fetch %s', async (_w, heeds) => {
    const { api, sent, opened } = streaming({ heeds, open: () => never });
    const running = api.read({}, { timeout: 50 });
    await turn();
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(51);
    await turn();
    const { error } = await home(running);
    expect(error?.kind).toBe('timeout');
    expect(sent[0]!.signal.aborted).toBe(true);
    expect(heeds || sent[0]!.cancelled).toBe(true);
  });

  it('is dropped if a newer call supersedes its call while open is pending', async () => {
    let count = 0;
    const { api, sent } = streaming({
      heeds: false,
      endpoint: { dedupe: true },
      open: (body) => ((count += 1) === 1 ? never : body),
    });
    const older = api.read();
    await turn();
    await api.read();
    expect((await home(older)).error?.kind).toBe('abort');
    expect(sent.map(isDropped)).toEqual([true, false]);
  });

  it('is dropped if an attempt takes too long to open it, and a retry receives another', async () => {
    let count = 0;
    const limit: Middleware = (ctx, next) => {
      ctx.request.attemptTimeout = 20;
      return next();
    };
    const { api, sent } = streaming({
      heeds: false,
      open: (body) => ((count += 1) === 1 ? never : body),
      client: {
        middleware: [limit, retryMiddleware({ max: 1, delay: () => 0, retryOn: ({ error }) => !!error })],
      },
    });
    const { data } = await home(api.read());
    expect(sent.map(isDropped)).toEqual([true, false]);
    vi.advanceTimersByTime(1000);
    expect(data!.interruption).toBeUndefined();
  });

  it('is not opened at all if the request has ended before its response arrives', async () => {
    let answer = (_response: Response): void => {};
    const cancel = vi.fn<() => void>();
    const { api, opened } = streaming({ fetch: () => new Promise((resolve) => (answer = resolve)) });
    const running = api.read({}, { timeout: 50 });
    await turn();
    vi.advanceTimersByTime(51);
    expect((await home(running)).error?.kind).toBe('timeout');
    answer(new Response(new ReadableStream({ cancel })));
    await turn();
    expect(opened).toHaveLength(0);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('is dropped if its next() is not awaited', async () => {
    const controller = caller();
    const late: Middleware = async (_ctx, next) => {
      void next();
      return { data: 'early', error: null } as never;
    };
    const { api, sent, seen } = streaming({ client: { middleware: [late] } });
    expect((await api.read({}, { signal: controller.signal })).data).toBe('early');
    await turn();
    expect(isDropped(sent[0]!)).toBe(true);
    expect(seen.filter(([what]) => what === 'end')).toEqual([['end', 'data', undefined]]);
  });

  it('is dropped if open throws, and the error comes from open', async () => {
    const controller = caller();
    const broken = new Error('no lines');
    const { api, sent } = streaming({
      heeds: false,
      open: () => {
        throw broken;
      },
    });
    const { error, response } = await api.read({}, { signal: controller.signal, timeout: 1000 });
    expect(error).toMatchObject({
      kind: 'parse',
      status: 200,
      statusText: 'As asked',
      body: broken,
      cause: broken,
    });
    expect(response).toBe(sent[0]!.response);
    expect(isDropped(sent[0]!)).toBe(true);
  });

  it('is dropped if several next() ran at once, except for the chosen one', async () => {
    const both: Middleware = async (_ctx, next) => {
      const [, second] = await Promise.all([next(), next(), next()]);
      return second;
    };
    const { api, sent, opened } = streaming({ client: { middleware: [both] } });
    const { data } = await api.read();
    expect(sent.map(isDropped)).toEqual([true, false, true]);
    expect(data).toBe(opened[1]);
  });

  it('releases everything if a fetch returns the same response twice', async () => {
    const controller = caller();
    const response = new Response('twice');
    const { api } = streaming({
      fetch: async () => response,
      client: { middleware: [retryMiddleware(retryOn(1))], timeout: 1000 },
    });
    await home(api.read({}, { signal: controller.signal }));
  });
});

describe('another attempt of a call whose caller has a stream', () => {
  it('ends when the call resolves, if it has no response yet', async () => {
    const signals: AbortSignal[] = [];
    const fetch = (_url: string, { signal }: RequestInit): Promise<Response> => {
      signals.push(signal!);
      return signals.length === 1 ? never : Promise.resolve(new Response('a'));
    };
    const outcomes: unknown[] = [];
    const racing: Middleware = (_ctx, next) => {
      const first = next();
      void first.then(({ error }) => outcomes.push(error?.kind));
      return Promise.race([first, next()]);
    };
    const { api } = streaming({ fetch, client: { middleware: [racing] } });
    const { data } = await api.read({}, { timeout: 100 });
    await turn();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(outcomes).toEqual(['abort']);
    expect(data!.interruption).toBeUndefined();
  });

  it('sends nothing if it starts later, and leaves the stream open', async () => {
    let late!: () => Promise<{ error: unknown }>;
    const keeping: Middleware = (_ctx, next) => (late = next)();
    const { api, sent } = streaming({ client: { middleware: [keeping] } });
    const { data } = await api.read({}, { timeout: 100 });
    expect((await late()).error).toMatchObject({ kind: 'abort' });
    expect(data!.interruption).toBeUndefined();
    data!.end();
    void late();
    await turn();
    expect(sent).toHaveLength(1);
  });
});

it('a cache neither stores nor serves a stream, because ctx.request.streams is true', async () => {
  const streams: unknown[] = [];
  const look: Middleware = (ctx, next) => {
    streams.push(ctx.request.streams);
    return next();
  };
  const { api, sent, opened } = streaming({ client: { middleware: [cacheMiddleware(), look] } });
  expect([(await api.read()).data, (await api.read()).data]).toEqual(opened);
  const plain = streaming({ client: { middleware: [look] }, endpoint: { responseType: 'none' } });
  await plain.api.read();
  expect({ length: sent.length, streams }).toEqual({ length: 2, streams: [true, true, false] });
});

it('thousands of streams share one listener on a signal, and leave none', async () => {
  const { signal } = caller();
  // This number of native ones takes seconds.
  const response = (): Response => ({ ok: true, status: 200, body: null }) as Response;
  const { api } = streaming({ fetch: async () => response() });
  await Promise.all(Array.from({ length: effort(2000, 10_000) }, () => api.read({}, { signal })));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
  // Their signals keep the garbage collector busy.
}, 120_000);
