import {
  abortWith,
  type Clock,
  DeadlineGuard,
  MAX_DELAY,
  onAbort,
  reportError,
  reporting,
  timeoutError,
} from '../../core/seats.js';
import {
  type Credentials,
  type CredentialStore,
  type Lock,
  type OwnAuthOptions,
  readCredentials,
} from './credentials.js';

/**
 * Settles as the work does, or rejects when it has taken too long, or is for nobody any more; it isn't waited for then.
 *
 * @param begin Gets a signal that aborts when it isn't waited for any more.
 * @param ms Milliseconds.
 * @param what What takes so long, for the error: "The refresh".
 * @param over Aborts when the work is for nobody any more.
 * @param controller Of the signal that `begin` gets.
 */
export function inTime<T>(
  clock: Clock,
  ms: number,
  what: string,
  begin: (signal: AbortSignal) => T | PromiseLike<T>,
  over?: AbortSignal,
  controller: AbortController = new AbortController(),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const guard = new DeadlineGuard();
    guard.onAbort(({ reason }) => {
      reject(reason);
      abortWith(controller, reason);
    });
    const late = (): Error => timeoutError(`${what} took longer than ${String(ms)} ms.`);
    const timer = clock.setTimeout(() => guard.abort({ kind: 'timeout', reason: late() }), ms);
    guard.onRelease(() => clock.clearTimeout(timer));
    if (over) guard.follow(over);
    // Begun in a promise, so that what throws at once rejects.
    void Promise.resolve()
      .then(() => begin(controller.signal))
      .then(resolve, reject)
      .then(() => guard.release());
  });
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
 * not keep all others from working, and nobody's lock is taken away.
 *
 * @param patience Milliseconds.
 * @param over Aborts when the task is for nobody any more: one that has not begun is left out, and this never settles.
 */
export function inLock<T>(
  lock: Lock,
  task: () => Promise<T>,
  patience: number,
  clock: Clock,
  over?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let running: Promise<T> | undefined;
    const waiting = new DeadlineGuard();
    const begin = (): Promise<T> => {
      waiting.release();
      running = task();
      running.then(resolve, reject);
      return running;
    };
    const beginUnlocked = (): void => {
      if (!running && !over?.aborted) begin().catch(() => undefined);
    };
    const timer = clock.setTimeout(beginUnlocked, patience);
    waiting.onRelease(() => clock.clearTimeout(timer));
    if (over) waiting.onRelease(onAbort(over, () => waiting.release()));
    // Where the lock comes too late, or twice, it has nothing more to protect.
    const whenLocked = async (): Promise<unknown> => (running || over?.aborted ? undefined : begin());
    void Promise.resolve()
      .then(() => lock(whenLocked))
      .catch((thrown: unknown) => {
        if (!running) reportError(thrown);
      })
      .then(beginUnlocked);
  });
}

/** Milliseconds by which a lock is waited for longer than a refresh may take. */
const PATIENCE = 5000;

/** Store and lock as a session uses them: one that fails or hangs is told of, and never fails a call. */
export class Vault {
  readonly #store: CredentialStore | undefined;
  readonly #lock: Lock | undefined;
  /** Milliseconds for each load and save. */
  readonly #timeout: number;
  readonly #clock: Clock;
  /** One save after the other: what was saved last is what stays. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor({ store, lock, refreshTimeout }: OwnAuthOptions, clock: Clock) {
    this.#store = store;
    this.#lock = lock;
    this.#timeout = refreshTimeout;
    this.#clock = clock;
  }

  /** Whether anything outlives the process. */
  get isThere(): boolean {
    return this.#store !== undefined;
  }

  /** Runs the task each time that others have changed what is stored. */
  onChange(task: () => void): void {
    if (this.#store) reporting(() => this.#lock?.onChange?.(task));
  }

  /**
   * Runs the task while nobody else runs one in this lock.
   *
   * @param over Aborts when the task is for nobody any more: one that has not begun is left out, and this never settles.
   */
  inLock<T>(task: () => Promise<T>, over?: AbortSignal): Promise<T> {
    const patience = Math.min(this.#timeout + PATIENCE, MAX_DELAY);
    return this.#lock ? inLock(this.#lock, task, patience, this.#clock, over) : task();
  }

  /**
   * What is stored; undefined where that is nothing that can be sent. Rejects where the store fails, which is told of.
   *
   * @param otherwise Where there is no store.
   */
  async read(otherwise: Credentials | undefined): Promise<Credentials | undefined> {
    const store = this.#store;
    if (!store) return otherwise;
    const loading = inTime<unknown>(this.#clock, this.#timeout, "The store's load", () => store.load());
    const loaded = await loading.catch((thrown: unknown) => {
      reportError(thrown);
      // Not with its words: they may quote what is stored.
      throw new Error('The store could not be read.');
    });
    return readCredentials(loaded);
  }

  /** What is stored; where there is no store, or it fails, what there is otherwise. */
  async load(otherwise: Credentials | undefined): Promise<Credentials | undefined> {
    return this.isThere ? this.read(otherwise).catch(() => otherwise) : otherwise;
  }

  /** Has them stored, and the others told so. */
  async save(credentials: Credentials | undefined): Promise<void> {
    const store = this.#store;
    if (!store) return;
    this.#saving = this.#saving
      .then(() => inTime(this.#clock, this.#timeout, "The store's save", () => store.save(credentials)))
      .then(() => reporting(() => this.#lock?.changed?.()), reportError);
    await this.#saving;
  }
}
