import { createGraphQL, gql, Operation } from 'homing';

export const title = 'GraphQL: operations are called as endpoints are';

const queries = {
  user: new Operation({
    operation: gql`
      query user($id: ID!) {
        user(id: $id) {
          name
        }
        salary
      }
    `,
  }),
};

/** A stand-in for a GraphQL server: it doesn't read the document, and its salary can't be read without a token. */
const answer = ({ body, headers }) => {
  const { id } = JSON.parse(body).variables;
  const user = id === 1 ? { name: 'Ada' } : null;
  if (headers.authorization) return { json: { data: { user, salary: 42 } } };
  return { json: { data: { user, salary: null }, errors: [{ message: 'Not yours', path: ['salary'] }] } };
};

export async function run({ baseUrl, server, expect, print }) {
  server.route('POST /graphql', answer);
  const client = createGraphQL({ endpoint: `${baseUrl}/graphql`, queries });
  const ada = client.withHeaders({ Authorization: 'Bearer token-of-ada' });

  print('called', 'ada.query.user({ id: 1 })');
  const known = await ada.query.user({ id: 1 });
  print('came home', known.data);

  print('called', 'client.query.user({ id: 1 })');
  const { data, error } = await client.query.user({ id: 1 });
  print('came home', { kind: error?.kind, status: error?.status, partialData: error?.partialData });

  // The poll of the step before may have left a request on its way.
  const sent = server.takeRequests().find(({ line }) => line === 'POST /graphql');
  expect('with the token there is data', known.data, { user: { name: 'Ada' }, salary: 42 });
  expect('document and variables went as a POST of JSON', Object.keys(JSON.parse(sent.body)), [
    'query',
    'variables',
  ]);
  expect("a 200 with errors is an error, of kind 'http'", [data, error?.kind], [null, 'http']);
  expect('the data that came along is at hand', error?.partialData, { user: { name: 'Ada' }, salary: null });
}
