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

/** A client behind an AuthPlugin that is signed in with T, whose refreshes are answered by hand. */
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
    // As JSON and databases have it where there is none.
    await auth.set({ token: 'V', scheme: null as never });
    await api.call();
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'DPoP U', 'Bearer V']);
  });

  it('waits for the first token, with all others that begin meanwhile', async () => {
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

  it('whose token was refused is sent once more with another one', async () => {
    const { api, asked, requests } = await signedIn([401, { n: 2 }]);
    const call = api.call({ a: 1 });
    await flush();
    asked[0]!.give({ token: 'A' });
    expect((await call).data).toEqual({ n: 2 });
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer A']);
    expect(requests[0]!.url).toBe(requests[1]!.url);
  });

  it('whose old token was refused takes the current one, and asks for none', async () => {
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

  it('whose other token is refused, too, comes home with that 401; so do others within minInterval', async () => {
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

  it('when nobody is signed in sends nothing, and is an AuthError', async () => {
    const { api, auth, requests } = await signedIn();
    await auth.clear();
    const result = await api.call();
    expect([reasonOf(result), requests.length]).toEqual(['signed-out', 0]);
    expect(result.error?.message).toBe(
      'GET /things failed in the middleware "auth": The user signed out or changed: sign in with set(), then make a new call.',
    );
  });

  it('that clear overtakes in the same breath sends nothing', async () => {
    const { api, auth, requests } = await signedIn();
    const call = api.call();
    void auth.clear();
    expect([reasonOf(await call), requests.length]).toEqual(['signed-out', 0]);
  });

  it('that waits is not sent as the next user, who signs in in the same breath', async () => {
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

  it('whose apply takes its time is not sent with the token of the user before', async () => {
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

  it('whose refresh was rejected, or failed, has one AuthError with all who waited', async () => {
    const { api, asked } = await signedIn([401]);
    const calls = [api.call(), api.call(), api.other()];
    await flush();
    asked[0]!.give(null);
    const results = await Promise.all(calls);
    expect(results.map(reasonOf)).toEqual(Array(3).fill('rejected'));
    expect(new Set(results.map(({ error }) => error?.cause)).size).toBe(1);
    expect(reasonOf(await api.call())).toBe('signed-out');
  });

  it('is sent once more under its own signal, whatever an inner middleware has left there', async () => {
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

  it('retries by result.retry(), with the token of then', async () => {
    const { api, asked, requests } = await signedIn([500, 401, 500]);
    const result = await api.call();
    const other = api.other();
    await flush();
    asked[0]!.give({ token: 'A' });
    await other;
    await result.retry();
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer T', 'Bearer A', 'Bearer A']);
  });

  it('takes no token where appliesTo says so, whoever is signed in', async () => {
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
    ['a newer call that takes its place', { endpoint: { dedupe: true } }, () => ({}), 'abort'],
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
  ])('of 1,000 calls that %s leaves nothing: the refresh goes on while one waits', async (_what, kind) => {
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
  });

  it('after a 401 ends with the signal, too, and the call is sent no more', async () => {
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

  it('rule 5: of a source that calls through its own plugin ends at refreshTimeout', async () => {
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

  it('comes home with its 401, and the refresh goes on in the background', async () => {
    const { api, asked, requests } = await signedIn([401, { n: 2 }], { endpoint: { method: 'POST' } });
    const result = await api.call(streamed());
    expect([result.error?.status, requests.length, asked.length]).toEqual([401, 1, 1]);
    asked[0]!.give({ token: 'A' });
    await flush();
    await api.call({ a: 1 });
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer A']);
  });

  it('asks for none within minInterval, nor where its token was old', async () => {
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

  it('fails in the background without an unhandled rejection', async () => {
    const { api, asked } = await signedIn([401], { endpoint: { method: 'POST' } });
    await api.call(streamed());
    asked[0]!.fail(new Error('503'));
    await flush();
    expect(asked).toHaveLength(1);
  });
});

describe('apply, overridden (rules.md#credentials)', () => {
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
      'Authorization, which fetch takes away, leaves redirects as they are',
      inHeader('Authorization'),
      undefined,
    ],
    [
      'another header, which would go wherever a redirect leads, makes them errors',
      inHeader('x-key'),
      'error',
    ],
    [
      'another header does so late, too',
      async (request, token) => {
        await Promise.resolve();
        request.setHeader('x-key', token);
      },
      'error',
    ],
    [
      'another header beside Authorization does so, too',
      ({ headers }, token) => {
        headers.set('authorization', token);
        headers.set('x-tenant-key', token);
      },
      'error',
    ],
    [
      'the URL does so, too',
      (request, token) => void (request.url = `${request.url.split('?')[0]!}?key=${token}`),
      'error',
    ],
  ])('%s', async (_what, apply, redirect) => {
    expect(await redirects(applying(apply))).toEqual([redirect, redirect]);
  });

  it('leaves them as the client has them', async () => {
    const more = { fetchOptions: { redirect: 'follow' } } as const;
    expect(await redirects(applying(inHeader('x-key')), more)).toEqual(['follow', 'follow']);
  });

  it('leaves them to fetch when the same token goes out again, as under a retry around it', async () => {
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

  it('that throws is an error of the call', async () => {
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

describe('isRejected, overridden (rules.md#credentials)', () => {
  it('says for which answers the token is to blame', async () => {
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

describe('rule 6: origins at a call (rules.md#credentials)', () => {
  it('one to another origin than the first is refused, naming both, and not sent', async () => {
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

  it('a replay is not sent to where an inner middleware has turned the request', async () => {
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
