import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthOptions, AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import type {
  CallOptions,
  Middleware,
  MiddlewareContext,
  MiddlewareRequest,
  Result,
} from '../../../lib/index.js';
import { type Answer, createTestClient, type TestClientOptions } from '../../support/client.js';
import { heldSource, outcomeOf, reasonOf, tokenOf } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client behind an AuthPlugin that is signed in with T, and whose refreshes the spec settles by hand. */
const signedIn = async (
  answers: readonly Answer[] = [],
  { options, ...more }: TestClientOptions & { options?: AuthOptions } = {},
) => {
  const { source, asked } = heldSource();
  const auth = new AuthPlugin(source, options);
  await auth.set({ token: 'T' });
  return {
    ...createTestClient({ endpoints: ['call', 'other'], middleware: [auth], answers, ...more }),
    auth,
    asked,
  };
};

describe('a call (rules.md#credentials)', () => {
  it('sends the token with its scheme, Bearer by default', async () => {
    const { api, auth, requests } = await signedIn();
    await api.call();
    await auth.set({ token: 'U', scheme: 'DPoP' });
    await api.call();
    // JSON and databases write null if there is no scheme.
    await auth.set({ token: 'V', scheme: null as never });
    await api.call();
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'DPoP U', 'Bearer V']);
  });

  it('waits for the first token, together with all calls that start in the meantime', async () => {
    const { source, asked } = heldSource();
    const auth = new AuthPlugin(source);
    const { api, requests } = createTestClient({ endpoints: ['call', 'other'], middleware: [auth] });
    const calls = [api.call(), api.call({ a: 1 }), api.other()];
    await flush();
    expect([requests.length, asked.length, auth.isRefreshing]).toEqual([0, 1, true]);
    asked[0]!.give({ token: 'A' });
    await Promise.all(calls);
    expect(requests.map(tokenOf)).toEqual(Array(3).fill('Bearer A'));
    expect(auth.isRefreshing).toBe(false);
  });

  it('is sent again with a new token if it gets a 401', async () => {
    const { api, asked, requests } = await signedIn([401, { n: 2 }]);
    const call = api.call({ a: 1 });
    await flush();
    asked[0]!.give({ token: 'A' });
    expect((await call).data).toEqual({ n: 2 });
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer A']);
    expect(requests[0]!.url).toBe(requests[1]!.url);
  });

  it('is sent again with the current token, without a refresh, if the 401 is for an older one', async () => {
    const { fetch, requests } = heldFetch();
    const { api, asked } = await signedIn([], { fetch });
    const calls = [api.call(), api.other()];
    await flush();
    requests[0]!.answer(null, { status: 401 });
    await flush();
    asked[0]!.give({ token: 'A' });
    await flush();
    requests[1]!.answer(null, { status: 401 });
    await flush();
    requests[2]!.answer({ ok: true });
    requests[3]!.answer({ ok: true });
    const results = await Promise.all(calls);
    expect([results.map(({ data }) => data), asked.length]).toEqual([[{ ok: true }, { ok: true }], 1]);
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer T', 'Bearer A', 'Bearer A']);
  });

  it('returns a 401 for the new token too, and so do other calls within minInterval', async () => {
    const { api, asked, requests, onError } = await signedIn([401]);
    const call = api.call();
    await flush();
    asked[0]!.give({ token: 'A' });
    expect((await call).error?.status).toBe(401);
    expect((await api.call()).error?.status).toBe(401);
    expect([requests.length, asked.length, onError.mock.calls.length]).toEqual([3, 1, 2]);
    await vi.advanceTimersByTimeAsync(10_000);
    void api.call();
    await flush();
    expect(asked).toHaveLength(2);
  });

  it.each([400, 403, 500])('is not sent again for a %s', async (status) => {
    const { api, asked, requests } = await signedIn([status]);
    expect((await api.call()).error?.status).toBe(status);
    expect([requests.length, asked.length]).toEqual([1, 0]);
  });

  it('sends nothing and returns an AuthError if no user is signed in', async () => {
    const { api, auth, requests } = await signedIn();
    await auth.clear();
    const result = await api.call();
    expect([reasonOf(result), requests.length]).toEqual(['signed-out', 0]);
    expect(result.error?.message).toBe(
      'GET /things failed in the middleware "auth": The user signed out or changed: sign in with set(), then make a new call.',
    );
  });

  it('sends nothing if clear() runs in the same tick', async () => {
    const { api, auth, requests } = await signedIn();
    const call = api.call();
    void auth.clear();
    expect([reasonOf(await call), requests.length]).toEqual(['signed-out', 0]);
  });

  it('is not sent as the next user while it waits, even if that user signs in in the same tick', async () => {
    const { source } = heldSource();
    const auth = new AuthPlugin(source);
    const { api, requests } = createTestClient({ endpoints: ['call', 'other'], middleware: [auth] });
    const call = api.call();
    await flush();
    void auth.clear();
    void auth.set({ token: 'of the next user' });
    expect(reasonOf(await call)).toBe('signed-out');
    await api.call();
    expect(requests.map(tokenOf)).toEqual(['Bearer of the next user']);
  });

  it('is not sent with the token of the previous user if apply() is slow', async () => {
    class Slow extends AuthPlugin {
      protected override async apply(request: MiddlewareRequest, credentials: Credentials): Promise<void> {
        await super.apply(request, credentials);
        await this.clear();
        await this.set({ token: 'of the next user' });
      }
    }
    const { api, requests } = createTestClient({
      middleware: [new Slow(async () => ({ token: 'A' }))],
    });
    expect([reasonOf(await api.call()), requests.length]).toEqual(['signed-out', 0]);
  });

  it('shares one AuthError with all waiting calls if the refresh is rejected or fails', async () => {
    const { api, asked } = await signedIn([401]);
    const calls = [api.call(), api.call(), api.other()];
    await flush();
    asked[0]!.give(null);
    const results = await Promise.all(calls);
    expect(results.map(reasonOf)).toEqual(Array(3).fill('rejected'));
    expect(new Set(results.map(({ error }) => error?.cause)).size).toBe(1);
    expect(reasonOf(await api.call())).toBe('signed-out');
  });

  it('is sent again with its own signal, even if an inner middleware set another one', async () => {
    const auth = new AuthPlugin(async () => ({ token: 'A' }));
    await auth.set({ token: 'T' });
    const inner = new AbortController();
    const { api, requests } = createTestClient({
      middleware: [
        auth,
        async (ctx, next) => {
          const result = await next();
          ctx.request.signal = inner.signal;
          inner.abort();
          return result;
        },
      ],
      answers: [401, { n: 2 }],
    });
    expect((await api.call()).data).toEqual({ n: 2 });
    expect(requests).toHaveLength(2);
  });

  it('uses the current token for result.retry()', async () => {
    const { api, asked, requests } = await signedIn([500, 401, 500]);
    const result = await api.call();
    const other = api.other();
    await flush();
    asked[0]!.give({ token: 'A' });
    await other;
    await result.retry();
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer T', 'Bearer A', 'Bearer A']);
  });

  it('needs no token if appliesTo() returns false, whether or not a user is signed in', async () => {
    class OfPrivate extends AuthPlugin {
      protected override appliesTo({ requestName }: MiddlewareContext): boolean {
        return requestName !== 'other';
      }
    }
    const auth = new OfPrivate(async () => null);
    const { api, requests } = createTestClient({ endpoints: ['call', 'other'], middleware: [auth] });
    await auth.clear();
    expect([reasonOf(await api.call()), (await api.other()).data]).toEqual(['signed-out', { n: 1 }]);
    expect(requests.map(tokenOf)).toEqual([null]);
  });
});

describe('a wait for credentials (rules.md#credentials)', () => {
  const waiting = (more?: TestClientOptions) => {
    const { source, asked } = heldSource();
    return {
      ...createTestClient({ endpoints: ['call', 'other'], middleware: [new AuthPlugin(source)], ...more }),
      asked,
    };
  };

  it.each<[string, TestClientOptions, (signal: AbortSignal) => CallOptions, string]>([
    ['the deadline of the call', {}, () => ({ timeout: 500 }), 'timeout'],
    ['the signal of the call', {}, (signal) => ({ signal }), 'abort'],
    ['a newer call that replaces it', { endpoint: { dedupe: true } }, () => ({}), 'abort'],
  ])('ends with %s', async (_what, more, optionsOf, kind) => {
    const controller = new AbortController();
    const { api, asked, requests } = waiting(more);
    const call = api.call({ q: 'a' }, optionsOf(controller.signal));
    await flush();
    const other = more.endpoint ? api.call({ q: 'b' }) : api.other();
    controller.abort();
    await vi.advanceTimersByTimeAsync(501);
    expect((await call).error?.kind).toBe(kind);
    asked[0]!.give({ token: 'A' });
    expect([(await other).data, requests.length, vi.getTimerCount()]).toEqual([{ n: 1 }, 1, 0]);
  });

  it.each<[string, string | undefined]>([
    ['were aborted', 'abort'],
    ['are over', undefined],
  ])(
    'leaves nothing behind for 1,000 calls that %s, and the refresh continues while one call waits',
    async (_what, kind) => {
      const { api, asked } = waiting();
      const controller = new AbortController();
      const { signal } = controller;
      const added = vi.spyOn(signal, 'addEventListener');
      const removed = vi.spyOn(signal, 'removeEventListener');
      const calls = Array.from({ length: 1000 }, () => api.call(undefined, { signal, timeout: 60_000 }));
      const other = api.other();
      await flush();
      if (kind) controller.abort();
      await flush();
      expect(asked[0]!.signal.aborted).toBe(false);
      asked[0]!.give({ token: 'A' });
      expect((await other).error).toBeNull();
      expect(new Set((await Promise.all(calls)).map(({ error }) => error?.kind))).toEqual(new Set([kind]));
      await flush();
      expect([asked.length, vi.getTimerCount()]).toEqual([1, 0]);
      expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    },
  );

  it('ends with the signal after a 401 too, and the call is not sent again', async () => {
    const { api, asked, requests } = await signedIn([401, { n: 2 }]);
    const controller = new AbortController();
    const call = api.call(undefined, { signal: controller.signal });
    await flush();
    controller.abort();
    expect((await call).error?.kind).toBe('abort');
    asked[0]!.give({ token: 'A' });
    await flush();
    expect(requests).toHaveLength(1);
  });

  it('rule 5: ends at refreshTimeout if the source calls through its own plugin', async () => {
    const auth: AuthPlugin = new AuthPlugin(async () => ({ token: String((await api.other()).data) }), {
      refreshTimeout: 5000,
    });
    const { api, requests } = createTestClient({ endpoints: ['call', 'other'], middleware: [auth] });
    const calls = [api.call(), api.call()];
    await vi.advanceTimersByTimeAsync(5000);
    expect((await Promise.all(calls)).map(reasonOf)).toEqual(['failed', 'failed']);
    expect([requests.length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

describe('a body that can be sent only once (rules.md#credentials)', () => {
  const streamed = () => new Blob(['a']).stream();

  it('returns the 401, and the refresh continues in the background', async () => {
    const { api, asked, requests } = await signedIn([401, { n: 2 }], { endpoint: { method: 'POST' } });
    const result = await api.call(streamed());
    expect([result.error?.status, requests.length, asked.length]).toEqual([401, 1, 1]);
    asked[0]!.give({ token: 'A' });
    await flush();
    await api.call({ a: 1 });
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer A']);
  });

  it('starts no refresh within minInterval, or if its token was not the current one', async () => {
    const { fetch, requests } = heldFetch();
    const { api, auth, asked } = await signedIn([], { fetch, endpoint: { method: 'POST' } });
    const call = api.call(streamed());
    await flush();
    await auth.set({ token: 'U' });
    requests[0]!.answer(null, { status: 401 });
    await call;
    await flush();
    expect(asked).toHaveLength(0);
  });

  it('leaves no unhandled rejection if the background refresh fails', async () => {
    const { api, asked } = await signedIn([401], { endpoint: { method: 'POST' } });
    await api.call(streamed());
    asked[0]!.fail(new Error('503'));
    await flush();
    expect(asked).toHaveLength(1);
  });
});

describe('apply(), overridden (rules.md#credentials)', () => {
  type Apply = (request: MiddlewareRequest, token: string) => void | Promise<void>;

  const applying = (apply: Apply): AuthPlugin => {
    class Applying extends AuthPlugin {
      protected override apply(request: MiddlewareRequest, { token }: Credentials): void | Promise<void> {
        return apply(request, token);
      }
    }
    return new Applying(async () => ({ token: 'T' }));
  };

  const redirects = async (auth: AuthPlugin, more?: TestClientOptions) => {
    const { api, requests } = createTestClient({
      middleware: [auth],
      answers: [401, { n: 2 }],
      ...more,
    });
    await auth.set({ token: 'before' });
    await api.call();
    return requests.map(({ init }) => init.redirect);
  };

  const inHeader = (name: string): Apply => {
    return (request, token) => request.setHeader(name, token);
  };

  it.each<[string, Apply, RequestInit['redirect']]>([
    [
      'leaves redirects unchanged for Authorization, which fetch removes',
      inHeader('Authorization'),
      undefined,
    ],
    [
      'makes redirects errors for another header, which fetch would send to the redirect target',
      inHeader('x-key'),
      'error',
    ],
    [
      'makes redirects errors for another header that is set asynchronously',
      async (request, token) => {
        await Promise.resolve();
        request.setHeader('x-key', token);
      },
      'error',
    ],
    [
      'makes redirects errors for another header in addition to Authorization',
      ({ headers }, token) => {
        headers.set('authorization', token);
        headers.set('x-tenant-key', token);
      },
      'error',
    ],
    [
      'makes redirects errors for a changed URL',
      (request, token) => void (request.url = `${request.url.split('?')[0]!}?key=${token}`),
      'error',
    ],
  ])('%s', async (_what, apply, redirect) => {
    expect(await redirects(applying(apply))).toEqual([redirect, redirect]);
  });

  it('keeps the redirect setting of the client', async () => {
    const more = { fetchOptions: { redirect: 'follow' } } as const;
    expect(await redirects(applying(inHeader('x-key')), more)).toEqual(['follow', 'follow']);
  });

  it('keeps redirects followed when the same token is sent again, as in a retry around it', async () => {
    const twice: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    const { api, requests } = createTestClient({
      middleware: [twice, new AuthPlugin(async () => ({ token: 'T' }))],
    });
    await api.call();
    expect(requests.map(({ init }) => init.redirect)).toEqual([undefined, undefined]);
  });

  it('makes the call an error if it throws', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    const { api, requests } = createTestClient({ middleware: [applying(broken)] });
    expect({ kind: (await api.call()).error?.kind, length: requests.length }).toEqual({
      kind: 'middleware',
      length: 0,
    });
  });
});

describe('isRejected(), overridden (rules.md#credentials)', () => {
  it('decides which responses reject the token', async () => {
    class Of403 extends AuthPlugin {
      protected override isRejected({ error }: Result<unknown>): boolean {
        return error?.status === 403;
      }
    }
    const refresh = vi.fn(async () => ({ token: 'T' }));
    const auth = new Of403(refresh);
    await auth.set({ token: 'before' });
    const { api, requests } = createTestClient({
      middleware: [auth],
      answers: [403, { n: 2 }, 401],
    });
    expect((await api.call()).data).toEqual({ n: 2 });
    expect((await api.call()).error?.status).toBe(401);
    expect([refresh.mock.calls.length, requests.length]).toEqual([1, 3]);
  });
});

describe('rule 6: the origins of a call (rules.md#credentials)', () => {
  it('reject a call to another origin than the first, with an error that names both, and nothing is sent', async () => {
    const { source } = heldSource();
    const auth = new AuthPlugin(source);
    await auth.set({ token: 'T' });
    const first = createTestClient({ endpoints: ['call', 'other'], middleware: [auth] });
    const second = createTestClient({ middleware: [auth], baseUrl: 'https://other.test' });
    await first.api.call();
    const { error } = await second.api.call();
    expect({ kind: error?.kind, length: second.requests.length }).toEqual({ kind: 'middleware', length: 0 });
    expect((error?.cause as Error).message).toContain(
      'The token is for http://api.test, but the request goes to https://other.test: add it to AuthPlugin({ origins }), or exclude it in appliesTo().',
    );
    expect(error?.message).toContain('https://other.test');
  });

  it('reject a repeated call whose URL an inner middleware has changed to another origin', async () => {
    const { source, asked } = heldSource();
    const auth = new AuthPlugin(source);
    await auth.set({ token: 'T' });
    const turning = createTestClient({
      middleware: [
        auth,
        async (ctx, next) => {
          const result = await next();
          ctx.request.url = 'https://other.test/';
          return result;
        },
      ],
      answers: [401],
    });
    const call = outcomeOf(turning.api.call());
    await flush();
    asked[0]!.give({ token: 'A' });
    await flush();
    expect((call.value as Result<unknown>).error?.kind).toBe('middleware');
    expect(turning.requests).toHaveLength(1);
  });
});
