import { print } from 'graphql';
import { type ApiError, createGraphQL, type GraphQLError, Operation, type Result } from 'homing';
import { addPost, author, authors } from './documents.js';

const client = createGraphQL({
  endpoint: process.env['GRAPHQL_URL'] ?? 'http://localhost:4000/graphql',
  print,
  timeout: 5000,
  queries: { author: new Operation({ operation: author }), authors: new Operation({ operation: authors }) },
  mutations: { addPost: new Operation({ operation: addPost }) },
});

const isRefused = ({ statusText, body }: ApiError): boolean =>
  statusText === 'GraphQL Error' &&
  (body as GraphQLError[]).some(({ extensions }) => extensions?.['code'] === 'FORBIDDEN');

/** For a list, partial data is better than none. */
const dataOrPart = <T extends object>({ data, error }: Result<T>): Partial<T> =>
  data ?? (error?.partialData as Partial<T> | undefined) ?? {};

const known = await client.query.author({ id: '1' });
console.log(
  'author:',
  known.data?.author?.name,
  known.data?.author?.posts.map(({ title }) => title),
);

const nobody = await client.query.author({ id: '9' });
console.log('missing user:', nobody.data?.author);

const half = await client.query.authors();
console.log(
  'partial data:',
  half.error?.statusText,
  dataOrPart(half).authors?.map((one) => one?.name),
);

const refused = await client.mutation.addPost({ author: '1', title: 'On engines' });
console.log('forbidden:', refused.error && isRefused(refused.error));

const own = client.with({ headers: { authorization: 'Bearer token-of-ada' } });
const added = await own.mutation.addPost({ author: '1', title: 'On engines' });
console.log('added:', added.data?.addPost.title);
