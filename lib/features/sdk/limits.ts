import { InvalidInputError, type Middleware, nullProto } from '../../core/internal.js';

/** Limits of a call, in milliseconds. */
export interface Limits {
  readonly timeout?: number | undefined;
  readonly attemptTimeout?: number | undefined;
}

/** Returns what is wrong with the limits; undefined for valid ones. A wrong number must not remove a limit silently. */
export function limitError({ timeout, attemptTimeout }: Limits): InvalidInputError | undefined {
  const limits = nullProto<Limits>({ timeout, attemptTimeout });
  for (const [name, ms] of Object.entries(limits) as [string, unknown][])
    if (ms !== undefined && !(typeof ms === 'number' && ms >= 0))
      return InvalidInputError.ofOption(name, ms, 'milliseconds, or 0 for no limit');
  return undefined;
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
