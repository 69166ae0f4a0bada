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
 * Settles like the work, or rejects when it takes too long or is dropped; the work is then no longer awaited.
 *
 * @param begin Receives the controller's signal, which aborts when the work is no longer awaited.
 * @param ms Milliseconds.
 * @param what Names the work in the error: "The refresh".
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
    // Started in a promise, so that a synchronous error rejects.
    return await Promise.race([ended, Promise.resolve().then(() => begin(controller.signal))]);
  } finally {
    clock.clearTimeout(timer);
    forget?.();
  }
}

/** Node's channels also have `unref`. */
type Channel = BroadcastChannel & { unref?(): void };

/** Optional features of the platform. */
interface Platform {
  readonly navigator?: { readonly locks?: { request<T>(name: string, task: () => Promise<T>): Promise<T> } };
  readonly BroadcastChannel?: new (name: string) => Channel;
}

/**
 * Creates a lock across all tabs and workers of an origin, with the Web Locks API. If the platform has none, tasks run
 * without a lock. Notifies other tabs that credentials changed, but never sends the credentials.
 *
 * @param name Equal for all that share a session.
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
      // A listener must not keep the process alive.
      opened?.unref?.();
    },
  });
}

/**
 * Runs the task in the lock. If the lock fails or isn't available in time, the task runs without it: a hanging tab must
 * not block all others.
 *
 * @param maxWait Milliseconds.
 * @param dropped When it aborts before the task has started, the task never starts, and the promise never settles.
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
    // Ignore a lock that arrives late or twice. Don't pass errors of the task to the lock: a lock that doesn't await
    // the task would leave the rejection unhandled.
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

/** Milliseconds to wait for a lock, in addition to the time limit of a refresh. */
const PATIENCE = 5000;

/**
 * The store and the lock of a session. If one of them fails or hangs, the error is reported, and no call fails.
 *
 * `replace` decides what the store must contain. Until a later save succeeds, the store has outdated content and isn't
 * read: the session's own credentials are returned instead.
 */
export class LockedStore {
  readonly #options: OwnAuthOptions;
  readonly #clock: Clock;
  readonly #current: () => Credentials | undefined;
  /** Saves run one at a time, so that the last one wins. */
  #saving: Promise<unknown> = Promise.resolve();
  /** Whether the newest save hasn't started: it will save the current credentials, so no further save is needed. */
  #isSaveToCome = false;
  /** Number of `replace` calls, and their number when the last successful save started. */
  #wanted = 0;
  #held = 0;
  /** Number of pending `replace` calls. */
  #pending = 0;
  /**
   * The token that the store contains although a refresh has replaced it; undefined once the store contains another
   * one.
   */
  #outdated: string | undefined;

  /** @param current Returns the credentials of the session. */
  constructor(options: OwnAuthOptions, clock: Clock, current: () => Credentials | undefined) {
    this.#options = options;
    this.#clock = clock;
    this.#current = current;
  }

  /** Whether there is a store. */
  get isThere(): boolean {
    return this.#options.store !== undefined;
  }

  /** Runs the task each time others have changed the stored credentials. */
  onChange(task: () => void): void {
    const changed = (): void => {
      // After a failed save, the credentials of others are newer. A pending save will overwrite them.
      if (!this.#pending) this.#held = this.#wanted;
      task();
    };
    if (this.isThere) callReporting(() => this.#options.lock?.onChange?.(changed));
  }

  /** Runs the task in the lock, like the function `inLock`. */
  inLock<T>(task: () => Promise<T>, dropped?: AbortSignal): Promise<T> {
    const { lock, refreshTimeout } = this.#options;
    return lock ? inLock(lock, task, readDelay(refreshTimeout + PATIENCE, 0), this.#clock, dropped) : task();
  }

  /**
   * Returns the stored credentials; undefined if they can't be sent. Without a store, or while its content is older
   * than the last `replace` or refresh, returns the session's own credentials. Rejects if the store fails, which is
   * also reported.
   */
  async read(): Promise<Credentials | undefined> {
    const { store, refreshTimeout } = this.#options;
    const wanted = this.#wanted;
    if (!store || this.#held !== wanted) return this.#current();
    // Wait for the save of a refresh: the load would return the previous credentials.
    await this.#saving;
    const loading = inTime<unknown>(this.#clock, refreshTimeout, 'Store load', () => store.load());
    const loaded = await loading.catch((thrown: unknown) => {
      reportError(thrown);
      // Without the store's message, which can quote stored credentials.
      throw markSafeText(new Error("The store can't be read."));
    });
    if (wanted !== this.#wanted) return this.#current();
    const stored = readCredentials(loaded);
    if (stored && stored.token === this.#outdated) return this.#current();
    this.#outdated = undefined;
    return stored;
  }

  /** Like `read`, but returns the session's own credentials if the store fails. */
  load(): Promise<Credentials | undefined> {
    return this.read().catch(() => this.#current());
  }

  /**
   * Saves the session's credentials, and notifies the others.
   *
   * @param replaced The stored credentials that a refresh replaced: their refresh token can be used up.
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
      // A save that took longer than refreshTimeout has overwritten a later one.
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
   * Overwrites the store, whose content no longer counts. Uses the lock, because a refresh of another process could
   * overwrite the credentials.
   */
  async replace(isInLock?: boolean): Promise<void> {
    this.#wanted += 1;
    this.#pending += 1;
    const save = (): Promise<void> => this.save();
    await (isInLock ? save() : this.inLock(save));
    this.#pending -= 1;
  }
}
