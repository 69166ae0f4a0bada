import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuthError, type AuthOptions, AuthPlugin } from '../../../lib/auth.js';
import type { Result } from '../../../lib/index.js';
import { answering } from '../../support/answering.js';
import { settleMicrotasks } from '../../support/held-fetch.js';
import { printed } from '../../support/printed.js';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const causeOf = ({ error }: Result<unknown>): AuthError => {
  expect(error?.kind).toBe('middleware');
  return error?.cause as AuthError;
};

const callWith = async (refresh: unknown, options?: AuthOptions) => {
  const auth = new AuthPlugin(refresh as never, { refreshTimeout: 1000, ...options });
  const { api, arrived } = answering([auth]);
  const call = api.read();
  await jest.advanceTimersByTimeAsync(20_000);
  return { result: await call, arrived, auth, api };
};

describe('a source that fails (rules.md#credentials)', () => {
  it.each<[string, () => unknown]>([
    ['gives undefined', () => undefined],
    ['gives 5', () => 5],
    ['gives a text', () => 'a token'],
    ['gives a token that is none', () => ({ token: 5 })],
    ['gives an empty token', () => ({ token: '' })],
    [
      'throws',
      () => {
        throw new Error('x');
      },
    ],
    [
      'throws null',
      () => {
        throw null;
      },
    ],
    ['rejects with undefined', () => Promise.reject(undefined)],
    ['never settles', () => new Promise(() => undefined)],
    ['gives a thenable that never settles', () => ({ then: () => undefined })],
    [
      'gives a thenable that throws',
      () => ({
        then: () => {
          throw new Error('x');
        },
      }),
    ],
  ])('and %s makes the call fail, and leaves no timer', async (_what, refresh) => {
    const { result, arrived, auth } = await callWith(refresh);
    expect([causeOf(result).reason, arrived.length]).toEqual(['failed', 0]);
    expect([auth.isRefreshing, jest.getTimerCount()]).toEqual([false, 0]);
  });

  it('and gives a line feed in a token is refused by the name of the header', async () => {
    const { result, arrived } = await callWith(async () => ({ token: 'secret\r\nx-admin: 1' }));
    expect([String(result.error?.cause), arrived.length]).toEqual([
      expect.stringMatching(/^(?!.*secret).*authorization/i),
      0,
    ]);
    expect(JSON.stringify(result.error) + String(result.error?.stack)).not.toContain('secret');
  });

  it('and throws an AuthError of another plugin has only failed', async () => {
    const { result, api } = await callWith(async () => Promise.reject(new AuthError('rejected')));
    expect(causeOf(result).reason).toBe('failed');
    expect(causeOf(await api.read()).reason).toBe('failed');
  });

  it('and gives a token that has expired already sends it, and asks again for the next call', async () => {
    const refresh = jest.fn(async () => ({ token: 'T', expiresAt: 0 }));
    const { arrived, api } = await callWith(refresh);
    await api.read();
    expect([arrived.length, refresh.mock.calls.length]).toEqual([2, 2]);
  });
});

describe('a store that fails (rules.md#credentials)', () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const broken = (): never => {
    throw new Error('broken');
  };

  it.each<[string, Pick<AuthOptions, 'store' | 'lock'>]>([
    ['a store that throws', { store: { load: broken, save: broken } }],
    ['a store that never answers', { store: { load: never, save: never } }],
    ['a lock that throws', { lock: broken }],
    ['a lock that never lets anybody in', { lock: never }],
    ['a lock that runs nothing', { lock: (() => undefined) as never }],
    ['both', { store: { load: never, save: broken }, lock: never }],
  ])('as %s, costs time and fails no call', async (_what, options) => {
    const { result, arrived } = await callWith(async () => ({ token: 'T' }), options);
    expect([result.data, arrived.length, jest.getTimerCount()]).toEqual([{ n: 1 }, 1, 0]);
  });
});

describe('what is secret (rules.md#credentials)', () => {
  const secrets = ['tok-3f9a7c1e', 'refresh-8b2d6e40'];

  it.each<[string, () => Promise<unknown>]>([
    ['rejected', async () => null],
    ['failed', async () => Promise.reject(new Error('503'))],
    ['of no use', async () => ({ token: 'tok-3f9a7c1e\n', refreshToken: 'refresh-8b2d6e40' })],
  ])('stands in no message, line or JSON of a call whose credentials were %s', async (_what, refresh) => {
    const lines = printed();
    const auth = new AuthPlugin(refresh as never);
    await auth.set({ token: secrets[0]!, refreshToken: secrets[1]! });
    const { api } = answering([auth], { answers: [401], log: true });
    const { error } = await api.read();
    const cause = error?.cause as Error | undefined;
    const told = [error?.message, error?.stack, JSON.stringify(error), cause?.message, JSON.stringify(cause)];
    for (const secret of secrets) expect([...told, ...lines.flat()].join('\n')).not.toContain(secret);
  });

  it('stands there neither where what the source threw quotes it', async () => {
    const lines = printed();
    const auth = new AuthPlugin(async (stale) => Promise.reject(new Error(`no: ${stale?.token}`)));
    await auth.set({ token: secrets[0]! });
    const { api } = answering([auth], { answers: [401], log: true });
    const { error } = await api.read();
    expect([error?.message, JSON.stringify(error), ...lines.flat()].join('\n')).not.toContain(secrets[0]);
  });

  it('stands there neither where it quotes the refresh token', async () => {
    const lines = printed();
    const auth = new AuthPlugin(async (stale) =>
      Promise.reject(new Error(`no: ${stale?.refreshToken}`, { cause: new Error(stale?.refreshToken) })),
    );
    await auth.set({ token: secrets[0]!, refreshToken: secrets[1]! });
    const { api } = answering([auth], { answers: [401], log: true });
    const { error } = await api.read();
    await settleMicrotasks();
    expect([error?.message, JSON.stringify(error), ...lines.flat()].join('\n')).not.toContain(secrets[1]);
  });
});
