import { type ApiError, type ApiErrorKind, ownDefined } from '../../core/internal.js';
import type { WebhookError, WebhookErrorReason } from '../webhooks/webhook-error.js';

/** Base class of all errors that an SDK throws. A package exports it under its own name, such as `AcmeError`. */
export class SdkError extends Error {
  /** The name of the class. */
  override get name(): string {
    return 'SdkError';
  }
}

/**
 * A call of an SDK failed. It shows the `ApiError` that is its `cause`. Headers and bodies can hold secrets, so they
 * aren't enumerable, and the message doesn't contain them.
 *
 * @typeParam TBody Type of the decoded error body.
 */
export class APIError<TBody = unknown> extends SdkError {
  /** Why the call failed: one of the six kinds of `ApiError`. */
  readonly kind: ApiErrorKind;
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** The id that the service gave the request, for its support; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** The `ApiError` of the call, with all its fields. */
  declare readonly cause: ApiError;

  /**
   * @param cause The error of the call.
   * @param options `message`: text to use instead of the error's. `requestId`: the id of the request. Not checked.
   */
  constructor(cause: ApiError, options?: APIErrorOptions) {
    const { message = cause.message, requestId } = ownDefined(options) as APIErrorOptions;
    super(message, { cause });
    this.kind = cause.kind;
    this.status = cause.status || undefined;
    this.requestId = requestId;
  }

  override get name(): string {
    return 'APIError';
  }

  /** The headers of the response; empty without a response. */
  get headers(): Headers {
    return this.cause.headers;
  }

  /** The decoded error body, null if it is empty; for a failure without a response, the thrown value. */
  get body(): TBody {
    return this.cause.body as TBody;
  }
}

/** Options of `new APIError()`. */
export interface APIErrorOptions {
  /** The message. Default: the message of the `ApiError`. Not checked. */
  readonly message?: string | undefined;
  /** The id of the request. Default: none. Not checked. */
  readonly requestId?: string | undefined;
}

/** The service rejected the request with status 400. */
export class BadRequestError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 400;
  override get name(): string {
    return 'BadRequestError';
  }
}

/** The service rejected the credentials, with status 401. */
export class AuthenticationError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 401;
  override get name(): string {
    return 'AuthenticationError';
  }
}

/** The credentials don't permit the call. Status 403. */
export class PermissionDeniedError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 403;
  override get name(): string {
    return 'PermissionDeniedError';
  }
}

/** The service has no such resource. Status 404. */
export class NotFoundError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 404;
  override get name(): string {
    return 'NotFoundError';
  }
}

/** The request conflicts with the state of the resource. Status 409. */
export class ConflictError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 409;
  override get name(): string {
    return 'ConflictError';
  }
}

/** The service understood the request, but its content is invalid. Status 422. */
export class UnprocessableEntityError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 422;
  override get name(): string {
    return 'UnprocessableEntityError';
  }
}

/** Too many requests. Status 429, after all retries. */
export class RateLimitError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: 429;
  override get name(): string {
    return 'RateLimitError';
  }
}

/** The service failed: status 500 or above, after all retries. */
export class InternalServerError<TBody = unknown> extends APIError<TBody> {
  declare readonly status: number;
  override get name(): string {
    return 'InternalServerError';
  }
}

/** The request was sent, but no complete response arrived: the connection failed or broke off. */
export class APIConnectionError extends APIError {
  override get name(): string {
    return 'APIConnectionError';
  }
}

/** The call, or its last attempt, took longer than its timeout. */
export class APITimeoutError extends APIConnectionError {
  override get name(): string {
    return 'APITimeoutError';
  }
}

/** The caller's signal ended the call. */
export class APIUserAbortError extends APIError {
  override get name(): string {
    return 'APIUserAbortError';
  }
}

/** `webhooks.unwrap` rejected a webhook. */
export class WebhookVerificationError extends SdkError {
  /** Why the webhook was rejected: a reason of `WebhookError`. */
  readonly reason: WebhookErrorReason;
  /** The error of `verifyWebhook`, with the issues of a schema. */
  declare readonly cause: WebhookError;

  /** @param cause The error of `verifyWebhook`. */
  constructor(cause: WebhookError) {
    super(cause.message, { cause });
    this.reason = cause.reason;
  }

  override get name(): string {
    return 'WebhookVerificationError';
  }
}
