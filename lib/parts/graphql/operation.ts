import { hasBrand, setBrand } from '../../core/seats.js';
import type { OperationConfig } from './operation-config.js';

/**
 * A GraphQL operation: one description, from which `createGraphQL` makes a function.
 *
 * @typeParam TVariables Variables of a call. `Record<string, never>` for none.
 * @typeParam TData Data of a successful call.
 * @typeParam TErrors Error bodies by status, as of a `Request`: `{ 200: GraphQLError[]; 401: Problem }`. Nobody checks them.
 */
export class Operation<TVariables = Record<string, never>, TData = unknown, TErrors = {}> {
  /** As given. Its types are in `~types` alone, so that any Operation passes for an `Operation<unknown>`. */
  readonly config: OperationConfig<never>;
  /** Carries the three types; there is no such property at run time. */
  declare readonly '~types': {
    readonly params: TVariables;
    readonly response: TData;
    readonly errors: TErrors;
  };

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
