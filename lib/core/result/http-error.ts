import type { ApiError } from './api-error.js';

/** Registered success statuses. */
type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** Redirect statuses, for a fetch that doesn't follow redirects. */
type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 306 | 307 | 308;

/** Registered statuses; then common ones of frameworks, proxies and large services. */
type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416)
  | (417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (419 | 420 | 430 | 440 | 444 | 449 | 450 | 460 | 463 | 464 | 494 | 495 | 496 | 497 | 498 | 499);

/** Registered statuses; then common ones of proxies and hosts. */
type ServerErrorStatus =
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511)
  | (509 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 527 | 529 | 530 | 540 | 561 | 598 | 599);

/** The statuses of each range. */
interface StatusRanges {
  readonly '3XX': RedirectStatus;
  readonly '4XX': ClientErrorStatus;
  readonly '5XX': ServerErrorStatus;
}

/** The statuses of an `'http'` error: the registered ones, and common unofficial ones. */
export type ErrorStatus = StatusRanges[keyof StatusRanges];

/**
 * The error for a non-2xx response of an endpoint that declares its errors.
 *
 * @typeParam TStatus The possible statuses.
 * @typeParam TBody The declared body, in addition to null; unknown for undeclared statuses.
 */
export interface HttpError<TStatus extends number = ErrorStatus, TBody = unknown> extends ApiError {
  /** The kind, always `'http'`: the response has a non-2xx status. */
  readonly kind: 'http';
  /** The response's status. */
  readonly status: TStatus;
  /** The decoded error body; null if its schema rejected it, or if it is empty or unreadable. */
  readonly body: TBody | null;
}

/** The error for a 2xx response with an unusable body, of an endpoint that declares its errors. */
export interface ParseError extends ApiError {
  /** The kind, always `'parse'`: the body could not be used. */
  readonly kind: 'parse';
  /** The response's status. */
  readonly status: SuccessStatus;
}

/** The error for a failure without a response, of an endpoint that declares its errors. */
export interface UnansweredError extends ApiError {
  /** One of the four kinds without a response. */
  readonly kind: 'network' | 'timeout' | 'abort' | 'middleware';
  /** The status, always 0 without a response. */
  readonly status: 0;
}

/** The statuses of `default`: all statuses that no other key covers. */
type StatusesBeside<TKeys> = Exclude<
  ErrorStatus,
  TKeys | { [R in keyof StatusRanges]: R extends TKeys ? StatusRanges[R] : never }[keyof StatusRanges]
>;

/** The statuses of a key: the exact status wins, then the range, then `default`. */
type StatusesOf<TKey, TKeys> = TKey extends number
  ? TKey
  : TKey extends keyof StatusRanges
    ? Exclude<StatusRanges[TKey], TKeys>
    : TKey extends `${infer TStatus extends number}`
      ? TStatus
      : TKey extends 'default'
        ? StatusesBeside<TKeys>
        : never;

/** Removes the member if its status set is empty. */
type HttpErrorOf<TStatus extends number, TBody> = [TStatus] extends [never]
  ? never
  : HttpError<TStatus, TBody>;

/**
 * The error of an endpoint with declared errors: a union that narrows by `status`. Without a declaration, `ApiError`.
 */
export type DeclaredError<TErrors> = TErrors extends unknown
  ? [keyof TErrors] extends [never]
    ? ApiError
    : | { [K in keyof TErrors]-?: HttpErrorOf<StatusesOf<K, keyof TErrors>, TErrors[K]> }[keyof TErrors]
      | ('default' extends keyof TErrors ? never : HttpErrorOf<StatusesBeside<keyof TErrors>, unknown>)
      | ParseError
      | UnansweredError
  : never;
