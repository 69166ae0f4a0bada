import { hasBrand, setBrand } from '../platform/brand.js';
import type { RequestConfig } from '../settings/request-config.js';
import type { DeclaredErrors } from './declared-errors.js';

/**
 * An endpoint: one description, from which `createApi` makes a function.
 *
 * Importing it hides the global Fetch `Request` in that file; rename it on import where you need both. The params
 * type covers path, query and body and is not checked against the path; `defineRequest` reads it from the path.
 *
 * @typeParam TParams Params of a call. `Record<string, never>` for none.
 * @typeParam TResponse Data of a successful call.
 * @typeParam TErrors Error bodies by status: `{ 404: NotFound; '5XX': Problem; default: Fault }`. Nobody checks them.
 */
export class Request<TParams = Record<string, never>, TResponse = unknown, TErrors = {}> {
  /** As given. */
  readonly config: RequestConfig;
  /** Carries the three types; there is no such property at run time. */
  declare readonly '~types': {
    readonly params: TParams;
    readonly response: TResponse;
    readonly errors: TErrors;
  };

  /** Tells an endpoint from what is none; there is no such property at run time. */
  declare readonly '~endpoint': true;

  /** @param config Read by `createApi`, which refuses what can't be an endpoint. */
  constructor(config: RequestConfig<TParams> & DeclaredErrors<TErrors>) {
    this.config = config;
    // Here and not on the prototype: a bundler drops no class that something is done to.
    setBrand(this, 'Request');
  }

  /** True for a Request of another copy of the package too (ESM beside CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, 'Request');
  }
}
