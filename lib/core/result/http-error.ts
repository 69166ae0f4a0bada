import type { ApiError } from './api-error.js';
import type { ErrorStatus, StatusRanges, SuccessStatus } from './http-status.js';

/**
 * An answer of an endpoint that declares its errors, with a status that is no 2xx.
 *
 * @typeParam TStatus The statuses that it may have.
 * @typeParam TBody What is declared for these, beside null; unknown for statuses that nobody declared.
 */
export interface HttpError<TStatus extends number = ErrorStatus, TBody = unknown> extends ApiError {
  /** There was an answer, and it is no 2xx. */
  readonly kind: 'http';
  /** The response's. */
  readonly status: TStatus;
  /** The decoded error body; null where its schema refused it, or where it is empty or unreadable. */
  readonly body: TBody | null;
}

/** A 2xx of an endpoint that declares its errors, whose body is no data. */
export interface ParseError extends ApiError {
  /** The answer could not be used. */
  readonly kind: 'parse';
  /** The response's. */
  readonly status: SuccessStatus;
}

/** A call of an endpoint that declares its errors, which failed for another reason than an answer. */
export interface UnansweredError extends ApiError {
  /** One of the four kinds that have no response. */
  readonly kind: 'network' | 'timeout' | 'abort' | 'middleware';
  /** There is no response. */
  readonly status: 0;
}

/** The statuses for which none of the keys is there, but `default`. */
type StatusesBeside<TKeys> = Exclude<
  ErrorStatus,
  TKeys | { [R in keyof StatusRanges]: R extends TKeys ? StatusRanges[R] : never }[keyof StatusRanges]
>;

/** The statuses that a key stands for: the exact one wins, then the range, then `default`. */
type StatusesOf<TKey, TKeys> = TKey extends number
  ? TKey
  : TKey extends keyof StatusRanges
    ? Exclude<StatusRanges[TKey], TKeys>
    : TKey extends `${infer TStatus extends number}`
      ? TStatus
      : TKey extends 'default'
        ? StatusesBeside<TKeys>
        : never;

/** Nothing, where there is no such status. */
type HttpErrorOf<TStatus extends number, TBody> = [TStatus] extends [never]
  ? never
  : HttpError<TStatus, TBody>;

/**
 * The error of an endpoint, by what it declares: a union that its `status` tells apart. Without a declaration it is
 * `ApiError`.
 */
export type DeclaredError<TErrors> = TErrors extends unknown
  ? [keyof TErrors] extends [never]
    ? ApiError
    : | { [K in keyof TErrors]-?: HttpErrorOf<StatusesOf<K, keyof TErrors>, TErrors[K]> }[keyof TErrors]
      | ('default' extends keyof TErrors ? never : HttpErrorOf<StatusesBeside<keyof TErrors>, unknown>)
      | ParseError
      | UnansweredError
  : never;
