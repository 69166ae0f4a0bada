import { createGraphQL, gql, type GraphQLError, Operation, withHeaders } from 'homing';

interface Viewer {
  viewer: { login: string };
}

interface Renamed {
  rename: { login: string };
}

const viewer = new Operation<Record<string, never>, Viewer>({
  operation: gql`
    {
      viewer {
        login
      }
    }
  `,
});
const rename = new Operation<{ login: string }, Renamed>({
  operation: 'mutation ($login: String!) { rename(login: $login) { login } }',
  timeout: 1000,
});

const flat = createGraphQL({ endpoint: '/graphql', operations: { viewer, rename } });
const sided = createGraphQL({ endpoint: '/graphql', queries: { viewer }, mutations: { rename } });

export const withoutVariables = async (): Promise<string | undefined> =>
  (await flat.viewer()).data?.viewer.login;

export const withVariables = async (): Promise<string | undefined> =>
  (await sided.mutation.rename({ login: 'ada' })).data?.rename.login;

export const errors = async (): Promise<readonly GraphQLError[]> => {
  const { error } = await sided.query.viewer();
  return error?.statusText === 'GraphQL Error' ? (error.body as readonly GraphQLError[]) : [];
};

export const forAUser = (token: string) => [
  sided.withHeaders({ Authorization: token }).query.viewer(),
  withHeaders(flat, { Authorization: token }).rename({ login: 'ada' }),
];

export const typedDocument = () => {
  const document = {
    loc: { source: { body: '{ viewer { login } }' } },
  } as unknown as { __apiType?: (variables: Record<string, never>) => Viewer; toString(): string };
  const client = createGraphQL({
    endpoint: '/',
    operations: { viewer: new Operation({ operation: document }) },
  });
  return client.viewer();
};

export const fragments = (fields: string): string => gql`query { viewer { ${fields} } }`;

export const refused = () => {
  // @ts-expect-error the variable is missing
  void flat.rename({});
  // @ts-expect-error it is a mutation
  void sided.query.rename({ login: 'ada' });
  // @ts-expect-error either operations, or sides
  createGraphQL({ endpoint: '/', operations: { viewer }, queries: { viewer } });
  // @ts-expect-error an operation has a document
  new Operation<Record<string, never>, Viewer>({});
};
