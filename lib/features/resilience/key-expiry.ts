import { nullProto } from '../../core/internal.js';

/** A symbol and no WeakMap: what decorates a fetch may copy the init that it is given. */
const IS_EXPIRED: unique symbol = Symbol.for('homing.expired') as never;

interface KeyedInit extends RequestInit {
  readonly [IS_EXPIRED]?: () => boolean;
}

/** Returns a copy of the init that tells a fetch further in when it may not send the request again. */
export const withExpiry = (init: RequestInit, isExpired: () => boolean): RequestInit =>
  nullProto<KeyedInit>(init, { [IS_EXPIRED]: isExpired });

/** Whether the idempotency key of the request is too old to be sent again. */
export const isKeyExpired = (init: KeyedInit): boolean => init[IS_EXPIRED]?.() ?? false;
