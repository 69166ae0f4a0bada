import { hasBrand, setBrand } from '../../core/platform/brand.js';
import type { OperationConfig } from './operation-config.js';

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
    setBrand(this, 'Operation');
  }

  /** True for an Operation of another copy of the package too (ESM beside CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, 'Operation');
  }
}
