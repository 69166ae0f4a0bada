import { describeType, givenOptions, readDelay, readTimeout } from '../../core/seats.js';
import type { CredentialStore, Lock } from './credentials.js';

/** What an `AuthPlugin` takes beside its source. */
export interface AuthOptions {
  /** Milliseconds before its expiry from which a token is replaced while it is still sent. Default 60000. */
  readonly refreshAhead?: number | undefined;
  /** The longest that a refresh may take, in milliseconds. Default 30000. */
  readonly refreshTimeout?: number | undefined;
  /**
   * Milliseconds after a refresh in which a 401 asks for no other one: a server that refuses new tokens would be asked for
   * ever. Default 10000.
   */
  readonly minInterval?: number | undefined;
  /** Where credentials outlive the process. Default: nowhere. */
  readonly store?: CredentialStore | undefined;
  /** Lets one refresh at a time run, of all that share the store. Default: of this plugin alone. */
  readonly lock?: Lock | undefined;
  /** Is told once that the session has ended, or that `clear` was called. What it throws is reported. */
  readonly onSignedOut?: (() => unknown) | undefined;
  /** The origins that get the token, such as `https://api.example.com`. Default: that of the first request. */
  readonly origins?: readonly string[] | undefined;
}

/** The options, read once. */
export interface OwnAuthOptions extends Pick<AuthOptions, 'store' | 'lock' | 'onSignedOut'> {
  readonly refreshAhead: number;
  readonly refreshTimeout: number;
  readonly minInterval: number;
  readonly origins: readonly string[] | undefined;
}

const originOf = (given: string): string => {
  try {
    return new URL(given).origin;
  } catch {
    throw new TypeError('AuthPlugin: one of the origins is no URL: pass such as "https://api.example.com".');
  }
};

const check = (name: string, given: unknown, isFit: boolean, wanted: string): void => {
  if (given !== undefined && !isFit)
    throw new TypeError(`AuthPlugin: the option ${name} is ${describeType(given)}: pass ${wanted}.`);
};

/** Throws a TypeError that names what can't be an option. */
export function readAuthOptions(options: AuthOptions | undefined): OwnAuthOptions {
  const { refreshAhead, refreshTimeout, minInterval, store, lock, onSignedOut, origins } =
    givenOptions(options);
  const isStore = typeof store?.load === 'function' && typeof store.save === 'function';
  check('store', store, isStore, 'an object with load and save');
  check('lock', lock, typeof lock === 'function', 'a function that runs its task');
  check('onSignedOut', onSignedOut, typeof onSignedOut === 'function', 'a function');
  check('origins', origins, Array.isArray(origins), 'a list');
  return {
    refreshAhead: readDelay(refreshAhead, 60_000),
    // Without an end, one that hangs would hang all calls.
    refreshTimeout: readTimeout(refreshTimeout) || 30_000,
    minInterval: readDelay(minInterval, 10_000),
    store,
    lock,
    onSignedOut,
    origins: origins?.map(originOf),
  };
}
