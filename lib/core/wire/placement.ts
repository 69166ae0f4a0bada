import { describeType } from '../platform/describe-type.js';
import { isObject } from '../platform/is-object.js';
import { isPlain } from '../platform/is-plain.js';
import { ownDefined } from '../platform/own-properties.js';
import { callQuery, type QueryOption } from './call-query.js';
import type { HeaderRecord } from './fetch-options.js';
import { type Fields, namedFields } from './fields.js';
import { type HeadersOption, readHeaders } from './headers.js';
import { Refusal } from '../result/refusal.js';

/** Where everything of a call goes. What is left out is not sent. */
export interface Placement {
  /**
   * The values of the path's params, by name; a list is written `1,2`. What the path doesn't name is not sent. Default:
   * none.
   */
  readonly path?: Readonly<Record<string, unknown>> | null | undefined;
  /** Values by name, a `URLSearchParams`, or text that is sent as it is written, but for a `#`. Default: none. */
  readonly query?: QueryOption | string | null | undefined;
  /** Stand over the endpoint's headers and under the call's. Default: none. */
  readonly headers?: HeadersOption | null | undefined;
  /** Sent as a whole, as params that are a body by themselves are; an object as JSON. Null is none. Default: none. */
  readonly body?: unknown;
}

/** Says where the params of a call go. It gets the names of the path's params too, and must not wait for anything. */
// A method's parameters may be narrowed: a config for some params is one of the configs that there are.
export type Place<TParams> = {
  /** Gives where the params go. */
  place(params: TParams, names: readonly string[]): Placement;
}['place'];

/** Names of a query, and the params that make them. */
export interface ParamNames {
  /** The params of the path. */
  readonly inPath: readonly string[];
  /** The param that makes this name of the query; undefined where none is known to. */
  ofQuery(name: string): string | undefined;
}

/** The key under which a place that knows it carries which param makes a name of the query: `ofQuery` of a path. */
export const PARAM_OF_QUERY: unique symbol = Symbol.for('homing.paramOfQuery') as never;

/** A place that may know the names of its params in the query. */
export type NamingPlace = Place<unknown> & {
  readonly [PARAM_OF_QUERY]?: (name: string, names: readonly string[]) => string | undefined;
};

/** What a placement comes to; nothing is missing. */
interface Placed {
  readonly path: Fields;
  readonly query: string;
  /** Undefined for none. */
  readonly headers: HeaderRecord | undefined;
  readonly body: unknown;
}

const queryText = (given: unknown): string => {
  if (given === null || given === undefined) return '';
  // A URL would end there.
  return typeof given === 'string' ? given.replaceAll('#', '%23') : callQuery(given);
};

/** What `place` gave -> what is sent. Throws a Refusal that names what can't be used, and never a value. */
export function readPlacement(given: unknown): Placed {
  const isPlainObject = isObject(given) && isPlain(given);
  const { path, query, headers, body, ...others } = ownDefined<Placement>(isPlainObject ? given : null);
  const [other] = Object.keys(others);
  if (!isPlainObject || other !== undefined)
    throw new Refusal(
      `place gave ${isPlainObject ? JSON.stringify(other) : describeType(given)}: return an object with path, query, headers and body.`,
    );
  return {
    path: namedFields(path ?? {}, 'path'),
    query: queryText(query),
    headers: headers == null ? undefined : readHeaders(headers),
    body,
  };
}
