import { type Clock, MAX_DELAY, reportError, reporting } from '../../core/seats.js';
import type { OwnAuthOptions } from './auth-options.js';
import { type Credentials, type CredentialStore, type Lock, readCredentials } from './credentials.js';
import { inLock } from './in-lock.js';
import { inTime } from './in-time.js';

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
