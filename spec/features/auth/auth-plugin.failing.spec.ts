import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthError, type AuthOptions, AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import { createTestClient } from '../../support/client.js';
import { reasonOf } from '../../support/credentials.js';
import { printed } from '../../support/printed.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const never = (): Promise<never> => new Promise(() => undefined);
const broken = (): never => {
  throw new Error('broken');
};

const callWith = async (refresh: unknown, options?: AuthOptions) => {
  const auth = new AuthPlugin(refresh as never, { refreshTimeout: 1000, ...options });
  const { api, requests } = createTestClient({ middleware: [auth] });
  const call = api.call();
  await vi.advanceTimersByTimeAsync(20_000);
  return { result: await call, requests, auth, api };
};

describe('a source that fails (rules.md#credentials)', () => {
  it.each<[string, () => unknown]>([
    ['gives undefined', () => undefined],
    ['gives a token that is none', () => ({ token: 5 })],
    ['gives an empty token', () => ({ token: '' })],
    ['throws', broken],
    ['rejects with undefined', () => Promise.reject(undefined)],
    ['throws an AuthError of another plugin', () => Promise.reject(new AuthError('rejected'))],
    ['never settles', never],
  ])('and %s makes the call fail, and leaves no timer', async (_what, refresh) => {
    const { result, requests, auth } = await callWith(refresh);
    expect([reasonOf(result), requests.length]).toEqual(['failed', 0]);
    expect([auth.isRefreshing, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it('and gives a token that has expired already sends it, and asks again for the next call', async () => {
    const refresh = vi.fn(async () => ({ token: 'T', expiresAt: 0 }));
    const { requests, api } = await callWith(refresh);
    await api.call();
    expect([requests.length, refresh.mock.calls.length]).toEqual([2, 2]);
  });
});

describe('a store or a lock that fails (rules.md#credentials)', () => {
  type Task = () => Promise<unknown>;

  it.each<[string, Pick<AuthOptions, 'store'> & { lock?: (task: Task) => unknown }]>([
    ['a store that throws', { store: { load: broken, save: broken } }],
    ['a store that never answers', { store: { load: never, save: never } }],
    ['a lock that throws', { lock: broken }],
    ['a lock that never lets anybody in', { lock: never }],
    ['a lock that runs nothing', { lock: () => undefined }],
    ['a lock that runs its task twice', { lock: (task) => Promise.all([task(), task()]) }],
    ['a lock that does not wait for its task', { lock: (task) => void task() }],
    ['a lock that fails when its task is done', { lock: (task) => task().then(broken) }],
    [
      'a lock that comes too late',
      { lock: (task) => new Promise((resolve) => setTimeout(resolve, 7000)).then(task) },
    ],
    ['both', { store: { load: never, save: broken }, lock: never }],
  ])('as %s, costs time and fails no call; the source is asked once', async (_what, options) => {
    const refresh = vi.fn(async () => ({ token: 'T' }));
    const { result, requests } = await callWith(refresh, options as AuthOptions);
    expect([result.data, requests.length, vi.getTimerCount()]).toEqual([{ n: 1 }, 1, 0]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('what is secret (rules.md#credentials)', () => {
  const secrets = ['tok-3f9a7c1e', 'refresh-8b2d6e40'] as const;

  it.each<[string, (stale: Credentials | undefined) => Promise<unknown>]>([
    ['rejected', async () => null],
    ['failed', async () => Promise.reject(new Error('503'))],
    ['of no use', async () => ({ token: `${secrets[0]}\r\nx-admin: 1`, refreshToken: secrets[1] })],
    [
      'failed with words that quote the token',
      async (stale) => Promise.reject(new Error(`no: ${stale?.token}`)),
    ],
    [
      'failed with words that quote the refresh token',
      async (stale) =>
        Promise.reject(new Error(`no: ${stale?.refreshToken}`, { cause: new Error(stale?.refreshToken) })),
    ],
  ])('stands in no message, line or JSON of a call whose credentials were %s', async (_what, refresh) => {
    const lines = printed();
    const auth = new AuthPlugin(refresh as never);
    await auth.set({ token: secrets[0], refreshToken: secrets[1] });
    const { api } = createTestClient({ middleware: [auth], answers: [401], log: true });
    const { error } = await api.call();
    const cause = error?.cause as Error | undefined;
    const told = [error?.message, error?.stack, JSON.stringify(error), cause?.message, JSON.stringify(cause)];
    for (const secret of secrets) expect([...told, ...lines.flat()].join('\n')).not.toContain(secret);
  });

  it('leaves what the source threw as the cause, whose names and codes are told', async () => {
    const failure = Object.assign(new Error('no'), { code: 'E_GRANT' });
    const { error } = (await callWith(() => Promise.reject(failure))).result;
    expect(error?.message).toBe(
      'GET /things failed in the middleware "auth": The credential refresh failed: E_GRANT',
    );
    expect((error?.cause as Error).cause).toBe(failure);
    expect(error?.toJSON()['cause']).toEqual([{ name: 'AuthError' }, { name: 'Error', code: 'E_GRANT' }]);
  });
});
