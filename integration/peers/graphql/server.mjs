import { once } from 'node:events';
import { createServer } from 'node:http';
import { buildSchema, GraphQLError } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';

/** The resolvers of schema.graphql, with two users that mutations can rename. Each start creates new users. */
const resolvers = () => {
  const users = new Map([
    ['1', { id: '1', name: 'Ada' }],
    ['2', { id: '2', name: 'Grace' }],
  ]);
  return {
    user: ({ id }) => users.get(id) ?? null,
    users: ({ first }) => [...users.values()].slice(0, first),
    version: () => '1.0',
    rename: ({ id, name }) => {
      if (!users.has(id)) throw new GraphQLError(`No user ${id}`);
      return { ...users.get(id), name };
    },
  };
};

/**
 * A GraphQL server on the loopback.
 *
 * @param {string} schema
 */
export async function startServer(schema) {
  const handler = createHandler({ schema: buildSchema(schema), rootValue: resolvers() });
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  return {
    endpoint: `http://127.0.0.1:${port}/graphql`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
