import { describe, expect, it, vi } from 'vitest';
import { generate, type GenerateOptions, type HookedSchema } from '../../../lib/entries/openapi-generator.js';
import { answers, NOTHING, openApi, takes } from '../../support/open-api.js';
import { parsedFile } from '../../support/parsed-file.js';

const $ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const document = openApi(
  {
    '/users': {
      get: { operationId: 'listUsers', tags: ['users'], responses: { 200: answers($ref('User')) } },
      post: {
        operationId: 'addUser',
        deprecated: true,
        requestBody: takes($ref('User')),
        responses: { 200: answers({ $ref: '#/components/schemas/User/properties/pay' }) },
      },
    },
    '/pay': { get: { responses: { 200: answers($ref('Money')) } } },
  },
  {
    components: {
      schemas: {
        User: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string', readOnly: true }, pay: $ref('Money') },
        },
        Money: { type: 'object', description: 'An amount.', properties: { cents: { type: 'number' } } },
        unused: { type: 'string' },
        Anything: true,
      },
    },
  },
);

const textOf = async (options: Partial<GenerateOptions>, of: object = document): Promise<string> => {
  const { text } = await generate({ document: of, docs: false, ...options });
  expect(parsedFile(text)).not.toEqual([]);
  return text;
};
const errorOf = async (options: object): Promise<string> => {
  const error: unknown = await generate({ document, ...options }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: expect.stringMatching(/^(DocumentError|TypeError)$/) });
  const { pointer = '', message } = error as { pointer?: string; message: string };
  expect(message).not.toContain('\n');
  return `${pointer}: ${message}`.replace(/^: /, '');
};

describe('patch (rules.md#generated-clients)', () => {
  it('changes the document, and can return another one', async () => {
    const text = await textOf({
      patch: [
        (parsed) => {
          parsed.paths['/pay'].get.operationId = 'getPay';
        },
        (parsed) => ({ ...parsed, info: { title: 'Patched', version: '2' } }),
      ],
    });
    expect(text).toContain(': Patched 2\n');
    expect(text).toContain('export const getPay = ');
  });

  it("doesn't change the object that was passed", async () => {
    const before = JSON.stringify(document);
    await textOf({ patch: (parsed) => void (parsed.paths = {}) });
    expect(JSON.stringify(document)).toBe(before);
  });

  it('can make an unreadable document readable', async () => {
    const old = { ...document, openapi: '4.0' };
    await expect(textOf({}, old)).rejects.toThrow('not supported');
    expect(await textOf({ patch: (parsed) => void (parsed.openapi = '3.1.0') }, old)).toContain('listUsers');
  });

  it("keeps a key named __proto__, and doesn't change prototypes", async () => {
    await textOf({
      patch: (parsed) => JSON.parse(JSON.stringify(parsed).replace('"Money":', '"__proto__":')),
    }).catch(() => undefined);
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;
  it.each<[unknown, string]>([
    [() => 7, 'patch returned a value of type number: return a document or nothing'],
    [() => [], 'patch returned an array: return a document or nothing'],
    [async () => undefined, 'patch returned a promise: return the value itself'],
    [async () => Promise.reject(new Error('late')), 'patch returned a promise: return the value itself'],
    [
      () => {
        throw new Error('broken\nat all');
      },
      'patch threw: broken',
    ],
    [[() => undefined, () => circle], 'patch[1] threw: The document has circular aliases; use $ref'],
    [() => ({ a: 1n }), 'patch threw: Do not know how to serialize a BigInt'],
    ['a', 'patch: pass a function or an array of functions.'],
    [[{}], 'patch: pass a function or an array of functions.'],
  ])('rejects %s', async (patch, message) => {
    expect(await errorOf({ patch })).toBe(message);
  });
});

describe('onOperation', () => {
  it('is called once for each operation that the filters keep, with plain data', async () => {
    const onOperation = vi.fn(() => undefined);
    await textOf({ onOperation, exclude: ['tag:users'] });
    expect(onOperation.mock.calls).toEqual([
      [{ id: undefined, method: 'GET', path: '/pay', tags: [], deprecated: false, name: 'getPay' }],
      [{ id: 'addUser', method: 'POST', path: '/users', tags: [], deprecated: true, name: 'addUser' }],
    ]);
  });

  it.each<[string, unknown]>([
    ['false', false],
    ['{ skip: true }', { skip: true }],
  ])('leaves an operation out for %s, and its types', async (_, result) => {
    const text = await textOf({
      onOperation: ({ path }) => (path === '/pay' ? undefined : (result as false)),
    });
    expect(text.match(/export const \w+/g)).toEqual(['export const getPay']);
    expect(text).not.toContain('type User');
  });

  it('renames an endpoint, and the type of its params', async () => {
    const text = await textOf({
      onOperation: ({ id }) => (id === 'addUser' ? { name: 'createUser' } : true),
    });
    expect(text).toContain('export type CreateUserParams = ');
    expect(text).toContain('export const createUser = ');
    expect(text).not.toMatch(/addUser/i);
  });

  it('can exchange two names', async () => {
    const names = new Map([
      ['addUser', 'listUsers'],
      ['listUsers', 'addUser'],
    ]);
    const text = await textOf({ onOperation: ({ name }) => ({ name: names.get(name) }) });
    expect(text).toMatch(/export const addUser = .*method: 'GET'/);
    expect(text).toMatch(/export const listUsers = .*method: 'POST'/);
  });

  const AT = '/paths/~1pay/get: onOperation of GET /pay';
  const thrower = {
    toString: () => {
      throw new Error('hidden');
    },
  };
  it.each<[unknown, string]>([
    [{ name: 'listUsers' }, 'returned the name listUsers, which GET /users has: return another'],
    [{ name: 'list users' }, 'returned the name "list users", which is not a valid name: return another'],
    [{ name: '1a' }, 'returned the name "1a", which is not a valid name: return another'],
    [
      { name: 'x".\nconsole.log(1)' },
      'returned the name "x\\".\\nconsole.log(1)", which is not a valid name: return another',
    ],
    [{ name: 'delete' }, 'returned the name "delete", which is reserved: return another'],
    [{ name: 'then' }, 'returned the name "then", which is reserved: return another'],
    [{ name: 'HomingRequest' }, 'returned the name "HomingRequest", which is reserved: return another'],
    [{ name: '__proto__' }, 'returned the name "__proto__", which is reserved: return another'],
    [{ name: 'Temporal' }, 'returned the name "Temporal", which is reserved: return another'],
    [{ name: '$date' }, 'returned the name "$date", which is reserved: return another'],
    [{ name: '' }, "returned '' as name: return a string"],
    [{ name: 7 }, 'returned a value of type number as name: return a string'],
    [{ name: null }, 'returned null as name: return a string'],
    [{ skip: 'yes' }, 'returned a value of type string as skip: return a boolean'],
    [{ nmae: 'a' }, 'returned the unknown field "nmae": return { skip }, { name } or nothing'],
    [{ type: 'a' }, 'returned the unknown field "type": return { skip }, { name } or nothing'],
    ['skip', 'returned a value of type string: return { skip }, { name } or nothing'],
    [null, 'returned null: return { skip }, { name } or nothing'],
    [[], 'returned an array: return { skip }, { name } or nothing'],
    [Promise.resolve({ skip: true }), 'returned a promise: return the value itself'],
  ])('rejects the result %o', async (result, message) => {
    const onOperation = ({ path }: { path: string }): unknown => (path === '/pay' ? result : undefined);
    expect(await errorOf({ onOperation })).toBe(`${AT} ${message}`);
  });

  it.each<[string, () => unknown, string]>([
    [
      'a rejected promise',
      () => Promise.reject(new Error('late')),
      'returned a promise: return the value itself',
    ],
    ['an object with then', () => ({ then: () => undefined }), 'returned a promise: return the value itself'],
    [
      'a getter that throws',
      () => ({
        get name() {
          throw new Error('no name');
        },
      }),
      'threw: no name',
    ],
    [
      'a getter of then that throws',
      () => ({
        get then() {
          throw new Error('no then');
        },
      }),
      'threw: no then',
    ],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            getOwnPropertyDescriptor() {
              throw new Error('no');
            },
          },
        ),
      'threw: no',
    ],
  ])('rejects %s as a result', async (_, resultOf, message) => {
    const onOperation = ({ path }: { path: string }): unknown => (path === '/pay' ? resultOf() : undefined);
    expect(await errorOf({ onOperation })).toBe(`${AT} ${message}`);
  });

  it.each<[unknown, string]>([
    [new Error('broken\nat all'), 'broken'],
    [undefined, 'undefined'],
    ['text', 'text'],
    ['thrower', 'a value without a text'],
  ])('reports a function that throws %o', async (error, shown) => {
    const onOperation = ({ path }: { path: string }): void => {
      if (path === '/pay') throw error === 'thrower' ? thrower : error;
    };
    expect(await errorOf({ onOperation })).toBe(`${AT} threw: ${shown}`);
  });

  it.each(['onOperation', 'onSchema'])('rejects %s that is not a function', async (name) => {
    expect(await errorOf({ [name]: {} })).toBe(`${name}: pass a function.`);
  });

  it("doesn't read what is only inherited", async () => {
    const text = await textOf({ onOperation: () => Object.create({ skip: true }) as object });
    expect(text).toContain('listUsers');
  });
});

describe('onSchema', () => {
  it('is called once for each schema that is an object, sorted by name', async () => {
    const onSchema = vi.fn(() => undefined);
    await textOf({ onSchema });
    expect(
      (onSchema.mock.calls as unknown as [HookedSchema][]).map(([{ name, pointer }]) => `${name} ${pointer}`),
    ).toEqual([
      'Money /components/schemas/Money',
      'User /components/schemas/User',
      'Unused /components/schemas/unused',
    ]);
  });

  it('replaces a type, and what points into it', async () => {
    const type = "import('./money.js').Money";
    const text = await textOf({
      docs: true,
      onSchema: ({ name }) => (name === 'Money' ? { type } : undefined),
    });
    expect(text).toContain(`/** An amount. */\nexport type Money = ${type};\n`);
    expect(text).toContain('pay?: Money');
    const deep = await textOf({ onSchema: ({ name }) => (name === 'User' ? { type } : undefined) });
    expect(deep).toContain(`export type User = ${type};\n`);
    expect(deep).toContain(`export type UserInput = ${type};\n`);
    expect(deep).not.toContain("['pay']");
  });

  it.each<[string, false | { skip: true }]>([
    ['false', false],
    ['{ skip: true }', { skip: true }],
  ])('makes a type unknown for %s', async (_, result) => {
    const text = await textOf({ onSchema: ({ name }) => (name === 'User' ? result : undefined) });
    expect(text).toContain('export type User = unknown;\n');
    expect(text).not.toContain('pay?');
  });

  it('renames a type, and the type of its requests', async () => {
    const text = await textOf({
      onSchema: ({ name }) => (name === 'User' ? { name: 'Account' } : undefined),
    });
    expect(text).toContain('export type Account = ');
    expect(text).toContain('export type AccountInput = ');
    expect(text).not.toMatch(/\bUser\b/);
  });

  it('replaces a type on a cycle, and a child of an allOf', async () => {
    const circle = openApi(
      { '/a': { get: { responses: { 200: answers($ref('Node')) } } } },
      {
        components: {
          schemas: {
            Node: { type: 'object', properties: { next: $ref('Next') } },
            Next: { allOf: [$ref('Node'), { type: 'object', properties: { a: {} } }] },
          },
        },
      },
    );
    const text = await textOf(
      { onSchema: ({ name }) => (name === 'Node' ? { type: 'Own', name: 'Knot' } : true) },
      circle,
    );
    expect(text).toContain('export type Knot = Own;\n');
    expect(text).not.toContain('Node');
  });

  it.each<[unknown, string]>([
    [{ name: 'Money' }, 'returned the name Money, which schema Money has: return another'],
    [{ name: 'BaseUrl' }, 'returned the name "BaseUrl", which is reserved: return another'],
    [{ name: 'string' }, 'returned the name "string", which is reserved: return another'],
    [{ name: 'list' }, 'returned the name "list", which is reserved: return another'],
    [{ name: '$date' }, 'returned the name "$date", which is reserved: return another'],
    [{ name: 'a b' }, 'returned the name "a b", which is not a valid name: return another'],
    [{ type: '' }, "returned '' as type: return a string"],
    [{ type: 'A\n\nexport const a = 1' }, 'returned a type of several lines: return one line'],
    [{ type: {} }, 'returned a value of type object as type: return a string'],
    [{ schema: {} }, 'returned the unknown field "schema": return { skip }, { name }, { type } or nothing'],
    [Promise.resolve(), 'returned a promise: return the value itself'],
  ])('rejects the result %o', async (result, message) => {
    const onSchema = ({ name }: { name: string }): unknown => (name === 'User' ? result : undefined);
    expect(await errorOf({ onSchema })).toBe(`/components/schemas/User: onSchema of User ${message}`);
  });

  it('rejects a name that a later schema has', async () => {
    const onSchema = ({ name }: { name: string }): unknown =>
      name === 'Money' ? { name: 'User' } : undefined;
    expect(await errorOf({ onSchema })).toBe(
      '/components/schemas/Money: onSchema of Money returned the name User, which schema User has: return another',
    );
  });

  it('gets no call with a document without components', async () => {
    const none = openApi({ '/a': { get: { operationId: 'a', responses: { 204: NOTHING } } } });
    const onSchema = vi.fn(() => undefined);
    await textOf({ onSchema }, none);
    expect(onSchema).not.toHaveBeenCalled();
  });
});
