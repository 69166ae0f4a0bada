// homing 5.3.1: Acme 1.0.0
/* eslint-disable */
import { defineSdk, idempotencyKeys, webhooks } from 'homing/sdk';
import { AuthenticationError, BadRequestError, ConflictError, InternalServerError, NotFoundError, PermissionDeniedError, RateLimitError, UnprocessableEntityError } from './errors.js';
import * as requests from './requests.js';
import type { InvoiceOverdue, OrderPaid } from './requests.js';
import { resources, type ResourceErrors } from './resources.js';

/** An event that the service sends. */
export type WebhookEvent = InvoiceOverdue | OrderPaid;

/**
 * Client of Acme.
 * Orders, invoices and files of Acme.
 */
export class Acme extends defineSdk({
  name: 'acme-sdk',
  version: '1.0.0',
  env: 'ACME',
  servers: { production: 'https://api.acme.example/v1', sandbox: 'https://sandbox.acme.example/v1' },
  auth: { apiKey: { in: 'bearer' }, partnerKey: { in: 'header', name: 'X-Partner-Key', optional: true } },
  requests,
  resources,
  errorTypes: {} as ResourceErrors,
  errors: { AuthenticationError, BadRequestError, ConflictError, InternalServerError, NotFoundError, PermissionDeniedError, RateLimitError, UnprocessableEntityError },
  errorName: 'AcmeError',
  errorMessage: (body: any) => body['title'],
  idempotency: idempotencyKeys({ header: 'Idempotency-Key', endpoints: ['createOrder'] }),
  webhooks: webhooks<WebhookEvent>(),
}) {}

export default Acme;

export { AcmeError, APIConnectionError, APIError, APITimeoutError, APIUserAbortError, AuthenticationError, BadRequestError, ConflictError, InternalServerError, NotFoundError, PermissionDeniedError, RateLimitError, UnprocessableEntityError, WebhookVerificationError } from './errors.js';
export type { AcmePages, AcmePromise, RequestOptions } from './resources.js';
export type * from './requests.js';
