import type { RequestConfig } from '../settings/request-config.js';
import type { ResponseType } from '../wire/body-readers.js';
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

/** True for `unknown` and `any`. */
type IsUnknown<T> = unknown extends T ? true : false;

/** The data of a success: the schema's output, else the written type, else what the response type gives. */
type DataOf<TResponse, TSchema, TType extends ResponseType> =
  IsUnknown<TResponse> extends true
    ? TSchema extends StandardSchemaV1
      ? InferOutput<TSchema>
      : DataByType[TType]
    : TResponse;

type BodyCheck<TResponse, TType extends ResponseType> = [TType, undefined] extends ['none', TResponse]
  ? unknown
  : TType extends 'none'
    ? { readonly __emptyBodyMismatch: "responseType: 'none' gives undefined: make that the response type." }
    : unknown;

type SchemaCheck<TResponse, TSchema> =
  IsUnknown<TResponse> extends true
    ? unknown
    : TSchema extends StandardSchemaV1
      ? IsUnknown<InferOutput<TSchema>> extends true
        ? unknown
        : { readonly __schemaGivesResponse: 'The schema gives the response type: write none.' }
      : unknown;

/** The second call of `defineRequest`. */
export type DefineRequest<TResponse, TParams> = <
  const TPath extends string,
  TSchema extends StandardSchemaV1 | undefined = undefined,
  TType extends ResponseType = 'json',
>(
  config: RequestConfig & { path: TPath; schema?: TSchema; responseType?: TType } & PathCheck<TPath> &
    BodyCheck<TResponse, TType> &
    SchemaCheck<TResponse, TSchema>,
) => Request<ParamsOf<TPath, TParams>, DataOf<TResponse, TSchema, TType>>;

/**
 * Describes an endpoint, in two calls: the first takes the types, the second the config, from whose path the names of
 * the path params are read.
 *
 * @typeParam TResponse Data of a success. Leave it out with a `schema`, which gives it.
 * @typeParam TParams Params that are not in the path: they go in the query or in the body.
 */
export function defineRequest<TResponse = unknown, TParams = {}>(): DefineRequest<TResponse, TParams> {
  return (config: RequestConfig) => new Request(config);
}
