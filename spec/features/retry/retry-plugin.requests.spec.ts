import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, retryMiddleware } from '../../../lib/index.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { retried } from '../../support/retried.js';

const soon = { delay: () => 100, jitter: false } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an attempt', () => {
  it('runs the middleware after the retry again, and not the middleware before it', async () => {
    const before = vi.fn<Middleware>((_ctx, next) => next());
    const after = vi.fn<Middleware>((_ctx, next) => next());
    const { api } = createTestClient({ middleware: [before, retryMiddleware(soon), after], answers: [503] });
    const call = api.call();
    await vi.runAllTimersAsync();
    await call;
    expect([before.mock.calls.length, after.mock.calls.length]).toEqual([1, 4]);
  });

  it('sends the same method, URL, headers and body (trap 28)', async () => {
    const { api, requests } = createTestClient({
      middleware: [retryMiddleware(soon)],
      endpoint: { method: 'POST', headers: { 'x-a': '1' } },
      answers: [503, { n: 1 }],
    });
    const call = api.call({ text: 'once' });
    await vi.runAllTimersAsync();
    await call;
    const [first, second] = requests.map(({ url, init }) => [url, init.method, init.headers, init.body]);
    expect(second).toEqual(first);
  });

  it.each(['POST', 'PATCH', 'DELETE'] as const)('repeats a %s by default (trap 31)', async (method) => {
    expect((await retried(1, { endpoint: { method } })).attempts).toBe(2);
  });

  it('is the last one if an inner middleware throws', async () => {
    const failing: Middleware = () => Promise.reject(new Error('mine'));
    const { result } = await retried({ ...soon, retryOn: () => true }, { middleware: [failing] });
    expect(result.error?.kind).toBe('middleware');
  });
});

describe('a ReadableStream as body (rules.md#bodies)', () => {
  const upload = (retry: Parameters<typeof retried>[0]) =>
    retried(retry, { endpoint: { method: 'POST' }, params: new ReadableStream(), answers: [503] });

  it('can be sent once, and the second attempt is the final Result, a network error with a TypeError', async () => {
    const { result, attempts, onError } = await upload(soon);
    expect(result).toMatchObject({ data: null, response: null, error: { kind: 'network', status: 0 } });
    expect(result.error?.body).toBeInstanceOf(TypeError);
    expect(result.error?.body).toMatchObject({ message: expect.stringMatching(/Blob.*ArrayBuffer/) });
    expect(attempts).toBe(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('is never sent again, even if network errors are retried', async () => {
    const { result, attempts } = await upload({ ...soon, retryOn: () => true });
    expect(result.error).toMatchObject({ kind: 'network', status: 0 });
    expect(attempts).toBe(1);
  });
});

describe('onError (rules.md#errors)', () => {
  it('is called once per call, with the final error', async () => {
    const { result, onError } = await retried(soon, { answers: [500, 501, 502, 503] });
    expect(onError.mock.calls).toEqual([[result.error, { endpoint: 'call', context: {} }]]);
    expect(result.error?.status).toBe(503);
  });
});

describe('an attempt under share (rules.md#share)', () => {
  const shared = (more: TestClientOptions = {}) => {
    const { api, onError, requests } = createTestClient({ held: true, endpoint: { share: true }, ...more });
    return { api, requests, onError, retry: { middleware: [retryMiddleware(soon)] } };
  };

  it('joins an identical attempt in flight', async () => {
    const { api, requests, retry } = shared();
    const calls = [api.call({}, retry), api.call({}, retry)];
    await flush();
    requests[0]!.answer(null, { status: 503 });
    await vi.advanceTimersByTimeAsync(100);
    expect(requests).toHaveLength(2);
    requests[1]!.answer({ n: 2 });
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('sends its own request if no identical attempt is in flight', async () => {
    const { api, requests, retry } = shared();
    const calls = [api.call({}, retry), api.call()];
    await flush();
    requests[0]!.answer(null, { status: 503 });
    expect((await calls[1]!).error?.status).toBe(503);
    await vi.advanceTimersByTimeAsync(100);
    expect(requests).toHaveLength(2);
    requests[1]!.answer({ n: 2 });
    expect((await calls[0]!).data).toEqual({ n: 2 });
  });

  it('counts as one failure together with the attempts that joined it, and once for the later attempts', async () => {
    const { api, requests, onError, retry } = shared();
    const calls = [api.call({}, retry), api.call()];
    await flush();
    requests[0]!.answer(null, { status: 503 });
    await flush();
    expect(onError).toHaveBeenCalledTimes(1);
    for (const at of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(100);
      requests[at]!.answer(null, { status: 500 + at });
    }
    await Promise.all(calls);
    expect(onError.mock.calls.map(([{ status }]) => status)).toEqual([503, 503]);
  });

  it('receives the shared timeout once', async () => {
    const { api, requests, onError, retry } = shared({ endpoint: { share: true, timeout: 50 } });
    const call = api.call({}, retry);
    await vi.runAllTimersAsync();
    expect((await call).error?.kind).toBe('timeout');
    expect(requests).toHaveLength(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
