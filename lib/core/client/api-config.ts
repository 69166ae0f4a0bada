import type { RequestConfig } from '../settings/request-config.js';
import type { BodyStrategy } from '../wire/body-strategy.js';
import type { ClientOptions } from './client-options.js';

/**
 * Any endpoint. Silent about its types: were they `unknown` here, the compiler would reason from that in each
 * `defineRequest` that stands inside `requests`, and a large client would cost half as much again to check.
 */
interface AnyRequest {
  readonly config: RequestConfig;
  readonly '~endpoint': true;
}

/** Endpoints by the name that their function gets; a plain object, or a module's namespace, is a group of such. */
export interface Requests {
  readonly [name: string]: AnyRequest | Requests;
}

/** What `createApi` takes. */
export interface ApiConfig<TRequests extends Requests = Requests> extends ClientOptions {
  /**
   * Absolute (`https://api.example.com/v1`), root-relative (`/api`) or `''` for the page's own origin. Its trailing
   * slashes are dropped; its query stands before that of the path and the call.
   */
  baseUrl: string;
  /**
   * The endpoints; each becomes a function on the client. They may stand in groups: `requests: { users: { get } }` is
   * called as `api.users.get()`, and its name is `users.get`.
   */
  requests: TRequests;
  /** Body kinds of your own (MessagePack, say), asked before the built-in ones. */
  bodyStrategies?: readonly BodyStrategy[] | undefined;
}
