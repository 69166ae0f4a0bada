import { bare } from '../../core/platform/bare.js';
import type { OperationConfig } from './operation-config.js';

const BRAND = Symbol.for('homing.Operation');

/**
 * A GraphQL operation: one description, from which `createGraphQL` makes a function.
 *
 * @typeParam TVariables Variables of a call. `Record<string, never>` for none.
 * @typeParam TData Data of a successful call.
 */
export class Operation<TVariables = Record<string, never>, TData = unknown> {
  /** As given. Its types are in `~types` alone, so that any Operation passes for an `Operation<unknown>`. */
  readonly config: OperationConfig<never>;
  /** Carries the two types; there is no such property at run time. */
  declare readonly '~types': { readonly params: TVariables; readonly response: TData };

  /** @param config Read by `createGraphQL`, which refuses what can't be an operation. */
  constructor(config: OperationConfig<TVariables, TData>) {
    this.config = config;
    // Here and not on the prototype: a bundler drops no class that something is done to.
    Object.defineProperty(this, BRAND, bare({ value: true }));
  }

  /** True for an Operation of another copy of the package too (ESM beside CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return BRAND in (Object(value) as object);
  }
}
