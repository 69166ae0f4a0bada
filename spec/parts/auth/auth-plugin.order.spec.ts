import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AuthError } from '../../../lib/auth.js';
import { AuthPlugin } from '../../../lib/auth.js';
import {
  cacheMiddleware,
  createGraphQL,
  type OpenBody,
  Operation,
  poll,
  pollUntil,
  type Result,
  retryMiddleware,
} from '../../../lib/index.js';
import { reader } from '../../../lib/stream.js';
import { jsonResponse } from '../../../lib/testing.js';
import { answering, type Arrived } from '../../support/answering.js';
import type { Untyped } from '../../support/capture.js';
import { heldSource } from '../../support/credentials.js';
import { heldFetch, settleMicrotasks } from '../../support/held-fetch.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const tokenOf = ({ init }: Pick<Arrived, 'init'>): string | null =>
  new Headers(init.headers).get('authorization');

const signedIn = async () => {
  const { source, asked } = heldSource();
  const auth = new AuthPlugin(source);
  await auth.set({ token: 'T' });
  return { auth, asked };
};

describe('outside of a retry (rules.md#credentials)', () => {
  it('a 401 passes the retry untouched, and then everything inside runs once more', async () => {
    const { auth, asked } = await signedIn();
    const { api, arrived } = answering([auth, retryMiddleware({ baseDelay: 10, jitter: false })], {
      answers: [503, 401, 503, { n: 4 }],
    });
    const call = api.read();
    await jest.advanceTimersByTimeAsync(10);
    expect([arrived.length, asked.length]).toEqual([2, 1]);
    asked[0]!.give({ token: 'A' });
    await jest.advanceTimersByTimeAsync(10);
    expect((await call).data).toEqual({ n: 4 });
    expect(arrived.map(tokenOf)).toEqual(['Bearer T', 'Bearer T', 'Bearer A', 'Bearer A']);
  });
});

describe('outside of a cache (rules.md#credentials)', () => {
  it('a hit asks for no token and sends nothing', async () => {
    const { auth, asked } = await signedIn();
    const { api, arrived } = answering([auth, cacheMiddleware()]);
    await api.read();
    await api.read();
    expect([arrived.length, asked.length]).toEqual([1, 0]);
  });

  it('inside of one, no answer is kept: its key would be without the token', async () => {
    const { auth } = await signedIn();
    const { api, arrived } = answering([cacheMiddleware(), auth]);
    await api.read();
    await api.read();
    expect(arrived).toHaveLength(2);
  });
});

describe('share (rules.md#credentials)', () => {
  it('a shared 401 makes one refresh, and the replays join again', async () => {
    const { auth, asked } = await signedIn();
    const { fetch, requests } = heldFetch();
    const { api } = answering([auth], { fetch, endpoint: { share: true } });
    const calls = Array.from({ length: 50 }, () => api.read());
    await settleMicrotasks();
    requests[0]!.answer(null, { status: 401 });
    await jest.advanceTimersByTimeAsync(0);
    asked[0]!.give({ token: 'A' });
    await jest.advanceTimersByTimeAsync(0);
    expect(requests.map(tokenOf)).toEqual(['Bearer T', 'Bearer A']);
    requests[1]!.answer({ ok: true });
    await jest.advanceTimersByTimeAsync(0);
    const results = await Promise.all(calls);
    expect(new Set(results.map(({ data }) => JSON.stringify(data)))).toEqual(new Set(['{"ok":true}']));
    expect(asked).toHaveLength(1);
  });
});

describe('a poll (rules.md#credentials)', () => {
  const reasonOf = ({ error }: Result<unknown>): unknown => (error?.cause as AuthError | undefined)?.reason;
  const until = (): boolean => true;

  it('that nobody is signed in for sends nothing, and pollUntil ends', async () => {
    const { auth } = await signedIn();
    await auth.clear();
    const { api, arrived } = answering([auth]);
    const waiting = pollUntil(api.read, {}, { every: 100, until });
    await jest.advanceTimersByTimeAsync(1000);
    expect([reasonOf(await waiting), arrived.length]).toEqual(['signed-out', 0]);
  });

  it.each<[string, unknown]>([
    ['rejected', null],
    ['failed', new Error('503')],
  ])('whose credentials are %s ends pollUntil', async (reason, outcome) => {
    const { auth, asked } = await signedIn();
    const { api, arrived } = answering([auth], { answers: [401] });
    const waiting = pollUntil(api.read, {}, { every: 100, until });
    await jest.advanceTimersByTimeAsync(0);
    if (outcome) asked[0]!.fail(outcome);
    else asked[0]!.give(null);
    await jest.advanceTimersByTimeAsync(1000);
    expect([reasonOf(await waiting), arrived.length]).toEqual([reason, 1]);
  });

  it('ends when somebody signs in: it was begun as nobody, and the next one is theirs', async () => {
    const { auth } = await signedIn();
    await auth.clear();
    const { api } = answering([auth]);
    const seen: unknown[] = [];
    const stop = poll(api.read, {}, (result) => seen.push(reasonOf(result) ?? result.data), { every: 100 });
    await jest.advanceTimersByTimeAsync(50);
    await auth.set({ token: 'U' });
    await jest.advanceTimersByTimeAsync(1000);
    stop();
    expect(new Set(seen)).toEqual(new Set(['signed-out']));
    const next = await pollUntil(api.read, {}, { every: 100, until });
    expect(next.data).toMatchObject({ n: expect.any(Number) });
  });
});

describe('two plugins in one list (rules.md#credentials)', () => {
  class Keyed extends AuthPlugin {
    protected override apply(
      request: { setHeader(name: string, value: string): void },
      { token }: { token: string },
    ): void {
      request.setHeader('x-api-key', token);
    }

    protected override isRejected({ error }: Result<unknown>): boolean {
      return error?.status === 403;
    }
  }

  it('send both tokens, and each gets another of its own', async () => {
    const user = await signedIn();
    const held = heldSource();
    const key = new Keyed(held.source);
    await key.set({ token: 'K' });
    const { api, arrived } = answering([key, user.auth], { answers: [401, 403, { n: 3 }] });
    const call = api.read();
    await settleMicrotasks();
    user.asked[0]!.give({ token: 'A' });
    await settleMicrotasks();
    await settleMicrotasks();
    held.asked[0]!.give({ token: 'L' });
    expect((await call).data).toEqual({ n: 3 });
    expect(
      arrived.map(({ init }) => [new Headers(init.headers).get('x-api-key'), tokenOf({ init })]),
    ).toEqual([
      ['K', 'Bearer T'],
      ['K', 'Bearer A'],
      ['L', 'Bearer A'],
    ]);
  });

  it('that blame each other for a 401 come to an end', async () => {
    const [outer, inner] = [await signedIn(), await signedIn()];
    const { api, arrived } = answering([outer.auth, inner.auth], { answers: [401] });
    const call = api.read();
    await settleMicrotasks();
    inner.asked[0]!.give({ token: 'A' });
    await settleMicrotasks();
    await settleMicrotasks();
    outer.asked[0]!.give({ token: 'B' });
    expect((await call).error?.status).toBe(401);
    expect(arrived).toHaveLength(3);
  });

  it('of one object in two places ask once, too', async () => {
    const { auth, asked } = await signedIn();
    const { api, arrived } = answering([auth, auth], { answers: [401, { n: 2 }] });
    const call = api.read();
    await settleMicrotasks();
    asked[0]!.give({ token: 'A' });
    expect([(await call).data, asked.length, arrived.length]).toEqual([{ n: 2 }, 1, 2]);
  });
});

describe('a stream (rules.md#credentials)', () => {
  const responseType = reader({ open: (body) => body });

  it('whose opening was refused is opened with another token', async () => {
    const { auth, asked } = await signedIn();
    const { api, arrived } = answering([auth], {
      answers: [401, new Response('data')],
      endpoint: { responseType },
    });
    const call = api.read();
    await settleMicrotasks();
    asked[0]!.give({ token: 'A' });
    const { data, error } = await call;
    expect([error, arrived.map(tokenOf)]).toEqual([null, ['Bearer T', 'Bearer A']]);
    (data as unknown as OpenBody).end();
  });

  it('that goes on does so with the token of then', async () => {
    const { auth, asked } = await signedIn();
    const { api, arrived } = answering([auth], {
      answers: [new Response('data'), 401, new Response('more')],
      endpoint: { responseType },
    });
    const body = (await api.read()).data as unknown as OpenBody;
    const again = body.again({ 'last-event-id': '1' });
    await settleMicrotasks();
    asked[0]!.give({ token: 'A' });
    expect([(await again).error, arrived.map(tokenOf)]).toEqual([null, ['Bearer T', 'Bearer T', 'Bearer A']]);
    body.end();
  });
});

describe('GraphQL (rules.md#credentials)', () => {
  class OfGraphQL extends AuthPlugin {
    protected override isRejected({ error }: Result<unknown>): boolean {
      const errors = error?.kind === 'http' ? (error.body as Untyped) : undefined;
      return Array.isArray(errors) && errors.some((each) => each?.extensions?.code === 'UNAUTHENTICATED');
    }
  }

  it('an error code takes the place of the status, by isRejected', async () => {
    const { source, asked } = heldSource();
    const auth = new OfGraphQL(source);
    await auth.set({ token: 'T' });
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
    await settleMicrotasks();
    asked[0]!.give({ token: 'A' });
    expect([(await call).data, sent]).toEqual([{ me: 'Ada' }, ['Bearer T', 'Bearer A']]);
  });
});
