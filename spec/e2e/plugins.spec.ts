import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  createApi,
  defineRequest,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareEntry,
  type CallNote,
  Plugin,
  retryMiddleware,
  type SendRequest,
  withHeaders,
} from '../../lib/index.js';
import { decideRetry } from '../../lib/entries/retry.js';
import { observers } from '../../lib/entries/observe.js';
import { flush } from '../support/flush.js';
import { useServers } from '../support/node-server.js';

/** Adds a key to each non-idempotent call. A server that receives the key twice does the work once. */
class IdempotencyKeys extends Plugin {
  protected override onRequest(ctx: MiddlewareContext): void {
    const { request } = ctx;
    if (request.idempotent) return;
    request.setHeader(
      'idempotency-key',
      ctx.once(this, () => randomUUID()),
    );
    decideRetry(ctx, ({ error, response }) => {
      if (response?.headers.get('idempotent-replayed') === 'true') return false;
      return error?.kind === 'network' || error?.kind === 'timeout' ? true : undefined;
    });
  }
}

/** Limits the concurrent requests. Other calls wait in a queue, and the wait doesn't count toward an attempt timeout. */
class ConcurrencyLimiter extends Plugin {
  readonly #max: number;
  readonly #queue: (() => void)[] = [];
  /** Releases the slot that a call holds from an earlier attempt. */
  readonly #places = new WeakMap<MiddlewareContext, () => void>();
  #taken = 0;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  get taken(): number {
    return this.#taken;
  }

  get queued(): number {
    return this.#queue.length;
  }

  override async wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    this.#places.get(ctx)?.();
    if (this.#taken === this.#max) await this.#turn(ctx, init.signal);
    this.#take(ctx);
    return send(url, init);
  }

  async #turn(ctx: MiddlewareContext, signal: AbortSignal | null | undefined): Promise<void> {
    const start = ctx.request.pauseAttempt();
    const began = Date.now();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#queue.push(resolve);
        const leave = (): void => {
          if (this.#queue.includes(resolve)) this.#queue.splice(this.#queue.indexOf(resolve), 1);
          reject(signal?.reason);
        };
        if (signal?.aborted) leave();
        signal?.addEventListener('abort', leave, { once: true });
      });
    } finally {
      start();
    }
    ctx.request.note({ type: 'wait', ms: Date.now() - began, why: 'queue' });
  }

  #take(ctx: MiddlewareContext): void {
    let isTaken = true;
    this.#taken += 1;
    const free = (): void => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken -= 1;
      this.#queue.shift()?.();
    };
    this.#places.set(ctx, free);
    ctx.onEnd(free);
  }
}

/** The signed content: the final request and the time. */
const signatureOf = (secret: string, ...parts: readonly string[]): string =>
  createHmac('sha256', secret).update(parts.join('\n')).digest('hex');

/** Signs each final request, after all other middleware. */
class RequestSigner extends Plugin {
  readonly #secret: string;
  #sent = 0;

  constructor(secret: string) {
    super();
    this.#secret = secret;
  }

  override wrapFetch(
    _ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    this.#sent += 1;
    const headers = new Headers(init.headers);
    const { method = 'GET', body } = init;
    const text = typeof body === 'string' ? body : '';
    const { pathname } = new URL(url);
    headers.set('x-nonce', String(this.#sent));
    headers.set('x-signature', signatureOf(this.#secret, method, pathname, text, String(this.#sent)));
    return send(url, { ...init, headers });
  }
}

const SECRET = 'shared secret';

const requests = {
  pay: defineRequest<{ id: number }, { amount: number }>()({ method: 'POST', path: '/payments' }),
  read: defineRequest<{ n: number }>()({ method: 'GET', path: '/things', share: true }),
  slow: defineRequest<{ n: number }, { n: number }>()({ method: 'GET', path: '/slow/:n' }),
};

const start = useServers();

const serve = async (
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  middleware: readonly MiddlewareEntry[],
  notes: CallNote[] = [],
) => {
  const { url } = await start(listener);
  const noting = observers({ call: () => ({ note: (note) => void notes.push(note) }) });
  return createApi({ baseUrl: url, requests, middleware, observers: noting });
};

const retry = () => retryMiddleware({ max: 3, baseDelay: 1 });

/** A server that books a payment once for each key, and closes the connection of the first response. */
const till = () => {
  const booked = new Map<string, number>();
  const keys: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const key = String(request.headers['idempotency-key']);
    keys.push(key);
    const isReplay = booked.has(key);
    if (!isReplay) booked.set(key, booked.size + 1);
    if (keys.length === 1) response.destroy();
    else {
      const headers = isReplay ? { 'idempotent-replayed': 'true' } : {};
      response.writeHead(200, headers).end(JSON.stringify({ id: booked.get(key) }));
    }
  };
  return { booked, keys, listener };
};

describe('an idempotency-key plugin that uses ctx.once, setHeader, idempotent and decideRetry', () => {
  it('makes a payment with a lost response retryable, and the payment is booked once', async () => {
    const { booked, keys, listener } = till();
    const api = await serve(listener, [new IdempotencyKeys(), retry()]);
    expect((await api.pay({ amount: 5 })).data).toEqual({ id: 1 });
    expect([booked.size, keys.length, new Set(keys).size]).toEqual([1, 2, 1]);
  });

  it('keeps the key when the Result is retried, and uses another key for an equal payment', async () => {
    const { booked, listener } = till();
    const api = await serve(listener, [new IdempotencyKeys(), retry()]);
    const first = await api.pay({ amount: 5 });
    expect((await first.retry()).data).toEqual({ id: 1 });
    expect((await api.pay({ amount: 5 })).data).toEqual({ id: 2 });
    expect(booked.size).toBe(2);
  });

  it('adds no key to an idempotent request', async () => {
    const seen: unknown[] = [];
    const api = await serve(
      (request, response) => {
        seen.push(request.headers['idempotency-key']);
        response.end('{"n":1}');
      },
      [new IdempotencyKeys()],
    );
    await api.read();
    expect(seen).toEqual([undefined]);
  });
});

describe('a concurrency limiter that uses exchange, pauseAttempt, onEnd and note', () => {
  /** Counts the concurrent requests at the server. */
  const counting = (answer: () => Promise<unknown>) => {
    const seen = { now: 0, most: 0, all: 0 };
    const listener = async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
      seen.now += 1;
      seen.all += 1;
      seen.most = Math.max(seen.most, seen.now);
      await answer();
      seen.now -= 1;
      response.end(`{"n":${String(seen.all)}}`);
    };
    return { seen, listener };
  };

  const limited =
    (ms: number): Middleware =>
    (ctx, next) => {
      ctx.request.attemptTimeout = ms;
      return next();
    };

  it("never exceeds its limit, and its waits don't count toward an attempt timeout", async () => {
    const notes: CallNote[] = [];
    const limiter = new ConcurrencyLimiter(2);
    const { seen, listener } = counting(() => sleep(80));
    // Ten rounds of at least 80 ms: the last request in the queue waits longer than the attempt timeout.
    const api = await serve(listener, [limiter, limited(700)], notes);
    const calls = Array.from({ length: 20 }, (_, n) => api.slow({ n }));
    const results = await Promise.all(calls);
    expect(results.filter(({ error }) => error)).toEqual([]);
    expect({ most: seen.most, all: seen.all, taken: limiter.taken, queued: limiter.queued }).toEqual({
      most: 2,
      all: 20,
      taken: 0,
      queued: 0,
    });
    expect(notes.filter((note) => note.type === 'wait' && note.why === 'queue')).toHaveLength(18);
  });

  it('uses one slot for all callers that share a request', async () => {
    const limiter = new ConcurrencyLimiter(1);
    const { seen, listener } = counting(() => flush());
    const api = await serve(listener, [limiter]);
    const results = await Promise.all(Array.from({ length: 20 }, () => api.read()));
    expect(results.every(({ data }) => data?.n === 1)).toBe(true);
    expect({ all: seen.all, taken: limiter.taken }).toEqual({ all: 1, taken: 0 });
  });

  it('releases callers that give up in the queue at once', async () => {
    const limiter = new ConcurrencyLimiter(1);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { seen, listener } = counting(() => released);
    const api = await serve(listener, [limiter]);
    const first = api.slow({ n: 0 });
    const waiting = Array.from({ length: 50 }, (_, n) => api.slow({ n: n + 1 }, { timeout: 10 }));
    const results = await Promise.all(waiting);
    expect(results.every(({ error }) => error?.kind === 'timeout')).toBe(true);
    release();
    expect((await first).error).toBeNull();
    expect({ all: seen.all, taken: limiter.taken, queued: limiter.queued }).toEqual({
      all: 1,
      taken: 0,
      queued: 0,
    });
  });

  it('uses one slot for a call, even if the call is retried', async () => {
    const limiter = new ConcurrencyLimiter(1);
    let asked = 0;
    const api = await serve(
      (_request, response) => {
        response.writeHead((asked += 1) < 3 ? 503 : 200).end('{"n":1}');
      },
      [retry(), limiter],
    );
    expect((await api.slow({ n: 1 })).error).toBeNull();
    expect({ asked, taken: limiter.taken }).toEqual({ asked: 3, taken: 0 });
  });
});

describe('a request signer that uses exchange', () => {
  /** Accepts each valid signature once. */
  const guarded = () => {
    const nonces = new Set<string>();
    const refused: string[] = [];
    const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method = '', url = '', headers } = request;
      const nonce = String(headers['x-nonce']);
      const wanted = signatureOf(SECRET, method, url.split('?')[0]!, await text(request), nonce);
      const isFresh = !nonces.has(nonce);
      nonces.add(nonce);
      if (headers['x-signature'] !== wanted || !isFresh) refused.push(url);
      const status = refused.length > 0 ? 401 : nonces.size === 1 ? 503 : 200;
      response.writeHead(status).end('{"id":1,"n":1}');
    };
    return { refused, nonces, listener };
  };

  it('signs each attempt again, after the middleware changed the request', async () => {
    const { refused, nonces, listener } = guarded();
    const rename: Middleware = (ctx, next) => {
      ctx.request.body = '{"amount":6}';
      return next();
    };
    const api = await serve(listener, [new RequestSigner(SECRET), retry(), rename]);
    expect((await api.pay({ amount: 5 })).error).toBeNull();
    expect({ refused, size: nonces.size }).toEqual({ refused: [], size: 2 });
  });

  it("doesn't prevent calls from sharing a request, although each signature differs", async () => {
    const { refused, nonces, listener } = guarded();
    const api = await serve(listener, [new RequestSigner(SECRET)]);
    const results = await Promise.all(Array.from({ length: 5 }, () => api.read()));
    // The first request gets a 503, which all five calls return.
    expect(results.map(({ error }) => error?.status)).toEqual(Array(5).fill(503));
    expect(refused).toEqual([]);
    expect(nonces.size).toBe(1);
  });
});

describe('all three plugins, some of them on a derived client', () => {
  it('work together in the same call', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const limiter = new ConcurrencyLimiter(1);
    const api = await serve(
      (request, response) => {
        seen.push(request.headers);
        response.writeHead(seen.length === 1 ? 502 : 201).end('{"id":7}');
      },
      [retry(), limiter],
    );
    const signed = withHeaders(api, {}, { middleware: [new IdempotencyKeys(), new RequestSigner(SECRET)] });
    expect((await signed.pay({ amount: 1 })).data).toEqual({ id: 7 });
    expect(seen.map((headers) => headers['x-nonce'])).toEqual(['1', '2']);
    expect(new Set(seen.map((headers) => headers['idempotency-key'])).size).toBe(1);
    expect(limiter.taken).toBe(0);
  });
});
