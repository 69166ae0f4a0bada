import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import {
  cacheMiddleware,
  createGraphQL,
  type MiddlewareRequest,
  type OpenBody,
  Operation,
  poll,
  pollUntil,
  type Result,
  retryMiddleware,
} from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient } from '../../support/client.js';
import { heldSource, reasonOf, tokenOf } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';
import { until } from '../../support/until.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A plugin that is signed in with this token, and a function that settles its refreshes. */
const signedIn = async (Plugin = AuthPlugin, token = 'T') => {
  const { source, asked } = heldSource();
  const auth = new Plugin(source);
  await auth.set({ token });
  const answer = async (credentials: unknown): Promise<void> => {
    await until(() => asked.length > 0);
    const [refresh] = asked.splice(0, 1);
    if (credentials instanceof Error) refresh!.fail(credentials);
    else refresh!.give(credentials);
    await vi.advanceTimersByTimeAsync(10);
  };
  return { auth, asked, answer };
};

describe('AuthPlugin outside of retry and cache (rules.md#credentials)', () => {
  it('runs everything inside again after a 401, which the retry returns unchanged', async () => {
    const { auth, answer } = await signedIn();
    const { api, requests } = createTestClient({
      middleware: [auth, retryMiddleware({ baseDelay: 10, jitter: false })],
      answers: [503, 401, 503, { n: 4 }],
    });
    const call = api.call();
    await vi.advanceTimersByTimeAsync(10);
    expect(requests).toHaveLength(2);
    await answer({ token: 'A' });
    expect((await call).data).toEqual({ n: 4 });
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer T', 'Bearer A', 'Bearer A']);
  });

  it('refreshes no token for a cache hit, and a cache outside of it keeps no response, as its key would lack the token', async () => {
    const { auth, asked } = await signedIn();
    const [outside, inside] = [
      createTestClient({ middleware: [auth, cacheMiddleware()] }),
      createTestClient({ middleware: [cacheMiddleware(), auth] }),
    ];
    for (const { api } of [outside, outside, inside, inside]) await api.call();
    expect([asked.length, outside.requests.length, inside.requests.length]).toEqual([0, 1, 2]);
  });
});

describe('share (rules.md#credentials)', () => {
  it('refreshes once for a shared 401, and the repeated calls share a request again', async () => {
    const { auth, asked, answer } = await signedIn();
    const { api, requests } = createTestClient({ held: true, middleware: [auth], endpoint: { share: true } });
    const calls = Array.from({ length: 50 }, () => api.call());
    await flush();
    requests[0]!.answer(null, { status: 401 });
    await vi.advanceTimersByTimeAsync(0);
    await answer({ token: 'A' });
    expect([requests.map(tokenOf), asked.length]).toEqual([['Bearer T', 'Bearer A'], 0]);
    requests[1]!.answer({ ok: true });
    await vi.advanceTimersByTimeAsync(0);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(Array(50).fill({ ok: true }));
  });
});

describe('a poll (rules.md#credentials)', () => {
  const until = (): boolean => true;

  it('sends nothing and ends if no user is signed in or if the user signs in later', async () => {
    const { auth } = await signedIn();
    await auth.clear();
    const { api, requests } = createTestClient({ middleware: [auth] });
    const waiting = pollUntil(api.call, {}, { every: 100, until });
    const seen: unknown[] = [];
    const stop = poll(api.call, {}, (result) => seen.push(reasonOf(result)), { every: 100 });
    await vi.advanceTimersByTimeAsync(50);
    expect([reasonOf(await waiting), requests.length]).toEqual(['signed-out', 0]);
    await auth.set({ token: 'U' });
    await vi.advanceTimersByTimeAsync(1000);
    stop();
    expect([new Set(seen), requests.length]).toEqual([new Set(['signed-out']), 0]);
    expect((await pollUntil(api.call, {}, { every: 100, until })).data).toEqual({ n: 1 });
  });

  it.each<[string, unknown]>([
    ['rejected', null],
    ['failed', new Error('503')],
  ])('ends pollUntil if its credentials are %s', async (reason, outcome) => {
    const { auth, answer } = await signedIn();
    const { api, requests } = createTestClient({ middleware: [auth], answers: [401] });
    const waiting = pollUntil(api.call, {}, { every: 100, until });
    await answer(outcome);
    await vi.advanceTimersByTimeAsync(1000);
    expect([reasonOf(await waiting), requests.length]).toEqual([reason, 1]);
  });
});

describe('two AuthPlugins in one list (rules.md#credentials)', () => {
  class Keyed extends AuthPlugin {
    protected override apply(request: MiddlewareRequest, { token }: { token: string }): void {
      request.setHeader('x-api-key', token);
    }

    protected override isRejected({ error }: Result<unknown>): boolean {
      return error?.status === 403;
    }
  }

  it('send both tokens, and each refreshes its own', async () => {
    const user = await signedIn();
    const key = await signedIn(Keyed, 'K');
    const { api, requests } = createTestClient({
      middleware: [key.auth, user.auth],
      answers: [401, 403, { n: 3 }],
    });
    const call = api.call();
    await user.answer({ token: 'A' });
    await key.answer({ token: 'L' });
    expect((await call).data).toEqual({ n: 3 });
    const keys = requests.map(({ init }) => new Headers(init.headers).get('x-api-key'));
    expect([keys, requests.map(tokenOf)]).toEqual([
      ['K', 'K', 'L'],
      ['Bearer T', 'Bearer A', 'Bearer A'],
    ]);
  });

  it('end the call if each takes the 401 for its own', async () => {
    const [outer, inner] = [await signedIn(), await signedIn()];
    const { api, requests } = createTestClient({
      middleware: [outer.auth, inner.auth],
      answers: [401],
    });
    const call = api.call();
    await inner.answer({ token: 'A' });
    await outer.answer({ token: 'B' });
    expect({ status: (await call).error?.status, length: requests.length }).toEqual({
      status: 401,
      length: 3,
    });
  });

  it('refresh once if they are the same object', async () => {
    const { auth, asked, answer } = await signedIn();
    const { api, requests } = createTestClient({
      middleware: [auth, auth],
      answers: [401, { n: 2 }],
    });
    const call = api.call();
    await answer({ token: 'A' });
    expect([(await call).data, asked.length, requests.length]).toEqual([{ n: 2 }, 0, 2]);
  });
});

describe('a stream (rules.md#credentials)', () => {
  it('refreshes the token if it gets a 401 when it opens or resumes', async () => {
    const { auth, answer } = await signedIn();
    const { api, requests } = createTestClient({
      middleware: [auth],
      answers: [401, new Response('data'), 401, new Response('more')],
      endpoint: { responseType: reader({ open: (body) => body }) },
    });
    const opening = api.call();
    await answer({ token: 'A' });
    const body = (await opening).data as unknown as OpenBody;
    await vi.advanceTimersByTimeAsync(10_000);
    const again = body.again({ 'last-event-id': '1' });
    await answer({ token: 'B' });
    expect((await again).error).toBeNull();
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer A', 'Bearer A', 'Bearer B']);
    body.end();
  });
});

describe('GraphQL (rules.md#credentials)', () => {
  class OfGraphQL extends AuthPlugin {
    protected override isRejected({ error }: Result<unknown>): boolean {
      return JSON.stringify(error?.body ?? null).includes('UNAUTHENTICATED');
    }
  }

  it('lets isRejected read an error code instead of the status', async () => {
    const { auth, answer } = await signedIn(OfGraphQL);
    const refused = { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] };
    const sent: (string | null)[] = [];
    const client = createGraphQL({
      endpoint: 'http://api.test/graphql',
      middleware: [auth],
      fetch: async (_url, init) => {
        sent.push(tokenOf({ init }));
        return jsonResponse(sent.length === 1 ? refused : { data: { me: 'Ada' } });
      },
      operations: { me: new Operation<Record<string, never>, { me: string }>({ operation: '{ me }' }) },
    });
    const call = client.me();
    await answer({ token: 'A' });
    expect([(await call).data, sent]).toEqual([{ me: 'Ada' }, ['Bearer T', 'Bearer A']]);
  });
});
