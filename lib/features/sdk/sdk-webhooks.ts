import { type StandardSchemaV1 } from '../../core/internal.js';
import {
  verifyWebhook,
  type WebhookHeaders,
  type WebhookOptions,
  type WebhookPayload,
} from '../webhooks/verify-webhook.js';
import { WebhookError } from '../webhooks/webhook-error.js';
import { WebhookVerificationError } from './sdk-errors.js';

/** How an SDK verifies webhooks: the return value of `webhooks`. */
export interface SdkWebhooks<TEvent> {
  /** Verifies a webhook with the secret of the client. */
  readonly verify: (
    payload: WebhookPayload,
    headers: WebhookHeaders,
    secret: string | readonly string[],
  ) => Promise<TEvent>;
}

/** The member `webhooks` of a client. */
export interface WebhookMethods<TEvent> {
  /**
   * Verifies that a webhook comes from the service, unchanged and recently, and returns its event. Rejects with a
   * `WebhookVerificationError` otherwise.
   *
   * @param payload The raw body of the request, as it was received: a string or bytes.
   * @param headers The headers of the request.
   * @param secret The secret of the webhook, or several while it changes. Default: the option `webhookSecret`, else the
   *   environment variable, such as `ACME_WEBHOOK_SECRET`.
   */
  unwrap(
    payload: WebhookPayload,
    headers: WebhookHeaders,
    secret?: string | readonly string[],
  ): Promise<TEvent>;
}

/** Options of `webhooks`. */
export interface SdkWebhookOptions<TEvent> extends Pick<
  WebhookOptions<TEvent>,
  'parse' | 'scheme' | 'tolerance'
> {
  /** Validates the event, and sets its type. Default: none, so that the event isn't checked. */
  readonly schema?: StandardSchemaV1<unknown, TEvent> | undefined;
}

/**
 * Gives an SDK the method `webhooks.unwrap`: `defineSdk({ webhooks: webhooks<AcmeEvent>() })`.
 *
 * @typeParam TEvent The type of the events; with `schema`, its output. Without a schema, the event isn't checked.
 * @param options How the service signs, and the schema of the events. Default: Standard Webhooks, without a schema.
 */
export const webhooks = <TEvent = unknown>(options?: SdkWebhookOptions<TEvent>): SdkWebhooks<TEvent> => ({
  verify: async (payload, headers, secret) => {
    const { data, error } = await verifyWebhook<TEvent>(payload, headers, secret, options);
    if (error instanceof WebhookError) throw new WebhookVerificationError(error);
    return data as TEvent;
  },
});
