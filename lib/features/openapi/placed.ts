import {
  type BodyEncoder,
  type EncodedBody,
  type EncodedParams,
  fieldsOf,
  fieldsWithout,
  InvalidInputError,
  isScalar,
  isSearchParams,
  namedFields,
  NEVER_SENT,
  NO_BODY,
  ownDefined,
  type ParamPlacement,
  pathText,
  type Placement,
  queryString,
  readHeaders,
  type UrlBuilder,
} from '../../core/internal.js';

/**
 * Returns a path param as it is sent. The elements of an array are joined: `1,2`. A function's return value is used
 * unchanged.
 */
const listText = (value: unknown): string | undefined => {
  if (typeof value === 'function') return (value as () => string)();
  if (!Array.isArray(value)) return pathText(value);
  const texts = Array.from(value, pathText);
  return texts.includes(undefined) ? undefined : texts.join(',');
};

/** Encodes the query of a placement; empty for none. Throws an InvalidInputError that names an invalid param. */
const encodedQuery = (query: NonNullable<Placement['query']>): string => {
  // A URL parser would end the query at a `#`, and remove line breaks.
  if (typeof query === 'string') return query.replace(NEVER_SENT, encodeURIComponent);
  if (isSearchParams(query)) return String(query);
  return queryString(namedFields(query, 'query', 'an object or URLSearchParams'));
};

/** A JSON body can be a single number, which params can't be. */
const bodyOf = (body: unknown, type: string | null | undefined, bodies: BodyEncoder): EncodedBody => {
  if (body == null) return NO_BODY;
  const fields = isScalar(body) ? undefined : fieldsOf(body, (value) => bodies.isWhole(value, true), 'body');
  const encoded = bodies.encode(fields ? (fieldsWithout([], fields) ?? fields) : body, !fields);
  return type ? { ...encoded, contentType: type } : encoded;
};

/** Sends params where a function says. */
export class FunctionPlacement<TParams> implements ParamPlacement<TParams> {
  readonly place: (params: TParams, names: readonly string[]) => Placement;

  constructor(place: (params: TParams, names: readonly string[]) => Placement) {
    this.place = place;
  }

  encode(params: unknown, urls: UrlBuilder, bodies: BodyEncoder): EncodedParams {
    let { template: url } = urls;
    let headers: EncodedParams['headers'];
    let text = '';
    let body: EncodedBody | undefined;
    let refusal: unknown;
    try {
      const fields = fieldsOf(params, (value) => bodies.isWhole(value, true));
      const given = this.place((fields ?? params) as TParams, urls.tokens);
      const own = ownDefined(namedFields(given, 'place result') as Placement);
      text = encodedQuery(own.query ?? {});
      headers = own.headers == null ? undefined : readHeaders(own.headers);
      const filled = urls.fill(namedFields(own.path ?? {}, 'path'), listText);
      ({ url } = filled);
      if (filled.problem) throw new InvalidInputError(filled.problem);
      body = bodyOf(own.body, own.type, bodies);
    } catch (thrown) {
      refusal = thrown;
    }
    return { url, query: text, headers, body, refusal };
  }
}

/**
 * Creates the `place` option of an endpoint from a function that returns where the params of a call go, instead of the
 * default rules. Params that it leaves out are not sent.
 *
 * @param place Called once for each call, and by `nextLink`, with the params (`{}` for a call without params) and the names of
 * the path params. Must be synchronous. If it throws or doesn't return a placement, the call returns a `'network'`
 * error.
 * @throws TypeError if `place` isn't a function.
 */
export function placed<TParams>(
  place: (params: TParams, names: readonly string[]) => Placement,
): ParamPlacement<TParams> {
  if (typeof place !== 'function') throw InvalidInputError.ofOption('placed argument', place, 'a function');
  return new FunctionPlacement(place);
}
