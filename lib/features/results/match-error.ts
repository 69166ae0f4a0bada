import {
  type ApiError,
  type ApiErrorKind,
  ownDefined,
  describeType,
  hasBrand,
  type HttpError,
} from '../../core/internal.js';

/**
 * Returns whether a value, for example in a `catch`, is an `ApiError`, also of another copy of the package (ESM and
 * CommonJS). Never throws.
 */
export function isApiError(value: unknown): value is ApiError {
  return hasBrand(value, 'ApiError');
}

/** A class of statuses, as in `'5XX'`. */
export type StatusClass = '1XX' | '2XX' | '3XX' | '4XX' | '5XX';

/** The possible errors of this kind. */
type OfKind<TError extends ApiError, K extends ApiErrorKind> = TError extends unknown
  ? [TError['kind']] extends [K]
    ? TError
    : [K] extends [TError['kind']]
      ? TError & { readonly kind: K }
      : never
  : never;

/** The possible errors with these statuses. */
type OfStatus<TError extends ApiError, TStatus extends number> = TError extends unknown
  ? number extends TError['status']
    ? OfKind<TError, 'http'>
    : TError extends HttpError<infer TOwn, infer TBody>
      ? [Extract<TOwn, TStatus>] extends [never]
        ? never
        : HttpError<Extract<TOwn, TStatus>, TBody>
      : never
  : never;

type DigitOf<S extends StatusClass> = S extends `${infer TDigit}XX` ? TDigit : never;

/** Selects statuses by their first digit: an endpoint can declare statuses that aren't registered. */
type StatusesIn<TStatus extends number, TDigit extends string> = TStatus extends number
  ? number extends TStatus
    ? TStatus
    : `${TStatus}` extends `${TDigit}${string}`
      ? TStatus
      : never
  : never;

type ForEachKind<TError extends ApiError> = {
  readonly [K in ApiErrorKind]: (error: OfKind<TError, K>) => unknown;
};

type ForClasses<TError extends ApiError> = {
  readonly [S in StatusClass]?:
    ((error: OfStatus<TError, StatusesIn<TError['status'], DigitOf<S>>>) => unknown) | undefined;
};

type ForStatuses<TError extends ApiError> = {
  readonly [S in TError['status']]?: ((error: OfStatus<TError, S>) => unknown) | undefined;
};

/**
 * The handlers of `matchError`: functions for a status, a class of statuses or a kind. Requires either `default`, or
 * all six kinds.
 *
 * @typeParam TError The error to handle. Each function receives the part of this type that it can get.
 */
export type ErrorHandlers<TError extends ApiError = ApiError> = ForStatuses<TError> &
  ForClasses<TError> &
  (
    | (Partial<ForEachKind<TError>> & {
        /** Handles every error without a more specific handler. */
        readonly default: (error: TError) => unknown;
      })
    | (ForEachKind<TError> & {
        /** Not needed: every kind has a handler. */
        readonly default?: never;
      })
  );

type KnownKey = number | StatusClass | ApiErrorKind | 'default';

/** Rejects misspelled names at compile time. */
type NoOthers<H> = [Exclude<keyof H, KnownKey>] extends [never]
  ? unknown
  : { readonly [K in Exclude<keyof H, KnownKey>]: never };

type HandlerReturn<H> = { [K in keyof H]: H[K] extends (error: never) => infer T ? T : never }[keyof H];

/** Returns the handler names of an error, most specific first. Only `'http'` errors match by status. */
const keysOf = ({ kind, status }: ApiError): readonly string[] => [
  ...(kind === 'http' ? [String(status), `${String(Math.floor(status / 100))}XX`] : []),
  kind,
  'default',
];

/**
 * Calls the handler of an error, and returns its result: by status for an `'http'` error (`404`), else by status class
 * (`'5XX'`), else by kind, else `default`. TypeScript checks that every error has a handler, and types the error as the
 * endpoint declares it.
 *
 * @param error The error of a Result, or any value that `isApiError` accepts. Throws a TypeError for other values.
 * @param handlers Only own properties count. If a handler throws, the error is passed on.
 */
export function matchError<E extends ApiError, H extends ErrorHandlers<E>>(
  error: E,
  handlers: H & NoOthers<H>,
): HandlerReturn<H> {
  if (!isApiError(error))
    throw new TypeError(`matchError got ${describeType(error)}: pass the error of a Result.`);
  const own = ownDefined(handlers) as Record<string, unknown>;
  for (const key of keysOf(error)) {
    const handler = own[key];
    if (typeof handler === 'function') return (handler as (error: ApiError) => HandlerReturn<H>)(error);
  }
  throw new TypeError(`matchError has no case for ${keysOf(error).join(', ')}: add one.`);
}
