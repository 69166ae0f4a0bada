// homing 5.3.1: Acme 1.0.0
/* eslint-disable */
import type { Problem } from './requests.js';
import { AuthenticationError as AuthenticationErrorBase, BadRequestError as BadRequestErrorBase, ConflictError as ConflictErrorBase, InternalServerError as InternalServerErrorBase, NotFoundError as NotFoundErrorBase, PermissionDeniedError as PermissionDeniedErrorBase, RateLimitError as RateLimitErrorBase, UnprocessableEntityError as UnprocessableEntityErrorBase } from 'homing/sdk';

export { APIConnectionError, APIError, APITimeoutError, APIUserAbortError, WebhookVerificationError, SdkError as AcmeError } from 'homing/sdk';

/** The body has the type `Problem`, if the service sends what its document says. */
export class BadRequestError extends BadRequestErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class AuthenticationError extends AuthenticationErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class PermissionDeniedError extends PermissionDeniedErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class NotFoundError extends NotFoundErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class ConflictError extends ConflictErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class UnprocessableEntityError extends UnprocessableEntityErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class RateLimitError extends RateLimitErrorBase<Problem> {}

/** The body has the type `Problem`, if the service sends what its document says. */
export class InternalServerError extends InternalServerErrorBase<Problem> {}
