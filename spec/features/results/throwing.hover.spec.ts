import { describe, expect, it } from 'vitest';
import { hoveredDeclarations } from '../../support/hovered.js';

describe('the types of a throwing client in an editor', () => {
  it('show the params and the data, without helper types', () => {
    const program = `import { createApi, createGraphQL, defineRequest, gql, Operation } from 'homing';
import { throwing } from 'homing/results';
interface Order { id: number }
const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: {
    ping: defineRequest<string>()({ method: 'GET', path: '/ping' }),
    orders: {
      get: defineRequest<Order, { id: number }>()({ method: 'GET', path: '/orders/:id' }),
      of: defineRequest<Order[], { page?: number }, { 404: Order }>()({ method: 'GET', path: '/users/:user/orders' }),
    },
  },
});
const graph = createGraphQL({
  endpoint: 'https://api.example.com/graphql',
  queries: { me: new Operation<Order, { id: number }>({ operation: gql\`{ me { id } }\` }) },
});
const shop = throwing(api);
const /*?*/data = await shop./*?*/ping();
await shop.orders./*?*/get({ id: 1 });
await shop.orders./*?*/of({ user: 1 }).withResponse();
await shop.with({}).orders./*?*/get({ id: 1 })./*?*/withResponse();
await throwing(graph).query./*?*/me({ id: 1 });
shop./*?*/with({ timeout: 1 });
const /*?*/group = shop.orders;
const /*?*/copy = shop;
await api.orders./*?*/of({ user: 1 });
`;
    expect(hoveredDeclarations(program)).toEqual([]);
  });
});
