import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { createHmac } from 'node:crypto';
import { WebhookError } from '../../../lib/entries/webhooks.js';
import { Acme, type AcmeEvent, AcmeError, thrownBy } from '../../support/sdk.js';

afterEach(() => vi.unstubAllEnvs());

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const signed = (body: string, secret = SECRET): Record<string, string> => {
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};

const BODY = JSON.stringify({ type: 'order.paid', order: 'o1' });

describe('webhooks.unwrap', () => {
  it('returns the event of a valid webhook, with the secret of the option, the call or the environment', async () => {
    const byOption = new Acme({ apiKey: 'key', webhookSecret: SECRET });
    const event = await byOption.webhooks.unwrap(BODY, signed(BODY));
    expectTypeOf(event).toEqualTypeOf<AcmeEvent>();
    expect(event.order).toBe('o1');
    const bare = new Acme({ apiKey: 'key' });
    expect(await bare.webhooks.unwrap(BODY, signed(BODY), [SECRET])).toEqual(event);
    vi.stubEnv('ACME_WEBHOOK_SECRET', SECRET);
    expect(await bare.webhooks.unwrap(BODY, signed(BODY))).toEqual(event);
  });

  it('throws an error that says why it rejects a webhook', async () => {
    const acme = new Acme({ apiKey: 'key', webhookSecret: SECRET });
    const error = await thrownBy(acme.webhooks.unwrap(`${BODY} `, signed(BODY)));
    expect(error).toBeInstanceOf(AcmeError);
    expect(error).toMatchObject({ name: 'WebhookVerificationError', reason: 'signature' });
    expect((error as Error).cause).toBeInstanceOf(WebhookError);
    expect(await thrownBy(acme.webhooks.unwrap(BODY, {}))).toMatchObject({ reason: 'missing-header' });
  });

  it('throws without a secret', async () => {
    const acme = new Acme({ apiKey: 'key' });
    expect(await thrownBy(acme.webhooks.unwrap(BODY, signed(BODY)))).toMatchObject({ reason: 'secret' });
  });
});
