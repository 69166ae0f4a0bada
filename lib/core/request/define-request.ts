import type { RequestConfig } from '../settings/request-config.js';
import type { ResponseType } from '../wire/body-readers.js';
import type { ErrorSchemas } from '../wire/error-schemas.js';
import type { Place } from '../wire/placement.js';
import type { ResponseReader } from '../wire/response-reader.js';
import type { StandardSchemaV1 } from '../wire/standard-schema.js';
import type { DeclaredErrors, ErrorsGivenTwice, ErrorsOf } from './declared-errors.js';
import type { ParamsOf, PathCheck } from './path-params.js';
import { Request } from './request.js';

/** What each `responseType` gives when no response type is written. */
interface DataByType {
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
type DataOf<TType extends ResponseType, TRead> = [TRead] extends [never]
  ? DataByType[TType]
  : TRead | EmptyOf<TType>;

/** Under a written response type: a schema may only be there when it gives no type of its own. */
type SchemaCheck<TRead> = unknown extends TRead
  ? unknown
  : { readonly __schemaGivesResponse: 'The schema gives the response type: write none.' };

/** Under a written response type: a reader may only be there when it gives that, or when nobody knows what it gives. */
type ReaderCheck<TRead, TResponse> = unknown extends TRead
  ? unknown
  : [TRead] extends [TResponse]
    ? unknown
    : {
        readonly __readerGivesOther: 'The reader gives another type than the response type: leave that out.';
      };

/** Under a response type that has undefined in it: every `responseType` goes. */
type AnyType = Readonly<Record<ResponseType, unknown>>;

/** Under a response type without undefined: looked up by `responseType`, so that only two of them ask for more. */
interface SomeBody extends Omit<AnyType, 'none' | 'optionalJson'> {
  readonly none: {
    readonly __emptyBodyMismatch: "responseType: 'none' gives undefined: make that the response type.";
  };
  readonly optionalJson: {
    readonly __emptyBodyMismatch: "responseType: 'optionalJson' gives undefined for an empty body: write the response type with | undefined.";
  };
}

/** What `dedupe` may be beside a `share`. One that is decided at run time is looked at there. */
type DedupeBeside<TShare extends boolean> = [TShare] extends [true]
  ? false | (true & { readonly __shareWithDedupe: 'Calls join, or the newest ends the others: take one.' })
  : boolean;

/** The names of the params that are declared as a Date, or may be one. */
type DateNames<TParams> = {
  [K in keyof TParams]-?: unknown extends TParams[K]
    ? never
    : [Extract<TParams[K], Date>] extends [never]
      ? never
      : K;
}[keyof TParams];

/** A query has no Dates; the last of these says so. */
type InBody<TName> =
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly bodyAs?: 'body' | undefined }
  | { readonly bodyAs: 'body' }
  | { readonly place: unknown }
  | {
      readonly __dateInQuery: `"${TName & string}" is a Date: declare a string, and pass its ISO 8601 text.`;
    };

/** What is asked of the config where params may be Dates. */
type WithDates<TBodies extends AnyType, TParams> = [DateNames<TParams>] extends [never]
  ? TBodies
  : { readonly [K in ResponseType]: TBodies[K] & InBody<DateNames<TParams>> };

/** The config, with what is read from it. An interface: its members are looked at only where a config has them. */
interface EndpointConfig<
  TPath extends string,
  TType extends ResponseType,
  TRead,
  TShare extends boolean,
  TParams,
  TSchemas extends ErrorSchemas,
> extends RequestConfig {
  path: TPath;
  place?: Place<ParamsOf<TPath, TParams>> | undefined;
  share?: TShare | undefined;
  dedupe?: DedupeBeside<TShare> | undefined;
  schema?: StandardSchemaV1<unknown, TRead> | undefined;
  errors?: (TSchemas & DeclaredErrors<TSchemas>) | undefined;
  responseType?: TType | ResponseReader<TRead> | undefined;
}

/** The same under a written response type. */
interface TypedConfig<
  TPath extends string,
  TType extends ResponseType,
  TRead,
  TResponse,
  TShare extends boolean,
  TParams,
> extends RequestConfig {
  path: TPath;
  place?: Place<ParamsOf<TPath, TParams>> | undefined;
  share?: TShare | undefined;
  dedupe?: DedupeBeside<TShare> | undefined;
  schema?: (StandardSchemaV1<unknown, TRead> & SchemaCheck<TRead>) | undefined;
  responseType?: TType | (ResponseReader<TRead> & ReaderCheck<TRead, TResponse>) | undefined;
}

// `NoInfer` below keeps the compiler from looking for type arguments in the branches of the check.

/** What the first call gives: no endpoint yet. Where one is wanted, the compiler shows the sentence. */
interface FirstCall {
  readonly '~endpoint': 'The second call is missing: defineRequest<…>()({ method, path }).';
  readonly config: never;
  readonly '~types': never;
}

/** The second call of `defineRequest`, when the first has a response type. */
interface TypedNeedsSecondCall<TResponse, TParams, TErrors, TBodies extends AnyType> extends FirstCall {
  <
    TPath extends string,
    TType extends ResponseType = 'json',
    TRead = never,
    TShare extends boolean = false,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- under a response type that isn't known yet both kinds of second call have to be called alike
    _TSchemas extends ErrorSchemas = never,
  >(
    config: TypedConfig<TPath, TType, TRead, TResponse, TShare, TParams> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): Request<ParamsOf<TPath, TParams>, TResponse, TErrors>;
}

/** The second call of `defineRequest`, when the first has no response type. */
interface UntypedNeedsSecondCall<TParams, TErrors, TBodies extends AnyType> extends FirstCall {
  <
    TPath extends string,
    TType extends ResponseType = 'json',
    TRead = never,
    TShare extends boolean = false,
    TSchemas extends ErrorSchemas = never,
  >(
    config: EndpointConfig<TPath, TType, TRead, TShare, TParams, TSchemas> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): Request<ParamsOf<TPath, TParams>, DataOf<TType, TRead>, ErrorsOf<TErrors, TSchemas>>;
}

/** Nothing is of this type: the first call takes types alone. */
type ConfigComesSecond = 'The config goes into a second call: defineRequest<…>()({ method, path }).';

/** What else is asked of a config, by its `responseType`. Params that may have a Date among them are looked at more closely. */
type BodiesOf<TResponse, TParams> = Date extends TParams[keyof TParams]
  ? WithDates<undefined extends TResponse ? AnyType : SomeBody, TParams>
  : undefined extends TResponse
    ? AnyType
    : SomeBody;

/** The same where errors have their types. */
type WithoutSchemas<TBodies extends AnyType> = {
  readonly [K in ResponseType]: TBodies[K] & ErrorsGivenTwice;
};

/** The second call of `defineRequest`. */
export type DefineRequest<TResponse, TParams, TErrors, TBodies extends AnyType> = unknown extends TResponse
  ? UntypedNeedsSecondCall<TParams, TErrors, TBodies>
  : TypedNeedsSecondCall<TResponse, TParams, TErrors, TBodies>;

/**
 * Describes an endpoint, in two calls: the first takes the types, the second the config, from whose path the names of
 * the path params are read.
 *
 * @typeParam TResponse Data of a success. Leave it out with a `schema`, which gives it.
 * @typeParam TParams Params that are not in the path: they go in the query or in the body.
 * @typeParam TErrors Error bodies by status: `{ 404: NotFound; '5XX': Problem; default: Fault }`. Nobody checks them.
 */
export function defineRequest<TResponse = unknown, TParams = {}>(
  config?: ConfigComesSecond,
): DefineRequest<TResponse, TParams, {}, BodiesOf<TResponse, TParams>>;
export function defineRequest<TResponse, TParams, TErrors extends DeclaredErrors<TErrors>>(
  config?: ConfigComesSecond,
): DefineRequest<TResponse, TParams, TErrors, WithoutSchemas<BodiesOf<TResponse, TParams>>>;
export function defineRequest(): unknown {
  return (config: RequestConfig) => new Request(config);
}
