import type { CallInfo } from '../call/context.js';
import { resolveHeaders } from '../call/late-options.js';
import { type LevelOptions, mergeSettings, readSettings } from '../call/settings.js';
import { hasBrand, isSearchParams, ownDefined, setBrand } from '../platform/values.js';
import type { JsonOptions } from '../http/json.js';
import type { PageRules, PagesAt } from '../http/page-rules.js';
import type { ParamPlacement } from '../http/placement.js';
import type { QuerySerializer } from '../http/query.js';
import type {
  ErrorKey,
  ErrorSchemas,
  InferOutput,
  ResponseType,
  StandardSchemaV1,
  SuccessSchemas,
} from '../http/response-decoder.js';
import type { ResponseReader } from '../http/response-reader.js';
import type { SuccessResult } from '../result/result.js';

/** The HTTP methods of endpoints. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'QUERY';

/**
 * The description of one endpoint.
 *
 * @typeParam TParams The params that `place` receives.
 */
export interface RequestConfig<TParams = unknown> extends LevelOptions, JsonOptions {
  /**
   * HTTP method in upper case. Decides where params go, unless `bodyAs` does. Required: if it is missing or in lower
   * case, `createApi` throws. Any other string is sent unchanged.
   */
  method: HttpMethod;
  /**
   * Path that is joined to `baseUrl`. A segment that starts with `:name` is a path param, and so is `{name}` anywhere;
   * in a path with braces, colons are literal. A fixed query can follow a `?`. Required: if it is missing, `createApi`
   * throws. A `#`, or `:name` or `{name}` in the query, doesn't compile in a literal; otherwise every call returns a
   * `'network'` error.
   */
  path: string;
  /**
   * Where params go that aren't in the path. Default: `'query'` for GET, DELETE, HEAD and OPTIONS, else `'body'`. Any
   * other value counts as `'body'`.
   */
  bodyAs?: 'body' | 'query' | undefined;
  /**
   * Checks and converts the params of a call, and defines their type: the caller passes its input, and its output is
   * sent. It runs once per call and must be synchronous. If it rejects the params, throws or returns a promise, the call
   * returns a `'network'` error with `issues`, and nothing is sent. Default: none.
   */
  params?: StandardSchemaV1 | undefined;
  /**
   * Where the params go, instead of the default rules: `placed(…)` for a function, or `places(…)` for a table, from
   * `homing/openapi`. Params that it leaves out are not sent. Default: none. For a plain function, and with `bodyAs`,
   * `createApi` throws.
   */
  place?: ParamPlacement<TParams> | undefined;
  /**
   * Converts the params in a query to the query string, for example with `qs`. It receives the params that belong in the
   * query, as they were passed; nested objects and Dates are allowed. A leading `?` of its result is dropped. Default:
   * the client's function. If it throws or returns another value than a string, the call returns a `'network'` error.
   * With `place`, `createApi` throws.
   */
  serializeQuery?: QuerySerializer | undefined;
  /**
   * How the response body is read. `'none'` leaves it unread. A reader creates the data itself, for example a stream.
   * `'json'` and `'optionalJson'` send `Accept: application/json`, unless `headers` of any level have `Accept`.
   * Default: `'json'`. For an unknown name, and for a reader with `share` or `schema`, `createApi` throws. A type that
   * doesn't match the written response type doesn't compile.
   */
  responseType?: ResponseType | ResponseReader<unknown> | undefined;
  /**
   * Validates the data of a 2xx response and defines its type. Invalid data makes a `'parse'` error, and so does a
   * schema without `validate` or whose `validate` throws. Default: none. With a written response type it doesn't
   * compile.
   */
  schema?: StandardSchemaV1 | undefined;
  /**
   * Schemas of the data by status: a 2xx status, else `'2XX'`. They define the data type of each status, and
   * `result.status` narrows it. A 2xx status without an entry is invalid data. The schema of an empty JSON
   * body receives undefined. Default: none. For another key, a value that isn't a schema, and with `schema` or a reader,
   * `createApi` throws. With a written response type, they only validate.
   */
  responses?: SuccessSchemas | undefined;
  /**
   * Schemas of error bodies: by status, else `'3XX'` to `'5XX'`, else `default`. They validate non-2xx responses that
   * have a body. The error stays `'http'`; if the schema rejects the body, `body` is null and `rawBody` has the value.
   * Without a written response type, the schemas define the types of the bodies. Default: none. For another key, or a
   * value that isn't a schema, `createApi` throws. A schema that throws rejects the body, without `issues`. With a
   * third type argument they don't compile.
   */
  errors?: ErrorSchemas | undefined;
  /**
   * How error bodies are read. Default: as JSON if their Content-Type says so, or if `responseType` is `'json'`,
   * `'optionalJson'`, `'none'` or a reader; else as `responseType`. Another value doesn't compile.
   */
  errorType?: ResponseType | undefined;
  /**
   * How the pages of the endpoint follow each other: `cursorPages(…)`, `offsetPages(…)`, `numberPages(…)` or
   * `linkPages(…)` from `homing/pagination`. `paginate`, `items` and `infiniteQuery` then need no `next`. Default: none.
   * For another value, `paginate` and `items` throw. A path of items at which the response type has no array doesn't
   * compile.
   */
  pages?: PageRules | undefined;
  /**
   * Joins calls whose identical requests are in flight at the same time into one request. Needs an absolute or
   * root-relative `baseUrl`. Default: false. With `dedupe`, `createApi` throws.
   */
  share?: boolean | undefined;
  /**
   * `dedupe` cancels the previous call of the endpoint, whatever its params, when a new call starts. Default: false.
   * With `share`, `createApi` throws.
   */
  dedupe?: boolean | undefined;
}

/** Rejects schemas in `errors` if error types are written. */
export interface ErrorsGivenTwice {
  readonly errors?:
    | {
        readonly __errorsGivenTwice: 'These errors have types already: take out the types, or the schemas.';
      }
    | undefined;
}

/**
 * The constraint for declared errors: keys are a status, a range or `default`. Your own generic function that passes
 * error types on needs it too: `<E extends DeclaredErrors<E>>`.
 */
export type DeclaredErrors<TErrors> = [`${keyof TErrors & (string | number)}`] extends [ErrorKey]
  ? unknown
  : {
      readonly __unknownStatus: "Declare errors for a status from 300 to 599, '3XX', '4XX', '5XX' or default.";
    };

/** The types of error bodies: as declared, else as the schemas define them, with null for a rejected body. */
export type ErrorsOf<TErrors, TSchemas extends ErrorSchemas> = [TSchemas] extends [never]
  ? TErrors
  : { readonly [K in keyof TSchemas]: InferOutput<TSchemas[K] & StandardSchemaV1> | null };

/** The types of error bodies with options that can have their own schemas. */
export type ErrorsUnder<TErrors, TOptions> = TOptions extends {
  readonly errors: infer TSchemas extends ErrorSchemas;
}
  ? ErrorsOf<TErrors, TSchemas>
  : TErrors;

/** The data type of each `responseType`, if no response type is written. */
export interface DataByType {
  json: unknown;
  optionalJson: unknown;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  formData: FormData;
  none: undefined;
}

/**
 * Data that depends on the status of the response, as a response type: `defineRequest<ByStatus<{ 200: User[]; 202: Job
 * }>>()`. `result.status` narrows the data. Not checked at run time.
 *
 * @typeParam TByStatus The data by 2xx status.
 */
export interface ByStatus<out TByStatus> {
  /** Carries the types. This property doesn't exist at run time. */
  readonly '~byStatus': TByStatus;
}

/** Response headers that an endpoint declares, by lowercase name. */
export type HeaderTypes = Readonly<Record<string, string>>;

/** A response whose headers have declared types. */
export interface TypedResponse<THeaders> extends Response {
  /** The headers of the response. */
  readonly headers: TypedHeaders<THeaders>;
}

/** Headers, some of which have declared types. */
export interface TypedHeaders<THeaders> extends Headers {
  /** Returns a header; null for a missing one that isn't declared. */
  get<TName extends keyof THeaders & string>(name: TName): THeaders[TName];
  get(name: string): string | null;
}

/** A 2xx status as a number; `number` for `'2XX'`. */
type StatusOf<TKey> = TKey extends number
  ? TKey
  : TKey extends `${infer TStatus extends number}`
    ? TStatus
    : number;

/** The Results of a success: one for each declared status. */
export type ResultsByStatus<TByStatus, TErrors, TResponse extends Response = Response> = {
  [K in keyof TByStatus]-?: {
    readonly status: StatusOf<K>;
    readonly response: TResponse;
  } & SuccessResult<TByStatus[K], TErrors>;
}[keyof TByStatus];

/** The data of each status, as the schemas in `responses` define it. */
export type DataOfSchemas<TSchemas> = {
  [K in keyof TSchemas]: InferOutput<TSchemas[K] & StandardSchemaV1>;
};

/** Adds undefined for `'optionalJson'`: an empty body isn't validated. */
type EmptyOf<TType extends ResponseType> = [TType] extends ['optionalJson'] ? undefined : never;

/**
 * The data of a success if no response type is written: the type of a schema or a reader, else of the `responseType`.
 * `TRead` is the type of the schema or the reader, which exclude each other; never without either.
 */
export type ReadData<TType extends ResponseType, TRead> = [TRead] extends [never]
  ? DataByType[TType]
  : TRead | EmptyOf<TType>;

/** The data type with options: of their schema, else of their `responseType`, else unchanged. */
export type DataUnder<TResponse, TOptions> = TOptions extends { readonly responses: infer TSchemas }
  ? DataOfSchemas<TSchemas>[keyof TSchemas]
  : TOptions extends {
        readonly schema: StandardSchemaV1<unknown, infer TRead>;
      }
    ? TRead | (TOptions extends { readonly responseType: 'optionalJson' } ? undefined : never)
    : TOptions extends { readonly responseType: ResponseReader<infer TOpened> }
      ? TOpened
      : TOptions extends { readonly responseType: infer TType extends ResponseType }
        ? DataByType[TType]
        : TResponse;

/** The Results of a success with options: of their `responses`, else unchanged if they don't read the data anew. */
type StatusUnder<TSuccess, TErrors, TOptions> = TOptions extends {
  readonly responses: infer TSchemas;
}
  ? ResultsByStatus<DataOfSchemas<TSchemas>, TErrors> | Extract<TSuccess, PagesAt<string>>
  : TOptions extends { readonly schema: unknown } | { readonly responseType: unknown }
    ? Extract<TSuccess, PagesAt<string>>
    : TSuccess;

/** The Results of a success, and the `pages`, with options. */
export type SuccessUnder<TSuccess, TErrors, TOptions> = TOptions extends {
  readonly pages: PagesAt<infer TItems>;
}
  ? Exclude<StatusUnder<TSuccess, TErrors, TOptions>, PagesAt<string>> | PagesAt<TItems>
  : StatusUnder<TSuccess, TErrors, TOptions>;

/** The params with options: the input of their schema, else unchanged. */
export type ParamsUnder<TParams, TOptions> = TOptions extends {
  readonly params: StandardSchemaV1<infer TGiven, unknown>;
}
  ? TGiven
  : TParams;

/** Input type of the schema in `options`; unknown if the options remove the schema. */
export type InputUnder<TInput, TOptions> = TOptions extends {
  readonly schema: StandardSchemaV1<infer TOwn, unknown>;
}
  ? TOwn
  : TOptions extends { readonly responseType: unknown }
    ? unknown
    : TInput;

/**
 * Merges options over a config like levels: headers by name, fetch options and context field by field, middleware
 * appended; otherwise each value that is not undefined wins. A new `responseType`, `schema` or `responses` removes the
 * config's `schema` and `responses`, because the data is no longer the same.
 */
function mergeConfigs(config: RequestConfig, options: Partial<RequestConfig>): RequestConfig {
  const own = ownDefined(config) as RequestConfig;
  const over = ownDefined(options) as Partial<RequestConfig>;
  const { schema: _schema, responses: _responses, ...unread } = own;
  const isReadAnew = over.responseType ?? over.schema ?? over.responses;
  const below = readSettings(own);
  const { headers, lateHeaders, fetchOptions, middleware, context, refusal } = mergeSettings(
    below,
    readSettings(over),
  );
  return {
    ...(isReadAnew === undefined ? own : unread),
    ...over,
    ...(refusal === undefined && {
      headers: lateHeaders ? (call: CallInfo) => resolveHeaders(lateHeaders, call) : headers,
      // A URLSearchParams has no own fields, so a plain object replaces it.
      query: isSearchParams(over.query)
        ? over.query
        : { ...(own.query as object), ...(over.query as object) },
      fetchOptions,
      middleware,
      context,
    }),
    // Keep the invalid options, so that the error appears where they are read.
    ...(below.refusal !== undefined && own),
  };
}

/** The options of `Request.with`: all options of an endpoint, except method and path. */
export type RequestOptions<TParams = unknown> = Omit<RequestConfig<TParams>, 'method' | 'path'>;

/** Rejects unknown options, and errors for an invalid status, at compile time. */
type OptionsCheck<TOptions> = {
  readonly [K in Exclude<keyof TOptions, keyof RequestOptions>]: never;
} & (TOptions extends { readonly errors: infer TSchemas } ? DeclaredErrors<TSchemas> : unknown);

/**
 * An endpoint: one description, from which `createApi` creates a function.
 *
 * Importing it hides the global Fetch `Request` in that file; rename it on import if you need both. The params type
 * covers path, query and body and is not checked against the path; `defineRequest` infers it from the path.
 *
 * @typeParam TParams Params of a call. `Record<string, never>` for none.
 * @typeParam TResponse Data of a successful call.
 * @typeParam TErrors Error bodies by status: `{ 404: NotFound; '5XX': Problem; default: Fault }`. Not checked at run
 * time.
 * @typeParam TInput Input type of the schema, if there is one: the data that a server sends, for stubs.
 * @typeParam TSuccess The Results of a success, if they depend on the status or have declared headers, and `PagesAt`, if
 * the endpoint has `pages`; never otherwise.
 */
export class Request<
  out TParams = Record<string, never>,
  out TResponse = unknown,
  out TErrors = {},
  out TInput = unknown,
  out TSuccess = never,
> {
  /** The config as it was passed. */
  readonly config: RequestConfig;
  /** Carries the types. This property doesn't exist at run time. */
  declare readonly '~types': {
    readonly params: TParams;
    readonly response: TResponse;
    readonly errors: TErrors;
    readonly input: TInput;
    readonly success: TSuccess;
  };

  /** Marks the type as an endpoint. This property doesn't exist at run time. */
  declare readonly '~endpoint': true;

  /** @param config Checked by `createApi`, which throws for an invalid endpoint. */
  constructor(config: RequestConfig<TParams> & DeclaredErrors<TErrors>) {
    this.config = config;
    // Set here, not on the prototype: bundlers can't remove a class that is modified at the top level.
    setBrand(this, 'Request');
  }

  /**
   * Returns a Request of the same method and path, with these options over its own, as call options rank over the
   * endpoint's: headers by name, a plain `query` by name, `fetchOptions` and `context` field by field, `middleware` appended; otherwise each
   * value that is not undefined wins. `schema`, `responseType` and `errors` define types as in `defineRequest`; a
   * `responseType`, `schema` or `responses` removes the previous `schema` and `responses`. Only own properties count.
   * Errors for invalid options appear where the Request is used.
   */
  with<const TOptions extends RequestOptions<TParams>>(
    options: TOptions & OptionsCheck<TOptions>,
  ): Request<
    ParamsUnder<TParams, TOptions>,
    DataUnder<TResponse, TOptions>,
    ErrorsUnder<TErrors, TOptions>,
    InputUnder<TInput, TOptions>,
    SuccessUnder<TSuccess, ErrorsUnder<TErrors, TOptions>, TOptions>
  > {
    return new Request(mergeConfigs(this.config, options) as never);
  }

  /** Returns true for a Request, even of another copy of the package (ESM and CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, 'Request');
  }
}
