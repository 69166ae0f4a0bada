import { describe, expect, it } from 'vitest';
import { sdkFrom } from '../../../support/generated-sdk.js';
import { NOTHING, openApi } from '../../../support/open-api.js';
import { stainlessNames } from '../../../../lib/cli/openapi/sdk/method-names.js';

type Row = readonly [
  method: string,
  path: string,
  id: string | undefined,
  tag: string | undefined,
  rest?: object,
];

const documentOf = (rows: readonly Row[]): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [method, path, operationId, tag, rest] of rows) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({
      in: 'path',
      name,
      required: true,
      schema: { type: 'string' },
    }));
    (paths[path] ??= {})[method] = {
      operationId,
      tags: tag === undefined ? [] : [tag],
      parameters,
      responses: { 204: NOTHING },
      ...rest,
    };
  }
  return openApi(paths, { servers: [{ url: 'https://a.test' }] });
};

/** The calls of an SDK's page, without their arguments. */
const methodsOf = async (rows: readonly Row[], sdk: object = {}, options: object = {}): Promise<string[]> => {
  const { files } = await sdkFrom(documentOf(rows), { className: 'Acme', ...sdk }, options);
  return [...(files['../api.md'] ?? '').matchAll(/^### acme\.(\S+?)\(/gm)].map(([, name = '']) => name);
};

describe('the name of a method', () => {
  it.each<readonly [method: string, path: string, id: string | undefined, tag: string]>([
    ['get', '/orders/{id}', 'getOrder', 'Orders'],
    ['get', '/orders/{id}', 'getOrderById', 'Orders'],
    ['get', '/orders/{id}', 'OrdersController_findOne', 'Orders'],
    ['get', '/orders/{id}', 'orders.get', 'Orders'],
    ['get', '/orders/{id}', undefined, 'Orders'],
    ['get', '/categories/{id}', 'fetch_category', 'Categories'],
    ['get', '/boxes/{id}', 'readBox', 'Boxes'],
    ['get', '/me', 'getUser', 'User'],
  ])('is retrieve for %s %s %s', async (method, path, id, tag) => {
    const [name = ''] = await methodsOf([[method, path, id, tag]]);
    expect(name.split('.').at(-1)).toBe('retrieve');
  });

  it.each<readonly [method: string, path: string, id: string, tag: string, rest: object, name: string]>([
    ['get', '/orders', 'listOrders', 'Orders', {}, 'list'],
    ['get', '/orders', 'getOrders', 'Orders', {}, 'list'],
    ['get', '/orders', 'OrdersController_findAll', 'Orders', {}, 'list'],
    ['post', '/orders', 'createOrder', 'Orders', {}, 'create'],
    ['post', '/orders', 'addOrder', 'Orders', {}, 'create'],
    ['patch', '/orders/{id}', 'patchOrder', 'Orders', {}, 'update'],
    ['put', '/orders/{id}', 'orders', 'Orders', {}, 'update'],
    ['delete', '/orders/{id}', 'removeOrder', 'Orders', {}, 'delete'],
    ['post', '/orders/{id}/cancel', 'cancelOrder', 'Orders', {}, 'cancel'],
    ['get', '/orders/{id}/items', 'listOrderItems', 'Orders', {}, 'listItems'],
    ['get', '/status', 'getStatusOfAll', 'Orders', {}, 'getStatusOfAll'],
    ['post', '/x', 'then', 'Orders', {}, 'then_'],
    ['post', '/x', 'constructor', 'Orders', {}, 'constructor'],
  ])('%s %s %s in %s', async (method, path, id, tag, rest, name) => {
    expect(await methodsOf([[method, path, id, tag, rest]])).toEqual([`orders.${name}`]);
  });

  it('keeps the verb of the document if two methods would be equal', async () => {
    const rows: Row[] = [
      ['get', '/orders/{id}', 'getOrder', 'Orders'],
      ['get', '/orders/by/{key}', 'findOrder', 'Orders'],
      ['post', '/orders', 'createOrder', 'Orders'],
      ['put', '/orders/{id}', 'updateOrder', 'Orders'],
      ['patch', '/orders/{id}', 'patchOrder', 'Orders'],
      ['get', '/orders', 'Orders_List', 'Orders'],
      ['get', '/shops/{shop}/orders', 'Orders_ListByShop', 'Orders'],
    ];
    expect(await methodsOf(rows)).toEqual([
      'orders.create',
      'orders.find',
      'orders.get',
      'orders.list',
      'orders.listByShop',
      'orders.patch',
      'orders.update',
    ]);
  });

  it('is the part of the operation id after a separator if the verbs are equal', async () => {
    const rows: Row[] = [
      ['get', '/rules/{id}', 'Rule_GetRule', 'Rules'],
      ['get', '/account/{id}', 'Rules_GetRules', 'Rules'],
    ];
    expect(await methodsOf(rows)).toEqual(['rules.getRule', 'rules.getRules']);
  });

  it('leaves out articles, but keeps a letter at the end', async () => {
    const rows: Row[] = [
      ['get', '/albums/{id}', 'get-an-album', 'Albums'],
      ['get', '/artists/{id}/albums', 'get-an-artists-albums', 'Artists'],
      ['get', '/plans/a', 'getPlanA', 'Plans'],
    ];
    expect(await methodsOf(rows)).toEqual(['albums.retrieve', 'artists.getAlbums', 'plans.getA']);
  });

  it('treats the plural of an abbreviation as one word', async () => {
    expect(await methodsOf([['patch', '/vpcs/{id}', 'vpcs_patch', 'VPCs']])).toEqual(['vpcs.update']);
  });

  it('leaves out a prefix that most operation ids have', async () => {
    const rows: Row[] = [
      ['get', '/events/{id}', 'calendar.events.get', 'events'],
      ['get', '/events', 'calendar.events.list', 'events'],
      ['get', '/lists', 'calendar.calendarList.list', 'calendarList'],
    ];
    const names = ['calendarList.list', 'events.list', 'events.retrieve'];
    expect(await methodsOf(rows)).toEqual(names);
    const added: Row[] = [
      ['post', '/events', 'calendar.events.insert', 'events'],
      ['get', '/health', 'checkHealth', 'status'],
    ];
    expect(await methodsOf([...rows, ...added])).toEqual([
      'calendarList.list',
      'events.create',
      'events.list',
      'events.retrieve',
      'status.checkHealth',
    ]);
    const verbs: Row[] = [
      ['get', '/c', 'get_c_total', 'T'],
      ['get', '/b', 'get_b_total', 'T'],
    ];
    expect(await methodsOf(verbs)).toEqual(['t.getBTotal', 't.getCTotal']);
  });

  it('comes from the path if the operation id is missing or only repeats the path', async () => {
    const rows: Row[] = [
      ['get', '/2.0/files', 'get_files', 'Files'],
      ['get', '/2.0/files/{file_id}', 'get_files_id', 'Files'],
      ['delete', '/2.0/files/{file_id}', 'deleteFilesByFileId', 'Files'],
      ['post', '/2.0/files/{file_id}/copy', 'post_files_id_copy', 'Files'],
      ['get', '/2.0/files/{file_id}/comments', undefined, 'Files'],
      ['get', '/2.0/files/{file_id}/comments/{comment_id}', undefined, 'Files'],
      ['post', '/2.0/files/{file_id}/comments', undefined, 'Files'],
      ['put', '/2.0/files/{file_id}/watermark', undefined, 'Files'],
      ['get', '/2.0/files/{file_id}/watermark', undefined, 'Files'],
      ['post', '/2.0/files/{file_id}/watermark', undefined, 'Files'],
      ['get', '/2.0/users/{user_id}/tokens/{token_id}/logs', undefined, 'Security'],
    ];
    expect(await methodsOf(rows)).toEqual([
      'files.copy',
      'files.createComment',
      'files.createWatermark',
      'files.delete',
      'files.getComment',
      'files.getWatermark',
      'files.list',
      'files.listComments',
      'files.retrieve',
      'files.updateWatermark',
      'security.listTokenLogs',
    ]);
  });

  it('is update for a POST to an item only if the document has no PUT and no PATCH', async () => {
    const rows: Row[] = [
      ['post', '/v1/customers', 'PostCustomers', 'C'],
      ['post', '/v1/customers/{customer}', 'PostCustomersCustomer', 'C'],
    ];
    expect(await methodsOf(rows)).toEqual(['c.createCustomer', 'c.updateCustomer']);
    expect(await methodsOf([...rows, ['put', '/v1/customers/{customer}', 'replace', 'C']])).toEqual([
      'c.createCustomer',
      'c.postCustomer',
      'c.replace',
    ]);
  });

  it('comes from the configuration, with resources in resources', async () => {
    const rows: Row[] = [
      ['get', '/orders/{id}', 'getOrder', 'Orders'],
      ['get', '/orders/{id}/items', 'listItems', 'Orders'],
      ['get', '/me', 'whoAmI', 'Orders'],
      ['get', '/old', 'old', 'Orders'],
    ];
    const names = {
      getOrder: 'purchases.get',
      listItems: 'purchases.items.list',
      'GET /me': 'me',
      old: false,
    };
    expect(await methodsOf(rows, { names })).toEqual(['me', 'purchases.get', 'purchases.items.list']);
  });

  it('comes from extensions', async () => {
    const rows: Row[] = [
      ['get', '/a', 'a', 'T', { 'x-homing-sdk': 'one.two.get' }],
      ['get', '/b', 'b', 'T', { 'x-speakeasy-group': 'users.keys', 'x-speakeasy-name-override': 'find' }],
      [
        'get',
        '/c',
        'c',
        'T',
        { 'x-fern-sdk-group-name': ['billing', 'plans'], 'x-fern-sdk-method-name': 'list' },
      ],
    ];
    expect(await methodsOf(rows)).toEqual(['billing.plans.list', 'one.two.get', 'users.keys.find']);
  });

  it('has the parts that Speakeasy extensions give, and the other parts by default', async () => {
    const rows: Row[] = [
      ['get', '/users/{id}', 'getUser', 'T', { 'x-speakeasy-group': 'app.users' }],
      ['get', '/b', 'b', 'T', { 'x-speakeasy-name-override': 'fetch-all' }],
      ['get', '/c', 'c', 'T', { 'x-speakeasy-group': 5, 'x-speakeasy-name-override': 'third' }],
      ['get', '/d', 'd', 'T', { 'x-speakeasy-group': '', 'x-speakeasy-name-override': ['x'] }],
    ];
    expect(await methodsOf(rows)).toEqual(['app.users.retrieve', 't.d', 't.fetchAll', 't.third']);
  });

  it('ignores a Speakeasy name that two methods would have', async () => {
    const same = { 'x-speakeasy-name-override': 'get' };
    const rows: Row[] = [
      ['get', '/a', 'a', 'T', same],
      ['get', '/b', 'b', 'T', same],
    ];
    expect(await methodsOf(rows)).toEqual(['t.a', 't.b']);
  });

  it('is never a name that the user chose for another operation', async () => {
    const rows: readonly Row[] = [
      ['get', '/orders/{id}', 'getOrder', 'Orders'],
      ['get', '/orders/{id}/whole', 'retrieveOrder', 'Orders'],
      ['get', '/orders/{id}/items', 'listItems', 'Orders'],
    ];
    expect(await methodsOf(rows)).toEqual(['orders.get', 'orders.listItems', 'orders.retrieve']);
    const pinned = { getOrder: 'orders.retrieve' };
    expect(await methodsOf(rows, { names: pinned })).toEqual([
      'orders.listItems',
      'orders.retrieve',
      'orders.retrieveOrder',
    ]);
    const inResource = { listItems: 'orders.retrieve.items' };
    expect(await methodsOf(rows, { names: inResource })).toEqual([
      'orders.get',
      'orders.retrieveOrder',
      'orders.retrieve.items',
    ]);
  });

  it('is the action behind a colon of the path', async () => {
    const rows: readonly Row[] = [
      ['post', '/v1/orders/{id}:cancel', undefined, undefined],
      ['post', '/v1/orders:batchGet', undefined, undefined],
      ['get', '/v1/orders:search', 'get_orders_search', undefined],
      ['get', '/v1/orders/{id}', undefined, undefined],
      ['post', '/v1/{name}:undelete', undefined, undefined],
    ];
    expect(await methodsOf(rows)).toEqual([
      'orders.batchGet',
      'orders.cancel',
      'orders.retrieve',
      'orders.search',
      'other.undelete',
    ]);
  });

  it('has the first fixed segment of the path as resource if the operation has no tag', async () => {
    const rows: Row[] = [
      ['get', '/v1/payment_links/{id}', 'getPaymentLink', undefined],
      ['get', '/v1/{account}/payments', 'listPayments', undefined],
      ['get', '/{id}', 'getRoot', undefined],
    ];
    expect(await methodsOf(rows)).toEqual(['other.getRoot', 'paymentLinks.retrieve', 'payments.list']);
    expect(await methodsOf(rows.slice(0, 1), {}, { groups: 'tags' })).toEqual(['paymentLinks.retrieve']);
  });

  it('comes from groups of the configuration', async () => {
    const rows: Row[] = [['get', '/a', 'getThing', 'T']];
    const groups = ({ path }: { path: string }): string => (path === '/a' ? 'alpha' : 'other');
    expect(await methodsOf(rows, {}, { groups })).toEqual(['alpha.getThing']);
  });

  it('is rejected if another method or a resource has it', async () => {
    const rows: Row[] = [
      ['get', '/a', 'a', 'T'],
      ['get', '/b', 'b', 'T'],
    ];
    await expect(methodsOf(rows, { names: { a: 'x.y', b: 'x.y' } })).rejects.toThrow(
      'GET /b and GET /a are both named x.y: name one in sdk.names',
    );
    await expect(methodsOf(rows, { names: { a: 'x', b: 'x.y' } })).rejects.toThrow('both named x:');
    await expect(methodsOf([['get', '/a', 'a', 'T', { 'x-homing-sdk': 5 }]])).rejects.toThrow(
      'x-homing-sdk must be a name such as orders.retrieve',
    );
  });
});

describe('names of stainless.yml', () => {
  it('are those of its resources, subresources and the client', () => {
    const config = {
      resources: {
        $client: { methods: { ping: 'get /ping' } },
        orders: {
          methods: { retrieve: 'get /orders/{id}', list: { endpoint: 'get /orders', paginated: true } },
          models: { order: 'Order' },
          subresources: { line_items: { methods: { list: 'GET /orders/{id}/items' } } },
        },
        broken: { methods: { odd: 5, 'not ok!': 'get' } },
        empty: null,
      },
    };
    expect(stainlessNames(config)).toEqual({
      'GET /ping': 'ping',
      'GET /orders/{id}': 'orders.retrieve',
      'GET /orders': 'orders.list',
      'GET /orders/{id}/items': 'orders.lineItems.list',
    });
    for (const odd of [undefined, 5, [], { resources: [] }]) expect(stainlessNames(odd)).toEqual({});
  });
});
