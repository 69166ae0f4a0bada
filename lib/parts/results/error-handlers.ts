import type { ApiError, ApiErrorKind, HttpError } from '../../core/seats.js';

/** A class of statuses, as in `'5XX'`. */
export type StatusClass = '1XX' | '2XX' | '3XX' | '4XX' | '5XX';

/** What the error may be when it is of this kind. */
type OfKind<TError extends ApiError, K extends ApiErrorKind> = TError extends unknown
  ? [TError['kind']] extends [K]
    ? TError
    : [K] extends [TError['kind']]
      ? TError & { readonly kind: K }
      : never
  : never;

/** What the error may be when it is an answer of these statuses. */
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

/** By their first digit: an endpoint may declare statuses that stand in no list. */
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
 * What `matchError` takes: for a status, a class of statuses or a kind, what is to be done. Either `default` is there, or
 * each of the six kinds.
 *
 * @typeParam TError The error that is to be handled: each function is handed what it may be there.
 */
export type ErrorHandlers<TError extends ApiError = ApiError> = ForStatuses<TError> &
  ForClasses<TError> &
  (
    | (Partial<ForEachKind<TError>> & {
        /** For every error that nothing else is there for. */
        readonly default: (error: TError) => unknown;
      })
    | (ForEachKind<TError> & {
        /** Left out: there is something for each kind. */
        readonly default?: never;
      })
  );
