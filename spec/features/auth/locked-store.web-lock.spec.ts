import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Credentials, webLock } from '../../../lib/entries/auth.js';
import { readAuthOptions } from '../../../lib/features/auth/credentials.js';
import { Session } from '../../../lib/features/auth/session.js';
import { outcomeOf, VariableStore } from '../../support/credentials.js';
import { flush } from '../../support/flush.js';
import { ManualClock } from '../../support/manual-clock.js';

const restoring: (() => void)[] = [];
afterEach(() => {
  for (const restore of restoring.splice(0)) restore();
});

/** Replaces a global of the platform with this. */
const replace = (name: 'navigator' | 'BroadcastChannel', value: unknown): void => {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  restoring.push(() => {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  });
};

/** A browser: it runs one task after the other for each lock name, and sends messages to all other channels of a name. */
const asBrowser = () => {
  const last = new Map<string, Promise<unknown>>();
  const names: string[] = [];
  const request = <T>(name: string, task: () => Promise<T>): Promise<T> => {
    names.push(name);
    const turn = (last.get(name) ?? Promise.resolve()).then(task);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
  const channels: Channel[] = [];
  const messages: unknown[] = [];
  class Channel extends EventTarget {
    constructor(readonly name: string) {
      super();
      channels.push(this);
    }
    postMessage(message: unknown): void {
      messages.push(message);
      for (const each of channels)
        if (each !== this && each.name === this.name) each.dispatchEvent(new Event('message'));
    }
  }
  replace('navigator', { locks: { request } });
  replace('BroadcastChannel', Channel);
  return { request, names, channels, messages };
};

describe('webLock (rules.md#credentials)', () => {
  it('runs its tasks in a lock of its name, one after the other', async () => {
    const { names } = asBrowser();
    let letGo = (): void => undefined;
    const first = webLock('session')(() => new Promise<void>((resolve) => (letGo = resolve)));
    const second = vi.fn(async () => 2);
    const turn = webLock('session')(second);
    const other = await webLock('other')(async () => 3);
    expect({ length: second.mock.calls.length, other }).toEqual({ length: 0, other: 3 });
    letGo();
    await first;
    expect([await turn, names]).toEqual([2, ['homing session', 'homing session', 'homing other']]);
  });

  it.each([
    ['no navigator', undefined],
    ['no locks', {}],
  ])('runs its tasks without a lock if the platform has %s', async (_what, navigator) => {
    replace('navigator', navigator);
    replace('BroadcastChannel', undefined);
    const lock = webLock('session');
    lock.changed?.();
    lock.onChange?.(() => undefined);
    expect(await lock(async () => 1)).toBe(1);
  });

  it('sends "changed" to all other listeners of its name through one channel, which is opened when it is needed', () => {
    const { messages, channels } = asBrowser();
    const [here, there, elsewhere] = [webLock('session'), webLock('session'), webLock('other')];
    expect(channels).toEqual([]);
    const heard: string[] = [];
    here.onChange?.(() => heard.push('here'));
    there.onChange?.(() => heard.push('there'));
    there.onChange?.(() => heard.push('there, too'));
    elsewhere.onChange?.(() => heard.push('elsewhere'));
    here.changed?.();
    expect({ heard, messages, length: channels.length }).toEqual({
      heard: ['there', 'there, too'],
      messages: ['changed'],
      length: 3,
    });
  });
});

describe('two tabs that share a session by webLock (rules.md#credentials)', () => {
  const tabs = async () => {
    const browser = asBrowser();
    const store = new VariableStore({ token: 'old', expiresAt: 1000 });
    const clock = new ManualClock();
    const refresh = vi.fn(async (stale: Credentials | undefined) => ({ token: `after ${stale?.token}` }));
    const open = () => {
      const options = readAuthOptions({ store, lock: webLock('session'), refreshAhead: 0 });
      return new Session({ refresh }, options, clock);
    };
    const [first, second] = [open(), open()];
    await Promise.all([first.forCall(), second.forCall()]);
    return { ...browser, first, second, store, clock, refresh };
  };

  it('refresh once, and never send the token in a message', async () => {
    const { first, second, clock, refresh, messages } = await tabs();
    clock.move(1000);
    const tokens = await Promise.all([first.forCall(), second.forCall(), first.forCall()]);
    expect(tokens.map(({ token }) => token)).toEqual(Array(3).fill('after old'));
    expect([refresh.mock.calls.length, new Set(messages)]).toEqual([1, new Set(['changed'])]);
  });

  it('sign out together, and sign in together', async () => {
    const { first, second } = await tabs();
    await first.clear();
    await expect(second.forCall()).rejects.toMatchObject({ reason: 'signed-out' });
    await first.set({ token: 'new' });
    expect((await second.forCall()).token).toBe('new');
  });

  it('rule 3: wait for a tab that hangs with the lock at most for refreshTimeout plus 5 s', async () => {
    const { first, clock, request, store } = await tabs();
    void request('homing session', () => new Promise(() => undefined));
    clock.move(1000);
    const call = outcomeOf(first.forCall());
    await flush();
    store.stored = { token: 'of the other tab' };
    clock.move(34_999);
    await flush();
    expect(call).toEqual({});
    clock.move(1);
    await flush();
    expect(call.value).toEqual({ token: 'of the other tab' });
  });
});
