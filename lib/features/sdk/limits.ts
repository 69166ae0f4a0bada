import { InvalidInputError, isObject, isPlain, type Middleware, nullProto } from '../../core/internal.js';

/** Limits of a call: milliseconds, and a number of retries. */
export interface Limits {
  readonly timeout?: number | undefined;
  readonly attemptTimeout?: number | undefined;
  readonly maxRetries?: number | undefined;
}

/** Returns what is wrong with the limits; undefined for valid ones. A wrong number must not remove a limit silently. */
export function limitError({ timeout, attemptTimeout, maxRetries }: Limits): InvalidInputError | undefined {
  const limits = nullProto<Limits>({ timeout, attemptTimeout, maxRetries });
  for (const [name, limit] of Object.entries(limits) as [string, unknown][])
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      return InvalidInputError.ofOption(
        name,
        limit,
        name === 'maxRetries' ? '0 or more' : 'milliseconds, or 0 for no limit',
      );
  return undefined;
}

/**
 * Returns the error for options that aren't an object, or an object such as an AbortSignal, which has no own
 * properties. They would be ignored; undefined for valid options.
 *
 * @param name The option that holds them.
 */
export function optionsError(options: unknown, name = 'options'): InvalidInputError | undefined {
  if (options == null || (isObject(options) && (isPlain(options) || Object.keys(options).length > 0)))
    return undefined;
  return InvalidInputError.of(name, options, 'an object');
}

/** Response types whose bodies can be large. */
const DOWNLOADS: readonly unknown[] = ['blob', 'arrayBuffer'];

/** Limits each attempt, unless its body or its response can be large. */
export const limitAttempts =
  (ms: number): Middleware =>
  ({ request }, next) => {
    const { body, streams, responseType } = request;
    const isUpload = body != null && typeof body !== 'string';
    if (request.attemptTimeout === undefined && !isUpload && !streams && !DOWNLOADS.includes(responseType))
      request.attemptTimeout = ms;
    return next();
  };
