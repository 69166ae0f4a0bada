import { type MiddlewareContext, ownDefined, type Plugin } from '../../core/internal.js';
import { IdempotencyPlugin, type IdempotencyOptions } from '../resilience/idempotency-plugin.js';

/** How an SDK sends idempotency keys: the return value of `idempotencyKeys`. */
export interface IdempotencyKeys {
  /** The header of the key. */
  readonly header: string;
  /** Adds the key to each request that needs one. */
  readonly plugin: Plugin;
}

/** Options of `idempotencyKeys`. */
export interface IdempotencyKeysOptions extends IdempotencyOptions {
  /** Names of the endpoints that get a key. Default: all with a method of `methods`. */
  readonly endpoints?: readonly string[] | undefined;
}

/** Adds keys to some endpoints. */
class KeysOfEndpoints extends IdempotencyPlugin {
  readonly #endpoints: ReadonlySet<string> | undefined;

  constructor({ endpoints, ...options }: IdempotencyKeysOptions) {
    super(options);
    this.#endpoints = endpoints && new Set(endpoints);
  }

  protected override keyFor(ctx: MiddlewareContext): string | undefined {
    return this.#endpoints?.has(ctx.requestName) === false ? undefined : super.keyFor(ctx);
  }
}

/**
 * Gives an SDK idempotency keys: `defineSdk({ idempotency: idempotencyKeys({ endpoints: ['createOrder'] }) })`. Such a
 * call has a random key, which all its attempts send, and is retried like a call that only reads.
 *
 * @throws TypeError for an invalid header name or `maxAge`.
 */
export function idempotencyKeys(options: IdempotencyKeysOptions = {}): IdempotencyKeys {
  const own = ownDefined(options) as IdempotencyKeysOptions;
  return { header: own.header ?? 'Idempotency-Key', plugin: new KeysOfEndpoints(own) };
}
