import { describe, expect, it } from 'vitest';
import { hovered, hoveredDeclarations } from '../../support/hovered.js';

describe('the types of a throwing client in an editor', () => {
  it('show the params and the data, without helper types', () => {
    const program = `import { createApi, createGraphQL, defineRequest, gql, Operation } from 'homing';
import { throwing } from 'homing/results';
interface Order { total: number }
const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: {
    orders: {
      get: defineRequest<Order, { id: number }>()({ method: 'GET', path: '/orders/:id' }),
      of: defineRequest<Order[], { page?: number }, { 404: Order }>()({ method: 'GET', path: '/users/:user/orders' }),
    },
  },
});
const queries = { me: new Operation<{ id: number }, Order>({ operation: gql\`{ me { id } }\` }) };
const graph = createGraphQL({ endpoint: 'https://api.example.com/graphql', queries });
const shop = throwing(api);
const /*?*/order = await shop.orders./*?*/get({ id: 1 });
await shop.with({}).orders./*?*/of({ user: 1 })./*?*/withResponse();
await throwing(graph).query./*?*/me({ id: 1 });
`;
    expect(hoveredDeclarations(program)).toEqual([
      'const order: Order',
      '(property) get: (params: { id: number; }, options?: CallOptions | undefined) => ThrowingCall<Order>',
      '(property) of: (params: { user: string | number; page?: number | undefined; }, options?: CallOptions | undefined) => ThrowingCall<Order[]>',
      '(method) ThrowingCall<Order[]>.withResponse(): Promise<{ data: Order[]; response: Response; }>',
      '(property) me: (params: { id: number; }, options?: CallOptions | undefined) => ThrowingCall<Order>',
    ]);
  });

  it('show the comment of an endpoint', () => {
    const program = `import { createApi, defineRequest } from 'homing';
import { throwing } from 'homing/results';
const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: {
    /** Is it there? */
    ping: defineRequest<string>()({ method: 'GET', path: '/ping' }),
  },
});
await throwing(api)./*?*/ping();
`;
    expect(hovered({ 'program.ts': program })).toEqual(['Is it there?']);
  });
});
