import type { ItemsCheck, PageRules, PagesAt } from '../http/page-rules.js';
import type { ParamPlacement } from '../http/placement.js';
import type { QuerySerializer, QueryValue } from '../http/query.js';
import type {
  ErrorSchemas,
  ResponseType,
  StandardSchemaV1,
  SuccessKey,
  SuccessSchemas,
} from '../http/response-decoder.js';
import type { ResponseReader } from '../http/response-reader.js';
import type { SuccessResult } from '../result/result.js';
import type { CallParams, PathCheck, PlacedParams } from './path-params.js';
import {
  type DataByType,
  type DeclaredErrors,
  type ErrorsGivenTwice,
  type ErrorsOf,
  type ByStatus,
  type DataOfSchemas,
  type HeaderTypes,
  type ReadData,
  Request,
  type RequestConfig,
  type ResultsByStatus,
  type TypedResponse,
} from './request.js';

/** If a response type is written: a schema is allowed only if its output type is unknown. */
type SchemaCheck<TRead> = unknown extends TRead
  ? unknown
  : { readonly __schemaGivesResponse: 'The schema gives the response type: write none.' };

/** If a response type is written: a reader is allowed only if its data has this type, or an unknown type. */
type ReaderCheck<TRead, TResponse> = unknown extends TRead
  ? unknown
  : [TRead] extends [TResponse]
    ? unknown
    : {
        readonly __readerGivesOther: 'The reader gives another type than the response type: leave that out.';
      };

/** The requirements for a config, by its `responseType`. */
type AnyType = Readonly<Record<ResponseType, unknown>>;

type Fixed = 'text' | 'blob' | 'arrayBuffer' | 'formData';

/** The error type for a `responseType` whose data doesn't have the written type. */
interface GivesOther<TType extends Fixed> {
  readonly __responseTypeGivesOther: `responseType: '${TType}' gives other data than the response type: write the type of these, or none.`;
}

/** For each `responseType` with a fixed data type: requires that the written type is this type, or a part of it. */
type FixedBody<TResponse> = {
  readonly [K in Fixed]: [DataByType[K]] extends [TResponse]
    ? unknown
    : [TResponse] extends [DataByType[K]]
      ? unknown
      : GivesOther<K>;
};

/** The requirements for a response type that includes undefined. */
interface NoBody {
  readonly json: unknown;
  readonly none: unknown;
  readonly optionalJson: unknown;
}

/**
 * The requirements for a response type without undefined. Looked up by `responseType`, so only two members require
 * more.
 */
interface SomeBody {
  readonly json: unknown;
  readonly none: {
    readonly __emptyBodyMismatch: "responseType: 'none' gives undefined: make that the response type.";
  };
  readonly optionalJson: {
    readonly __emptyBodyMismatch: "responseType: 'optionalJson' gives undefined for an empty body: write the response type with | undefined.";
  };
}

/** Most data: an object that can't be the result of a `responseType` with a fixed data type. */
type Plain = object & { readonly arrayBuffer?: never; readonly byteLength?: never; readonly append?: never };

/**
 * The requirements for such a response type. One shared type, because a separate type for each endpoint would be
 * expensive to check.
 */
interface PlainBody extends SomeBody {
  readonly text: GivesOther<'text'>;
  readonly blob: GivesOther<'blob'>;
  readonly arrayBuffer: GivesOther<'arrayBuffer'>;
  readonly formData: GivesOther<'formData'>;
}

/** The type of `dedupe` next to a `share`. If `share` is decided at run time, `createApi` checks it. */
type DedupeBeside<TShare extends boolean> = [TShare] extends [true]
  ? false | (true & { readonly __shareWithDedupe: 'Calls join, or the newest ends the others: take one.' })
  : boolean;

/** Values that a query can contain, and arrays of them: most params. */
type InQuery = QueryValue | readonly QueryValue[];

/** The types that a query can't contain. `unknown`, `any` and functions are checked when the call starts. */
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

/** The names of params that are, or can be, such an object, or an array of them. */
type ObjectNames<TParams> = {
  [K in keyof TParams]-?: [ObjectsIn<TParams[K]>] extends [never] ? never : K;
}[keyof TParams];

/** The names of params that are, or can be, a Date, or an array of Dates. */
type DateNames<TParams> = {
  [K in keyof TParams]-?: [Extract<ObjectsIn<TParams[K]>, Date>] extends [never] ? never : K;
}[keyof TParams];

/**
 * Requires that params with objects are sent in the body, or placed by `place`. The last members contain the message.
 */
type InBody<TDate, TObject> =
  | { readonly method: 'POST' | 'PUT' | 'PATCH'; readonly bodyAs?: 'body' | undefined }
  | { readonly bodyAs: 'body' }
  | { readonly place: unknown }
  | { readonly serializeQuery: QuerySerializer }
  | ([TDate] extends [never]
      ? {
          readonly __objectInQuery: `"${TObject & string}" is an object: declare each field as a param, or set place or serializeQuery to define how the object is sent.`;
        }
      : {
          readonly __dateInQuery: `"${TDate & string}" is a Date: declare a string and pass its ISO 8601 text, or set serializeQuery to define how a Date is sent.`;
        });

/** The requirements for a config whose params can be objects. */
type WithObjects<TBodies extends AnyType, TParams> = [ObjectNames<TParams>] extends [never]
  ? TBodies
  : { readonly [K in ResponseType]: TBodies[K] & InBody<DateNames<TParams>, ObjectNames<TParams>> };

/** Whether a type is the schemas in `responses`, not the input of a `schema`. */
type IsByStatus<TInput> = [keyof TInput] extends [never]
  ? false
  : `${keyof TInput & (string | number)}` extends SuccessKey
    ? TInput extends SuccessSchemas
      ? true
      : false
    : false;

/** Rejects schemas in `responses` for other statuses. */
type DeclaredStatuses<TSchemas> = [`${keyof TSchemas & (string | number)}`] extends [SuccessKey]
  ? unknown
  : {
      readonly __unknownStatus: "Declare responses for a status from 200 to 299 or '2XX', others in errors.";
    };

/** The data of a page. */
type PageData<TType extends ResponseType, TRead, TInput> =
  IsByStatus<TInput> extends true ? DataOfSchemas<TInput>[keyof TInput] : ReadData<TType, TRead>;

/**
 * The config, with the types that are inferred from it. An interface, because the compiler then checks a member only if
 * a config has it.
 */
interface EndpointConfig<
  TPath extends string,
  TType extends ResponseType,
  TRead,
  TShare extends boolean,
  TParams,
  TSchemas extends ErrorSchemas,
  TInput,
  TGiven,
  TPages extends PagesAt<string>,
> extends RequestConfig {
  params?: StandardSchemaV1<TGiven, unknown> | undefined;
  // A separate type parameter would make each endpoint more expensive. No endpoint has both `responses` and `schema`.
  responses?: (TInput & SuccessSchemas & DeclaredStatuses<TInput>) | undefined;
  pages?: (TPages & PageRules & ItemsCheck<PageData<TType, TRead, TInput>, TPages>) | undefined;
  path: TPath;
  place?: ParamPlacement<CallParams<TPath, TParams>> | ParamPlacement<PlacedParams<TParams>> | undefined;
  share?: TShare | undefined;
  dedupe?: DedupeBeside<TShare> | undefined;
  schema?: StandardSchemaV1<TInput, TRead> | undefined;
  errors?: (TSchemas & DeclaredErrors<TSchemas>) | undefined;
  responseType?: TType | ResponseReader<TRead> | undefined;
}

/** The params of a call: the input of a `params` schema, else as declared. */
type GivenParams<TPath extends string, TParams, TGiven> = [TGiven] extends [never]
  ? CallParams<TPath, TParams>
  : TGiven;

/** The config if a response type is written. */
interface TypedConfig<
  TPath extends string,
  TType extends ResponseType,
  TRead,
  TResponse,
  TShare extends boolean,
  TParams,
> extends RequestConfig {
  path: TPath;
  place?: ParamPlacement<CallParams<TPath, TParams>> | ParamPlacement<PlacedParams<TParams>> | undefined;
  share?: TShare | undefined;
  dedupe?: DedupeBeside<TShare> | undefined;
  schema?: (StandardSchemaV1<unknown, TRead> & SchemaCheck<TRead>) | undefined;
  responseType?: TType | (ResponseReader<TRead> & ReaderCheck<TRead, TResponse>) | undefined;
  // A separate type parameter would make each endpoint more expensive. A reader has no pages.
  pages?: (TRead & PageRules & ItemsCheck<TResponse, TRead>) | undefined;
}

// `NoInfer` below stops the compiler from inferring type arguments from the branches of the check.

/**
 * The return type of the first call, which isn't an endpoint yet. If it is used as one, the compiler shows the
 * sentence.
 */
interface FirstCall {
  readonly '~endpoint': 'The second call is missing: defineRequest<…>()({ method, path }).';
  readonly config: never;
  readonly '~types': never;
}

/** The second call of `defineRequest`, if the first has a response type. */
interface TypedNeedsSecondCall<TResponse, TParams, TErrors, TBodies extends AnyType> extends FirstCall {
  <
    TPath extends string,
    TType extends ResponseType = 'json',
    TRead = never,
    TShare extends boolean = false,
    /* eslint-disable @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- while the response type is unknown, all kinds of second call need the same type parameters */
    _TGiven = never,
    _TSchemas extends ErrorSchemas = never,
    _TInput = unknown,
    _TPages extends PagesAt<string> = never,
    /* eslint-enable @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars */
  >(
    config: TypedConfig<TPath, TType, TRead, TResponse, TShare, TParams> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): Request<CallParams<TPath, TParams>, TResponse, TErrors, unknown, TRead>;
}

/** The second call of `defineRequest`, if the first has no response type. */
interface UntypedNeedsSecondCall<TParams, TErrors, TBodies extends AnyType> extends FirstCall {
  <
    TPath extends string,
    TType extends ResponseType = 'json',
    TRead = never,
    TShare extends boolean = false,
    TGiven = never,
    TSchemas extends ErrorSchemas = never,
    TInput = unknown,
    TPages extends PagesAt<string> = never,
  >(
    config: EndpointConfig<TPath, TType, TRead, TShare, TParams, TSchemas, TInput, TGiven, TPages> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): unknown extends TInput
    ? Request<
        GivenParams<TPath, TParams, TGiven>,
        ReadData<TType, TRead>,
        ErrorsOf<TErrors, TSchemas>,
        TInput,
        TPages
      >
    : RequestWithSchemas<
        GivenParams<TPath, TParams, TGiven>,
        ReadData<TType, TRead>,
        ErrorsOf<TErrors, TSchemas>,
        TInput,
        TPages
      >;
}

/** An endpoint with a `schema` or with `responses`. */
type RequestWithSchemas<TParams, TData, TErrors, TInput, TPages> =
  IsByStatus<TInput> extends true
    ? RequestByStatus<TParams, DataOfSchemas<TInput>, TErrors, Response, TPages>
    : Request<TParams, TData, TErrors, TInput, TPages>;

/** An endpoint with data by status. */
type RequestByStatus<
  TParams,
  TByStatus,
  TErrors,
  TResponse extends Response = Response,
  TPages = never,
> = Request<
  TParams,
  TByStatus[keyof TByStatus],
  TErrors,
  unknown,
  TPages | ResultsByStatus<TByStatus, TErrors, TResponse>
>;

/** An endpoint with declared response headers. */
type RequestWithHeaders<TParams, TData, TErrors, THeaders, TPages> = Request<
  TParams,
  TData,
  TErrors,
  unknown,
  TPages | ({ readonly response: TypedResponse<THeaders> } & SuccessResult<TData, TErrors>)
>;

/** The second call of `defineRequest`, if the first has data by status or response headers. */
interface StatusNeedsSecondCall<
  TResponse,
  TParams,
  TErrors,
  THeaders,
  TBodies extends AnyType,
> extends FirstCall {
  <
    TPath extends string,
    TType extends ResponseType = 'json',
    TRead = never,
    TShare extends boolean = false,
    TGiven = never,
    TSchemas extends ErrorSchemas = never,
    TInput = unknown,
    TPages extends PagesAt<string> = never,
  >(
    config: EndpointConfig<TPath, TType, TRead, TShare, TParams, TSchemas, TInput, TGiven, TPages> &
      NoInfer<PathCheck<TPath>> &
      TBodies[TType],
  ): TResponse extends ByStatus<infer TByStatus>
    ? RequestByStatus<
        GivenParams<TPath, TParams, TGiven>,
        TByStatus,
        ErrorsOf<TErrors, TSchemas>,
        TypedResponse<THeaders>,
        TPages
      >
    : RequestWithHeaders<
        GivenParams<TPath, TParams, TGiven>,
        unknown extends TResponse ? ReadData<TType, TRead> : TResponse,
        ErrorsOf<TErrors, TSchemas>,
        THeaders,
        TPages
      >;
}

/** The parameter of the first call. No value has this type, because the first call accepts only types. */
type ConfigComesSecond = 'The config goes into a second call: defineRequest<…>()({ method, path }).';

/**
 * The requirements of a response type for a config. A direct condition, because a tuple would cost more at each
 * endpoint.
 */
type BodyOf<TResponse> = undefined extends TResponse
  ? NoBody & FixedBody<TResponse>
  : TResponse extends Plain
    ? PlainBody
    : SomeBody & FixedBody<TResponse>;

/**
 * The requirements of the response type and the params for a config. Only params that can contain an object need
 * further checks.
 */
type BodiesOf<TResponse, TParams> = TParams[keyof TParams] extends InQuery
  ? undefined extends TResponse
    ? NoBody & FixedBody<TResponse>
    : TResponse extends Plain
      ? PlainBody
      : SomeBody & FixedBody<TResponse>
  : WithObjects<BodyOf<TResponse>, TParams>;

/** The requirements if error types are written: no schemas in `errors`. */
type WithoutSchemas<TBodies extends AnyType> = {
  readonly [K in ResponseType]: TBodies[K] & ErrorsGivenTwice;
};

/** The second call of `defineRequest`. */
export type DefineRequest<TResponse, TParams, TErrors, TBodies extends AnyType> = unknown extends TResponse
  ? UntypedNeedsSecondCall<TParams, TErrors, TBodies>
  : TypedNeedsSecondCall<TResponse, TParams, TErrors, TBodies>;

/**
 * Describes an endpoint in two calls: the first accepts the types, the second the config. The names of path params are
 * inferred from the path.
 *
 * @typeParam TResponse Data of a success. Omit it with a `schema`, which defines it.
 * @typeParam TParams Params that aren't in the path: they go in the query or in the body.
 * @typeParam TErrors Error bodies by status: `{ 404: NotFound; '5XX': Problem; default: Fault }`. Not checked at run
 * time.
 * @typeParam THeaders Response headers by lowercase name: `{ 'x-total': string }`. Not checked at run time.
 */
export function defineRequest<
  TResponse extends ByStatus<unknown> = never,
  TParams = {},
  TErrors extends DeclaredErrors<TErrors> = {},
>(
  ...none: [TResponse] extends [never] ? [config: never] : []
): StatusNeedsSecondCall<TResponse, TParams, TErrors, {}, BodiesOf<TResponse, TParams>>;
export function defineRequest<TResponse = unknown, TParams = {}>(
  config?: ConfigComesSecond,
): DefineRequest<TResponse, TParams, {}, BodiesOf<TResponse, TParams>>;
export function defineRequest<TResponse, TParams, TErrors extends DeclaredErrors<TErrors>>(
  config?: ConfigComesSecond,
): DefineRequest<TResponse, TParams, TErrors, WithoutSchemas<BodiesOf<TResponse, TParams>>>;
export function defineRequest<
  TResponse,
  TParams,
  TErrors extends DeclaredErrors<TErrors>,
  THeaders extends HeaderTypes,
>(
  config?: ConfigComesSecond,
): StatusNeedsSecondCall<TResponse, TParams, TErrors, THeaders, BodiesOf<TResponse, TParams>>;
export function defineRequest(): unknown {
  return (config: RequestConfig) => new Request(config);
}
