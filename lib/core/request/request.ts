import { type LevelOptions, mergeSettings, readSettings } from '../call/settings.js';
import { nullProto, hasBrand, ownDefined, setBrand } from '../platform/values.js';
import type { JsonOptions } from '../http/json.js';
import type { Place } from '../http/params.js';
import type {
  ErrorKey,
  ErrorSchemas,
  InferOutput,
  ResponseType,
  StandardSchemaV1,
} from '../http/response-decoder.js';
import type { ResponseReader } from '../http/response-reader.js';

/** The methods an endpoint may have. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/**
 * The description of one endpoint.
 *
 * @typeParam TParams What `place` gets.
 */
export interface RequestConfig<TParams = unknown> extends LevelOptions, JsonOptions {
  /**
   * Decides where params go, unless `bodyAs` does. Required. Missing, or in lower case: `createApi` throws. Another
   * text is sent as it is written.
   */
  method: HttpMethod;
  /**
   * Joined to `baseUrl`. A segment that begins with `:name` is a path param, or `{name}` anywhere; in a path with
   * braces colons are text. A fixed query may follow a `?`. Required. Missing: `createApi` throws. `#`, or `:name` or
   * `{name}` in the query: does not compile in a literal, and makes every call a `'network'` error.
   */
  path: string;
  /**
   * Where params go that the path does not take. Default: `'query'` for GET, DELETE, HEAD and OPTIONS, else `'body'`.
   * Any other value counts as `'body'`.
   */
  bodyAs?: 'body' | 'query' | undefined;
  /**
   * Says where the params go, in place of the rules for them; what it leaves out is not sent. Called once for each
   * call, and by `nextLink`, with `{}` where there are no params. Default: none. Beside `bodyAs`:
   * `createApi` throws. What it throws, and what is no placement: a `'network'` error.
   */
  place?: Place<TParams> | undefined;
  /**
   * How the response body is read; `'none'` lets it go unread. A reader makes data of the body in a way of its own,
   * such as a stream. Default `'json'`. An unknown one, and a reader beside `share` or `schema`: `createApi` throws.
   * One that the written type doesn't fit doesn't compile.
   */
  responseType?: ResponseType | ResponseReader<unknown> | undefined;
  /**
   * Validates the data of a 2xx response and gives its type; what it finds wrong is a `'parse'` error. Default: none.
   * Beside a written type it doesn't compile. One without `validate`, or whose `validate` throws: a `'parse'` error.
   */
  schema?: StandardSchemaV1 | undefined;
  /**
   * Schemas of error bodies: by status, else `'3XX'` to `'5XX'`, else `default`. Asked for answers that are no 2xx, and
   * have a body. The error stays `'http'`; a body that its schema refuses is null there, and what came is `rawBody`.
   * Where no response type is written, they give the bodies their types. Default: none. Another key, or what is no
   * schema: `createApi` throws. One that throws refuses, without
   * `issues`. Beside a third type argument they don't compile.
   */
  errors?: ErrorSchemas | undefined;
  /**
   * How error bodies are read. Default: as `responseType` says, and `'json'` where that is a reader, `'none'` or
   * `'optionalJson'`. Another value doesn't compile.
   */
  errorType?: ResponseType | undefined;
  /**
   * Joins calls whose requests are identical and in flight at the same time into one request; needs an absolute or
   * root-relative `baseUrl`. Default false. Together with `dedupe`: `createApi` throws.
   */
  share?: boolean | undefined;
  /**
   * Ends an older call of this endpoint, whatever its params, when a newer one begins. Default false. Together with
   * `share`: `createApi` throws.
   */
  dedupe?: boolean | undefined;
}

/** What `errors` are where errors have types: there may be none. */
export interface ErrorsGivenTwice {
  readonly errors?:
    | {
        readonly __errorsGivenTwice: 'These errors have types already: take out the types, or the schemas.';
      }
    | undefined;
}

/**
 * What the errors that an endpoint declares have to be: for a status, a range or `default`. A function of one's own that
 * passes their types on says so: `<E extends DeclaredErrors<E>>`.
 */
export type DeclaredErrors<TErrors> = [`${keyof TErrors & (string | number)}`] extends [ErrorKey]
  ? unknown
  : {
      readonly __unknownStatus: "Declare errors for a status from 300 to 599, '3XX', '4XX', '5XX' or default.";
    };

/** The types of error bodies: as they are declared, else as schemas have them, null for what these refuse. */
export type ErrorsOf<TErrors, TSchemas extends ErrorSchemas> = [TSchemas] extends [never]
  ? TErrors
  : { readonly [K in keyof TSchemas]: InferOutput<TSchemas[K] & StandardSchemaV1> | null };

/** The types of error bodies under options that may have schemas of their own. */
export type ErrorsUnder<TErrors, TOptions> = TOptions extends {
  readonly errors: infer TSchemas extends ErrorSchemas;
}
  ? ErrorsOf<TErrors, TSchemas>
  : TErrors;

/** What each `responseType` gives when no response type is written. */
export interface DataByType {
  json: unknown;
  optionalJson: unknown;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  formData: FormData;
  none: undefined;
}

/** Under `'optionalJson'` a schema isn't asked about an empty body. */
type EmptyOf<TType extends ResponseType> = [TType] extends ['optionalJson'] ? undefined : never;

/**
 * The data of a success when no response type is written: what a schema or a reader gives, else what the `responseType`
 * does. There is a schema or a reader, never both; without either its data are never.
 */
export type ReadData<TType extends ResponseType, TRead> = [TRead] extends [never]
  ? DataByType[TType]
  : TRead | EmptyOf<TType>;

/** The data under options: what a schema of theirs gives, else what their `responseType` does, else those before. */
export type DataUnder<TResponse, TOptions> = TOptions extends {
  readonly schema: StandardSchemaV1<unknown, infer TRead>;
}
  ? TRead | (TOptions extends { readonly responseType: 'optionalJson' } ? undefined : never)
  : TOptions extends { readonly responseType: ResponseReader<infer TOpened> }
    ? TOpened
    : TOptions extends { readonly responseType: infer TType extends ResponseType }
      ? DataByType[TType]
      : TResponse;

/** What the schema under options takes; unknown where they take it away. */
export type InputUnder<TInput, TOptions> = TOptions extends {
  readonly schema: StandardSchemaV1<infer TOwn, unknown>;
}
  ? TOwn
  : TOptions extends { readonly responseType: unknown }
    ? unknown
    : TInput;

/**
 * A config with options over its own, as levels of options are merged: headers by name, fetch options and context field
 * by field, middleware behind its own, of the rest what is not undefined. A `responseType` takes the place of a schema
 * too, unless one comes with it: what the schema was for is no longer read.
 */
function mergeConfigs(config: RequestConfig, options: Partial<RequestConfig>): RequestConfig {
  const own = ownDefined(config) as RequestConfig;
  const over = ownDefined(options) as Partial<RequestConfig>;
  const { schema: _schema, ...unread } = own;
  const below = readSettings(own);
  const { headers, fetchOptions, middleware, context, refusal } = mergeSettings(below, readSettings(over));
  return nullProto<RequestConfig>(
    over.responseType === undefined ? own : unread,
    over,
    refusal === undefined ? { headers, fetchOptions, middleware, context } : {},
    // What can't be used is refused where it is read.
    below.refusal === undefined ? {} : own,
  );
}

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
 * @typeParam TInput What the schema takes, where there is one: what a server sends, for stubs.
 */
export class Request<
  out TParams = Record<string, never>,
  out TResponse = unknown,
  out TErrors = {},
  out TInput = unknown,
> {
  /** As given. */
  readonly config: RequestConfig;
  /** Carries the types; there is no such property at run time. */
  declare readonly '~types': {
    readonly params: TParams;
    readonly response: TResponse;
    readonly errors: TErrors;
    readonly input: TInput;
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
  ): Request<
    TParams,
    DataUnder<TResponse, TOptions>,
    ErrorsUnder<TErrors, TOptions>,
    InputUnder<TInput, TOptions>
  > {
    return new Request(mergeConfigs(this.config, options) as never);
  }

  /** True for a Request of another copy of the package too (ESM beside CommonJS). */
  static [Symbol.hasInstance](value: unknown): boolean {
    return hasBrand(value, 'Request');
  }
}
