import { describeType, givenOptions } from '../../core/seats.js';
import type { AuthPlugin } from './auth-plugin.js';

/** What `AuthSessions` takes. */
export interface AuthSessionsOptions {
  /** How many sessions are kept; those that were used longest ago make room. Default 10000. */
  readonly max?: number | undefined;
  /** Makes the plugin of a user. What it throws, `for` throws. */
  readonly make: (id: string) => AuthPlugin;
}

/** The sessions of many users in one process: a plugin for each. */
export class AuthSessions {
  readonly #max: number;
  readonly #make: (id: string) => AuthPlugin;
  /** In the order of their use. */
  readonly #plugins = new Map<string, AuthPlugin>();

  /** @throws TypeError for options that are none. */
  constructor(options: AuthSessionsOptions) {
    const { max = 10_000, make } = givenOptions(options);
    if (typeof make !== 'function')
      throw new TypeError(`AuthSessions: the option make is ${describeType(make)}: pass a function.`);
    if (!(max >= 1)) throw new TypeError('AuthSessions: the option max is no number from 1: pass one.');
    this.#max = max;
    this.#make = make;
  }

  /** How many are kept. */
  get size(): number {
    return this.#plugins.size;
  }

  /** The plugin of a user, for the middleware of a copy of the client: the same one as long as it is kept. */
  for(id: string): AuthPlugin {
    const plugin = this.#plugins.get(id) ?? this.#make(id);
    this.#plugins.delete(id);
    this.#plugins.set(id, plugin);
    this.#makeRoom(id);
    return plugin;
  }

  /** Forgets the plugin of a user, who stays signed in where the store says so. */
  delete(id: string): boolean {
    return this.#plugins.delete(id);
  }

  /** One that refreshes stays: a rotated token would be lost with it. */
  #makeRoom(newest: string): void {
    for (const [id, plugin] of this.#plugins) {
      if (this.#plugins.size <= this.#max) return;
      if (id !== newest && !plugin.isRefreshing) this.#plugins.delete(id);
    }
  }
}
