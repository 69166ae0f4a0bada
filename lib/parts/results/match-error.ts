import {
  type ApiError,
  type ApiErrorKind,
  describeType,
  isErrorKind,
  isObject,
  ownValue,
} from '../../core/seats.js';
import type { ErrorHandlers, StatusClass } from './error-handlers.js';

type KnownKey = number | StatusClass | ApiErrorKind | 'default';

/** So that a misspelled name is an error of the compiler's. */
type NoOthers<H> = [Exclude<keyof H, KnownKey>] extends [never]
  ? unknown
  : { readonly [K in Exclude<keyof H, KnownKey>]: never };

type Given<H> = { [K in keyof H]: H[K] extends (error: never) => infer T ? T : never }[keyof H];

/** What an error may be handled as, the narrowest first. Only an `'http'` error goes by its status. */
const keysOf = ({ kind, status }: ApiError): readonly string[] => [
  ...(kind === 'http' ? [String(status), `${String(Math.floor(status / 100))}XX`] : []),
  kind,
  'default',
];

/**
 * Does what is said for an error, and gives what that gives: for its status (`404`), where it is an `'http'` error, else
 * for the class of its status (`'5XX'`), else for its kind, else `default`. TypeScript sees to it that there is something
 * for each error.
 *
 * Where an endpoint declares its errors, each function is handed the error as the declaration has it.
 *
 * @param error Of a Result, or one that `isApiError` knows. Throws a TypeError for what is none.
 * @param handlers Own properties only; what one throws, this throws.
 */
export function matchError<E extends ApiError, H extends ErrorHandlers<E>>(
  error: E,
  handlers: H & NoOthers<H>,
): Given<H> {
  if (!isErrorKind((error as E | null | undefined)?.kind))
    throw new TypeError(`matchError needs the error of a Result: it is ${describeType(error)}.`);
  if (!isObject(handlers))
    throw new TypeError(`matchError needs an object of functions: it is ${describeType(handlers)}.`);
  for (const key of keysOf(error)) {
    const handler = ownValue(handlers as unknown as Record<string, unknown>, key);
    if (typeof handler === 'function') return (handler as (error: ApiError) => Given<H>)(error);
  }
  throw new TypeError(`matchError has nothing for ${keysOf(error).join(', ')}: add one of them.`);
}
