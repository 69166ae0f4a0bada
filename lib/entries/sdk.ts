export { defineSdk } from '../features/sdk/define-sdk.js';
export type {
  SdkClass,
  SdkClient,
  SdkDefinition,
  SdkInstance,
  SdkRequest,
  SdkResults,
} from '../features/sdk/sdk-types.js';
export { pages } from '../features/sdk/sdk-promise.js';
export type { ResultPages, SdkPages, SdkPromise } from '../features/sdk/sdk-promise.js';
export type { SdkRequestOptions } from '../features/sdk/request-options.js';
export type { SdkApi } from '../features/sdk/sdk-api.js';
export type { AuthRules, SdkOptions, SharedOptions } from '../features/sdk/sdk-options.js';
export type { Credential, CredentialRule } from '../features/sdk/credentials.js';
export type { LogLevel, SdkLogger } from '../features/sdk/log-levels.js';
export { webhooks } from '../features/sdk/sdk-webhooks.js';
export type { SdkWebhookOptions, SdkWebhooks, WebhookMethods } from '../features/sdk/sdk-webhooks.js';
export { idempotencyKeys } from '../features/sdk/idempotency-keys.js';
export type { IdempotencyKeys, IdempotencyKeysOptions } from '../features/sdk/idempotency-keys.js';
export {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  SdkError,
  UnprocessableEntityError,
  WebhookVerificationError,
} from '../features/sdk/sdk-errors.js';
export type { APIErrorOptions } from '../features/sdk/sdk-errors.js';
export { deriveErrors } from '../features/sdk/derive-errors.js';
export type { DerivedErrors } from '../features/sdk/derive-errors.js';
export type { SdkErrorClasses, SdkErrorOptions } from '../features/sdk/error-factory.js';
