import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthError } from '../../../lib/entries/auth.js';
import { AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import { type Middleware, type MiddlewareRequest, RetryPlugin } from '../../../lib/index.js';
import { isServiceFailure, RateLimitPlugin } from '../../../lib/entries/resilience.js';
import { createTestClient } from '../../support/client.js';
import { countingSource } from '../../support/credentials.js';
import { Exchanging } from '../../support/exchanging.js';
import { flush } from '../../support/flush.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tokenOf = ({ init }: { init: RequestInit }): string | null =>
  new Headers(init.headers).get('authorization');

describe('a call that waits in a queue (rules.md#credentials)', () => {
  it('is sent with the credentials that are current then, for 1,000 calls in a queue of 20 with tokens that expire sooner', async () => {
    const { refresh, issued } = countingSource(Date, 500);
    const sent: boolean[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      const token = tokenOf({ init })?.replace('Bearer ', '');
      sent.push((issued.find((known) => known.token === token)?.expiresAt ?? 0) > Date.now());
      await new Promise((resolve) => setTimeout(resolve, 90));
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    };
    const limit = new RateLimitPlugin({ concurrency: 20, maxQueue: 2000 });
    const { api } = createTestClient({
      middleware: [new AuthPlugin(refresh, { refreshAhead: 0 }), limit],
      fetch,
    });
    const calls = Array.from({ length: 1000 }, (_, n) => api.call({ n }));
    await vi.advanceTimersByTimeAsync(10_000);
    const results = await Promise.all(calls);
    expect(results.filter(({ data }) => data)).toHaveLength(1000);
    expect([sent.length, sent.filter((isGood) => !isGood).length]).toEqual([1000, 0]);
    expect(issued.length).toBeLessThan(15);
  });

  it('keeps the changes of an inner plugin, together with the url, headers and fetchOptions that apply() sets', async () => {
    class InQuery extends AuthPlugin {
      protected override apply(request: MiddlewareRequest, { token }: Credentials): void {
        const url = new URL(request.url);
        url.searchParams.set('key', token);
        request.url = url.href;
        request.setHeader('x-key', token);
        request.fetchOptions = { ...request.fetchOptions, referrer: token };
      }
    }
    let wait = 0;
    const outer = new Exchanging(async (send, url, init) => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      return send(`${url}&signed`, { ...init, headers: [...(init.headers as Headers), ['x-signed', '1']] });
    });
    const { api, requests } = createTestClient({
      middleware: [new InQuery(countingSource(Date, 500).refresh), outer],
    });
    const first = api.call();
    await vi.advanceTimersByTimeAsync(0);
    await first;
    wait = 600;
    const call = api.call();
    await vi.advanceTimersByTimeAsync(600);
    await call;
    expect(
      requests.map(({ url, init }) => [url, init.referrer, new Headers(init.headers).get('x-key')]),
    ).toEqual([
      ['http://api.test/things?key=T1&signed', 'T1', 'T1'],
      ['http://api.test/things?key=T2&signed=', 'T2', 'T2'],
    ]);
    expect(requests.map(({ init }) => new Headers(init.headers).get('x-signed'))).toEqual(['1', '1']);
  });

  it('does not get back a header that an inner middleware removed, when the token changes before a retry', async () => {
    class InKey extends AuthPlugin {
      protected override apply(request: MiddlewareRequest, { token }: Credentials): void {
        request.setHeader('x-key', token);
        request.setHeader('x-other', token);
      }
    }
    for (const Auth of [AuthPlugin, InKey]) {
      const remove: Middleware = ({ request }, next) => {
        for (const name of ['authorization', 'x-key']) request.headers.delete(name);
        return next();
      };
      const auth = new Auth(async () => ({ token: 'T1', owner: 'u' }));
      const sent: Headers[] = [];
      const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
        sent.push(new Headers(init.headers));
        if (sent.length > 1) return new Response('{}');
        await auth.set({ token: 'T2', owner: 'u' });
        return new Response('', { status: 503 });
      };
      const retry = new RetryPlugin({ max: 1, delay: () => 1 });
      const call = createTestClient({ middleware: [auth, remove, retry], fetch }).api.call();
      await vi.advanceTimersByTimeAsync(100);
      expect((await call).error).toBeNull();
      expect(sent.map((headers) => headers.get('authorization') ?? headers.get('x-key'))).toEqual([
        null,
        null,
      ]);
      expect(sent.at(-1)?.get('x-other')).toBe(Auth === InKey ? 'T2' : null);
    }
  });

  it('is sent again from its own URL after a 401 if an inner plugin changed the URL', async () => {
    const outer = new Exchanging(async (send, url, init) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      return send(`${url}?signed`, init);
    });
    const auth = new AuthPlugin(countingSource(Date, 500).refresh, { minInterval: 0 });
    const { api, requests } = createTestClient({ middleware: [auth, outer], answers: [401, {}] });
    const call = api.call();
    await vi.advanceTimersByTimeAsync(2000);
    expect((await call).error).toBeNull();
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('http://api.test/things?signed'));
  });

  it('refreshes the credentials that it was sent with after a 401, and so do the calls that share its request', async () => {
    const { refresh, issued } = countingSource(Date, 500);
    const { api, requests } = createTestClient({
      held: true,
      middleware: [new AuthPlugin(refresh, { minInterval: 0 }), new RateLimitPlugin({ concurrency: 1 })],
      endpoint: { share: true },
    });
    const first = api.call({ n: 0 });
    await flush();
    const calls = [api.call(), api.call()];
    await vi.advanceTimersByTimeAsync(600);
    requests[0]!.answer({});
    await vi.advanceTimersByTimeAsync(0);
    requests[1]!.answer(null, { status: 401 });
    await vi.advanceTimersByTimeAsync(0);
    requests[2]!.answer({ ok: true });
    await vi.advanceTimersByTimeAsync(0);
    const results = await Promise.all([first, ...calls]);
    expect(results.map(({ data }) => data)).toEqual([{}, { ok: true }, { ok: true }]);
    expect([requests.map(tokenOf), issued.length]).toEqual([['Bearer T1', 'Bearer T2', 'Bearer T3'], 3]);
  });

  it("isn't retried or counted as a service failure if it gets no credentials", async () => {
    const seen: boolean[] = [];
    const onRetry = vi.fn();
    const auth = new AuthPlugin(async () => ({ token: 'A' }));
    const { api, requests } = createTestClient({
      middleware: [
        auth,
        new RetryPlugin({ retryOn: () => true, onRetry }),
        async (_ctx, next) => {
          const result = await next();
          seen.push(isServiceFailure(result));
          return result;
        },
        new Exchanging(async (send, url, init) => {
          await auth.set({ token: 'Grace' });
          return send(url, init);
        }),
      ],
    });
    const { error } = await api.call();
    expect({ kind: error?.kind, reason: (error?.cause as AuthError).reason }).toEqual({
      kind: 'middleware',
      reason: 'signed-out',
    });
    expect([seen, onRetry.mock.calls.length, requests.length]).toEqual([[false], 0, 0]);
  });

  it('ends with its signal if it is aborted during the refresh', async () => {
    let refreshes = 0;
    const source = async (): Promise<Credentials> => {
      refreshes += 1;
      if (refreshes > 1) await new Promise(() => undefined);
      return { token: 'A', expiresAt: Date.now() + 500 };
    };
    const waiting = new Exchanging(async (send, url, init) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      return send(url, init);
    });
    const { api, requests } = createTestClient({ middleware: [new AuthPlugin(source), waiting] });
    const call = api.call(undefined, { timeout: 1000 });
    await vi.advanceTimersByTimeAsync(1001);
    expect({ kind: (await call).error?.kind, length: requests.length, refreshes }).toEqual({
      kind: 'timeout',
      length: 0,
      refreshes: 2,
    });
  });
});

describe('minInterval (rules.md#credentials)', () => {
  it('is at most half of the lifetime of a token', async () => {
    const { refresh, issued } = countingSource(Date, 2000);
    const { api } = createTestClient({
      middleware: [new AuthPlugin(refresh, { refreshAhead: 0 })],
      answers: [{ n: 1 }, 401, { n: 3 }],
    });
    await api.call();
    await vi.advanceTimersByTimeAsync(1000);
    expect({ data: (await api.call()).data, length: issued.length }).toEqual({ data: { n: 3 }, length: 2 });
  });
});
