import { describe, expect, it } from 'vitest';
import type { GenerateOptions } from '../../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../../support/client-errors.js';
import { packageOf, sdkFrom, sourcesOf } from '../../../support/generated-sdk.js';
import { NOTHING, openApi, takes } from '../../../support/open-api.js';
import { SECRET, standardHeaders } from '../../../support/signed-webhook.js';

const NOON = '2026-02-28T12:34:56.000Z';

const eventOf = (kind: string, properties: object) => ({
  type: 'object',
  required: ['event_kind'],
  properties: { event_kind: { const: kind }, ...properties },
});

const schemas = {
  Paid: eventOf('paid', {
    paid_at: { type: 'string', format: 'date-time' },
    total: { type: 'integer', format: 'int64' },
  }),
  Sent: eventOf('sent', { sent_at: { type: 'string', format: 'date-time' }, paid_at: { type: 'string' } }),
};

const documentOf = (...names: readonly string[]) =>
  openApi(
    { '/ping': { get: { operationId: 'ping', tags: ['status'], responses: { 204: NOTHING } } } },
    {
      servers: [{ url: 'https://api.acme.test' }],
      webhooks: Object.fromEntries(
        names.map((name) => [
          name,
          { post: { requestBody: takes({ $ref: `#/components/schemas/${name}` }), responses: {} } },
        ]),
      ),
      components: { schemas },
    },
  );

const CONVERTED = { dates: 'date', int64: 'bigint', properties: 'camelCase' } as const;

interface WebhookClient {
  readonly webhooks: { unwrap(payload: string, headers: object): Promise<unknown> };
}

const unwrapped = async (text: string, options: Partial<GenerateOptions>, ...names: readonly string[]) => {
  const sdk = await sdkFrom(documentOf(...names), { className: 'Acme' }, options);
  const { Acme } = packageOf(sdk) as { Acme: new (options: object) => WebhookClient };
  const seconds = String(Math.floor(Date.now() / 1000));
  const { webhooks } = new Acme({ webhookSecret: SECRET });
  return { sdk, event: await webhooks.unwrap(text, standardHeaders(text, { seconds })) };
};

describe.each([undefined, 'zod', 'valibot'] as const)('the events of an SDK, schemas: %s', (library) => {
  const options = { ...CONVERTED, schemas: library };

  it('are received by an SDK without operations', async () => {
    const document = { ...documentOf('Paid'), paths: {} };
    const sdk = await sdkFrom(document, { className: 'Acme' }, options);
    expect(clientErrors(sourcesOf(sdk))).toEqual([]);
    expect(packageOf(sdk)).toHaveProperty('Acme');
  });

  it('are converted and renamed, with exact integers', async () => {
    const text = `{"event_kind":"paid","paid_at":"${NOON}","total":9007199254740993}`;
    const { sdk, event } = await unwrapped(text, options, 'Paid');
    expect(event).toEqual({ eventKind: 'paid', paidAt: new Date(NOON), total: 9007199254740993n });
    const program = `import { Acme } from './index.js';
const event = await new Acme().webhooks.unwrap('', {});
event.paidAt satisfies Date | undefined;
event.total satisfies bigint | undefined;
`;
    expect(clientErrors({ ...sourcesOf(sdk), 'program.ts': program })).toEqual([]);
  });

  it('are converted as the event that has their members', async () => {
    const text = `{"event_kind":"sent","sent_at":"${NOON}","paid_at":"${NOON}"}`;
    const { event } = await unwrapped(text, options, 'Paid', 'Sent');
    expect(event).toEqual({ eventKind: 'sent', sentAt: new Date(NOON), paidAt: NOON });
  });

  it('are never rejected, because a service can add events', async () => {
    const { event } = await unwrapped('{"event_kind":"new","paid_at":"soon"}', options, 'Paid');
    expect(event).toEqual({ eventKind: 'new', paidAt: 'soon' });
  });

  it('have no codec if nothing is converted', async () => {
    const text = '{"event_kind":"paid"}';
    const { sdk, event } = await unwrapped(text, { schemas: library }, 'Paid');
    expect(event).toEqual({ event_kind: 'paid' });
    expect(sdk.files).not.toHaveProperty('webhooks.ts');
  });
});
