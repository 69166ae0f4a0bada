import type { ResponseType } from '../wire/body-readers.js';
import type { ErrorSchemas } from '../wire/error-schemas.js';
import type { JsonOptions } from '../wire/json-format.js';
import type { Place } from '../wire/placement.js';
import type { ResponseReader } from '../wire/response-reader.js';
import type { StandardSchemaV1 } from '../wire/standard-schema.js';
import type { LevelOptions } from './level-options.js';

/** The methods an endpoint may have. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/**
 * The description of one endpoint.
 *
 * @typeParam TParams What `place` gets.
 */
export interface RequestConfig<TParams = unknown> extends LevelOptions, JsonOptions {
  /** Required. Decides where params go, unless `bodyAs` does. */
  method: HttpMethod;
  /**
   * Joined to `baseUrl`. A segment that begins with `:name` is a path param, or `{name}` anywhere; in a path with braces
   * colons are text. A fixed query may follow a `?`.
   */
  path: string;
  /**
   * Where params go that the path does not take. Default: `'query'` for GET, DELETE, HEAD and OPTIONS, else
   * `'body'`.
   */
  bodyAs?: 'body' | 'query' | undefined;
  /**
   * Says where the params go, in place of the rules for them; what it leaves out is not sent. Called once for each call,
   * and by `nextLink`, with `{}` where there are no params. What it throws is a `'network'` error. Can't be combined with `bodyAs`.
   */
  place?: Place<TParams> | undefined;
  /**
   * How the response body is read. Default `'json'`; `'none'` lets it go unread. A reader makes data of the body in a way
   * of its own, such as a stream.
   */
  responseType?: ResponseType | ResponseReader<unknown> | undefined;
  /** Validates the data of a 2xx response and gives its type; what it finds wrong is a `'parse'` error. */
  schema?: StandardSchemaV1 | undefined;
  /**
   * Schemas of error bodies: by status, else `'3XX'` to `'5XX'`, else `default`. Asked for answers that are no 2xx, and
   * have a body. The error stays `'http'`; a body that its schema refuses is null there, and what came is `rawBody`. Where
   * no response type is written, they give the bodies their types. Default: none. Another key, or what is no schema, makes
   * `createApi` throw.
   */
  errors?: ErrorSchemas | undefined;
  /**
   * How error bodies are read. Default: as `responseType` says, and `'json'` where that is a reader, `'none'` or
   * `'optionalJson'`.
   */
  errorType?: ResponseType | undefined;
  /**
   * Joins calls whose requests are identical and in flight at the same time into one request. Default false. Needs an
   * absolute or root-relative `baseUrl`; can't be combined with `dedupe`.
   */
  share?: boolean | undefined;
  /** Ends an older call of this endpoint, whatever its params, when a newer one begins. Default false. */
  dedupe?: boolean | undefined;
}
