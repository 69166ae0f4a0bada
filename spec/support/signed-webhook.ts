import { createHmac } from 'node:crypto';
import type { Clock } from '../../lib/core/platform/time.js';
import { type WebhookOptions, verifyWebhook } from '../../lib/features/webhooks/verify-webhook.js';

/** The seconds at which the webhooks of specs are sent, which is also the time of their clock. */
export const SENT = 1_614_265_330;

/** The secret of the library's vector in the repository of Standard Webhooks. */
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const BODY = '{"test": 2432232314}';

/** Options with a clock that is `ms` milliseconds after the time at which the webhook was sent. */
export const at = <T>(ms: number, options: WebhookOptions<T> = {}): WebhookOptions<T> => {
  const clock: Pick<Clock, 'now'> = { now: () => SENT * 1000 + ms };
  return { ...options, clock } as WebhookOptions<T>;
};

export const hmac = (
  key: string | Uint8Array,
  content: string | Uint8Array,
  encoding: 'hex' | 'base64' = 'base64',
): string => createHmac('sha256', key).update(content).digest(encoding);

/** The headers of Standard Webhooks for a body, signed with one secret. */
export function standardHeaders(
  body: string | Uint8Array = BODY,
  { secret = SECRET, seconds = String(SENT), id = 'msg_p5jXN8AQM9LWM0D4loKWxJek' } = {},
): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = Buffer.concat([Buffer.from(`${id}.${seconds}.`), Buffer.from(body)]);
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${hmac(key, content)}`,
  };
}

/** Verifies at the time at which the webhook was sent, with arguments of any type. */
export const verify = (
  payload: unknown,
  headers: unknown = standardHeaders(),
  secret: unknown = SECRET,
  options: WebhookOptions = {},
): ReturnType<typeof verifyWebhook> =>
  verifyWebhook(payload as string, headers as Headers, secret as string, at(0, options));

/** The reason of the error; undefined if the webhook was verified. */
export const reasonOf = async (...given: Parameters<typeof verify>): Promise<string | undefined> =>
  (await verify(...given)).error?.reason;
