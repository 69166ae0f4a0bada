import { describeType } from '../core/platform/describe-type.js';
import { ownDefined } from '../core/platform/own-properties.js';
import type { Dispatcher } from './dispatcher.js';
import { DEFAULT_MAX_RESPONSE_SIZE, type NodeFetchOptions } from './node-fetch-options.js';

interface CheckedOptions {
  readonly given: Dispatcher | undefined;
  readonly limit: number;
}

/** What `nodeFetch` was given, with its defaults. Throws a TypeError for what can't be used. */
export function checkedOptions(options: NodeFetchOptions | undefined): CheckedOptions {
  const { dispatcher: given, maxResponseSize: limit = DEFAULT_MAX_RESPONSE_SIZE } = ownDefined(options);
  if (given !== undefined && typeof (given as Partial<Dispatcher> | null)?.dispatch !== 'function') {
    throw new TypeError(
      `The option dispatcher has to be an undici dispatcher, and was ${describeType(given)}.`,
    );
  }
  return { given, limit: checkedLimit(limit) };
}

/** A `maxResponseSize` that can be held to. Throws a TypeError for one that can't. */
export function checkedLimit(limit: unknown): number {
  if (typeof limit === 'number' && limit >= 0) return limit;
  throw new TypeError(
    `The option maxResponseSize has to be a number of bytes, 0 or more, and was ${describeType(limit)}.`,
  );
}
