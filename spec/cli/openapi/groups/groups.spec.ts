import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../../support/client-errors.js';
import { exportedValues, groupedFrom } from '../../../support/grouped.js';
import { answers, NOTHING, openApi, param, takes } from '../../../support/open-api.js';

const $ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const USER = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    born: { type: 'string', format: 'date' },
    boss: $ref('User'),
    Order: { type: 'string' },
  },
};
const ORDER = {
  type: 'object',
  properties: { user: $ref('User'), at: { type: 'string', format: 'date-time' } },
};

/** Users and orders, with names that look like uses of types, and no tag for `ping`. */
const SHOP = openApi(
  {
    '/users': {
      get: {
        operationId: 'users/list',
        tags: ['users', 'orders'],
        parameters: [param('query', 'Order', { type: 'array', items: { type: 'string' } })],
        responses: { 200: answers({ type: 'array', items: $ref('User') }), 404: answers($ref('Problem')) },
      },
      post: {
        operationId: 'UsersController_add',
        summary: 'Adds a Problem and an Order',
        tags: ['users'],
        requestBody: takes($ref('User')),
        responses: { 201: answers($ref('User')), 202: answers($ref('Job')) },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        tags: ['orders'],
        parameters: [param('path', 'id')],
        responses: { 200: answers($ref('Order')) },
      },
    },
    '/ping': { get: { operationId: 'ping', responses: { 204: NOTHING } } },
  },
  {
    servers: [{ url: 'https://api.example.com' }],
    components: {
      schemas: {
        User: USER,
        Order: ORDER,
        Job: { type: 'object', properties: { id: { type: 'string' } } },
        Problem: { type: 'object', properties: { title: { enum: ['User'] } } },
      },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
  },
);

const PROGRAM = `import { createApi } from 'homing';
import * as requests from './api.js';
import type { User } from './api.js';
const api = createApi({ baseUrl: 'https://api.example.com' satisfies requests.BaseUrl, requests });
export const { data } = await api.users.list({ Order: ['a'] });
export const first: User | undefined = data?.[0];
export const order = await api.orders.getOrder({ id: '1' });
export const added = await api.users.add({ body: { id: ID } });
await api.other.ping();
`;

describe('groups of generated endpoints (rules.md#generated-clients)', () => {
  it('are files with their endpoints, one with the shared types, and an index', async () => {
    const { files, warnings } = await groupedFrom(SHOP);
    expect(warnings).toEqual([]);
    expect(Object.keys(files)).toEqual([
      'api.ts',
      'api.orders.ts',
      'api.other.ts',
      'api.users.ts',
      'api.types.ts',
    ]);
    expect(files['api.ts']).toBe(`// homing 5.3.1: Small 1
/* eslint-disable */
export * as orders from './api.orders.js';
export * as other from './api.other.js';
export * as users from './api.users.js';
export type * from './api.types.js';

export type BaseUrl = 'https://api.example.com';

export type SecurityHeaders = {
  Authorization?: \`Bearer \${string}\`;
};
`);
    expect(files['api.orders.ts']).toBe(`// homing 5.3.1: Small 1
/* eslint-disable */
// Part of api.ts
import { Request as HomingRequest } from 'homing';
import type { Order } from './api.types.js';

export type GetOrderParams = {
  id: string;
};

export const getOrder = /* @__PURE__ */ new HomingRequest<GetOrderParams, Order>({ method: 'GET', path: '/orders/{id}' });
`);
    expect(exportedValues(files['api.users.ts'])).toEqual(['add', 'list']);
    expect(exportedValues(files['api.types.ts'])).toEqual([]);
  });

  const converted = { dates: 'date', int64: 'bigint' } as const;
  it.each([
    ['types', {}, '1'],
    ['codecs', converted, '1n'],
    ['zod schemas', { schemas: 'zod' }, '1'],
    ['zod-mini schemas with dates', { schemas: 'zod-mini', ...converted }, '1n'],
    ['valibot schemas with dates', { schemas: 'valibot', ...converted }, '1n'],
    ['codecs that rename', { ...converted, properties: 'camelCase' }, '1n'],
    ['schemas with codecs that rename', { schemas: 'zod', properties: 'camelCase' }, '1'],
  ] as const)(
    'compile by strict settings with %s, and import only what they use',
    async (_, options, id) => {
      const { files } = await groupedFrom(SHOP, { ...options, docs: true });
      const camel = 'properties' in options;
      const program = PROGRAM.replace('ID', id).replace('{ Order:', camel ? '{ order:' : '{ Order:');
      expect(clientErrors({ ...files, 'program.ts': program })).toEqual([]);
    },
    60_000,
  );

  it.each([
    ['client.ts', './client.users.js', 'client.users.ts'],
    ['client.mts', './client.users.mjs', 'client.users.mts'],
    ['client.cts', './client.users.cjs', 'client.users.cts'],
    ['my.api.v2.ts', './my.api.v2.users.js', 'my.api.v2.users.ts'],
    ['client', './client.users.js', 'client.users.ts'],
  ])('are named after the output %s', async (fileName, specifier, file) => {
    const { files } = await groupedFrom(SHOP, { fileName });
    expect(files[fileName]).toContain(`export * as users from '${specifier}';`);
    expect(files).toHaveProperty([file]);
  });

  it('leave nothing of each other in a bundle', async () => {
    const { files } = await groupedFrom(SHOP, { dates: 'date' });
    const { outputFiles } = await build({
      stdin: { contents: "import { users } from './api.js'; console.log(users.list);", loader: 'ts' },
      bundle: true,
      write: false,
      treeShaking: true,
      format: 'esm',
      plugins: [
        {
          name: 'memory',
          setup(builder) {
            builder.onResolve({ filter: /^homing/ }, ({ path }) => ({ path, external: true }));
            builder.onResolve({ filter: /^\.\/api/ }, ({ path }) => ({
              path: path.slice(2).replace(/js$/, 'ts'),
              namespace: 'memory',
            }));
            builder.onLoad({ filter: /.*/, namespace: 'memory' }, ({ path }) => ({
              contents: files[path] ?? '',
              loader: 'ts',
            }));
          },
        },
      ],
    });
    const bundle = outputFiles[0]?.text ?? '';
    expect(bundle).toContain('path: "/users"');
    expect(bundle).not.toContain('/orders');
    expect(bundle).not.toContain('OrderCodec');
  });

  it('are chosen by a function, which receives the operation', async () => {
    const seen: unknown[] = [];
    const { files } = await groupedFrom(SHOP, {
      groups: (operation) => {
        seen.push(operation);
        return operation.path.startsWith('/users') ? 'People' : undefined;
      },
    });
    expect(exportedValues(files['api.ts'])).toEqual(['other', 'people']);
    expect(seen).toHaveLength(4);
    expect(seen[0]).toEqual({
      id: 'getOrder',
      method: 'GET',
      path: '/orders/{id}',
      tags: ['orders'],
      deprecated: false,
      name: 'getOrder',
    });
  });

  it.each([
    [() => 1, 'groups of GET /orders/{id} returned a value of type number: return a string or nothing'],
    [() => Promise.resolve('a'), 'groups of GET /orders/{id} returned a promise: return the value itself'],
    [
      () => {
        throw new Error('no');
      },
      'groups of GET /orders/{id} threw: no',
    ],
  ])('are rejected if the function is wrong: %#', async (groups, message) => {
    await expect(generate({ document: SHOP, groups: groups as never })).rejects.toThrow(message);
  });

  it('are rejected for another value', async () => {
    await expect(generate({ document: SHOP, groups: 'tag' as never })).rejects.toThrow(
      new TypeError('groups: pass tags or a function.'),
    );
  });

  it('are no files without the option', async () => {
    expect((await generate({ document: SHOP })).parts).toEqual([]);
  });

  it('have only the operations that filters keep', async () => {
    const { files } = await groupedFrom(SHOP, { include: ['tag:orders'] });
    expect(exportedValues(files['api.ts'])).toEqual(['orders', 'users']);
    expect(exportedValues(files['api.users.ts'])).toEqual(['list']);
  });
});
