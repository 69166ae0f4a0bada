import { hasBrand, setBrand } from '../platform/brand.js';
import { mergeConfigs } from '../settings/merged-config.js';
import type { RequestConfig } from '../settings/request-config.js';
import type { DeclaredErrors, ErrorsUnder } from './declared-errors.js';
import type { DataUnder } from './read-data.js';

/** What `with` of a Request takes: the options of an endpoint, but for its method and path. */
export type RequestOptions<TParams = unknown> = Omit<RequestConfig<TParams>, 'method' | 'path'>;

/** So that what is no option is an error of the compiler's, and so are errors for what is no status. */
type OptionsCheck<TOptions> = {
  readonly [K in Exclude<keyof TOptions, keyof RequestOptions>]: never;
} & (TOptions extends { readonly errors: infer TSchemas } ? DeclaredErrors<TSchemas> : unknown);

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
export class Request<out TParams = Record<string, never>, out TResponse = unknown, out TErrors = {}> {
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

  /**
   * A Request of the same method and path, with these options over its own, as those of a call stand over an endpoint's:
   * headers by name, `fetchOptions` and `context` field by field, `middleware` behind its own, of the rest what is not
   * undefined. A `schema`, a `responseType` and `errors` give their types as in `defineRequest`; a `responseType` without
   * a `schema` takes out the one that is there. Own properties only; what can't be used is told where the Request is.
   */
  with<const TOptions extends RequestOptions<TParams>>(
    options: TOptions & OptionsCheck<TOptions>,
  ): Request<TParams, DataUnder<TResponse, TOptions>, ErrorsUnder<TErrors, TOptions>> {
    return new Request(mergeConfigs(this.config, options) as never);
  }

  /** True for a Request of another copy of the package too (ESM beside CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, 'Request');
  }
}
