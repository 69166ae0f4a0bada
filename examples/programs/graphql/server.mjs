import { once } from 'node:events';
import { createServer } from 'node:http';
import { buildSchema, GraphQLError } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';

const schema = buildSchema(`
  type Post { title: String! }
  type Author { name: String! posts: [Post!]! }
  type Query { author(id: ID!): Author authors: [Author]! }
  type Mutation { addPost(author: ID!, title: String!): Post! }
`);

const refuse = (message, code) => {
  throw new GraphQLError(message, { extensions: { code } });
};

const rootValue = {
  author: ({ id }) => (id === '1' ? { name: 'Ada', posts: [{ title: 'Notes' }] } : null),
  authors: () => [{ name: 'Ada' }, { name: () => refuse('Gone', 'GONE') }],
  addPost: ({ title }, { isKnown }) => (isKnown ? { title } : refuse('Who are you?', 'FORBIDDEN')),
};

/** A GraphQL server on the loopback interface. */
export async function startGraphQL() {
  const context = ({ headers }) => ({ isKnown: headers.authorization === 'Bearer token-of-ada' });
  const server = createServer(createHandler({ schema, rootValue, context })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/graphql`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
