import type { Place, QueryValue } from '../http/params.js';
import type { ErrorSchemas, ResponseType, StandardSchemaV1 } from '../http/response-decoder.js';
import type { ResponseReader } from '../http/response-reader.js';
import type { CallParams, PathCheck } from './path-params.js';
import {
  type DataByType,
  type DeclaredErrors,
  type ErrorsGivenTwice,
  type ErrorsOf,
  type ReadData,
  Request,
  type RequestConfig,
} from './request.js';

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

/** What is asked of a config, by its `responseType`. */
type AnyType = Readonly<Record<ResponseType, unknown>>;

type Fixed = 'text' | 'blob' | 'arrayBuffer' | 'formData';

/** The data of a `responseType` are not those that are written. */
interface GivesOther<TType extends Fixed> {
  readonly __responseTypeGivesOther: `responseType: '${TType}' gives other data than the response type: write the type of these, or none.`;
}

/** The `responseType`s that give data of one type: that, or a part of it, has to be what is written. */
type FixedBody<TResponse> = {
  readonly [K in Fixed]: [DataByType[K]] extends [TResponse]
    ? unknown
    : [TResponse] extends [DataByType[K]]
      ? unknown
      : GivesOther<K>;
};

/** Under a response type that has undefined in it. */
interface NoBody {
  readonly json: unknown;
  readonly none: unknown;
  readonly optionalJson: unknown;
}

/** Under a response type without undefined: looked up by `responseType`, so that only two of these ask for more. */
interface SomeBody {
  readonly json: unknown;
  readonly none: {
    readonly __emptyBodyMismatch: "responseType: 'none' gives undefined: make that the response type.";
  };
  readonly optionalJson: {
    readonly __emptyBodyMismatch: "responseType: 'optionalJson' gives undefined for an empty body: write the response type with | undefined.";
  };
}

/** What most data are: an object, and nothing that a `responseType` of one type gives. */
type Plain = object & { readonly arrayBuffer?: never; readonly byteLength?: never; readonly append?: never };

/** Under a response type like that. One type for them all: each of its own would be dear to check. */
interface PlainBody extends SomeBody {
  readonly text: GivesOther<'text'>;
  readonly blob: GivesOther<'blob'>;
  readonly arrayBuffer: GivesOther<'arrayBuffer'>;
  readonly formData: GivesOther<'formData'>;
}

/** What `dedupe` may be beside a `share`. One that is decided at run time is looked at there. */
type DedupeBeside<TShare extends boolean> = [TShare] extends [true]
  ? false | (true & { readonly __shareWithDedupe: 'Calls join, or the newest ends the others: take one.' })
  : boolean;

/** What has one text in a query, and lists of it: what most params are. */
type InQuery = QueryValue | readonly QueryValue[];

/** The types that a query has no text for. What may be anything, and a function, is looked at when the call is made. */
type ObjectsIn<T> = unknown extends T
  ? never
  : T extends readonly (infer TElement)[]
    ? ObjectIn<TElement>
    : ObjectIn<T>;

type ObjectIn<T> = unknown extends T
  ? never
  : T extends QueryValue | ((...args: never) => unknown)
    ? never
    : [keyof T] extends [never]
      ? never
      : T;

/** The names of the params that are, or may be, such an object, or a list of such. */
type ObjectNames<TParams> = {
  [K in keyof TParams]-?: [ObjectsIn<TParams[K]>] extends [never] ? never : K;
}[keyof TParams];

/** The same for a Date. */
type DateNames<TParams> = {
  [K in keyof TParams]-?: [Extract<ObjectsIn<TParams[K]>, Date>] extends [never] ? never : K;
}[keyof TParams];

/** A query has no objects; the last of these says so. */
type InBody<TDate, TObject> =
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly bodyAs?: 'body' | undefined }
  | { readonly bodyAs: 'body' }
  | { readonly place: unknown }
  | ([TDate] extends [never]
      ? {
          readonly __objectInQuery: `"${TObject & string}" is an object: declare its fields as params of their own, or say with place how it is written.`;
        }
      : {
          readonly __dateInQuery: `"${TDate & string}" is a Date: declare a string, and pass its ISO 8601 text.`;
        });

/** What is asked of the config where params may be objects. */
type WithObjects<TBodies extends AnyType, TParams> = [ObjectNames<TParams>] extends [never]
  ? TBodies
  : { readonly [K in ResponseType]: TBodies[K] & InBody<DateNames<TParams>, ObjectNames<TParams>> };

/** The config, with what is read from it. An interface: its members are looked at only where a config has them. */
interface EndpointConfig<
  TPath extends string,
  TType extends ResponseType,
  TRead,
  TShare extends boolean,
  TParams,
  TSchemas extends ErrorSchemas,
  TInput,
> extends RequestConfig {
  path: TPath;
  place?: Place<CallParams<TPath, TParams>> | undefined;
  share?: TShare | undefined;
  dedupe?: DedupeBeside<TShare> | undefined;
  schema?: StandardSchemaV1<TInput, TRead> | undefined;
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
  place?: Place<CallParams<TPath, TParams>> | undefined;
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
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- the same
    _TInput = unknown,
  >(
    config: TypedConfig<TPath, TType, TRead, TResponse, TShare, TParams> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): Request<CallParams<TPath, TParams>, TResponse, TErrors>;
}

/** The second call of `defineRequest`, when the first has no response type. */
interface UntypedNeedsSecondCall<TParams, TErrors, TBodies extends AnyType> extends FirstCall {
  <
    TPath extends string,
    TType extends ResponseType = 'json',
    TRead = never,
    TShare extends boolean = false,
    TSchemas extends ErrorSchemas = never,
    TInput = unknown,
  >(
    config: EndpointConfig<TPath, TType, TRead, TShare, TParams, TSchemas, TInput> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): Request<CallParams<TPath, TParams>, ReadData<TType, TRead>, ErrorsOf<TErrors, TSchemas>, TInput>;
}

/** Nothing is of this type: the first call takes types alone. */
type ConfigComesSecond = 'The config goes into a second call: defineRequest<…>()({ method, path }).';

/** What a response type asks of a config. Not asked through a tuple: that would cost more at each endpoint. */
type BodyOf<TResponse> = undefined extends TResponse
  ? NoBody & FixedBody<TResponse>
  : TResponse extends Plain
    ? PlainBody
    : SomeBody & FixedBody<TResponse>;

/** What is asked of a config by both types. Params that may have an object among them are looked at more closely. */
type BodiesOf<TResponse, TParams> = TParams[keyof TParams] extends InQuery
  ? undefined extends TResponse
    ? NoBody & FixedBody<TResponse>
    : TResponse extends Plain
      ? PlainBody
      : SomeBody & FixedBody<TResponse>
  : WithObjects<BodyOf<TResponse>, TParams>;

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
