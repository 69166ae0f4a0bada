import { describe, expect, it } from 'vitest';
import { flush } from '../../support/flush.js';
import { cached } from '../../support/http-cached.js';
import { ManualClock } from '../../support/manual-clock.js';
import { until } from '../../support/until.js';

/** A response whose body never ends, and whether it was cancelled. */
const endless = (init: ResponseInit, size = 10) => {
  const seen = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array(size)),
    cancel: () => void (seen.cancelled = true),
  });
  const { status = 200, ...rest } = init;
  const response = new Response(body, rest);
  // A custom fetch can return a 304 with a body.
  Object.defineProperty(response, 'status', { value: status });
  return { response, seen };
};

/** A server whose responses the spec creates, and whose fetch ignores the signal. */
const deafFetch = () => {
  const answers: ((response: Response) => void)[] = [];
  const fetch = (): Promise<Response> => new Promise((resolve) => answers.push(resolve));
  return { fetch, answers };
};

const STALE = {
  headers: { 'cache-control': 'max-age=3, stale-while-revalidate=9, stale-if-error=9', etag: '"a"' },
};

/** A client with a stale response whose validation is in flight. */
const validating = async (options: Parameters<typeof cached>[0] = {}) => {
  const { fetch, answers } = deafFetch();
  const process = cached({ ...options, from: { fetch, seen: [] } });
  const first = process.get();
  await until(() => answers.length === 1);
  answers[0]!(new Response('first', STALE));
  await first;
  process.wait(4);
  expect((await process.get()).data).toBe('first');
  await until(() => answers.length === 2);
  return { ...process, answers };
};

describe('the unread body of a response (rules.md#http-cache)', () => {
  it.each<[string, ResponseInit]>([
    ['must not be stored', { headers: { 'cache-control': 'no-store' } }],
    ['is larger than Content-Length', { headers: { 'cache-control': 'max-age=9' } }],
    ['is announced as too large', { headers: { 'cache-control': 'max-age=9', 'content-length': '100' } }],
    ['is an error', { status: 404, headers: { 'cache-control': 'no-store' } }],
    ['is a failure that the stored response replaces', { status: 503 }],
    ['is a 304', { status: 304, headers: { etag: '"a"' } }],
  ])('is cancelled after a validation in the background if it %s', async (_what, init) => {
    const { answers } = await validating({ maxEntrySize: 5 });
    const { response, seen } = endless(init);
    answers[1]!(response);
    await until(() => seen.cancelled);
  });

  it('is cancelled if it arrives after the validation has ended', async () => {
    const clock = new ManualClock();
    const { answers } = await validating({ revalidateTimeout: 1000, clock });
    clock.move(1000);
    await flush();
    const { response, seen } = endless({ headers: { 'cache-control': 'no-store' } });
    answers[1]!(response);
    await until(() => seen.cancelled);
  });

  it('is cancelled if it is a 304 with another tag', async () => {
    const { call, wait, answers } = await validating();
    wait(20);
    const validated = call('GET', { fetchOptions: { cache: 'no-cache' } });
    await until(() => answers.length === 3);
    const { response, seen } = endless({ status: 304, headers: { etag: '"b"' } });
    answers[2]!(response);
    await until(() => answers.length === 4);
    answers[3]!(new Response('new'));
    expect((await validated).data).toBe('new');
    expect(seen.cancelled).toBe(true);
  });

  it.each([1, 0])('is cancelled if its caller was aborted, while %i others wait', async (others) => {
    const { fetch, answers } = deafFetch();
    const { get } = cached({ from: { fetch, seen: [] } });
    const controller = new AbortController();
    const first = get({ signal: controller.signal });
    const second = others ? get() : undefined;
    await until(() => answers.length === 1);
    controller.abort();
    expect((await first).kind).toBe('abort');
    const { response, seen } = endless({ headers: { 'cache-control': 'no-store' } });
    answers[0]!(response);
    await until(() => seen.cancelled);
    answers[1]?.(new Response('own'));
    expect((await second)?.data).toBe(others ? 'own' : undefined);
  });

  it('is read by the call that sent the request', async () => {
    const { fetch, answers } = deafFetch();
    const { get } = cached({ from: { fetch, seen: [] } });
    const call = get();
    await until(() => answers.length === 1);
    answers[0]!(new Response('x', { headers: { 'cache-control': 'no-store' } }));
    expect((await call).data).toBe('x');
  });
});
