export { verifyWebhook } from '../features/webhooks/verify-webhook.js';
export type {
  WebhookHeaders,
  WebhookOptions,
  WebhookPayload,
  WebhookResult,
} from '../features/webhooks/verify-webhook.js';
export { githubScheme, slackScheme, standardScheme, stripeScheme } from '../features/webhooks/schemes.js';
export type { SignedContent, WebhookMessage, WebhookScheme } from '../features/webhooks/schemes.js';
export { WebhookError } from '../features/webhooks/webhook-error.js';
export type { WebhookErrorOptions, WebhookErrorReason } from '../features/webhooks/webhook-error.js';
