import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { WebhookError } from '../../../lib/features/webhooks/webhook-error.js';
import { reasonOf, SECRET, standardHeaders, verify } from '../../support/signed-webhook.js';

const CARD = '4242424242424242';
const BODY = `{"card":"${CARD}"}`;

describe('WebhookError', () => {
  it('is an Error with a name and a reason', () => {
    const error = new WebhookError('signature', 'No.', { cause: 1, issues: [] });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'WebhookError',
      reason: 'signature',
      message: 'No.',
      cause: 1,
      issues: [],
    });
    expect(String(error)).toBe('WebhookError: No.');
    expect(new WebhookError('input', 'No.').issues).toBeUndefined();
  });

  it('prints neither the secret nor the payload nor the signature, for any reason', async () => {
    const schema = {
      '~standard': {
        version: 1 as const,
        vendor: 'spec',
        validate: () => ({ issues: [{ message: `got ${CARD}` }] }),
      },
    };
    const signed = standardHeaders(BODY);
    const cut = BODY.slice(1);
    const { 'webhook-signature': signature = '' } = signed;
    const results = [
      await verify({ card: CARD }, signed),
      await verify(`${BODY} `, signed),
      await verify(BODY, {}),
      await verify(BODY, signed, `${SECRET}$`),
      await verify(cut, standardHeaders(cut)),
      await verify(BODY, signed, SECRET, { schema }),
      await verify(BODY, standardHeaders(BODY, { seconds: '5' })),
      await verify(BODY, standardHeaders(BODY, { seconds: CARD })),
    ];
    expect(results.map(({ error }) => error?.reason)).toEqual(
      'payload signature missing-header secret event event too-old bad-timestamp'.split(' '),
    );
    for (const { error } of results)
      for (const printed of [inspect(error), JSON.stringify(error), String(error?.stack)])
        for (const hidden of [CARD, SECRET.slice(6), signature.slice(3)])
          expect(printed).not.toContain(hidden);
  });

  it('is the result for headers that throw when they are read', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(await reasonOf(BODY, proxy)).toBe('input');
  });
});
