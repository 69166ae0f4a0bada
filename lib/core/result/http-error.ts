import type { ApiError } from './api-error.js';

/** Statuses of an answer with data: the registered ones. */
type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** Statuses of redirects, as they come home where fetch follows none. */
type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 306 | 307 | 308;

/** Registered; then what frameworks, proxies and large services answer beside these. */
type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416)
  | (417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (419 | 420 | 430 | 440 | 444 | 449 | 450 | 460 | 463 | 464 | 494 | 495 | 496 | 497 | 498 | 499);

/** Registered; then what proxies and hosts answer beside these. */
type ServerErrorStatus =
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511)
  | (509 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 527 | 529 | 530 | 540 | 561 | 598 | 599);

/** The statuses of each range. */
interface StatusRanges {
  readonly '3XX': RedirectStatus;
  readonly '4XX': ClientErrorStatus;
  readonly '5XX': ServerErrorStatus;
}

/** The statuses that an `'http'` error may have: the registered ones, and unofficial ones that are common. */
export type ErrorStatus = StatusRanges[keyof StatusRanges];

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
