import {
  abortBy,
  abortWith,
  type Clock,
  onAbort,
  markSafeText,
  readDelay,
  reportError,
  callReporting,
  timeoutError,
} from '../../core/internal.js';
import { type Credentials, type Lock, type OwnAuthOptions, readCredentials } from './credentials.js';

/**
 * Settles as the work does, or rejects when it has taken too long, or is dropped; it isn't waited for then.
 *
 * @param begin Gets the controller's signal, which aborts when it isn't waited for any more.
 * @param ms Milliseconds.
 * @param what What takes so long, for the error: "The refresh".
 */
export async function inTime<T>(
  clock: Clock,
  ms: number,
  what: string,
  begin: (signal: AbortSignal) => T | PromiseLike<T>,
  dropped?: AbortSignal,
  controller: AbortController = new AbortController(),
): Promise<T> {
  let end!: (reason: unknown) => void;
  const ended = new Promise<never>((_resolve, reject) => {
    end = (reason) => {
      reject(reason);
      abortWith(controller, reason);
    };
  });
  const late = (): void => end(timeoutError(`${what} timed out after ${ms} ms.`));
  const timer = clock.setTimeout(late, ms);
  const forget = dropped && onAbort(dropped, () => end(abortBy(dropped).reason));
  try {
    // Begun in a promise, so that what throws at once rejects.
    return await Promise.race([ended, Promise.resolve().then(() => begin(controller.signal))]);
  } finally {
    clock.clearTimeout(timer);
    forget?.();
  }
}

/** Those of Node have `unref`, too. */
type Channel = BroadcastChannel & { unref?(): void };

/** What the platform may have. */
interface Platform {
  readonly navigator?: { readonly locks?: { request<T>(name: string, task: () => Promise<T>): Promise<T> } };
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

/**
 * Runs the task in the lock. One that can't be had in time, or fails, is gone without: a tab that hangs with the lock must
 * not keep all others from working.
 *
 * @param maxWait Milliseconds.
 * @param dropped Once it aborts the task is not begun any more, and this never settles.
 */
export function inLock<T>(
  lock: Lock,
  task: () => Promise<T>,
  maxWait: number,
  clock: Clock,
  dropped?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isWaiting = true;
    const stopWaiting = (): void => {
      isWaiting = false;
      clock.clearTimeout(timer);
      forget?.();
    };
    // Where the lock comes too late, or twice, it has nothing more to protect. What fails is no concern of a lock: one
    // that waits for nothing would leave the rejection to nobody.
    const begin = async (): Promise<void> => {
      if (!isWaiting) return;
      stopWaiting();
      await task().then(resolve, reject);
    };
    const beginUnlocked = (): void => void begin();
    const timer = clock.setTimeout(beginUnlocked, maxWait);
    const forget = dropped && onAbort(dropped, stopWaiting);
    void Promise.resolve()
      .then(() => lock(begin))
      .catch((thrown: unknown) => {
        if (isWaiting) reportError(thrown);
      })
      .then(beginUnlocked);
  });
}

/** Milliseconds by which a lock is waited for longer than a refresh may take. */
const PATIENCE = 5000;

/**
 * Store and lock as a session uses them: if one fails or hangs, that is reported, and fails no call.
 *
 * `replace` decides what the store is to hold. Until a save has landed since then, the store holds what was there before,
 * and is not read: the session's own credentials are returned instead.
 */
export class LockedStore {
  readonly #options: OwnAuthOptions;
  readonly #clock: Clock;
  readonly #current: () => Credentials | undefined;
  /** Saves run one at a time, so that the last one stays. */
  #saving: Promise<unknown> = Promise.resolve();
  /** Whether the newest save has not begun: it saves what is there when it begins, so that none has to follow it. */
  #isSaveToCome = false;
  /** How often `replace` was called, and how often until the save that landed last began. */
  #wanted = 0;
  #held = 0;
  /** How many calls of `replace` are pending. */
  #pending = 0;
  /** The token that the store holds although a refresh has replaced it; undefined once the store holds another. */
  #outdated: string | undefined;

  /** @param current Returns the credentials of the session. */
  constructor(options: OwnAuthOptions, clock: Clock, current: () => Credentials | undefined) {
    this.#options = options;
    this.#clock = clock;
    this.#current = current;
  }

  /** Whether anything outlives the process. */
  get isThere(): boolean {
    return this.#options.store !== undefined;
  }

  /** Runs the task each time that others have changed what is stored. */
  onChange(task: () => void): void {
    const changed = (): void => {
      // After a save that failed, what others have saved is newer. A pending save will overwrite it.
      if (!this.#pending) this.#held = this.#wanted;
      task();
    };
    if (this.isThere) callReporting(() => this.#options.lock?.onChange?.(changed));
  }

  /** Runs the task in the lock, as `inLock` does. */
  inLock<T>(task: () => Promise<T>, dropped?: AbortSignal): Promise<T> {
    const { lock, refreshTimeout } = this.#options;
    return lock ? inLock(lock, task, readDelay(refreshTimeout + PATIENCE, 0), this.#clock, dropped) : task();
  }

  /**
   * Returns what is stored; undefined if that can't be sent. Without a store, and as long as the store holds what was
   * there before `replace` or before a refresh, returns the session's own credentials. Rejects if the store fails, which
   * is reported.
   */
  async read(): Promise<Credentials | undefined> {
    const { store, refreshTimeout } = this.#options;
    const wanted = this.#wanted;
    if (!store || this.#held !== wanted) return this.#current();
    // That of a refresh: the load would find what was there before.
    await this.#saving;
    const loading = inTime<unknown>(this.#clock, refreshTimeout, 'Store load', () => store.load());
    const loaded = await loading.catch((thrown: unknown) => {
      reportError(thrown);
      // Not with its words: they may quote what is stored.
      throw markSafeText(new Error("The store can't be read."));
    });
    if (wanted !== this.#wanted) return this.#current();
    const stored = readCredentials(loaded);
    if (stored && stored.token === this.#outdated) return this.#current();
    this.#outdated = undefined;
    return stored;
  }

  /** Returns the same as `read`; if the store fails, the session's own credentials. */
  load(): Promise<Credentials | undefined> {
    return this.read().catch(() => this.#current());
  }

  /**
   * Saves the session's credentials, and tells the others.
   *
   * @param replaced What the store holds, where a refresh has replaced it: it may have used up its refresh token.
   */
  async save(replaced?: Credentials): Promise<void> {
    const { store, lock, refreshTimeout } = this.#options;
    if (!store) return;
    this.#outdated ??= replaced?.token;
    const save = async (signal: AbortSignal): Promise<void> => {
      const [wanted, saved] = [this.#wanted, this.#current()];
      await store.save(saved);
      this.#held = wanted;
      this.#outdated = undefined;
      // It took longer than refreshTimeout, and has overwritten what was saved after it.
      if (signal.aborted && saved !== this.#current()) void this.replace();
    };
    const begin = (): Promise<void> => {
      this.#isSaveToCome = false;
      return inTime(this.#clock, refreshTimeout, 'Store save', save);
    };
    if (!this.#isSaveToCome)
      this.#saving = this.#saving.then(begin).then(() => callReporting(() => lock?.changed?.()), reportError);
    this.#isSaveToCome = true;
    await this.#saving;
  }

  /**
   * Saves them in place of whatever the store holds, which doesn't count from now on. In the lock: otherwise a refresh of
   * another process would overwrite them.
   */
  async replace(isInLock?: boolean): Promise<void> {
    this.#wanted += 1;
    this.#pending += 1;
    const save = (): Promise<void> => this.save();
    await (isInLock ? save() : this.inLock(save));
    this.#pending -= 1;
  }
}
