import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type Middleware, type OpenBody, Plugin } from '../../../lib/index.js';
import { caller, leavingNothing, streaming, turn } from '../../support/streaming.js';

const lines = (): string[] => vi.mocked(console.log).mock.calls.map(([line]) => String(line));

leavingNothing();
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

/** A stream whose call has resolved. */
const home = async (options: Parameters<typeof streaming>[0] = {}) => {
  const controller = caller();
  const all = streaming(options);
  const result = await all.api.read({}, { signal: controller.signal });
  return { ...all, controller, result, body: result.data! };
};

describe('body.error()', () => {
  it('names the call and the response', async () => {
    const { body } = await home();
    const cause = new Error('cut');
    const error = body.error('network', cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      kind: 'network',
      status: 200,
      statusText: 'As asked',
      body: cause,
      cause,
      request: { method: 'GET', url: 'http://api.test/lines' },
    });
    expect(error.headers).toBe(body.response.headers);
    expect(error.message).toBe('GET /lines broke off after 200: cut');
  });

  it('contains the reason, if one is passed', async () => {
    const { message, cause } = (await home()).body.error('network', null, 'ended before its end mark');
    expect([message, cause]).toEqual(['GET /lines ended before its end mark', undefined]);
  });

  it.each(['timeout', 'abort'] as const)(
    "of kind %s has no status, as the server didn't send it",
    async (kind) => {
      const { body } = await home();
      expect(body.error(kind, 'x')).toMatchObject({ kind, status: 0, statusText: '' });
      body.end();
    },
  );
});

describe('the timeout of a call with a reader', () => {
  it('covers the time until open has returned', async () => {
    let answer = (_body: unknown): void => {};
    const { api, sent } = streaming({ open: () => new Promise((resolve) => (answer = resolve)) });
    const running = api.read({}, { timeout: 100 });
    await turn();
    vi.advanceTimersByTime(101);
    await turn();
    answer('too late');
    expect((await running).error?.kind).toBe('timeout');
    expect(sent[0]!.signal.aborted).toBe(true);
  });

  it("doesn't cover the time afterwards", async () => {
    const { api, sent } = streaming();
    const { data } = await api.read({}, { timeout: 100 });
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(sent[0]!.signal.aborted).toBe(false);
    expect(data!.interruption).toBeUndefined();
  });

  it('of an attempt covers only its opening too', async () => {
    const limit: Middleware = (ctx, next) => {
      ctx.request.attemptTimeout = 100;
      return next();
    };
    const { body } = await home({ client: { middleware: [limit] } });
    vi.advanceTimersByTime(10_000);
    expect(body.interruption).toBeUndefined();
  });
});

describe('the early end of a streaming request', () => {
  it("comes from the caller's signal, until the end", async () => {
    const { body, controller, sent } = await home();
    const told = vi.fn();
    body.onAbort(told);
    controller.abort('enough');
    expect(body.interruption).toEqual({ kind: 'abort', reason: 'enough' });
    expect(told).toHaveBeenCalledWith(body.interruption);
    expect(sent[0]!.signal).toMatchObject({ aborted: true, reason: 'enough' });
    body.end(body.error('abort', 'enough'));
  });

  it('comes from no signal after the end', async () => {
    const { body, controller, sent } = await home();
    body.end();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    controller.abort();
    expect(body.interruption).toBeUndefined();
    expect(sent[0]!.signal.aborted).toBe(false);
  });

  it('comes from a newer call under dedupe, until the end', async () => {
    const { api, sent } = streaming({ endpoint: { dedupe: true } });
    const first = (await api.read()).data!;
    const second = (await api.read()).data!;
    expect(first.interruption).toMatchObject({ kind: 'abort', reason: { name: 'AbortError' } });
    expect(sent[0]!.signal.aborted).toBe(true);
    second.end();
    await api.read();
    expect(second.interruption).toBeUndefined();
  });

  it('comes from the reader itself', async () => {
    const { body, sent } = await home();
    const told = vi.fn();
    body.onAbort(told);
    const reason = new Error('idle');
    body.abort({ kind: 'timeout', reason });
    body.abort({ kind: 'abort', reason: 'later' });
    expect(body.interruption).toEqual({ kind: 'timeout', reason });
    expect(told.mock.calls).toEqual([[{ kind: 'timeout', reason }]]);
    expect(sent[0]!.signal.reason).toBe(reason);
  });

  it('comes from a signal that a middleware installed', async () => {
    const own = caller();
    const install: Middleware = (ctx, next) => {
      ctx.request.signal = own.signal;
      return next();
    };
    const { body, sent } = await home({ client: { middleware: [install] } });
    own.abort('theirs');
    expect(body.interruption).toEqual({ kind: 'abort', reason: 'theirs' });
    expect(sent[0]!.signal.aborted).toBe(true);
  });

  it('is reported to all tasks, even if one of them throws', async () => {
    const { body, controller, sent } = await home();
    const told = vi.fn();
    body.onAbort(() => {
      throw new Error('mine');
    });
    body.onAbort(() => Promise.reject(new Error('mine')) as never);
    body.onAbort(told);
    const other = await home();
    const both = await other.api.read({}, { signal: controller.signal });
    controller.abort('enough');
    expect(told).toHaveBeenCalledTimes(1);
    expect(sent[0]!.signal.aborted).toBe(true);
    expect(both.data!.interruption?.kind).toBe('abort');
  });

  it('is reported at once to a late task, and not to a removed one', async () => {
    const { body } = await home();
    const off = vi.fn();
    body.onAbort(off)();
    body.abort({ kind: 'abort', reason: 1 });
    const late = vi.fn();
    body.onAbort(late);
    expect(off).not.toHaveBeenCalled();
    expect(late).toHaveBeenCalledTimes(1);
  });
});

it('a call with a reader always has a signal, which is passed to fetch', async () => {
  const signals: unknown[] = [];
  const look: Middleware = (ctx, next) => {
    signals.push(ctx.request.signal);
    return next();
  };
  const { sent } = await home({ client: { middleware: [look] } });
  expect([...signals, sent[0]!.signal]).toEqual(Array(2).fill(expect.any(AbortSignal)));
});

describe('body.end()', () => {
  it('calls onError with the error of the stream once', async () => {
    const { body, onError } = await home();
    const error = body.error('network', null);
    body.end(error);
    body.end(body.error('parse', null));
    expect(onError.mock.calls).toEqual([[error, { endpoint: 'read', context: {} }]]);
  });

  it("doesn't call onError for an abort or a normal end", async () => {
    const { body, onError } = await home();
    body.end(body.error('abort', null));
    (await home()).body.end();
    expect(onError).not.toHaveBeenCalled();
  });

  it("writes the log's third line, with the number of items if it is known", async () => {
    const bodies = await Promise.all([1, 2, 3].map(async () => (await home({ client: { log: true } })).body));
    bodies[0]!.end(undefined, { items: 3 });
    bodies[1]!.end();
    bodies[2]!.end(bodies[2]!.error('timeout', null), { items: 0 });
    expect(lines()).toHaveLength(9);
    const last = lines().slice(-3);
    expect(last.map((line) => line.replace(/\d+ms/, 'Nms'))).toEqual([
      '[homing] ⇤ read END (3 items, Nms)',
      '[homing] ⇤ read END (Nms)',
      '[homing] ⇤ read ERROR timeout (0 items, Nms): timed out',
    ]);
  });

  it("notifies observers of the call's end with the outcome of the stream, and not before", async () => {
    const { body, seen } = await home();
    expect(seen).toEqual([
      ['attempt', 1],
      ['answered', 1, 'data'],
    ]);
    const error = body.error('network', null);
    body.end(error, { items: 7 });
    body.end();
    expect(seen.slice(2)).toEqual([['end', 'data', { error, items: 7 }]]);
  });

  it('ends no request, and the rest can be read', async () => {
    const { body, sent } = await home();
    const bytes = body.response.body!.getReader();
    body.end();
    sent[0]!.write('rest');
    sent[0]!.close();
    expect(new TextDecoder().decode((await bytes.read()).value)).toBe('rest');
    expect(sent[0]!.signal.aborted).toBe(false);
  });

  it('releases signal, timers and the dedupe slot, whatever happens to the body later', async () => {
    const { body, seen } = await home({ endpoint: { dedupe: true } });
    body.end();
    body.onAbort(() => {});
    body.abort({ kind: 'abort', reason: null });
    body.end(body.error('network', null));
    expect((await body.again({})).error?.kind).toBe('abort');
    await body.read('cancel');
    expect(seen.filter(([what]) => what === 'end')).toHaveLength(1);
  });

  it('in open counts after the call has resolved', async () => {
    const at: string[] = [];
    const middleware: Middleware = async (ctx, next) => {
      ctx.onEnd(() => at.push('onEnd'));
      const result = await next();
      at.push('chain');
      return result;
    };
    const { api, seen, sent, onError } = streaming({
      open: (body) => {
        body.end(body.error('network', 'at once'), { items: 1 });
        return 'data';
      },
      client: { middleware: [middleware], timeout: 100 },
    });
    expect((await api.read()).data).toBe('data');
    expect(at).toEqual(['chain', 'onEnd']);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(seen.at(-1)).toEqual(['end', 'data', { error: expect.any(ApiError), items: 1 }]);
    expect(sent[0]!.signal.aborted).toBe(false);
  });

  it('in open is ignored if open throws afterwards', async () => {
    const { api, seen, onError } = streaming({
      open: (body) => {
        body.end();
        throw new Error('after all');
      },
    });
    expect((await api.read()).error?.kind).toBe('parse');
    expect(onError).toHaveBeenCalledTimes(1);
    expect(seen.at(-1)).toEqual(['end', 'parse', undefined]);
  });
});

it('body.note() notifies observers', async () => {
  const { body, seen } = await home();
  body.note({ type: 'lines', count: 2 });
  expect(seen.at(-1)).toEqual(['note', { type: 'lines', count: 2 }]);
});

describe('ctx.onEnd()', () => {
  const ending = (at: string[]): Middleware => {
    return async (ctx, next) => {
      ctx.onEnd(() => {
        at.push('ended');
        throw new Error('ignored');
      });
      const result = await next();
      setImmediate(() => ctx.onEnd(() => at.push('late')));
      return result;
    };
  };

  it('runs when the stream ends, or at once if it has already ended', async () => {
    const at: string[] = [];
    const { body } = await home({ client: { middleware: [ending(at)] } });
    expect(at).toEqual([]);
    body.end();
    expect(at).toEqual(['ended']);
    await turn();
    expect(at).toEqual(['ended', 'late']);
  });

  it.each([404, 200])('runs when a call with a reader settles without a stream (%d)', async (status) => {
    const at: string[] = [];
    const { api } = streaming({
      status: () => status,
      client: { middleware: [ending(at)] },
      open: () => Promise.reject(new Error('no')),
    });
    expect((await api.read()).error).not.toBeNull();
    expect(at).toEqual(['ended']);
  });
});

/** The key of a value that a user's plugin keeps for a call. */
const KEY = Symbol('key');

describe('body.again()', () => {
  it('sends the same request again, with additional headers, and returns the next body', async () => {
    const { body, sent, opened } = await home({ endpoint: { headers: { 'x-a': '1', 'x-b': '1' } } });
    const { data, error, response } = await body.again({ 'X-B': '2', 'last-line': '7' });
    expect(error).toBeNull();
    expect(sent[1]!.url).toBe(sent[0]!.url);
    const [first, second] = sent.map(({ init }) => Object.fromEntries(init.headers as Headers));
    expect(second).toMatchObject({ 'x-a': '1', 'x-b': '2', 'last-line': '7' });
    expect(first).not.toHaveProperty('last-line');
    expect(opened).toHaveLength(1);
    expect(data!.response).toBe(sent[1]!.response);
    expect(response).toBe(data!.response);
  });

  it('drops the previous body without a report to its reader, as the stream continues', async () => {
    const { body, sent } = await home();
    const told = vi.fn();
    body.onAbort(told);
    await body.again({});
    expect(sent.map(({ signal, cancelled }) => signal.aborted && cancelled)).toEqual([true, false]);
    expect(told).not.toHaveBeenCalled();
    expect(body.interruption).toBeUndefined();
  });

  it('belongs to the same call: one pair of lines, no onError, a further attempt for observers', async () => {
    const { body, onError, seen } = await home({
      client: { log: true },
      status: (n) => (n === 2 ? 503 : 200),
    });
    expect((await body.again({})).error).toMatchObject({ kind: 'http', status: 503, body: { no: true } });
    expect(body.error('network', null).attempts).toBe(2);
    const { data } = await body.again({});
    expect(onError).not.toHaveBeenCalled();
    expect(lines()).toHaveLength(2);
    data!.end(undefined, { items: 2 });
    expect(lines()).toHaveLength(3);
    expect(seen).toEqual([
      ['attempt', 1],
      ['answered', 1, 'data'],
      ['attempt', 2],
      ['answered', 2, 'http'],
      ['attempt', 3],
      ['answered', 3, 'data'],
      ['end', 'data', { items: 2 }],
    ]);
  });

  it('is counted in an error of the previous body while its request is in flight', async () => {
    const held: ((response: Response) => void)[] = [];
    const { api } = streaming({ fetch: () => new Promise((resolve) => held.push(resolve)) });
    const running = api.read();
    await turn();
    held[0]!(new Response('a'));
    const body = (await running).data!;
    const continuing = body.again({});
    await turn();
    const error = body.error('abort', 'enough');
    expect(error.attempts).toBe(2);
    body.end(error);
    expect((await continuing).error).toMatchObject({ kind: 'abort', attempts: 2 });
  });

  it("runs all middleware again, with the call's once values", async () => {
    const kept: unknown[] = [];
    let made = 0;
    const middleware: Middleware = (ctx, next) => {
      kept.push(ctx.once(KEY, () => (made += 1)));
      ctx.request.setHeader('x-run', String(kept.length));
      return next();
    };
    const { body, sent } = await home({ client: { middleware: [middleware] } });
    await body.again({});
    expect(kept).toEqual([1, 1]);
    expect(sent.map(({ init }) => (init.headers as Headers).get('x-run'))).toEqual(['1', '2']);
  });

  it('has its own timeout, which covers only the opening', async () => {
    const held: ((response: Response) => void)[] = [];
    const { api } = streaming({
      fetch: () => new Promise((resolve) => held.push(resolve)),
      client: { timeout: 100 },
    });
    const running = api.read();
    await turn();
    held[0]!(new Response('a'));
    const { data } = await running;
    vi.advanceTimersByTime(1000);
    const first = data!.again({});
    await turn();
    vi.advanceTimersByTime(101);
    await turn();
    expect((await first).error?.kind).toBe('timeout');
    const second = data!.again({});
    await turn();
    held[2]!(new Response('b'));
    const body = (await second).data!;
    vi.advanceTimersByTime(1000);
    expect(body.interruption).toBeUndefined();
  });

  it("keeps the call's signal, over any number of failures and further bodies", async () => {
    const { body, controller, sent } = await home({ status: (n) => (n % 2 ? 200 : 500) });
    let current = body;
    for (let count = 0; count < 3; count += 1) {
      expect((await current.again({})).error?.kind).toBe('http');
      current = (await current.again({})).data!;
    }
    const told = vi.fn();
    current.onAbort(told);
    controller.abort('enough');
    expect(told).toHaveBeenCalledTimes(1);
    expect(current.interruption).toEqual({ kind: 'abort', reason: 'enough' });
    expect(sent.at(-1)!.signal.aborted).toBe(true);
    current.end(current.error('abort', 'enough'));
  });

  it("keeps the call's position under dedupe, also while it waits to resume", async () => {
    const { api, sent } = streaming({ endpoint: { dedupe: true }, status: (n) => (n === 2 ? 500 : 200) });
    const first = (await api.read()).data!;
    await first.again({});
    const told = vi.fn();
    first.onAbort(told);
    const second = (await api.read()).data!;
    expect(told).toHaveBeenCalledTimes(1);
    expect((await first.again({})).error).toMatchObject({ kind: 'abort', body: { name: 'AbortError' } });
    expect(sent).toHaveLength(3);
    const next = (await second.again({})).data!;
    await api.read();
    expect(next.interruption?.kind).toBe('abort');
  });

  it('takes no new position under dedupe, so that it ends no newer call', async () => {
    const { api } = streaming({ endpoint: { dedupe: true } });
    const first = (await api.read()).data!;
    const next = (await first.again({})).data!;
    expect(next.interruption).toBeUndefined();
    next.end();
    const newer = (await api.read()).data!;
    await next.again({});
    expect(newer.interruption).toBeUndefined();
  });

  it.each<[string, (body: OpenBody, controller: AbortController) => void]>([
    ["the caller's abort", (_body, controller) => controller.abort('enough')],
    ['an abort of the reader', (body) => body.abort({ kind: 'timeout', reason: 'idle' })],
    ['the end', (body) => body.end()],
  ])('sends nothing after %s', async (_what, interrupt) => {
    const { body, controller, sent } = await home();
    interrupt(body, controller);
    const { error, data } = await body.again({});
    expect(data).toBeNull();
    expect(error?.kind).toBe(body.interruption?.kind ?? 'abort');
    expect(sent).toHaveLength(1);
  });

  it.each<[string, (body: OpenBody, controller: AbortController) => void]>([
    ['the caller aborts', (_body, controller) => controller.abort('enough')],
    ['the reader aborts', (body) => body.abort({ kind: 'timeout', reason: 'too long' })],
    ['the reader ends the stream', (body) => body.end()],
  ])('ends together with its request if %s in the meantime', async (_what, interrupt) => {
    const signals: AbortSignal[] = [];
    const controller = caller();
    const { api } = streaming({
      fetch: async (_url, { signal }) => {
        signals.push(signal!);
        return signals.length === 1 ? new Response('a') : new Promise<never>(() => {});
      },
    });
    const body = (await api.read({}, { signal: controller.signal })).data!;
    const running = body.again({});
    await turn();
    interrupt(body, controller);
    await turn();
    vi.advanceTimersByTime(1);
    expect((await running).error?.kind).toBe('abort');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('returns no body if the stream ended at the moment of its response', async () => {
    const bodies: OpenBody[] = [];
    const middleware: Middleware = async (_ctx, next) => {
      const result = await next();
      bodies[0]?.end();
      return result;
    };
    const { api, sent } = streaming({ client: { middleware: [middleware] } });
    bodies.push((await api.read()).data!);
    expect((await bodies[0]!.again({})).error?.kind).toBe('abort');
    expect(sent.map(({ cancelled }) => cancelled)).toEqual([true, true]);
  });

  it("fails on a body that another has replaced, and doesn't affect the other", async () => {
    const { body, sent } = await home();
    const next = (await body.again({})).data!;
    expect((await body.again({})).error).toMatchObject({ kind: 'abort' });
    expect(sent).toHaveLength(2);
    expect(next.interruption).toBeUndefined();
  });

  it('returns one body, even if it is called twice at once', async () => {
    const { body, sent } = await home();
    const results = await Promise.all([body.again({}), body.again({})]);
    const open = sent.filter(({ cancelled }) => !cancelled);
    expect(open).toHaveLength(1);
    expect(results.filter(({ data }) => data)).toHaveLength(1);
  });

  it('sends nothing before the call has resolved', async () => {
    const { api, sent } = streaming({ open: async (body) => ({ again: await body.again({}), body }) });
    const { data } = (await api.read()) as never as { data: { again: { error: ApiError }; body: OpenBody } };
    expect(data.again.error.kind).toBe('abort');
    expect(sent).toHaveLength(1);
  });

  it('is a network error for an invalid header, which is named without its value', async () => {
    const { body, sent } = await home();
    const { error } = await body.again({ 'last line': 'secret' });
    expect(error).toMatchObject({ kind: 'network', status: 0 });
    expect(error!.message).toContain('last line');
    expect(error!.message).not.toContain('secret');
    expect(sent).toHaveLength(1);
    expect((await body.again({})).error).toBeNull();
  });

  it('is an error if a middleware replaces the response, and the stream can try again', async () => {
    let count = 0;
    const middleware: Middleware = async (_ctx, next) => {
      const result = await next();
      count += 1;
      return count === 2 ? ({ data: 'mine', error: null } as never) : result;
    };
    const { body, sent } = await home({ client: { middleware: [middleware] } });
    const { data, error } = await body.again({});
    expect(data).toBeNull();
    expect(error).toMatchObject({ kind: 'middleware' });
    expect(sent[1]!.cancelled).toBe(true);
    expect((await body.again({})).error).toBeNull();
  });

  it('returns the open body, even if a middleware changes the data', async () => {
    const wrap: Middleware = async (_ctx, next) => {
      const result = await next();
      return result.error ? result : { ...result, data: { wrapped: result.data } };
    };
    const { opened, sent } = await home({ client: { middleware: [wrap] } });
    const { data } = await opened[0]!.again({});
    expect(data!.response).toBe(sent[1]!.response);
  });

  it('releases the resources of the previous run, so that a limiter of one lets it run', async () => {
    const most: number[] = [];
    let free = 1;
    const waiting: (() => void)[] = [];
    class Limiter extends Plugin {
      override async handle(...[ctx, next]: Parameters<Plugin['handle']>) {
        if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
        free -= 1;
        most.push(free);
        ctx.onEnd(() => {
          free += 1;
          waiting.shift()?.();
        });
        return next();
      }
    }
    const { api, sent } = streaming({
      client: { middleware: [new Limiter()] },
      status: (n) => (n === 2 ? 503 : 200),
    });
    const body = (await api.read()).data!;
    expect(free).toBe(0);
    expect((await body.again({})).error?.kind).toBe('http');
    expect(free).toBe(1);
    const next = (await body.again({})).data!;
    expect(free).toBe(0);
    const other = api.read();
    await turn();
    expect(sent).toHaveLength(3);
    next.end();
    (await other).data!.end();
    expect(free).toBe(1);
    expect(most).toEqual([0, 0, 0, 0]);
  });
});

describe('retry() of a stream', () => {
  it('opens a new stream', async () => {
    const { result, body, opened } = await home();
    const again = await result.retry();
    expect(again.data).toBe(opened[1]);
    expect(body.interruption).toBeUndefined();
  });
});
