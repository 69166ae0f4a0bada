import { describe, expect, it } from 'vitest';
import { generate } from '../../../lib/entries/openapi-generator.js';
import { answers, NOTHING, openApi, takes } from '../../support/open-api.js';
import { parsedFile } from '../../support/parsed-file.js';

const $ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  OrderEvent: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, order: $ref('Order') },
  },
  Order: { type: 'object', properties: { total: { type: 'number' } } },
  Unused: { type: 'string' },
};
const textOf = async (paths: object, rest: object = {}): Promise<string> => {
  const { text } = await generate({ document: openApi({ ...paths }, { components: { schemas }, ...rest }) });
  expect(parsedFile(text)).not.toEqual([]);
  return text;
};
const typesIn = (text: string): string[] =>
  [...text.matchAll(/^export type (\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'BaseUrl');
const watch = (content: object, rest: object = {}): object => ({
  '/orders': {
    get: { operationId: 'watchOrders', responses: { 200: { description: '', content } }, ...rest },
  },
});

describe('schemas that only an event stream uses (rules.md#generated-clients)', () => {
  it.each(['text/event-stream', 'application/jsonl', 'application/x-ndjson', 'application/json-seq'])(
    'are printed: %s',
    async (type) => {
      const text = await textOf(watch({ [type]: { schema: $ref('OrderEvent') } }));
      expect(typesIn(text)).toEqual(['Order', 'OrderEvent']);
      expect(text).toContain('Its stream has items of type `OrderEvent`');
    },
  );

  it('are the schemas of the items, in OpenAPI 3.2', async () => {
    const content = { 'text/event-stream': { schema: { type: 'array' }, itemSchema: $ref('OrderEvent') } };
    expect(typesIn(await textOf(watch(content), { openapi: '3.2.0' }))).toEqual(['Order', 'OrderEvent']);
  });

  it('are named after the operation if they have no name', async () => {
    const schema = { oneOf: [$ref('Order'), { type: 'object', properties: { done: { const: true } } }] };
    const text = await textOf(watch({ 'text/event-stream': { schema } }));
    expect(text).toContain('export type WatchOrdersEvent = Order | { done?: true };');
  });

  it('are not printed as types if they are simple', async () => {
    const text = await textOf(watch({ 'text/event-stream': { schema: { type: 'string' } } }));
    expect(typesIn(text)).toEqual([]);
  });
});

describe('schemas that only webhooks and callbacks use (rules.md#generated-clients)', () => {
  const shipped = { post: { requestBody: takes($ref('OrderEvent')), responses: { 204: NOTHING } } };

  it('are printed for a webhook', async () => {
    expect(typesIn(await textOf({}, { webhooks: { shipped } }))).toEqual(['Order', 'OrderEvent']);
  });

  it('are printed for a callback', async () => {
    const callbacks = { done: { '{$request.body#/url}': shipped } };
    const paths = { '/a': { post: { operationId: 'a', responses: { 204: NOTHING }, callbacks } } };
    expect(typesIn(await textOf(paths))).toEqual(['Order', 'OrderEvent']);
  });

  it('have the received form, and their responses have the sent form', async () => {
    const both = {
      type: 'object',
      properties: { got: { type: 'string', readOnly: true }, set: { type: 'string', writeOnly: true } },
    };
    const responses = { 200: answers($ref('Both')) };
    const post = { operationId: 'onShipped', requestBody: takes($ref('Both')), responses };
    const text = await textOf({}, { webhooks: { w: { post } }, components: { schemas: { Both: both } } });
    expect(text).toMatch(/export type Both = \{\n {2}got\?: string;\n\};/);
    expect(text).toMatch(/export type BothInput = \{\n {2}set\?: string;\n\};/);
  });

  it('are named after the webhook if they have no name', async () => {
    const requestBody = takes({ type: 'object', properties: { at: { type: 'string' } } });
    const text = await textOf({}, { webhooks: { 'order.shipped': { post: { requestBody } } } });
    expect(text).toContain('export type OrderShippedWebhook = { at?: string };');
  });

  it("are unknown if one of their $refs can't be resolved, with a warning", async () => {
    const lost = {
      Whole: { type: 'object', properties: { part: $ref('Part') } },
      Part: { items: { $ref: '#/components/schemas/Gone' } },
    };
    const webhooks = {
      a: { post: { requestBody: takes($ref('Whole')) } },
      b: { $ref: '#/components/pathItems/Gone' },
      c: { post: { requestBody: { $ref: '#/components/requestBodies/Gone' } } },
    };
    const document = openApi({}, { webhooks, components: { schemas: lost } });
    const { text, warnings } = await generate({ document });
    expect(text).toContain('export type Part = unknown;');
    expect(text).toMatch(/export type Whole = \{\n {2}part\?: Part;/);
    expect(warnings.filter(({ code }) => code === 'unused-ref').map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '/components/schemas/Part/items',
        '/webhooks/b',
        '/webhooks/c/post/requestBody',
      ]),
    );
  });

  it('are still rejected if an endpoint uses them, too', async () => {
    const requestBody = takes({ $ref: '#/components/schemas/Lost' });
    const document = openApi(
      { '/a': { post: { requestBody, responses: { 204: NOTHING } } } },
      {
        webhooks: { a: { post: { requestBody } } },
        components: { schemas: { Lost: { items: { $ref: '#/gone' } } } },
      },
    );
    await expect(generate({ document })).rejects.toMatchObject({ name: 'DocumentError', ref: '#/gone' });
  });
});
