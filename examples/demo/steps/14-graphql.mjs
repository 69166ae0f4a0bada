import { createGraphQL, gql, Operation } from 'homing';

export const title = 'GraphQL: call operations like endpoints';

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

/** A fake GraphQL server. It doesn't parse the document, and it returns the salary only to callers with a token. */
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
  print('returned', known.data);

  print('called', 'client.query.user({ id: 1 })');
  const { data, error } = await client.query.user({ id: 1 });
  print('returned', { kind: error?.kind, status: error?.status, partialData: error?.partialData });

  // A request of the previous step's poll might still arrive.
  const sent = server.takeRequests().find(({ line }) => line === 'POST /graphql');
  expect('with the token, the call returns data', known.data, { user: { name: 'Ada' }, salary: 42 });
  expect(
    'the request was a POST with the document and the variables as JSON',
    Object.keys(JSON.parse(sent.body)),
    ['query', 'variables'],
  );
  expect("a 200 with errors returns an error with the kind 'http'", [data, error?.kind], [null, 'http']);
  expect('error.partialData contains the data of that response', error?.partialData, {
    user: { name: 'Ada' },
    salary: null,
  });
}
