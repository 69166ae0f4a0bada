import {
  type ApiError,
  type ApiErrorKind,
  nullProto,
  describeType,
  hasBrand,
  type HttpError,
} from '../../core/internal.js';

/**
 * Whether something that was caught, say, is an `ApiError`, of another copy of the package too (its ES module is one,
 * its CommonJS another). Never throws.
 */
export function isApiError(value: unknown): value is ApiError {
  return hasBrand(value, 'ApiError');
}

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
 * for each error, and hands each function the error as the endpoint declares it.
 *
 * @param error Of a Result, or one that `isApiError` knows. Throws a TypeError for what is none.
 * @param handlers Own properties only; what one throws, this throws.
 */
export function matchError<E extends ApiError, H extends ErrorHandlers<E>>(
  error: E,
  handlers: H & NoOthers<H>,
): Given<H> {
  if (!isApiError(error))
    throw new TypeError(`matchError got ${describeType(error)}: pass the error of a Result.`);
  const own = nullProto<Record<string, unknown>>(handlers);
  for (const key of keysOf(error)) {
    const handler = own[key];
    if (typeof handler === 'function') return (handler as (error: ApiError) => Given<H>)(error);
  }
  throw new TypeError(`matchError has no case for ${keysOf(error).join(', ')}: add one.`);
}
