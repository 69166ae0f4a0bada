import type { Lock } from './credentials.js';

/** As much of the Web Locks API as is used. */
interface Locks {
  request<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** As much of a channel as is used; those of Node have `unref`, too. */
interface Channel {
  addEventListener(type: 'message', listener: () => void): void;
  postMessage(message: unknown): void;
  unref?(): void;
}

/** What the platform may have of both. */
interface Platform {
  readonly navigator?: { readonly locks?: Locks };
  readonly BroadcastChannel?: new (name: string) => Channel;
}

/**
 * A lock over all tabs and workers of an origin, by the Web Locks API; where the platform has none, tasks run without. It
 * tells the other tabs that credentials have changed, and never the credentials.
 *
 * @param name The same for all that share a session.
 */
export function webLock(name: string): Lock {
  const platform = globalThis as Platform;
  let channel: Channel | undefined;
  const openChannel = (): Channel | undefined => {
    const { BroadcastChannel: Broadcast } = platform;
    if (Broadcast) channel ??= new Broadcast(`homing ${name}`);
    return channel;
  };
  const lock = <T>(task: () => Promise<T>): Promise<T> =>
    platform.navigator?.locks?.request(`homing ${name}`, task) ?? task();
  return Object.assign(lock, {
    changed: () => openChannel()?.postMessage('changed'),
    onChange: (task: () => void) => {
      const opened = openChannel();
      opened?.addEventListener('message', task);
      // Who only listens must not keep a process alive.
      opened?.unref?.();
    },
  });
}
