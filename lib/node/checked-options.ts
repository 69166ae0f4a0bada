import { describeType } from '../core/platform/describe-type.js';
import { hasMethods } from '../core/platform/has-methods.js';
import { ownDefined } from '../core/platform/own-properties.js';
import type { CookieJar } from './cookie-jar.js';
import type { Dispatcher } from './dispatcher.js';
import { DEFAULT_MAX_RESPONSE_SIZE, type NodeFetchOptions } from './node-fetch-options.js';

interface CheckedOptions {
  readonly given: Dispatcher | undefined;
  /** What counts for a request: its own, or that of the options. Throws a TypeError for what can't be used. */
  readonly limitOf: (init: RequestInit) => number;
  readonly jarOf: (init: RequestInit) => CookieJar | undefined;
}

/** What `nodeFetch` was given, with its defaults. Throws a TypeError for what can't be used. */
export function checkedOptions(options: NodeFetchOptions | undefined): CheckedOptions {
  const {
    dispatcher: given,
    maxResponseSize: limit = DEFAULT_MAX_RESPONSE_SIZE,
    cookies,
  } = ownDefined(options);
  if (given !== undefined && typeof (given as Partial<Dispatcher> | null)?.dispatch !== 'function') {
    throw new TypeError(
      `The option dispatcher has to be an undici dispatcher, and was ${describeType(given)}.`,
    );
  }
  const byDefault = checkedLimit(limit);
  const jar = checkedJar(cookies);
  return {
    given,
    limitOf: ({ maxResponseSize }) => checkedLimit(maxResponseSize ?? byDefault),
    jarOf: (init) => checkedJar(init.cookies) ?? jar,
  };
}

/** A `maxResponseSize` that can be held to. Throws a TypeError for one that can't. */
function checkedLimit(limit: unknown): number {
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw new TypeError(
    `The option maxResponseSize has to be a number of bytes, 0 or more, and was ${describeType(limit)}.`,
  );
}

/** A jar that has what is asked of it; undefined for none. Throws a TypeError for what is no jar. */
function checkedJar(jar: unknown): CookieJar | undefined {
  if (jar == null) return undefined;
  if (hasMethods(Object(jar) as object, 'getCookieString', 'setCookie')) return jar as CookieJar;
  throw new TypeError(
    `The option cookies has to be a jar with getCookieString and setCookie, as the CookieJar of tough-cookie, and was ${describeType(jar)}.`,
  );
}
