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
    ['returns undefined', () => undefined],
    ['returns a value that is not a token', () => ({ token: 5 })],
    ['returns an empty token', () => ({ token: '' })],
    ['throws', broken],
    ['rejects with undefined', () => Promise.reject(undefined)],
    ['throws an AuthError of another plugin', () => Promise.reject(new AuthError('rejected'))],
    ['never settles', never],
  ])('fails the call and leaves no timer if it %s', async (_what, refresh) => {
    const { result, requests, auth } = await callWith(refresh);
    expect([reasonOf(result), requests.length]).toEqual(['failed', 0]);
    expect([auth.isRefreshing, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it('is called again for the next call if it returns an expired token, which is sent', async () => {
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
    ['a store that never responds', { store: { load: never, save: never } }],
    ['a lock that throws', { lock: broken }],
    ['a lock that never runs its task', { lock: never }],
    ['a lock that skips its task', { lock: () => undefined }],
    ['a lock that runs its task twice', { lock: (task) => Promise.all([task(), task()]) }],
    ["a lock that doesn't wait for its task", { lock: (task) => void task() }],
    ['a lock that fails after its task', { lock: (task) => task().then(broken) }],
    [
      'a lock that runs its task too late',
      { lock: (task) => new Promise((resolve) => setTimeout(resolve, 7000)).then(task) },
    ],
    ['both', { store: { load: never, save: broken }, lock: never }],
  ])('costs time but fails no call, and the source is called once: %s', async (_what, options) => {
    const refresh = vi.fn(async () => ({ token: 'T' }));
    const { result, requests } = await callWith(refresh, options as AuthOptions);
    expect([result.data, requests.length, vi.getTimerCount()]).toEqual([{ n: 1 }, 1, 0]);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe('a secret (rules.md#credentials)', () => {
  const secrets = ['tok-3f9a7c1e', 'refresh-8b2d6e40'] as const;

  it.each<[string, (stale: Credentials | undefined) => Promise<unknown>]>([
    ['rejected', async () => null],
    ['failed', async () => Promise.reject(new Error('503'))],
    ['useless', async () => ({ token: `${secrets[0]}\r\nx-admin: 1`, refreshToken: secrets[1] })],
    [
      'failed with a message that quotes the token',
      async (stale) => Promise.reject(new Error(`no: ${stale?.token}`)),
    ],
    [
      'failed with a message that quotes the refresh token',
      async (stale) =>
        Promise.reject(new Error(`no: ${stale?.refreshToken}`, { cause: new Error(stale?.refreshToken) })),
    ],
  ])(
    'is not in a message, a log line or the JSON of a call whose credentials were %s',
    async (_what, refresh) => {
      const lines = printed();
      const auth = new AuthPlugin(refresh as never);
      await auth.set({ token: secrets[0], refreshToken: secrets[1] });
      const { api } = createTestClient({ middleware: [auth], answers: [401], log: true });
      const { error } = await api.call();
      const cause = error?.cause as Error | undefined;
      const told = [
        error?.message,
        error?.stack,
        JSON.stringify(error),
        cause?.message,
        JSON.stringify(cause),
      ];
      for (const secret of secrets) expect([...told, ...lines.flat()].join('\n')).not.toContain(secret);
    },
  );

  it('can be in the error of the source, which the call keeps as its cause and describes by names and codes', async () => {
    const failure = Object.assign(new Error('no'), { code: 'E_GRANT' });
    const { error } = (await callWith(() => Promise.reject(failure))).result;
    expect(error?.message).toBe('GET /things failed in the middleware "auth": token refresh failed: E_GRANT');
    expect((error?.cause as Error).cause).toBe(failure);
    expect(error?.toJSON()['cause']).toEqual([{ name: 'AuthError' }, { name: 'Error', code: 'E_GRANT' }]);
  });
});
