import type { RequestConfig } from '../settings/request-config.js';
import type { ResponseType } from '../wire/body-readers.js';
import type { ResponseReader } from '../wire/response-reader.js';
import type { InferOutput, StandardSchemaV1 } from '../wire/standard-schema.js';
import type { ParamsOf, PathCheck } from './path-params.js';
import { Request } from './request.js';

/** What each `responseType` gives when no response type is written. */
interface DataByType {
  json: unknown;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  formData: FormData;
  none: undefined;
}

/**
 * The data of a success when no response type is written: the schema's output, else what the `responseType` gives. A
 * reader has none of its names; without a reader its data are never.
 */
type DataOf<TSchema extends StandardSchemaV1, TType extends ResponseType, TRead> = [TSchema] extends [never]
  ? [TRead] extends [never]
    ? DataByType[TType]
    : TRead
  : InferOutput<TSchema>;

/** Under a written response type: a schema may only be there when it gives no type of its own. */
type SchemaCheck<TSchema extends StandardSchemaV1> =
  unknown extends InferOutput<TSchema>
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

/** Under a response type without undefined: looked up by `responseType`, so that only `'none'` asks for more. */
interface SomeBody extends Omit<AnyType, 'none'> {
  readonly none: {
    readonly __emptyBodyMismatch: "responseType: 'none' gives undefined: make that the response type.";
  };
}

/** The config, with what is read from it. An interface: its members are looked at only where a config has them. */
interface EndpointConfig<
  TPath extends string,
  TSchema extends StandardSchemaV1,
  TType extends ResponseType,
  TRead,
> extends RequestConfig {
  path: TPath;
  schema?: TSchema | undefined;
  responseType?: TType | ResponseReader<TRead> | undefined;
}

/** The same under a written response type. */
interface TypedConfig<
  TPath extends string,
  TSchema extends StandardSchemaV1,
  TType extends ResponseType,
  TRead,
  TResponse,
> extends RequestConfig {
  path: TPath;
  schema?: (TSchema & SchemaCheck<TSchema>) | undefined;
  responseType?: TType | (ResponseReader<TRead> & ReaderCheck<TRead, TResponse>) | undefined;
}

// `NoInfer` below keeps the compiler from looking for type arguments in the branches of the check.

/** The second call of `defineRequest`, when the first has a response type. */
interface DefineTyped<TResponse, TParams, TBodies extends AnyType> {
  <
    TPath extends string,
    TSchema extends StandardSchemaV1 = never,
    TType extends ResponseType = 'json',
    TRead = never,
  >(
    config: TypedConfig<TPath, TSchema, TType, TRead, TResponse> & NoInfer<PathCheck<TPath>> & TBodies[TType],
  ): Request<ParamsOf<TPath, TParams>, TResponse>;
}

/** The second call of `defineRequest`, when the first has no response type. */
interface DefineUntyped<TParams> {
  <
    TPath extends string,
    TSchema extends StandardSchemaV1 = never,
    TType extends ResponseType = 'json',
    TRead = never,
  >(
    config: EndpointConfig<TPath, TSchema, TType, TRead> & NoInfer<PathCheck<TPath>>,
  ): Request<ParamsOf<TPath, TParams>, DataOf<TSchema, TType, TRead>>;
}

/** The second call of `defineRequest`. */
export type DefineRequest<TResponse, TParams> = unknown extends TResponse
  ? DefineUntyped<TParams>
  : DefineTyped<TResponse, TParams, undefined extends TResponse ? AnyType : SomeBody>;

/**
 * Describes an endpoint, in two calls: the first takes the types, the second the config, from whose path the names of
 * the path params are read.
 *
 * @typeParam TResponse Data of a success. Leave it out with a `schema`, which gives it.
 * @typeParam TParams Params that are not in the path: they go in the query or in the body.
 */
export function defineRequest<TResponse = unknown, TParams = {}>(): DefineRequest<TResponse, TParams> {
  return ((config: RequestConfig) => new Request(config)) as DefineRequest<TResponse, TParams>;
}
