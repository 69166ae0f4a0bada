import { describe, expect, it, vi } from 'vitest';
import { AuthPlugin, AuthSessions, type Credentials } from '../../../lib/entries/auth.js';
import { withHeaders } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';
import { heldSource, HeldStore, type HeldRefresh, tokenOf } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';

const sessionsOf = (max?: number) => {
  const asked = new Map<string, HeldRefresh[]>();
  const make = vi.fn((id: string) => {
    const held = heldSource();
    asked.set(id, held.asked);
    return new AuthPlugin(held.source);
  });
  return { sessions: new AuthSessions({ make, ...(max !== undefined && { max }) }), make, asked };
};

describe('AuthSessions (rules.md#credentials)', () => {
  it('creates one plugin for each user, and returns the same plugin again', () => {
    const { sessions, make } = sessionsOf();
    const ada = sessions.for('ada');
    expect([sessions.for('ada') === ada, sessions.for('grace') === ada]).toEqual([true, false]);
    expect({ calls: make.mock.calls, size: sessions.size }).toEqual({ calls: [['ada'], ['grace']], size: 2 });
  });

  it('keeps max plugins and evicts the one that was used longest ago', () => {
    const { sessions, make } = sessionsOf(2);
    sessions.for('ada');
    sessions.for('grace');
    sessions.for('ada');
    sessions.for('joan');
    sessions.for('ada');
    expect([sessions.size, make.mock.calls.flat()]).toEqual([2, ['ada', 'grace', 'joan']]);
    sessions.for('grace');
    expect(make.mock.calls.flat()).toEqual(['ada', 'grace', 'joan', 'grace']);
  });

  it('keeps 10000 by default', () => {
    const sessions = new AuthSessions({ make: () => new AuthPlugin(heldSource().source) });
    for (let id = 0; id < 10_001; id += 1) sessions.for(String(id));
    expect(sessions.size).toBe(10_000);
  });

  it('forgets a user after delete', () => {
    const { sessions } = sessionsOf();
    const ada = sessions.for('ada');
    expect([sessions.delete('ada'), sessions.delete('ada'), sessions.for('ada') === ada]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('separates users in copies of one client', async () => {
    const sessions = new AuthSessions({
      make: (id) => new AuthPlugin(async (): Promise<Credentials> => ({ token: `of ${id}` })),
    });
    const { api, requests } = createTestClient({ endpoints: ['call', 'other'] });
    const of = (id: string) => withHeaders(api, {}, { middleware: [sessions.for(id)] });
    await Promise.all([of('ada').call(), of('grace').call(), of('ada').other()]);
    const sent = requests.map(({ init }) => new Headers(init.headers).get('authorization'));
    expect(sent.sort()).toEqual(['Bearer of ada', 'Bearer of ada', 'Bearer of grace']);
  });
});

describe('rule 7: AuthSessions never evicts a plugin that refreshes (rules.md#credentials)', () => {
  it('until the refresh is done', async () => {
    const { sessions, asked } = sessionsOf(1);
    const { api } = createTestClient();
    const ada = sessions.for('ada');
    const call = withHeaders(api, {}, { middleware: [ada] }).call();
    await flush();
    sessions.for('grace');
    expect([ada.isRefreshing, sessions.size, sessions.for('ada') === ada]).toEqual([true, 2, true]);
    asked.get('ada')![0]!.give({ token: 'A' });
    await call;
    sessions.for('joan');
    expect([ada.isRefreshing, sessions.size, sessions.for('ada') === ada]).toEqual([false, 1, false]);
  });
});

describe('AuthSessions and a store whose save is pending (rules.md#credentials)', () => {
  const bob: Credentials = { token: 'Bob', owner: 'bob' };

  it('keeps the plugin after set(), as a new one would load the previous credentials', async () => {
    const store = new HeldStore(bob);
    const sessions = new AuthSessions({
      max: 1,
      make: () => new AuthPlugin(async () => null, { store }),
    });
    const { api, requests } = createTestClient();
    const plugin = sessions.for('tab');
    const setting = plugin.set({ token: 'Ada', owner: 'ada' });
    sessions.for('other');
    await withHeaders(api, {}, { middleware: [sessions.for('tab')] }).call();
    expect([requests.map(tokenOf), sessions.for('tab') === plugin]).toEqual([['Bearer Ada'], true]);
    await store.saves[0]!.land();
    await setting;
    sessions.for('other');
    expect(sessions.for('tab')).not.toBe(plugin);
  });

  it('gives no user the credentials of another, in any order of the saves', async () => {
    const stores = new Map([
      ['ada', new HeldStore(bob)],
      ['grace', new HeldStore(bob)],
    ]);
    const sessions = new AuthSessions({
      make: (id) => new AuthPlugin(async () => null, { store: stores.get(id) }),
    });
    const { api, requests } = createTestClient();
    const call = (id: string) => withHeaders(api, {}, { middleware: [sessions.for(id)] }).call();
    const ids = ['ada', 'grace'];
    const setting = ids.map((id) => sessions.for(id).set({ token: id, owner: id }));
    await Promise.all(ids.map(call));
    for (const id of [...ids].reverse()) await stores.get(id)!.saves[0]!.land();
    await Promise.all(setting);
    await Promise.all(ids.map(call));
    expect(requests.map(tokenOf).sort()).toEqual([
      'Bearer ada',
      'Bearer ada',
      'Bearer grace',
      'Bearer grace',
    ]);
  });
});
