import { describe, expect, it } from 'vitest';
import { createApi } from '../../../lib/index.js';
import { exchanged } from '../../support/exchanged.js';
import { requestsOf } from '../../support/generated-client.js';
import { generatedFrom } from '../../support/generated.js';
import { answers, openApi, param, takes } from '../../support/open-api.js';

const ORDER = {
  type: 'object',
  required: ['order_id'],
  properties: {
    order_id: { type: 'integer' },
    placed_at: { type: 'string', format: 'date-time' },
    line_items: { type: 'array', items: { $ref: '#/components/schemas/LineItem' } },
    '+1': { type: 'integer' },
    alreadyCamelID: { type: 'string' },
  },
};
const LINE_ITEM = {
  type: 'object',
  properties: { unit_price: { type: 'number' }, parent_order: { $ref: '#/components/schemas/Order' } },
};
const components = { schemas: { Order: ORDER, LineItem: LINE_ITEM } };
const REF = { $ref: '#/components/schemas/Order' };
const WIRE = {
  order_id: 1,
  placed_at: '2026-11-25T10:00:00.000Z',
  line_items: [{ unit_price: 2, parent_order: { order_id: 3 } }],
  '+1': 4,
  alreadyCamelID: 'x',
  un_known: 5,
};
const DATA = {
  orderId: 1,
  placedAt: new Date('2026-11-25T10:00:00Z'),
  lineItems: [{ unitPrice: 2, parentOrder: { orderId: 3 } }],
  '+1': 4,
  alreadyCamelID: 'x',
  un_known: 5,
};

const operation = {
  operationId: 'call',
  parameters: [
    param('path', 'order_id'),
    param('query', 'page_size', { type: 'integer' }),
    param('header', 'X-Trace-Id'),
  ],
  requestBody: takes(REF),
  responses: { 200: answers(REF) },
};

describe.each([undefined, 'zod', 'zod-mini', 'valibot'] as const)('camelCase with schemas: %s', (schemas) => {
  it('renames params and members in both directions', async () => {
    const document = openApi({ '/orders/{order_id}': { put: operation } }, { components });
    const { text } = await generatedFrom(document, { properties: 'camelCase', dates: 'date', schemas });
    let sent: { url: string; body: string; trace: string | null } | undefined;
    const api = createApi({
      baseUrl: 'https://a.test',
      fetch: (url, init) => {
        const { headers, body } = init as { headers: Headers; body: string };
        sent = { url: url, body, trace: headers.get('x-trace-id') };
        return Promise.resolve(Response.json(WIRE));
      },
      requests: { call: requestsOf(text)['call']! },
    });
    const result = await api.call({ orderId: '7', pageSize: 2, xTraceId: 't', body: DATA });
    expect(result.error).toBeNull();
    expect(result.data).toEqual(DATA);
    expect(sent?.url).toBe('https://a.test/orders/7?page_size=2');
    expect(sent?.trace).toBe('t');
    expect(JSON.parse(sent?.body ?? '')).toEqual(WIRE);
  });

  it('renames members that only have values, in a part of an allOf', async () => {
    const kinds = { properties: { pet_kind: { enum: ['cat', 'dog'] } } };
    const schema = { allOf: [{ properties: { leg_count: { type: 'integer' } } }, kinds, kinds] };
    const operation = {
      operationId: 'call',
      requestBody: takes(schema),
      responses: { 200: answers(schema) },
    };
    const { text } = await generatedFrom(openApi({ '/': { put: operation } }), {
      properties: 'camelCase',
      schemas,
    });
    const body = { legCount: 4, petKind: 'cat' };
    const { received, sent } = await exchanged(text, body);
    expect(received.error).toBeNull();
    expect(sent).toEqual({ leg_count: 4, pet_kind: 'cat' });
    expect(received.data).toEqual(body);
  });

  it('names both members of a collision', async () => {
    const schema = { properties: { user_id: {}, 'user-id': {} } };
    const document = openApi({ '/': { get: { responses: { 200: answers(schema) } } } });
    await expect(generatedFrom(document, { properties: 'camelCase', schemas })).rejects.toThrow(
      '"user-id" and "user_id" are both userId in camelCase: rename one with `patch`, or omit --properties',
    );
  });
});

describe('the types with camelCase', () => {
  it('have the names of the program', async () => {
    const document = openApi({ '/orders/{order_id}': { put: operation } }, { components });
    const { text } = await generatedFrom(document, { properties: 'camelCase' });
    expect(text).toContain('  orderId: number;\n');
    expect(text).toContain('  lineItems?: LineItem[];\n');
    expect(text).toContain("  '+1'?: number;\n");
    expect(text).toContain('  pageSize?: number;\n');
    expect(text).not.toMatch(/^ +\w*_\w*\??:/m);
  });

  it('have the discriminator of the program', async () => {
    const kind = (name: string) => ({
      type: 'object',
      properties: { pet_type: { type: 'string' }, [name]: {} },
    });
    const pet = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'pet_type' },
    };
    const document = openApi(
      { '/': { get: { responses: { 200: answers(pet) } } } },
      { components: { schemas: { Cat: kind('life_count'), Dog: kind('leash') } } },
    );
    const { text } = await generatedFrom(document, { properties: 'camelCase' });
    expect(text).toContain("petType: 'Cat'");
    expect(text).toContain("tagged('pet_type', { Cat: CatCodec, Dog: DogCodec }, 'petType')");
  });

  it('follow a $ref into a member', async () => {
    const document = openApi(
      {
        '/': {
          get: { responses: { 200: answers({ $ref: '#/components/schemas/Order/properties/line_items' }) } },
        },
      },
      { components },
    );
    const { text } = await generatedFrom(document, { properties: 'camelCase' });
    expect(text).toContain("globalThis.Required<Order>['lineItems']");
  });
});
