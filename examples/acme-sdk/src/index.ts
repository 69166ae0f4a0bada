// homing 5.3.1: Acme 1.0.0
/* eslint-disable */
import { defineSdk, idempotencyKeys, type SdkResults, webhooks } from 'homing/sdk';
import { AuthenticationError, BadRequestError, ConflictError, InternalServerError, NotFoundError, PermissionDeniedError, RateLimitError, UnprocessableEntityError } from './errors.js';
import * as requests from './requests.js';
import type { InvoiceOverdue, OrderPaid } from './requests.js';
import { resources, type ResourceErrors, type Resources } from './resources.js';

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
  errors: { AuthenticationError, BadRequestError, ConflictError, InternalServerError, NotFoundError, PermissionDeniedError, RateLimitError, UnprocessableEntityError },
  errorName: 'AcmeError',
  errorMessage: (body: any) => body['title'],
  idempotency: idempotencyKeys({ header: 'Idempotency-Key', endpoints: ['createOrder'] }),
  webhooks: webhooks<WebhookEvent>(),
}) {
  declare readonly results: SdkResults<Resources, ResourceErrors>;
}

export default Acme;

export { APIConnectionError, APIError, APITimeoutError, APIUserAbortError, AcmeError, AuthenticationError, BadRequestError, ConflictError, InternalServerError, NotFoundError, PermissionDeniedError, RateLimitError, UnprocessableEntityError, WebhookVerificationError } from './errors.js';
export type { AcmePages, AcmePromise, RequestOptions } from './resources.js';
export type * from './requests.js';
