import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Credentials, webLock } from '../../../lib/auth.js';
import { readAuthOptions } from '../../../lib/parts/auth/credentials.js';
import { Session } from '../../../lib/parts/auth/session.js';
import { outcomeOf, VariableStore } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';
import { ManualClock } from '../../support/manual-clock.js';

/** The locks of one browser: one task after the other for each name. */
class Locks {
  readonly names: string[] = [];
  readonly #last = new Map<string, Promise<unknown>>();

  request<T>(name: string, task: () => Promise<T>): Promise<T> {
    this.names.push(name);
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(task);
    this.#last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }
}

/** The channels of one browser: a message goes to all of its name but the one that sent it. */
const broadcasting = () => {
  const channels: Channel[] = [];
  const messages: unknown[] = [];
  class Channel extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      channels.push(this);
    }
    postMessage(message: unknown): void {
      messages.push(message);
      for (const each of channels)
        if (each !== this && each.name === this.name) each.dispatchEvent(new Event('message'));
    }
  }
  return { Channel, channels, messages };
};

const platform = globalThis as { navigator?: unknown; BroadcastChannel?: unknown };
let before: Record<string, PropertyDescriptor | undefined>;
const replace = (name: 'navigator' | 'BroadcastChannel', value: unknown): void => {
  Object.defineProperty(platform, name, { value, configurable: true, writable: true });
};

beforeEach(() => {
  before = {
    navigator: Object.getOwnPropertyDescriptor(platform, 'navigator'),
    BroadcastChannel: Object.getOwnPropertyDescriptor(platform, 'BroadcastChannel'),
  };
});
afterEach(() => {
  for (const [name, descriptor] of Object.entries(before)) {
    if (descriptor) Object.defineProperty(platform, name, descriptor);
    else Reflect.deleteProperty(platform, name);
  }
});

const never = (): Promise<never> => new Promise(() => undefined);

describe('webLock (rules.md#credentials)', () => {
  it('runs its tasks in a lock of its name, one after the other', async () => {
    const locks = new Locks();
    replace('navigator', { locks });
    let letGo = (): void => undefined;
    const first = webLock('session')(() => new Promise<void>((resolve) => (letGo = resolve)));
    const second = jest.fn(async () => 2);
    const turn = webLock('session')(second);
    const other = await webLock('other')(async () => 3);
    expect([second.mock.calls.length, other]).toEqual([0, 3]);
    letGo();
    await first;
    expect([await turn, locks.names]).toEqual([2, ['homing session', 'homing session', 'homing other']]);
  });

  it.each([
    ['no navigator', undefined],
    ['no locks', {}],
  ])('runs them without where the platform has %s', async (_what, navigator) => {
    replace('navigator', navigator);
    replace('BroadcastChannel', undefined);
    const lock = webLock('session');
    lock.changed?.();
    lock.onChange?.(() => undefined);
    expect(await lock(async () => 1)).toBe(1);
  });

  it('says "changed" to the others of its name, and to all who listen there', () => {
    const { Channel, messages } = broadcasting();
    replace('BroadcastChannel', Channel);
    const [here, there, elsewhere] = [webLock('session'), webLock('session'), webLock('other')];
    const heard: string[] = [];
    here.onChange?.(() => heard.push('here'));
    there.onChange?.(() => heard.push('there'));
    there.onChange?.(() => heard.push('there, too'));
    elsewhere.onChange?.(() => heard.push('elsewhere'));
    here.changed?.();
    expect([heard, messages]).toEqual([['there', 'there, too'], ['changed']]);
  });

  it('opens no channel before one is needed, and one only', () => {
    const { Channel, channels } = broadcasting();
    replace('BroadcastChannel', Channel);
    const lock = webLock('session');
    expect(channels).toHaveLength(0);
    lock.onChange?.(() => undefined);
    lock.changed?.();
    expect(channels.map(({ name }) => name)).toEqual(['homing session']);
  });
});

describe('two tabs that share a session by webLock (rules.md#credentials)', () => {
  const tabs = () => {
    const { Channel, messages } = broadcasting();
    const locks = new Locks();
    replace('navigator', { locks });
    replace('BroadcastChannel', Channel);
    const store = new VariableStore({ token: 'old', expiresAt: 1000 });
    const clock = new ManualClock();
    const refresh = jest.fn(async (stale: Credentials | undefined) => ({ token: `after ${stale?.token}` }));
    const open = () => {
      const options = readAuthOptions({ store, lock: webLock('session'), refreshAhead: 0 });
      return new Session({ refresh }, options, clock);
    };
    return { first: open(), second: open(), store, clock, refresh, messages, locks };
  };

  it('refresh once, and never say the token', async () => {
    const { first, second, clock, refresh, messages } = tabs();
    await Promise.all([first.forCall(), second.forCall()]);
    clock.move(1000);
    const tokens = await Promise.all([first.forCall(), second.forCall(), first.forCall()]);
    expect(tokens.map(({ token }) => token)).toEqual(Array(3).fill('after old'));
    expect([refresh.mock.calls.length, new Set(messages)]).toEqual([1, new Set(['changed'])]);
  });

  it('sign out together, and in again', async () => {
    const { first, second } = tabs();
    await Promise.all([first.forCall(), second.forCall()]);
    await first.clear();
    const call = outcomeOf(second.forCall());
    await settleMicrotasks();
    expect(call.error).toMatchObject({ reason: 'signed-out' });
    await first.set({ token: 'new' });
    expect((await second.forCall()).token).toBe('new');
  });

  it('rule 3: one that hangs with the lock holds up the other no longer than refreshTimeout and 5 s', async () => {
    const { first, clock, locks, store } = tabs();
    await first.forCall();
    void locks.request('homing session', never);
    clock.move(1000);
    const call = outcomeOf(first.forCall());
    await settleMicrotasks();
    store.stored = { token: 'of the other tab' };
    clock.move(34_999);
    await settleMicrotasks();
    expect(call).toEqual({});
    clock.move(1);
    await settleMicrotasks();
    expect(call.value).toEqual({ token: 'of the other tab' });
  });
});
