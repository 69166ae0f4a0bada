import { describe, expect, it } from 'vitest';
import { generate, type GenerateOptions } from '../../../lib/entries/openapi-generator.js';
import { answers, NOTHING, openApi } from '../../support/open-api.js';

const $ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const returns = (name: string, rest: object = {}): object => ({
  ...rest,
  responses: { 200: answers($ref(name)) },
});

const shop = openApi(
  {
    '/users': {
      get: returns('User', { operationId: 'listUsers', tags: ['users'] }),
      post: returns('User', { operationId: 'addUser', tags: ['users', 'admin'] }),
    },
    '/users/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      get: returns('User', { tags: ['users'] }),
      delete: { operationId: 'deleteUser', tags: ['admin'], deprecated: true, responses: { 204: NOTHING } },
    },
    '/orders': { get: returns('Order', { operationId: 'listOrders', tags: ['orders'] }) },
  },
  {
    components: {
      schemas: {
        User: { type: 'object', properties: { address: $ref('Address') } },
        Address: { type: 'object', properties: { city: { type: 'string' } } },
        Order: { type: 'object', properties: { total: { type: 'number' } } },
      },
    },
  },
);

type Filters = Pick<GenerateOptions, 'include' | 'exclude'>;

const generated = async (options: Partial<GenerateOptions>, document: object = shop) => {
  const { text, warnings } = await generate({ document, docs: false, ...options });
  const names = (word: string): string[] =>
    [...text.matchAll(new RegExp(`^export ${word} (\\w+)`, 'gm'))].map(([, name = '']) => name);
  return {
    endpoints: names('const'),
    types: names('type').filter((name) => !/BaseUrl|Params$/.test(name)),
    warnings: warnings.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`.trim()),
  };
};

const ALL = ['addUser', 'deleteUser', 'getUsersById', 'listOrders', 'listUsers'];

describe('include and exclude (rules.md#generated-clients)', () => {
  it.each<[Filters, string[]]>([
    [{}, ALL],
    [{ include: [], exclude: [] }, ALL],
    [{ include: ['tag:orders'] }, ['listOrders']],
    [{ include: ['tag:orders', 'operation:addUser'] }, ['addUser', 'listOrders']],
    [{ include: ['operation:getUsersById'] }, ['getUsersById']],
    [{ include: ['path:/users'] }, ['addUser', 'listUsers']],
    [{ include: ['path:/users/*'] }, ['deleteUser', 'getUsersById']],
    [{ include: ['path:/users/**'] }, ['addUser', 'deleteUser', 'getUsersById', 'listUsers']],
    [{ include: ['deprecated'] }, ['deleteUser']],
    [{ exclude: ['deprecated'] }, ['addUser', 'getUsersById', 'listOrders', 'listUsers']],
    [{ exclude: ['tag:users', 'tag:orders'] }, ['deleteUser']],
    [{ include: ['tag:users'], exclude: ['tag:admin'] }, ['getUsersById', 'listUsers']],
    [{ include: ['tag:users'], exclude: ['tag:users'] }, []],
  ])('%j generate %j', async (filters, endpoints) => {
    expect((await generated(filters)).endpoints).toEqual(endpoints);
  });

  it('omit the types that no generated operation uses', async () => {
    expect((await generated({ include: ['tag:orders'] })).types).toEqual(['Order']);
    expect((await generated({ exclude: ['tag:orders'] })).types).toEqual(['Address', 'User']);
  });

  it("don't change the names of the other endpoints", async () => {
    const clashing = openApi({
      '/a': { get: { operationId: 'get', responses: { 204: NOTHING } } },
      '/b': { get: { operationId: 'get', tags: ['b'], responses: { 204: NOTHING } } },
      '/a/': { get: { operationId: 'get', responses: { 204: NOTHING } } },
    });
    expect((await generated({}, clashing)).endpoints).toEqual(['getA', 'getA2', 'getB']);
    const { endpoints, warnings } = await generated({ include: ['tag:b'] }, clashing);
    expect({ endpoints, warnings }).toEqual({ endpoints: ['getB'], warnings: [] });
    expect((await generated({ include: ['path:/a/'] }, clashing)).endpoints).toEqual(['getA2']);
  });

  it("don't change the names of the other types", async () => {
    const schemas = { 'a-b': { type: 'string' }, a_b: { type: 'number' } };
    const both = openApi(
      { '/1': { get: returns('a-b') }, '/2': { get: returns('a_b') } },
      { components: { schemas } },
    );
    expect((await generated({}, both)).types).toEqual(['AB', 'AB2']);
    expect((await generated({ include: ['path:/2'] }, both)).types).toEqual(['AB2']);
  });

  it('omit the warnings and the errors of the omitted operations', async () => {
    const odd = openApi({
      '/odd': { get: { responses: { 200: { $ref: '#/components/responses/none' } }, odd: 1 } },
      '/lost': { $ref: '#/components/pathItems/none' },
      '/trace': { trace: { responses: {} } },
      '/own': { servers: [{ url: 'https://b.example' }], get: { responses: { 204: NOTHING } } },
      '/fine': { get: { operationId: 'fine', responses: { 204: NOTHING } } },
    });
    await expect(generated({}, odd)).rejects.toThrow("can't be resolved");
    const { endpoints, warnings } = await generated({ include: ['path:/fine'] }, odd);
    expect(endpoints).toEqual(['fine']);
    expect(warnings.filter((each) => !each.startsWith('unused-ref'))).toEqual([]);
    await expect(generated({ include: ['path:/lost'] }, odd)).rejects.toThrow("can't be resolved");
  });

  it('reject an include that matches nothing, with the nearest value', async () => {
    const messages: [Filters['include'] & object, string][] = [
      [['tag:user'], "include 'tag:user' matches no operation: try 'tag:users'"],
      [['tag:Orders'], "include 'tag:Orders' matches no operation: try 'tag:orders'"],
      [
        ['operation:lisTOrders'],
        "include 'operation:lisTOrders' matches no operation: try 'operation:listOrders'",
      ],
      [['path:users'], "include 'path:users' matches no operation: try 'path:/users'"],
      [['tag:orders', 'tag:shipping'], "include 'tag:shipping' matches no operation: remove it, or fix it"],
      [['tag:__proto__'], "include 'tag:__proto__' matches no operation: remove it, or fix it"],
    ];
    for (const [include, message] of messages) await expect(generated({ include })).rejects.toThrow(message);
  });

  it('warn about an exclude that matches nothing', async () => {
    const { endpoints, warnings } = await generated({ exclude: ['tag:user'] });
    expect(endpoints).toEqual(ALL);
    expect(warnings).toEqual(["unused-filter  exclude 'tag:user' matches no operation: try 'tag:users'"]);
  });

  it("don't warn if no operation is deprecated", async () => {
    const document = openApi({ '/a': { get: { operationId: 'a', responses: { 204: NOTHING } } } });
    expect(await generated({ exclude: ['deprecated'] }, document)).toMatchObject({
      endpoints: ['a'],
      warnings: [],
    });
  });

  it.each<[unknown, string]>([
    [
      ['tags:users'],
      "include: pass tag:NAME, operation:ID, path:GLOB or deprecated, got 'tags:users'; try tag:.",
    ],
    [['depricated'], "got 'depricated'; try deprecated."],
    [['users'], "got 'users'."],
    [['tag:'], "got 'tag:'."],
    [[''], "got ''."],
    [[7], 'got number.'],
    [[undefined], 'got undefined.'],
    [Array(1), 'got undefined.'],
    [['constructor:a'], "got 'constructor:a'."],
    [[`tag:${'a'.repeat(1000)}`], 'got more than 1000 characters.'],
    ['tag:users', 'include: pass an array of tag:NAME, operation:ID, path:GLOB or deprecated.'],
    [{ length: 1 }, 'include: pass an array of'],
  ])('reject the invalid include %j', async (include, message) => {
    await expect(generated({ include: include as never })).rejects.toThrow(TypeError);
    await expect(generated({ include: include as never })).rejects.toThrow(message);
  });
});

describe('webhooks and streams with include and exclude', () => {
  const hook = (tag: string, id: string): object => ({
    post: {
      operationId: id,
      tags: [tag],
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { a: {} } } } } },
      responses: { 204: NOTHING },
    },
  });
  const watch = {
    get: {
      operationId: 'watch',
      tags: ['live'],
      responses: {
        200: {
          description: '',
          content: { 'text/event-stream': { schema: { type: 'object', properties: {} } } },
        },
      },
      callbacks: { done: { '{$url}': hook('live', 'onDone') } },
    },
  };
  const document = openApi(
    { '/watch': watch, '/b': { get: { operationId: 'b', tags: ['users'], responses: { 204: NOTHING } } } },
    { webhooks: { paid: hook('orders', 'orderPaid'), joined: hook('users', 'userJoined') } },
  );

  it.each<[Filters, string[]]>([
    [{}, ['OnDone', 'OrderPaid', 'UserJoined', 'WatchEvent']],
    [{ exclude: ['tag:orders'] }, ['OnDone', 'UserJoined', 'WatchEvent']],
    [{ include: ['tag:users'] }, ['UserJoined']],
    [{ include: ['operation:orderPaid'] }, ['OrderPaid']],
    [{ include: ['path:/watch'] }, ['OnDone', 'WatchEvent']],
    [{ exclude: ['path:/watch'] }, ['OrderPaid', 'UserJoined']],
  ])('%j generate the types %j', async (filters, types) => {
    const { types: found, warnings } = await generated(filters, document);
    expect(found).toEqual(types);
    const about = warnings.filter((each) => each.startsWith('webhook'));
    expect(about).toHaveLength(types.filter((name) => /Paid|Joined/.test(name)).length);
  });
});
