import {
  type MiddlewareContext,
  type MiddlewareNext,
  ownDefined,
  type Plugin,
  type Result,
} from '../../core/internal.js';
import { IdempotencyPlugin, type IdempotencyOptions } from '../resilience/idempotency-plugin.js';
import { isRemoved } from './removed-headers.js';

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

/** Adds keys to some endpoints, unless the caller removed the header. */
class KeysOfEndpoints extends IdempotencyPlugin {
  readonly #endpoints: ReadonlySet<string> | undefined;
  readonly #header: string;

  constructor(header: string, { endpoints, ...options }: IdempotencyKeysOptions) {
    super(options);
    this.#header = header;
    this.#endpoints = endpoints && new Set(endpoints);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    // Without a key, a retry might repeat the work.
    return isRemoved(ctx, this.#header) ? next() : super.handle(ctx, next);
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
  const { header = 'Idempotency-Key' } = own;
  return { header, plugin: new KeysOfEndpoints(header, own) };
}
