import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest, type Middleware } from '../../../lib/index.js';
import { httpCacheMiddleware } from '../../../lib/entries/http-cache.js';
import { Plugin, type SendRequest } from '../../../lib/core/internal.js';
import { NotSentError, retryMiddleware } from '../../../lib/entries/retry.js';
import { InvalidInputError } from '../../../lib/core/platform/errors.js';
import { abortWith } from '../../../lib/core/platform/time.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { cached } from '../../support/http-cached.js';
import { until } from '../../support/until.js';

const held = (options: Parameters<typeof cached>[0] = {}) => {
  const { fetch, requests } = heldFetch();
  const { api, cache, wait } = cached({ ...options, from: { fetch, seen: [] } });
  const get = (callOptions?: Parameters<(typeof api)['GET'] & object>[1]) =>
    api['GET']!({ id: 'a' }, callOptions);
  const fresh = { headers: { 'cache-control': 'max-age=9' } };
  return { get, requests, cache, wait, fresh, post: () => api['POST']!({ id: 'a' }) };
};

/** Waits until so many requests were sent: some platforms read a body in another thread before the next request. */
const sent = (requests: readonly unknown[], count: number): Promise<void> =>
  until(() => requests.length >= count);

afterEach(() => {
  vi.useRealTimers();
});

/** The error of Node's fetch, whose message can quote anything. */
const refused = (): Error =>
  Object.assign(new TypeError('fetch failed for https://api.test/a?token=secret'), {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED', address: '127.0.0.1', port: 3000 }),
  });

/** Holds requests before they are sent, until it is opened. It can also reject them. */
class Gate extends Plugin {
  #open: (() => void) | undefined;
  #isRefusing = false;
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));

  open(): void {
    this.#open?.();
  }

  refuse(): void {
    this.#isRefusing = true;
  }

  override async wrapFetch(
    _ctx: unknown,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    if (this.#isRefusing) throw new NotSentError('circuit-open', 'The circuit is open.');
    await this.#opened;
    return send(url, init);
  }
}

describe('simultaneous cache misses (rules.md#http-cache)', () => {
  it('share one request', async () => {
    const { get, requests, cache, fresh } = held();
    const calls = [get(), get(), get()];
    await flush();
    expect(requests).toHaveLength(1);
    requests[0]!.answer('x', fresh);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['"x"', '"x"', '"x"']);
    expect(cache.stats).toMatchObject({ misses: 3, collapsed: 2, stored: 1 });
  });

  it("are all sent at once if the response is for one call only, and aren't shared on that key for 10 s", async () => {
    const { get, requests, wait } = held();
    const calls = [get(), get(), get()];
    await flush();
    requests[0]!.answer(1, { headers: { 'cache-control': 'no-store' } });
    await flush();
    expect(requests).toHaveLength(3);
    for (const request of requests.slice(1)) request.answer(2, { headers: { 'cache-control': 'no-store' } });
    await Promise.all(calls);
    const later = [get(), get()];
    await flush();
    expect(requests).toHaveLength(5);
    for (const request of requests.slice(3)) request.answer(3, { headers: { 'cache-control': 'no-store' } });
    await Promise.all(later);
    wait(10);
    void get();
    void get();
    await flush();
    expect(requests).toHaveLength(6);
  });

  it('are sent separately if the response varies by their headers', async () => {
    const { get, requests } = held();
    const calls = ['1', '2'].map((value) => get({ headers: { 'x-a': value } }));
    await flush();
    expect(requests).toHaveLength(1);
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=9', vary: 'x-a' } });
    await sent(requests, 2);
    expect(requests).toHaveLength(2);
    requests[1]!.answer(2);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['1', '2']);
  });

  it('fail together if the network fails', async () => {
    const { get, requests } = held();
    const calls = [get(), get()];
    await flush();
    requests[0]!.fail(new TypeError('fetch failed'));
    expect((await Promise.all(calls)).map(({ error }) => error?.kind)).toEqual(['network', 'network']);
    expect(requests).toHaveLength(1);
  });

  it('fail like the sender: as sent, and without the message of fetch', async () => {
    const { get, requests } = held();
    const calls = [get(), get(), get()];
    await flush();
    requests[0]!.fail(refused());
    const errors = (await Promise.all(calls)).map(({ error }) => error);
    expect(errors.map((error) => [error?.kind, error?.sent, error?.attempts])).toEqual(
      Array(3).fill(['network', true, 1]),
    );
    expect(errors.map((error) => error?.message)).toEqual(
      Array(3).fill('GET /:id got no response: ECONNREFUSED 127.0.0.1:3000'),
    );
    expect(requests).toHaveLength(1);
  });

  it('are retried by the rule of the sender', async () => {
    const retry = retryMiddleware({ delay: () => 0, jitter: false });
    const { get, requests, fresh } = held({ outer: [retry] });
    const calls = [get(), get()];
    await flush();
    requests[0]!.fail(refused());
    await sent(requests, 2);
    requests[1]!.answer('x', fresh);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['"x"', '"x"']);
    expect(requests).toHaveLength(2);
  });

  it.each(['abort', 'timeout'] as const)('count as sent if they end with an %s', async (kind) => {
    vi.useFakeTimers();
    const { get, requests } = held();
    void get();
    const controller = new AbortController();
    const second = get(kind === 'abort' ? { signal: controller.signal } : { timeout: 20 });
    await flush();
    if (kind === 'abort') controller.abort();
    else await vi.advanceTimersByTimeAsync(20);
    const { error } = await second;
    expect({ kind: error?.kind, sent: error?.sent, attempts: error?.attempts }).toEqual({
      kind,
      sent: true,
      attempts: 1,
    });
    expect(requests).toHaveLength(1);
  });

  it('count as not sent while their request is not sent', async () => {
    const gate = new Gate();
    const { get, requests, fresh } = held({ inner: [gate] });
    const first = get();
    vi.useFakeTimers();
    const second = get({ timeout: 20 });
    await vi.advanceTimersByTimeAsync(20);
    const { error } = await second;
    expect({ kind: error?.kind, sent: error?.sent }).toEqual({ kind: 'timeout', sent: false });
    gate.open();
    await sent(requests, 1);
    requests[0]!.answer('x', fresh);
    expect((await first).data).toBe('"x"');
  });

  it('return the failure of a request that was sent if a later one is held back', async () => {
    const again: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    const gate = new Gate();
    gate.open();
    const { get, requests } = held({ outer: [again], inner: [gate] });
    const calls = [get(), get()];
    await sent(requests, 1);
    gate.refuse();
    requests[0]!.fail(refused());
    expect((await Promise.all(calls)).map(({ error }) => error?.message)).toEqual(
      Array(2).fill('GET /:id got no response: ECONNREFUSED 127.0.0.1:3000'),
    );
  });

  it("count their own request if they can't use the shared response", async () => {
    const { get, requests } = held();
    const calls = ['1', '2'].map((value) => get({ headers: { 'x-a': value } }));
    await flush();
    requests[0]!.answer(1, { headers: { 'cache-control': 'max-age=9', vary: 'x-a' } });
    await sent(requests, 2);
    requests[1]!.fail(refused());
    const { error } = (await Promise.all(calls))[1]!;
    expect({ sent: error?.sent, attempts: error?.attempts }).toEqual({ sent: true, attempts: 1 });
  });

  it('fail as sent under share too, if a call waits for another endpoint', async () => {
    const { fetch, requests } = heldFetch();
    const requestsOf = (share: boolean) => defineRequest()({ method: 'GET', path: '/a', share });
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch,
      middleware: [httpCacheMiddleware()],
      requests: { one: requestsOf(false), other: requestsOf(true) },
    });
    const first = api.one();
    await flush();
    const controller = new AbortController();
    const shared = [api.other(), api.other(), api.other(undefined, { signal: controller.signal })];
    await flush();
    controller.abort();
    expect((await shared[2]!).error).toMatchObject({ kind: 'abort', sent: true, attempts: 1 });
    requests[0]!.fail(refused());
    for (const { error } of await Promise.all([first, shared[0]!, shared[1]!]))
      expect(error).toMatchObject({ kind: 'network', sent: true, attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it('continue if the first call is aborted (trap 19)', async () => {
    const { get, requests, fresh } = held();
    const controller = new AbortController();
    const first = get({ signal: controller.signal });
    const second = get();
    await flush();
    controller.abort();
    expect((await first).error?.kind).toBe('abort');
    expect(requests[0]!.init.signal?.aborted).toBe(false);
    requests[0]!.answer('x', fresh);
    expect((await second).data).toBe('"x"');
  });

  it('are not joined after a call has waited for them without success', async () => {
    const { get, requests, fresh } = held();
    const controller = new AbortController();
    const first = get({ signal: controller.signal });
    const second = get();
    await flush();
    abortWith(controller, Object.assign(new Error(), { name: 'TimeoutError' }));
    await first;
    const third = get();
    await flush();
    expect(requests).toHaveLength(2);
    requests[1]!.answer('y', fresh);
    expect((await third).data).toBe('"y"');
    requests[0]!.answer('x', fresh);
    expect((await second).data).toBe('"x"');
  });

  it("don't fail because the first call alone was held back", async () => {
    const { get, requests, fresh } = held();
    const calls = [get(), get()];
    await flush();
    requests[0]!.fail(new InvalidInputError('There is no time to wait.'));
    await sent(requests, 2);
    requests[1]!.answer('x', fresh);
    expect((await Promise.all(calls)).map(({ data, error }) => data ?? error?.kind)).toEqual([
      'network',
      '"x"',
    ]);
  });

  it('end their request if the last call is aborted (trap 19)', async () => {
    const { get, requests } = held();
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => get({ signal }));
    await flush();
    for (const controller of controllers) controller.abort();
    await Promise.all(calls);
    expect(requests[0]!.init.signal?.aborted).toBe(true);
    void get();
    await flush();
    expect(requests).toHaveLength(2);
  });

  it("don't wait for a request that is older than a write", async () => {
    const { get, requests, post } = held();
    void get();
    await flush();
    const write = post();
    await flush();
    requests[1]!.answer(1);
    await write;
    void get();
    await flush();
    expect(requests).toHaveLength(3);
  });

  it("don't include a call that requires more than the request in flight", async () => {
    const { get, requests } = held();
    void get();
    void get({ fetchOptions: { cache: 'no-cache' } });
    void get({ headers: { 'cache-control': 'max-age=0' } });
    await flush();
    expect(requests).toHaveLength(3);
  });

  it("don't include a call of another user", async () => {
    const { get, requests } = held();
    void get({ headers: { authorization: 'a' } });
    void get({ headers: { authorization: 'b' } });
    await flush();
    expect(requests).toHaveLength(2);
  });

  it('of a shared cache use no response that must not be reused', async () => {
    const { get, requests } = held({ mode: 'shared' });
    void get({ headers: { 'x-key': 'a' } });
    const second = get({ headers: { 'x-key': 'b' } });
    await flush();
    requests[0]!.answer('a');
    await sent(requests, 2);
    requests[1]!.answer('b');
    expect((await second).data).toBe('"b"');
  });

  it('end the body of a response that is passed on, by the signal of its call', async () => {
    const { get, requests } = held();
    const controller = new AbortController();
    const call = get({ signal: controller.signal });
    await flush();
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('a')) });
    requests[0]!.answer(new Response(body, { headers: { 'cache-control': 'no-store' } }));
    await flush();
    controller.abort();
    expect((await call).error?.kind).toBe('abort');
    expect(requests[0]!.init.signal?.aborted).toBe(true);
  });
});
