import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiConfig,
  type ApiError,
  type Middleware,
  Request,
  createApi,
  withHeaders,
} from '../../../lib/index.js';
import { DeadlineGuard } from '../../../lib/core/call/deadline-guard.js';
import { ShareRegistry } from '../../../lib/core/call/share-registry.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';

const deduped = (client: Partial<ApiConfig> = {}) => {
  const { fetch, requests } = heldFetch();
  const onError = vi.fn<(error: ApiError) => void>();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError,
    ...client,
    requests: {
      search: new Request<Record<string, unknown>>({ method: 'GET', path: '/search', dedupe: true }),
      other: new Request<Record<string, unknown>>({ method: 'GET', path: '/search', dedupe: true }),
    },
  });
  return { api, requests, onError };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('dedupe (rules.md#dedupe)', () => {
  it('aborts the older call of the endpoint and its request, whatever the params, and reports nothing', async () => {
    const { api, requests, onError } = deduped();
    const older = api.search({ q: 'a' });
    await flush();
    const newer = api.search({ q: 'ab' });
    expect((await older).error).toMatchObject({ kind: 'abort', status: 0 });
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    await flush();
    requests[1]!.answer(1);
    expect((await newer).data).toBe(1);
    expect(onError).not.toHaveBeenCalled();
    const { message } = (await older).error!.body as Error;
    expect(message).toBe('Superseded by a newer call of this endpoint (dedupe).');
  });

  it('aborts the second of three calls even after the first has ended', async () => {
    const { api, requests } = deduped();
    const first = api.search({ q: 'a' });
    await flush();
    const second = api.search({ q: 'ab' });
    await first;
    await flush();
    void api.search({ q: 'abc' });
    expect((await second).error?.kind).toBe('abort');
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, true, false]);
  });

  it("doesn't affect other endpoints or other clients", async () => {
    const { api, requests } = deduped();
    void api.search();
    void api.other();
    void deduped().api.search();
    await flush();
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([false, false]);
  });

  it('lets the last of a hundred calls win', async () => {
    const { api, requests } = deduped();
    const calls = Array.from({ length: 100 }, (_, q) => api.search({ q }));
    await flush();
    requests.at(-1)!.answer('last');
    const results = await Promise.all(calls);
    expect(results.filter(({ error }) => error?.kind === 'abort')).toHaveLength(99);
    expect(results.at(-1)!.data).toBe('last');
  });
});

describe('ShareRegistry', () => {
  it('forgets a call that has ended, so that the next call supersedes nothing', async () => {
    const registry = new ShareRegistry();
    const own = registry.takePlace('search', new DeadlineGuard());
    registry.leavePlace('search', own);
    registry.takePlace('search', new DeadlineGuard());
    expect(own.interruption).toBeUndefined();
  });
});

describe('the dedupe signal (rules.md#dedupe)', () => {
  it('is not seen by a middleware before next()', async () => {
    const seen: unknown[] = [];
    const look: Middleware = (ctx, next) => {
      seen.push(ctx.request.signal);
      return next();
    };
    const { api } = deduped({ middleware: [look] });
    void api.search();
    void api.search();
    await flush();
    expect(seen.map((signal) => (signal as AbortSignal | undefined)?.aborted ?? false)).toEqual([
      false,
      false,
    ]);
  });

  it("is merged with the caller's signal: either aborts the request", async () => {
    const { api, requests } = deduped();
    const caller = new AbortController();
    const call = api.search({}, { signal: caller.signal });
    await flush();
    caller.abort('mine');
    expect((await call).error).toMatchObject({ kind: 'abort', body: 'mine' });
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it('aborts an older call that a slow middleware delays, which then sends nothing', async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hold: Middleware = async (_ctx, next) => {
      await gate;
      return next();
    };
    const { api, requests } = deduped();
    const older = api.search({ q: 'old' }, { middleware: [hold] });
    const newer = api.search({ q: 'new' });
    release();
    expect((await older).error?.kind).toBe('abort');
    expect(requests.map(({ url }) => url)).toEqual(['http://api.test/search?q=new']);
    requests[0]!.answer(1);
    expect((await newer).data).toBe(1);
  });

  it('ends a superseded call whose middleware hangs', async () => {
    const { api } = deduped();
    const older = api.search({}, { middleware: [() => new Promise(() => {})] });
    void api.search();
    await vi.advanceTimersByTimeAsync(1);
    expect((await older).error).toMatchObject({ kind: 'abort', status: 0 });
  });
});

describe('dedupe across the copies of a client (rules.md#dedupe)', () => {
  it('treats copies with equal added headers as one client, and others as different', async () => {
    const { api, requests } = deduped();
    const older = withHeaders(api, { a: '1' }).search();
    await flush();
    void withHeaders(api, { A: '1' }).search();
    expect((await older).error?.kind).toBe('abort');
    void withHeaders(api, { a: '2' }).search();
    void api.search();
    await flush();
    void withHeaders(api, {}).search();
    await flush();
    const aborted = requests.map(({ init }) => init.signal!.aborted);
    expect(aborted).toEqual([true, false, false, true, false]);
  });

  it('is on again for a copy with dedupe: true of a copy with dedupe: false', async () => {
    const { api, requests } = deduped();
    const copy = api.with({ dedupe: false }).with({ headers: {} }).with({ dedupe: true });
    void copy.search();
    await flush();
    void copy.search();
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, false]);
  });

  it('stays off for a copy of a copy with dedupe: false', async () => {
    const { api, requests } = deduped();
    const copy = api.with({ dedupe: false }).with({ dedupe: undefined });
    void copy.search();
    void copy.search();
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted ?? false)).toEqual([false, false]);
  });

  it('ignores the calls of a copy made with dedupe: false', async () => {
    const { api, requests } = deduped();
    const copy = withHeaders(api, {}, { dedupe: false });
    void copy.search();
    void copy.search();
    void api.search();
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted ?? false)).toEqual([false, false, false]);
  });
});
