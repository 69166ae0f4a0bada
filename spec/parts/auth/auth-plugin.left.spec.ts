import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AuthPlugin, type Credentials } from '../../../lib/auth.js';
import { collect, paginate } from '../../../lib/index.js';
import { answering } from '../../support/answering.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a sign-out elsewhere is not undone by a refresh that ends late (rules.md#credentials)', async () => {
  let stored: Credentials | undefined = { token: 'old', owner: 'ann', expiresAt: Date.now() - 1 };
  const store = {
    load: () => stored,
    save: (credentials: Credentials | undefined) => void (stored = credentials),
  };
  const late = (): Promise<Credentials> =>
    new Promise((resolve) => setTimeout(() => resolve({ token: 'late' }), 1000));
  const auth = new AuthPlugin(late, { store, refreshTimeout: 300 });
  const { api, arrived } = answering([auth]);
  const call = api.read();
  await jest.advanceTimersByTimeAsync(400);
  expect((await call).error?.kind).toBe('middleware');
  stored = undefined;
  await jest.advanceTimersByTimeAsync(2000);
  expect(stored).toBeUndefined();
  expect((await api.read()).error?.cause).toMatchObject({ reason: 'signed-out' });
  expect(arrived).toHaveLength(0);
});

it('the retry() of collected pages is of who walked over them (rules.md#credentials)', async () => {
  const auth = new AuthPlugin(() => Promise.resolve(null));
  const { api, arrived } = answering([auth]);
  await auth.set({ token: 'of ann', owner: 'ann' });
  const pages = await collect(paginate(api.read, {}, { next: () => null }));
  await auth.set({ token: 'of bob', owner: 'bob' });
  expect((await pages.retry()).error?.cause).toMatchObject({ reason: 'signed-out' });
  expect(arrived).toHaveLength(1);
});
