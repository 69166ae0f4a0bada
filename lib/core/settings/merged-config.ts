import { bare } from '../platform/bare.js';
import { isObject } from '../platform/is-object.js';
import { ownDefined } from '../platform/own-properties.js';
import { type HeadersOption, readHeaders } from '../wire/headers.js';
import { readList } from '../wire/read-list.js';
import type { RequestConfig } from './request-config.js';

/** Both merged; where one of them can't be used it stands alone, and is refused where it is read. */
const merged = <T>(
  under: T | undefined,
  over: T | undefined,
  merge: (under: T, over: T) => T,
): T | undefined => {
  if (under === undefined || over === undefined) return over ?? under;
  try {
    return merge(under, over);
  } catch {
    return over;
  }
};

const mergeHeaders = (under: HeadersOption, over: HeadersOption): HeadersOption => {
  const added = readHeaders(over);
  try {
    return bare(readHeaders(under), added);
  } catch {
    return under;
  }
};

const mergeFields = <T extends object>(under: T, over: T): T =>
  isObject(under) && isObject(over) ? bare<T>(ownDefined(under), ownDefined(over)) : over;

/**
 * A config with options over its own, as levels of options are merged: headers by name, fetch options and context field
 * by field, middleware behind its own, of the rest what is not undefined. A `responseType` takes the place of a schema
 * too, unless one comes with it: what the schema was for is no longer read.
 */
export function mergeConfigs(config: RequestConfig, options: Partial<RequestConfig>): RequestConfig {
  const own = ownDefined(config) as RequestConfig;
  const over = ownDefined(options) as Partial<RequestConfig>;
  const { schema: _schema, ...unread } = own;
  const { headers, fetchOptions, context, middleware } = own;
  return bare<RequestConfig>(
    over.responseType === undefined ? own : unread,
    over,
    ownDefined({
      headers: merged(headers, over.headers, mergeHeaders),
      fetchOptions: merged(fetchOptions, over.fetchOptions, mergeFields),
      context: merged(context, over.context, mergeFields),
      middleware: merged(middleware, over.middleware, (first, then) => [
        ...readList('middleware', first),
        ...readList('middleware', then),
      ]),
    }),
  );
}
