import { describe, expect, it } from 'vitest';
import { buildSchema, GraphQLError, parse } from 'graphql/index.js';
import { createHandler } from 'graphql-http/lib/use/http';
import { createGraphQL, gql, type Middleware, Operation, paginate } from '../../lib/index.js';
import { useServers } from '../support/node-server.js';
import type { LocalServer } from '../support/start-server.cjs';

interface Thing {
  id: string;
  name: string;
}

const schema = buildSchema(`
  type Thing { id: ID!, name: String! }
  type Page { nodes: [Thing!]!, next: String }
  type Query { thing(id: ID!): Thing, broken: Int, user: String, page(after: String, first: Int! = 2): Page! }
  type Mutation { thing(id: ID!, name: String!): Thing }
`);

const things = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: `Thing ${id}` }));

const page = ({ after, first }: { after?: string; first: number }) => {
  const from = things.findIndex(({ id }) => id === after) + 1;
  const nodes = things.slice(from, from + first);
  return { nodes, next: from + first < things.length ? nodes.at(-1)?.id : null };
};

const rootValue = {
  thing: ({ id, name }: Partial<Thing>) => {
    const found = things.find((thing) => thing.id === id);
    return name === undefined ? found : { id, name };
  },
  broken: () => {
    throw new GraphQLError('broken', { extensions: { code: 'BROKEN' } });
  },
  user: (_args: unknown, { user }: { user: string | undefined }) => user,
  page,
};

const handler = createHandler<{ user: string | undefined }>({
  schema,
  rootValue,
  context: ({ raw }) => ({ user: raw.headers['x-user'] as string | undefined }),
});

const start = useServers();
let server: LocalServer;

const serve = async (middleware: Middleware[] = []) => {
  server = await start((request, response) => handler(request, response));
  return createGraphQL({
    endpoint: `${server.url}/graphql`,
    middleware,
    queries: {
      thing: new Operation<{ id: string }, { thing: Thing | null }>({
        operation: 'query ($id: ID!) { thing(id: $id) { id name } }',
      }),
      both: new Operation<Record<string, never>, { thing: Thing }>({
        operation: parse('{ thing(id: "a") { id } broken }'),
      }),
      broken: new Operation({ operation: '{ broken }' }),
      wrong: new Operation({ operation: '{ nothing }' }),
      user: new Operation<Record<string, never>, { user: string | null }>({
        operation: gql`
          {
            user
          }
        `,
      }),
      page: new Operation<{ after?: string }, { page: { nodes: Thing[]; next: string | null } }>({
        operation: 'query ($after: String) { page(after: $after) { nodes { id name } next } }',
      }),
    },
    mutations: {
      thing: new Operation<Thing, { thing: Thing }>({
        operation: 'mutation ($id: ID!, $name: String!) { thing(id: $id, name: $name) { id name } }',
      }),
    },
  });
};

const accept = { headers: { accept: 'application/graphql-response+json' } };

describe('operations against a real GraphQL server (rules.md#graphql)', () => {
  it('a query returns data', async () => {
    const { query } = await serve();
    const { data, response } = await query.thing({ id: 'a' });
    expect(data).toEqual({ thing: { id: 'a', name: 'Thing a' } });
    expect(response?.headers.get('content-type')).toContain('application/json');
  });

  it('a mutation with the name of a query is another operation', async () => {
    const { mutation } = await serve();
    expect((await mutation.thing({ id: 'a', name: 'New' })).data).toEqual({
      thing: { id: 'a', name: 'New' },
    });
  });

  it('a null field is data', async () => {
    const { query } = await serve();
    expect(await query.thing({ id: 'z' })).toMatchObject({ data: { thing: null }, error: null });
  });

  it("a resolver that throws is an 'http' error with status 200, the errors and the partial data", async () => {
    const { query } = await serve();
    const { data, error } = await query.both();
    expect(error).toMatchObject({
      kind: 'http',
      status: 200,
      statusText: 'GraphQL Error',
      body: [{ message: 'broken', path: ['broken'], extensions: { code: 'BROKEN' } }],
      partialData: { thing: { id: 'a' }, broken: null },
    });
    expect(data).toBeNull();
  });

  it('a response with application/graphql-response+json is read as JSON', async () => {
    const { query } = await serve();
    const { data, response } = await query.thing({ id: 'b' }, accept);
    expect(response?.headers.get('content-type')).toContain('application/graphql-response+json');
    expect(data).toEqual({ thing: { id: 'b', name: 'Thing b' } });
  });

  it("a document that the schema rejects is an 'http' error: a 200 by default, a 400 with JSON if the call accepts the new media type", async () => {
    const { query } = await serve();
    const { error: legacy } = await query.wrong();
    expect(legacy).toMatchObject({
      status: 200,
      statusText: 'GraphQL Error',
      body: [{ message: expect.stringContaining('nothing') }],
    });
    const { error } = await query.wrong({}, accept);
    expect(error).toMatchObject({ kind: 'http', status: 400, statusText: 'Bad Request' });
    expect(error?.body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  });

  it('the server rejects variables of a wrong type', async () => {
    const { query } = await serve();
    const { error } = await query.thing({ id: { a: 1 } } as never);
    expect(error).toMatchObject({ kind: 'http', body: [{ message: expect.stringContaining('$id') }] });
  });

  it('a client derived for each user sends its own header', async () => {
    const client = await serve();
    const users = ['ada', 'grace'].map((user) => client.withHeaders({ 'x-user': user }));
    const results = await Promise.all([...users, client].map(({ query }) => query.user()));
    expect(results.map(({ data }) => data?.user)).toEqual(['ada', 'grace', null]);
  });

  it('a middleware signs every operation', async () => {
    const sign: Middleware = (ctx, next) => {
      ctx.request.headers.set('x-user', 'signed');
      return next();
    };
    const { query } = await serve([sign]);
    expect((await query.user()).data).toEqual({ user: 'signed' });
  });

  it('paginate follows the cursor of a connection', async () => {
    const { query } = await serve();
    const ids: string[][] = [];
    const next = ({ page: { next: after } }: { page: { next: string | null } }) => after && { after };
    for await (const { data } of paginate(query.page, {}, { next: ({ data }) => next(data) || null })) {
      ids.push(data?.page.nodes.map(({ id }) => id) ?? []);
    }
    expect(ids).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it("a server that is down causes a 'network' error", async () => {
    const { query } = await serve();
    await server.close();
    expect((await query.user()).error).toMatchObject({ kind: 'network', status: 0 });
  });
});
