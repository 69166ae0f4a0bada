import type { Clock } from '../../core/platform/clock.js';
import { reportError } from '../../core/platform/window.js';
import { describeType } from '../../core/platform/describe-type.js';
import { isObject } from '../../core/platform/is-object.js';
import type { Credentials, CredentialStore } from './credentials.js';
import { inTime } from './in-time.js';

/** Whether somebody gave credentials that can be sent. */
export const isCredentials = (given: unknown): given is Credentials =>
  isObject(given) &&
  typeof (given as Partial<Credentials>).token === 'string' &&
  (given as Credentials).token !== '';

/** Throws a TypeError for what is none. */
export function checkCredentials(given: unknown): asserts given is Credentials {
  if (!isCredentials(given))
    throw new TypeError(`The credentials are ${describeType(given)}: give an object with a token.`);
}

/** The store as a session uses it: a store that fails or hangs is told of, and never fails a call. */
export class Vault {
  readonly #store: CredentialStore | undefined;
  readonly #timeout: number;
  readonly #clock: Clock;
  /** One save after the other: what was saved last is what stays. */
  #saving: Promise<void> = Promise.resolve();

  /** @param timeout Milliseconds for each load and save. */
  constructor(store: CredentialStore | undefined, timeout: number, clock: Clock) {
    this.#store = store;
    this.#timeout = timeout;
    this.#clock = clock;
  }

  get isThere(): boolean {
    return this.#store !== undefined;
  }

  /** Undefined where there are none that can be sent. */
  async load(): Promise<Credentials | undefined> {
    const store = this.#store;
    if (!store) return undefined;
    try {
      const loaded: unknown = await inTime(this.#clock, this.#timeout, "The store's load", () =>
        store.load(),
      );
      return isCredentials(loaded) ? loaded : undefined;
    } catch (thrown) {
      reportError(thrown);
      return undefined;
    }
  }

  save(credentials: Credentials | undefined): Promise<void> {
    const store = this.#store;
    if (!store) return Promise.resolve();
    this.#saving = this.#saving
      .then(() => inTime(this.#clock, this.#timeout, "The store's save", () => store.save(credentials)))
      .then(() => undefined, reportError);
    return this.#saving;
  }
}
