import { ownValue } from '../../core/platform/own-properties.js';
import { describeType } from '../../core/platform/describe-type.js';
import { isObject } from '../../core/platform/is-object.js';
import type { ApiErrorKind } from '../../core/result/api-error-init.js';
import type { ApiError } from '../../core/result/api-error.js';
import { isErrorKind } from '../../core/result/outcome.js';

/** A class of statuses, as in `'5XX'`. */
type StatusClass = '1XX' | '2XX' | '3XX' | '4XX' | '5XX';

/** An error of this kind. */
type ErrorOf<K extends ApiErrorKind> = ApiError & { readonly kind: K };

/** What is to be done with an error of this kind. */
type Handler<K extends ApiErrorKind> = (error: ErrorOf<K>) => unknown;

type ForEachKind = { readonly [K in ApiErrorKind]: Handler<K> };

type ForClasses = { readonly [S in StatusClass]?: Handler<'http'> | undefined };

interface ForStatuses extends ForClasses {
  readonly [status: number]: Handler<'http'> | undefined;
}

/**
 * What `matchError` takes: for a status, a class of statuses or a kind, what is to be done. Either `default` is there, or
 * each of the six kinds.
 */
export type ErrorHandlers = ForStatuses &
  (
    | (Partial<ForEachKind> & {
        /** For every error that nothing else is there for. */
        readonly default: (error: ApiError) => unknown;
      })
    | (ForEachKind & {
        /** Left out: there is something for each kind. */
        readonly default?: never;
      })
  );

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
 * @param error Of a Result, or one that `isApiError` knows. Throws a TypeError for what is none.
 * @param handlers Own properties only; what one throws, this throws.
 */
export function matchError<H extends ErrorHandlers>(error: ApiError, handlers: H & NoOthers<H>): Given<H> {
  if (!isErrorKind((error as ApiError | null | undefined)?.kind))
    throw new TypeError(`matchError needs the error of a Result: it is ${describeType(error)}.`);
  if (!isObject(handlers))
    throw new TypeError(`matchError needs an object of functions: it is ${describeType(handlers)}.`);
  for (const key of keysOf(error)) {
    const handler = ownValue(handlers as unknown as Record<string, unknown>, key);
    if (typeof handler === 'function') return (handler as (error: ApiError) => Given<H>)(error);
  }
  throw new TypeError(`matchError has nothing for ${keysOf(error).join(', ')}: add one of them.`);
}
