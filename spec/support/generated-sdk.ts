import { generate, type GenerateOptions } from '../../lib/entries/openapi-generator.js';
import { generatedModule } from './generated-client.js';
import { answers, openApi, param, takes } from './open-api.js';

/** The files of a generated SDK, by their path from the folder of its sources. */
export interface GeneratedSdk {
  readonly files: Readonly<Record<string, string>>;
  /** Files that are written only once. */
  readonly starters: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

export const sdkFrom = async (
  document: object,
  sdk: GenerateOptions['sdk'] = true,
  options: Partial<GenerateOptions> = {},
): Promise<GeneratedSdk> => {
  const result = await generate({ fileName: 'requests.ts', ...options, document, sdk });
  const byName = (parts: readonly { readonly fileName: string; readonly text: string }[] = []) =>
    Object.fromEntries(parts.map(({ fileName, text }) => [fileName, text]));
  return {
    files: { 'requests.ts': result.text, ...byName(result.parts) },
    starters: byName(result.starters),
    warnings: result.warnings.map(({ code }) => code),
  };
};

/** The TypeScript files of an SDK. */
export const sourcesOf = ({ files }: GeneratedSdk): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.ts')));

/** What the package of an SDK exports. */
export const packageOf = (sdk: GeneratedSdk): Record<string, unknown> =>
  generatedModule(sdk.files['index.ts'] ?? '', sourcesOf(sdk)) as Record<string, unknown>;

const Order = { $ref: '#/components/schemas/Order' };
const orderId = param('path', 'order_id');

/** A document with what SDKs have: lists, writes, keys, errors, servers and webhooks. */
export const shop = openApi(
  {
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['Orders'],
        parameters: [param('query', 'status'), param('query', 'cursor')],
        responses: {
          200: answers({
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'array', items: Order }, next_cursor: { type: 'string' } },
          }),
        },
      },
      post: {
        operationId: 'createOrder',
        tags: ['Orders'],
        parameters: [param('header', 'Idempotency-Key', undefined, { required: true })],
        requestBody: takes(Order),
        responses: { 201: answers(Order) },
      },
    },
    '/orders/{order_id}': {
      parameters: [orderId],
      get: {
        operationId: 'getOrder',
        summary: 'Returns an order.',
        tags: ['Orders'],
        parameters: [param('query', 'expand')],
        responses: { 200: answers(Order), 404: answers({ $ref: '#/components/schemas/Problem' }) },
      },
      patch: {
        operationId: 'updateOrder',
        tags: ['Orders'],
        requestBody: takes(Order),
        responses: { 200: answers(Order) },
      },
    },
    '/orders/{order_id}/cancel': {
      post: {
        operationId: 'cancelOrder',
        tags: ['Orders'],
        parameters: [orderId],
        requestBody: { content: { 'application/json': { schema: Order } } },
        responses: { 200: answers(Order), 400: answers({ type: 'string' }), 409: answers({ type: 'null' }) },
      },
    },
    '/orders/{order_id}/items/{item}': {
      delete: {
        operationId: 'deleteOrderItem',
        tags: ['Orders'],
        parameters: [param('path', 'item', { type: 'integer' }), orderId],
        responses: { 204: { description: 'gone' } },
      },
    },
  },
  {
    info: { title: 'Acme Shop', version: '2.1.0' },
    servers: [
      { url: 'https://api.acme.test/v1/', description: 'Production' },
      { url: 'https://{region}.acme.test', variables: { region: { default: 'eu' } } },
    ],
    security: [{ bearerAuth: [] }],
    webhooks: {
      paid: { post: { requestBody: takes(Order), responses: { 200: { description: 'ok' } } } },
    },
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Order: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, total: { type: 'integer' } },
        },
        Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      },
    },
  },
);

/** The rule for the pages of the shop. */
export const SHOP_PAGES = {
  listOrders: { type: 'cursor', param: 'cursor', next: 'next_cursor', items: 'data' },
} as const;
