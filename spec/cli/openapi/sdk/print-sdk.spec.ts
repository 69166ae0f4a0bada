import { beforeAll, describe, expect, it } from 'vitest';
import { clientErrors } from '../../../support/client-errors.js';
import { hoveredDeclarations } from '../../../support/hovered.js';
import {
  type GeneratedSdk,
  packageOf,
  sdkFrom,
  shop,
  SHOP_PAGES,
  sourcesOf,
} from '../../../support/generated-sdk.js';
import { answers, NOTHING, openApi, param, takes } from '../../../support/open-api.js';
import { failed, ok, type Reply, replying, thrownBy } from '../../../support/sdk.js';

interface ShopClient {
  readonly orders: Record<string, (...args: unknown[]) => PromiseLike<unknown> & AsyncIterable<unknown>>;
  readonly results: ShopClient;
}

type ShopClass = new (options: object) => ShopClient;

let sdk: GeneratedSdk;
beforeAll(async () => {
  sdk = await sdkFrom(shop, true, { pages: SHOP_PAGES });
});

describe('the package of a generated SDK', () => {
  it('consists of endpoints, resources, errors, the class, and a page for people', () => {
    expect(Object.keys(sdk.files)).toEqual([
      'requests.ts',
      'resources.ts',
      'errors.ts',
      'index.ts',
      '../api.md',
    ]);
    expect(Object.keys(sdk.starters)).toEqual(['../README.md', '../package.json', '../tsconfig.json']);
    expect(sdk.warnings).toEqual([]);
  });

  it('compiles by strict settings, with the types of the document', () => {
    const program = `import Acme, { AcmeShop, NotFoundError, AcmeShopError } from './index.js';
import type { AcmeShopPromise, Order, RequestOptions } from './index.js';
const acme: AcmeShop = new Acme({ apiKey: 'key', server: 'production' });
const options: RequestOptions = { timeout: 2000, maxRetries: 1, idempotencyKey: 'k' };
const call: AcmeShopPromise<Order> = acme.orders.retrieve('o1', { expand: 'items' }, options);
export const total: number | undefined = (await call).total;
for await (const { id } of acme.orders.list({ status: 'open' })) id satisfies string;
await acme.orders.create({ id: 'o1' }, { idempotencyKey: 'k' });
await acme.orders.update('o1', { id: 'o1' });
await acme.orders.deleteItem('o1', 5);
const { error } = await acme.results.orders.retrieve('o1');
if (error?.status === 404) error.body satisfies { message: string } | null;
try {
  await call;
} catch (error) {
  if (error instanceof NotFoundError) error.body.message satisfies string;
  else if (error instanceof AcmeShopError) throw error;
}
const event = await acme.webhooks.unwrap('', {});
event.id satisfies string;
// @ts-expect-error -- the server doesn't exist
new Acme({ server: 'nowhere' });
// @ts-expect-error -- an id is a string
void acme.orders.retrieve(5);
`;
    expect(clientErrors({ ...sourcesOf(sdk), 'program.ts': program })).toEqual([]);
  });

  it('shows in an editor what a method takes and returns', () => {
    const program = `import { AcmeShop } from './index.js';
const /*?*/acme = new AcmeShop();
await acme.orders./*?*/retrieve('o1');
await acme.orders./*?*/update('o1', { id: 'o1' });
acme.orders./*?*/list();
acme.results.orders./*?*/retrieve('o1');
`;
    expect(hoveredDeclarations(program, sourcesOf(sdk))).toEqual([
      'const acme: AcmeShop',
      '(method) retrieve(orderId: string, params?: OrdersRetrieveParams, options?: RequestOptions): AcmeShopPromise<Order>',
      '(method) update(orderId: string, body: Order, options?: RequestOptions): AcmeShopPromise<Order>',
      '(method) list(params?: ListOrdersParams, options?: RequestOptions): AcmeShopPages<Order, OrdersListPage>',
      '(method) retrieve(orderId: string, params?: OrdersRetrieveParams | undefined, options?: RequestOptions | undefined): Promise<Result<Order, { 404: Problem; }>>',
    ]);
  });

  it.each(['zod', 'zod-mini', 'valibot'] as const)(
    'compiles with schemas of %s and dates',
    async (schemas) => {
      const withSchemas = await sdkFrom(shop, true, { pages: SHOP_PAGES, schemas, dates: 'date' });
      expect(clientErrors(sourcesOf(withSchemas))).toEqual([]);
    },
  );

  it('compiles with codecs, camelCase, and one object for all params', async () => {
    const other = await sdkFrom(
      shop,
      { params: 'object' },
      { pages: SHOP_PAGES, properties: 'camelCase', int64: 'bigint', dates: 'date', docs: false },
    );
    expect(clientErrors(sourcesOf(other))).toEqual([]);
    expect(other.files['resources.ts']).toContain(
      'retrieve(params: GetOrderParams, options?: RequestOptions)',
    );
  });

  it('imports no codec that has the name of a method', async () => {
    const dated = structuredClone<object>(shop) as {
      components: { schemas: { Order: { properties: object } } };
    };
    Object.assign(dated.components.schemas.Order.properties, { at: { type: 'string', format: 'date' } });
    const other = await sdkFrom(dated, true, { pages: SHOP_PAGES, dates: 'date' });
    expect(other.files['requests.ts']).toMatch(/import .*\blist\b.* from 'homing\/codec'/);
    expect(other.files['resources.ts']).not.toContain('homing/codec');
    expect(clientErrors(sourcesOf(other))).toEqual([]);
  });

  it('compiles if the error of the class would have the name of another error', async () => {
    const clashing = await sdkFrom(shop, { className: 'Authentication' }, { pages: SHOP_PAGES });
    expect(clientErrors(sourcesOf(clashing))).toEqual([]);
    expect(clashing.files['errors.ts']).toContain('SdkError as AuthenticationSdkError');
  });

  it('compiles if the document has types with the names of the files', async () => {
    const words = [
      'RequestOptions',
      'AcmeShopPromise',
      'AcmeShopPages',
      'AcmeShop',
      'AcmeShopError',
      'NotFoundError',
      'APIError',
      'Resources',
      'ResourceErrors',
      'SdkApi',
      'ItemAt',
      'ApiClient',
      'WebhookEvent',
      'OrdersRetrieveParams',
      'OrdersListPage',
      'Omit',
    ];
    const { schemas } = shop['components'] as { schemas: object };
    const properties = Object.fromEntries(
      words.map((word) => [word, { $ref: `#/components/schemas/${word}` }]),
    );
    const own = words.map((word) => [word, { type: 'object', properties: { a: { type: 'string' } } }]);
    const document = {
      ...shop,
      components: {
        ...(shop['components'] as object),
        schemas: { ...schemas, ...Object.fromEntries(own), Problem: { type: 'object', properties } },
      },
    };
    const clashing = await sdkFrom(document, true, { pages: SHOP_PAGES });
    expect(clientErrors(sourcesOf(clashing))).toEqual([]);
  });
});

describe('a generated SDK', () => {
  const clientWith = (...replies: readonly Reply[]) => {
    const { fetch, sent } = replying(...replies);
    const { default: Acme } = packageOf(sdk) as { default: ShopClass };
    return { acme: new Acme({ apiKey: 'key', maxRetries: 0, fetch }), sent };
  };

  it('places arguments in path, query and body', async () => {
    const { acme, sent } = clientWith(ok({ id: 'o1' }));
    await acme.orders['retrieve']?.('a/b', { expand: 'items' });
    await acme.orders['update']?.('o1', { id: 'o1', total: 5 });
    await acme.orders['deleteItem']?.('o1', 5);
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', 'https://api.acme.test/v1/orders/a%2Fb?expand=items', null],
      ['PATCH', 'https://api.acme.test/v1/orders/o1', '{"id":"o1","total":5}'],
      ['DELETE', 'https://api.acme.test/v1/orders/o1/items/5', null],
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer key');
  });

  it('sends a key where the document declares its header', async () => {
    const { acme, sent } = clientWith(ok({ id: 'o1' }));
    await acme.orders['create']?.({ id: 'o1' });
    await acme.orders['create']?.({ id: 'o1' }, { idempotencyKey: 'own' });
    await acme.orders['update']?.('o1', {});
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), 'own', null]);
  });

  it('iterates over lists', async () => {
    const { acme } = clientWith(ok({ data: [{ id: 'a' }], next_cursor: 'c' }), ok({ data: [{ id: 'b' }] }));
    const ids: unknown[] = [];
    for await (const order of acme.orders['list']?.() ?? []) ids.push((order as { id: string }).id);
    expect(ids).toEqual(['a', 'b']);
  });

  it('throws its own classes of errors', async () => {
    const { acme } = clientWith(failed(404, { message: 'no' }));
    const error = await thrownBy(acme.orders['retrieve']?.('o1') as PromiseLike<unknown>);
    expect(error).toMatchObject({ name: 'NotFoundError', body: { message: 'no' } });
    expect(await acme.results.orders['retrieve']?.('o1')).toMatchObject({ error: { status: 404 } });
  });
});

describe('the types of error bodies and items', () => {
  const problem = (properties: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
  });
  const schemas = {
    Missing: problem(['missing']),
    Gone: problem(['gone']),
    Order: problem(['id']),
    Page: {
      type: 'object',
      required: ['data'],
      properties: {
        data: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
        next: { type: 'string' },
      },
    },
  };
  const servers = [{ url: 'https://api.acme.test' }];
  const ref = (name: string) => answers({ $ref: `#/components/schemas/${name}` });
  const errorsOf = async (responses: object, schema?: 'zod'): Promise<string> => {
    const get = { operationId: 'getOrder', tags: ['Orders'], responses };
    const document = openApi({ '/order': { get } }, { servers, components: { schemas } });
    const options = schema === undefined ? {} : { schemas: schema };
    return (await sdkFrom(document, true, options)).files['errors.ts'] ?? '';
  };

  it('are known if the errors of an operation have a name of their own', async () => {
    const headers = { 'x-total': { schema: { type: 'string' } } };
    const many = Object.fromEntries([400, 403, 404, 409, 422, 429].map((status) => [status, ref('Missing')]));
    const text = await errorsOf({ 200: { ...ref('Order'), headers }, ...many });
    expect(text).toContain('class NotFoundError extends NotFoundErrorBase<Missing> {}');
  });

  it('are known with schemas, without the null of a rejected body', async () => {
    const text = await errorsOf({ 200: ref('Order'), 404: ref('Missing') }, 'zod');
    expect(text).toContain('class NotFoundError extends NotFoundErrorBase<Missing> {}');
  });

  it('stay open if a status has several types', async () => {
    const either = {
      oneOf: [{ $ref: '#/components/schemas/Missing' }, { $ref: '#/components/schemas/Gone' }],
    };
    const text = await errorsOf({ 200: ref('Order'), 404: answers(either) });
    expect(text).not.toContain('NotFoundErrorBase');
  });

  it('name the items of a list by their schema', async () => {
    const parameters = [param('query', 'cursor')];
    const responses = { 200: ref('Page') };
    const get = { operationId: 'listOrders', tags: ['Orders'], parameters, responses };
    const document = openApi({ '/orders': { get } }, { servers, components: { schemas } });
    const pages = { '*': { type: 'cursor', param: 'cursor', next: 'next', items: 'data' } } as const;
    const text = (await sdkFrom(document, true, { pages })).files['resources.ts'];
    expect(text).toMatch(/Pages<Order, Page>/);
    expect(text).not.toContain('ItemAt');
  });
});

describe('the configuration of a generated SDK', () => {
  const indexOf = async (config: object, document: object = shop): Promise<string> =>
    (await sdkFrom(document, config)).files['index.ts'] ?? '';

  it('sets names, servers, keys, limits and errors', async () => {
    const text = await indexOf({
      name: '@acme/sdk',
      version: '3.0.0',
      env: 'ACME_V2',
      servers: { live: 'https://live.test' },
      auth: { token: { in: 'header', name: 'X-Token', env: 'TOKEN' } },
      errors: { message: 'error.message', requestIdHeader: 'x-trace' },
      retries: 4,
      timeout: 1000,
      attemptTimeout: 500,
      webhooks: 'stripe',
    });
    for (const line of [
      "  name: '@acme/sdk',",
      "  version: '3.0.0',",
      "  env: 'ACME_V2',",
      "  servers: { live: 'https://live.test' },",
      "  auth: { token: { in: 'header', name: 'X-Token', env: 'TOKEN' } },",
      "  errorMessage: (body: any) => body['error']?.['message'],",
      "  requestIdHeader: 'x-trace',",
      '  maxRetries: 4,',
      '  timeout: 1000,',
      '  attemptTimeout: 500,',
      '  webhooks: webhooks<WebhookEvent>({ scheme: stripeScheme }),',
      'export class Acme extends defineSdk({',
    ])
      expect(text).toContain(`${line}\n`);
  });

  it('has a package.json that installs the reader of OpenAPI documents, which --check needs in CI', async () => {
    const sdk = await sdkFrom(shop);
    expect(JSON.parse(sdk.starters['../package.json'] ?? '')).toMatchObject({
      devDependencies: { '@redocly/openapi-core': expect.any(String) as string },
    });
  });

  it.each([
    ['2.1.0-rc.1+build', '2.1.0-rc.1+build'],
    ['v2', '2.0.0'],
    ['1.04', '1.4.0'],
    ['2024-01-01', '0.1.0'],
    ['1.2.3-01', '0.1.0'],
    ['1.2.3.4', '0.1.0'],
    ['next', '0.1.0'],
  ])('has a version that npm accepts for a document with %s: %s', async (version, expected) => {
    const sdk = await sdkFrom({ ...shop, info: { title: 'Shop', version } });
    expect(JSON.parse(sdk.starters['../package.json'] ?? '')).toMatchObject({ version: expected });
    expect(sdk.files['index.ts']).toContain(`  version: '${expected}',`);
    expect(sdk.warnings.includes('unsaid')).toBe(expected === '0.1.0');
  });

  it('sends no key to operations that say that they need none', async () => {
    const get = (operationId: string, security?: unknown) => ({
      get: { operationId, responses: { 204: NOTHING }, ...(security !== undefined && { security }) },
    });
    const paths = {
      '/a': get('empty', []),
      '/b': get('nothing', [{}]),
      '/c': get('optional', [{}, { bearerAuth: [] }]),
      '/d': get('inherited'),
      '/e': get('broken', [5]),
    };
    const { security, components, servers } = shop;
    const document = openApi(paths, { security, components, servers });
    const textOf = async (sdk: object): Promise<string> =>
      (await sdkFrom(document, sdk)).files['index.ts'] ?? '';
    expect(await textOf({})).toContain("  publicEndpoints: ['empty', 'nothing'],\n");
    expect(await textOf({ auth: {} })).not.toContain('publicEndpoints');
  });

  it('rejects a version that npm does not accept', async () => {
    await expect(sdkFrom(shop, { version: 'latest' })).rejects.toThrow(
      'version is "latest": pass a semantic version such as 1.2.3',
    );
  });

  it.each([
    ['The Acme REST API', 'acme-sdk', 'Acme'],
    ["Netlify's API documentation", 'netlify-sdk', 'Netlify'],
    ['OpenAI', 'open-ai-sdk', 'OpenAI'],
    ['API', 'api-sdk', 'API'],
    ['', 'api-sdk', 'Api'],
  ])('has the names of the title %j without general words', async (title, name, className) => {
    const { files, starters } = await sdkFrom({ ...shop, info: { title, version: '1.0.0' } });
    expect(files['index.ts']).toContain(`export class ${className} extends defineSdk({\n  name: '${name}',`);
    expect(starters['../README.md']).toContain(`import ${className} from '${name}';`);
  });

  it.each([
    ['reads without arguments', { '/items': 'get', '/items/{item_id}': 'get' }, 'acme.items.list()'],
    ['reads with an id', { '/items': 'post', '/items/{item_id}': 'get' }, "acme.items.retrieve('itemId')"],
    ['creates', { '/items': 'post' }, 'acme.items.create({ /* … */ })'],
  ])('has a README whose example %s', async (_what, methods, call) => {
    const params = [{ name: 'item_id', in: 'path', required: true, schema: { type: 'string' } }];
    const requestBody = {
      ...takes({ type: 'object', properties: { name: { type: 'string' } } }),
      required: true,
    };
    const paths = Object.fromEntries(
      Object.entries(methods).map(([path, method]) => [
        path,
        {
          ...(path.includes('{') && { parameters: params }),
          [method]: { responses: { 204: NOTHING }, ...(method === 'post' && { requestBody }) },
        },
      ]),
    );
    const sdk = await sdkFrom(openApi(paths, { servers: [{ url: 'https://api.acme.test' }] }), {
      name: 'acme',
    });
    expect(sdk.starters['../README.md']).toContain(`const result = await ${call};`);
  });

  it('says nothing about keys if the document names none', async () => {
    expect((await sdkFrom(shop, { auth: {} })).starters['../README.md']).not.toContain('Keys');
    expect((await sdkFrom(shop)).starters['../README.md']).toContain('## Keys\n\n- `apiKey`');
  });

  it('names and exports the types that only methods have', async () => {
    const properties = { status: { type: 'string', description: 'The state.' } };
    const responses = { 200: answers({ type: 'object', required: ['status'], properties }) };
    const parameters = [param('path', 'id'), param('query', 'fields')];
    const get = { operationId: 'getOrderState', tags: ['Orders'], parameters, responses };
    const { files } = await sdkFrom(openApi({ '/orders/{id}/state': { get } }, { servers: shop.servers }));
    expect(files['../api.md']).toContain(': SmallPromise<OrdersGetStateResponse>\n');
    expect(files['resources.ts']).toContain('export type OrdersGetStateResponse = {\n');
    expect(files['index.ts']).toContain(
      "export type { OrdersGetStateParams, OrdersGetStateResponse, RequestOptions, SmallPromise } from './resources.js';",
    );
  });

  it('has defaults from the document', async () => {
    const text = await indexOf({});
    for (const line of [
      "  name: 'acme-shop-sdk',",
      "  version: '2.1.0',",
      "  env: 'ACME_SHOP',",
      "  servers: { production: 'https://api.acme.test/v1', server2: 'https://eu.acme.test' },",
      "  auth: { apiKey: { in: 'bearer' } },",
      "  idempotency: idempotencyKeys({ header: 'Idempotency-Key', endpoints: ['createOrder'] }),",
      '  webhooks: webhooks<WebhookEvent>(),',
    ])
      expect(text).toContain(`${line}\n`);
    expect(await indexOf({ webhooks: false, idempotency: false })).not.toMatch(/webhooks|idempotency/);
  });

  it('reads each kind of security scheme, optional unless every call needs it', async () => {
    const schemes = {
      basicAuth: { type: 'http', scheme: 'Basic' },
      tenant: { type: 'apiKey', in: 'query', name: 'tenant' },
      ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: { type: 'oauth2', flows: {} },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    };
    const security = [{ ApiKeyAuth: [] }, { basicAuth: [], tenant: [], oauth: [], session: [] }];
    const text = await indexOf(
      {},
      { ...shop, security, components: { ...(shop['components'] as object), securitySchemes: schemes } },
    );
    expect(text).toContain(
      "auth: { apiKey: { in: 'header', name: 'X-Key', optional: true }, username: { in: 'username', optional: true }, password: { in: 'password', optional: true }, accessToken: { in: 'bearer', optional: true }, tenant: { in: 'query', name: 'tenant', optional: true } }",
    );
  });

  it.each([
    [{ naem: 'x' }, 'sdk has the unknown key "naem": try name.'],
    [{ retries: -1 }, 'sdk: retries is a value of type number: pass a whole number from 0.'],
    [{ env: 'A-B' }, 'sdk: env is "A-B": pass letters, digits and _.'],
    [{ auth: { key: { in: 'cookie' } } }, 'sdk: auth : "key" : in is "cookie"'],
    [{ names: { getOrder: 'a b' } }, 'pass a name such as orders.retrieve, or false'],
    [{ names: { getOrder: true } }, 'pass a name such as orders.retrieve, or false'],
    [{ names: { getOrder: ['orders.get'] } }, 'pass a name such as orders.retrieve, or false'],
    [5, 'sdk is a value of type number: pass an object.'],
  ])('rejects %j', async (config, message) => {
    await expect(sdkFrom(shop, config as object)).rejects.toThrow(message);
  });

  it('rejects a document without a server, and unknown operations', async () => {
    await expect(sdkFrom({ ...shop, servers: [{ url: '/v1' }] })).rejects.toThrow('set sdk.servers');
    await expect(sdkFrom(shop, { idempotency: { operations: ['x'] } })).rejects.toThrow(
      'sdk.idempotency has "x"',
    );
    await expect(sdkFrom(shop, { names: { x: 'a.b' } })).rejects.toThrow(
      'sdk.names or stainless.yml has "x": no such operation',
    );
  });

  it('can name operations that a filter leaves out', async () => {
    const names = { getOrder: 'orders.fetch', 'POST /orders': 'orders.place' };
    const idempotency = { operations: ['createOrder', 'updateOrder'] };
    const { files } = await sdkFrom(
      shop,
      { names, idempotency },
      { exclude: ['operation:getOrder', 'operation:createOrder'] },
    );
    expect(files['index.ts']).toContain("endpoints: ['updateOrder']");
    expect(files['resources.ts']).not.toContain('fetch(');
  });
});

describe('texts of a document in an SDK', () => {
  it('stay in their comments and strings', async () => {
    const evil = "*/ evil(); /* ' ` ${x} \u2028 --> </script> | **b**";
    const operation = {
      operationId: 'evil',
      summary: evil,
      description: evil,
      tags: [evil],
      parameters: [param('path', "i'd"), param('query', evil)],
      responses: { 200: answers({ type: 'string' }) },
    };
    const document = openApi(
      { "/x/{i'd}": { get: operation } },
      {
        info: { title: evil, version: evil, description: evil },
        servers: [{ url: 'https://a.test/', description: evil }],
      },
    );
    const hostile = await sdkFrom(document);
    expect(clientErrors(sourcesOf(hostile))).toEqual([]);
    expect(hostile.files['../api.md']?.split('\n')[0]).toMatch(/^<!-- homing [^>]* -->$/);
    expect(hostile.files['../api.md']).not.toContain('</script>');
    expect(JSON.parse(hostile.starters['../package.json'] ?? '')).toMatchObject({ type: 'module' });
  });
});
