import { describe, expect, it } from 'vitest';
import { generatedFrom } from '../../support/generated.js';
import { hovered } from '../../support/hovered.js';
import { NOTHING, openApi } from '../../support/open-api.js';

describe('the comment of a generated endpoint', () => {
  it('is shown where a client, a derived client or a group uses it', async () => {
    const get = { operationId: 'ping', summary: 'Is it there?', responses: { 204: NOTHING } };
    const { text } = await generatedFrom(openApi({ '/ping': { get } }), { docs: true });
    const program = `import { createApi } from 'homing';
import * as requests from './api.js';
const api = createApi({ baseUrl: 'https://api.example.com', requests });
const grouped = createApi({ baseUrl: 'https://api.example.com', requests: { health: requests } });
await api./*?*/ping();
await api.withHeaders({ a: 'b' })./*?*/ping();
await grouped.health./*?*/ping();
`;
    const comment = '`GET /ping`: Is it there?';
    expect(hovered({ 'program.ts': program, 'api.ts': text })).toEqual([comment, comment, comment]);
  });
});

describe('the comment of an endpoint that is written by hand', () => {
  it('is shown where a client uses it', () => {
    const program = `import { createApi, createGraphQL, defineRequest, gql, Operation } from 'homing';
const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: {
    /** Is it there? */
    ping: defineRequest<string>()({ method: 'GET', path: '/ping' }),
    users: {
      /** One of them. */
      get: defineRequest<string>()({ method: 'GET', path: '/users/:id' }),
    },
  },
});
const graph = createGraphQL({
  endpoint: 'https://api.example.com/graphql',
  operations: {
    /** Who asks. */
    me: new Operation({ operation: gql\`{ me { id } }\` }),
  },
});
await api./*?*/ping();
await api.users./*?*/get({ id: 1 });
await graph./*?*/me();
`;
    expect(hovered({ 'program.ts': program })).toEqual(['Is it there?', 'One of them.', 'Who asks.']);
  });
});
