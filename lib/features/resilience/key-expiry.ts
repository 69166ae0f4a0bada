import { nullProto } from '../../core/internal.js';

/** A symbol, not a WeakMap: a wrapper of fetch might copy the init. */
const IS_EXPIRED: unique symbol = Symbol.for('homing.expired') as never;

interface KeyedInit extends RequestInit {
  readonly [IS_EXPIRED]?: () => boolean;
}

/** Returns a copy of the init from which inner fetch wrappers can read that the key has expired. */
export const withExpiry = (init: RequestInit, isExpired: () => boolean): RequestInit =>
  nullProto<KeyedInit>(init, { [IS_EXPIRED]: isExpired });

/** Whether the idempotency key of the request is too old to be sent again. */
export const isKeyExpired = (init: KeyedInit): boolean => init[IS_EXPIRED]?.() ?? false;
