import type {
  ApiClient,
  HttpMethod,
  RequestConfig,
  Requests,
  Result,
  StandardSchemaV1,
} from '../../core/internal.js';
import type { SdkErrorOptions } from './error-factory.js';
import type { IdempotencyKeys } from './idempotency-keys.js';
import type { SdkRequestOptions } from './request-options.js';
import type { SdkApi } from './sdk-api.js';
import type { AuthRules } from './sdk-options.js';
import type { ResultPages, SdkPages, SdkPromise } from './sdk-promise.js';
import type { SdkWebhooks, WebhookMethods } from './sdk-webhooks.js';

/** The parts of an SDK. */
export interface SdkDefinition<
  TRequests extends Requests,
  TResources extends object,
> extends SdkErrorOptions {
  /** Name of the package, for `User-Agent`, messages and logs. Required. Not checked. */
  readonly name: string;
  /** Version of the package, for `User-Agent`. Required. Not checked. */
  readonly version: string;
  /**
   * Prefix of the environment variables: `ACME` for `ACME_API_KEY`, `ACME_BASE_URL`, `ACME_LOG` and
   * `ACME_WEBHOOK_SECRET`. Required. `defineSdk` throws a TypeError for another value than letters, digits and `_`.
   */
  readonly env: string;
  /**
   * URL of the service, or its servers by name; the first one is the default. Required. `defineSdk` throws a TypeError
   * without any, and for a URL that has no scheme and doesn't start with `/`.
   */
  readonly servers: string | Readonly<Record<string, string>>;
  /**
   * The keys by the name of the client's option: `{ apiKey: { in: 'bearer' } }`. Default: none. `defineSdk` throws a
   * TypeError for a rule that isn't one.
   */
  readonly auth?: AuthRules | undefined;
  /**
   * Names of the endpoints that need no key. Their calls don't contain the client's keys. A client's own `auth` still runs
   * for them. Default: none. Not checked.
   */
  readonly publicEndpoints?: readonly string[] | undefined;
  /** The endpoints, as in `createApi`. Required. `new` throws a TypeError for an invalid one. */
  readonly requests: TRequests;
  /**
   * Returns the resources with their methods. Called for each client, and again for `results`. Required. `new` throws a
   * TypeError if a resource has the name of a member of every client, such as `request`, or the name `then`.
   *
   * @param api The endpoints. A method returns what their functions return.
   */
  readonly resources: (api: SdkApi<ApiClient<TRequests>>) => TResources;
  /**
   * Error bodies by status, by resource and method, for `results`; only for the compiler: `errorTypes: {} as
   * ResourceErrors`. Default: what the methods' types say.
   */
  readonly errorTypes?: unknown;
  /** How webhooks are verified: the return value of `webhooks`. Default: the client has no `webhooks`. */
  readonly webhooks?: SdkWebhooks<unknown> | undefined;
  /** Idempotency keys: the return value of `idempotencyKeys`. Default: only keys that the caller passes. */
  readonly idempotency?: IdempotencyKeys | undefined;
  /**
   * Maximum number of retries of a request that is safe to repeat.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * Milliseconds for a whole call.
   *
   * @default 60000
   */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for each attempt of a call that isn't an upload, a download of bytes or a stream.
   *
   * @default 20000
   */
  readonly attemptTimeout?: number | undefined;
}

/** A request that isn't a method of the SDK. */
export interface SdkRequest<TData = unknown> extends Pick<RequestConfig, 'responseType'> {
  /** HTTP method in upper case. */
  readonly method: HttpMethod;
  /** Path under the base URL, or a URL of the same origin. Sent as it is. A URL of another origin fails. */
  readonly path: string;
  /** The body: a value to send as JSON, or a form, text, bytes or a stream. Default: none. */
  readonly body?: unknown;
  /** Validates the data, and sets its type. Default: none. */
  readonly schema?: StandardSchemaV1<unknown, TData> | undefined;
}

/** A method of `results`: it returns the Result instead of throwing. */
type ResultMethod<TMethod, TErrors> = TMethod extends (
  ...args: infer A
) => SdkPages<infer I, infer P, infer E>
  ? (...args: A) => ResultPages<I, P, unknown extends TErrors ? E : TErrors>
  : TMethod extends (...args: infer A) => SdkPromise<infer T, infer E>
    ? (...args: A) => Promise<Result<T, unknown extends TErrors ? E : TErrors>>
    : TMethod extends (...args: never) => unknown
      ? TMethod
      : SdkResults<TMethod, TErrors>;

/**
 * The resources of an SDK, whose methods return Results.
 *
 * @typeParam TResources The resources.
 * @typeParam TErrors Error bodies by status, by resource and method. Default: what the methods' types say.
 */
export type SdkResults<TResources, TErrors = unknown> = {
  readonly [K in keyof TResources]: ResultMethod<
    TResources[K],
    K extends keyof TErrors ? TErrors[K] : unknown
  >;
};

/** Members of every client. */
export interface SdkClient<TRequests extends Requests, TResources, TOptions, TErrors = unknown> {
  /** The resources, whose methods return Results and never throw. */
  readonly results: SdkResults<TResources, TErrors>;
  /** The client of `createApi`, for adapters, polls and observers. Its functions return Results. */
  readonly client: ApiClient<TRequests>;
  /**
   * Sends a request that isn't a method of the SDK, with all options of the client. Rejects with an `APIError`.
   *
   * @typeParam T The type of the data, which isn't checked without a schema.
   */
  request<T = unknown>(request: SdkRequest<T>, options?: SdkRequestOptions): SdkPromise<T>;
  /** Returns a new client with other options. Options that aren't passed stay. */
  withOptions(options: TOptions): this;
}

/** The client of an SDK: its resources, and the members of every client. */
export type SdkInstance<
  TRequests extends Requests,
  TResources,
  TOptions,
  TWebhooks,
  TErrors = unknown,
> = TResources &
  SdkClient<TRequests, TResources, TOptions, TErrors> &
  (TWebhooks extends SdkWebhooks<infer TEvent> ? { readonly webhooks: WebhookMethods<TEvent> } : {});

/** The names of an SDK's servers. */
export type ServerOf<TServers> = TServers extends string ? never : Extract<keyof TServers, string>;

/** The class of an SDK. */
export type SdkClass<TRequests extends Requests, TResources, TOptions, TWebhooks, TErrors = unknown> = new (
  options?: TOptions,
) => SdkInstance<TRequests, TResources, TOptions, TWebhooks, TErrors>;
