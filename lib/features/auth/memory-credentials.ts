import type { Credentials, CredentialStore } from './credentials.js';

/**
 * Creates a store for `AuthPlugin` that keeps credentials in memory, until the process or page ends. Several plugins can
 * share it, and a spec can use it instead of a permanent store.
 *
 * @param credentials The credentials that it contains at first. Default: none.
 */
export function memoryCredentials(credentials?: Credentials): CredentialStore {
  let stored = credentials;
  return {
    load: () => stored,
    save: (given) => {
      stored = given;
    },
  };
}
