import { createGraphQL, gql, Operation, type Result, withHeaders } from 'homing';
import { expectError, expectType } from 'tsd';
import { z } from 'zod';

interface Item {
  id: string;
}

/** What code generators make of a document. */
interface TypedDocumentNode<TData, TVariables> {
  readonly kind: 'Document';
  readonly definitions: readonly unknown[];
  readonly loc?: { start: number; end: number; source: { body: string; name: string } };
  __apiType?: (variables: TVariables) => TData;
}
declare const document: TypedDocumentNode<Item[], { page: number }>;

const operations = {
  item: new Operation<{ id: string }, Item>({
    operation: gql`
      {
        item
      }
    `,
  }),
  all: new Operation<Record<string, never>, Item[]>({ operation: '{ all }', share: true }),
  some: new Operation<{ page?: number }, Item[]>({ operation: '{ some }', dedupe: true }),
  typed: new Operation({ operation: document }),
  checked: new Operation<{ id: string }, { id: string }>({
    operation: '{ item }',
    schema: z.object({ id: z.string() }),
  }),
};
const flat = createGraphQL({ endpoint: '/graphql', operations });
const sided = createGraphQL({
  endpoint: '/graphql',
  queries: { item: operations.item },
  mutations: { item: operations.some },
});

// `gql` gives the plain text.
expectType<string>(gql`
  {
    item
  }
`);

// An operation is called with its variables.
expectType<Promise<Result<Item>>>(flat.item({ id: '1' }));
expectError(flat.item());
expectError(flat.item({ id: 1 }));
expectError(flat.item({ id: '1', page: 1 }));
expectError(flat.nobody());

// They may be left out when none is required.
expectType<Promise<Result<Item[]>>>(flat.all());
expectType<Promise<Result<Item[]>>>(flat.some());
void flat.some({ page: 1 }, { timeout: 1 });
expectError(flat.all({ id: 1 }));

// A typed document gives the types.
expectType<Promise<Result<Item[]>>>(flat.typed({ page: 1 }));
expectError(flat.typed());

// On a client with sides, equal names are distinct.
expectType<Promise<Result<Item>>>(sided.query.item({ id: '1' }));
expectType<Promise<Result<Item[]>>>(sided.mutation.item());
expectError(sided.item());

// One side is enough.
expectType<Promise<Result<Item>>>(
  createGraphQL({ endpoint: '/', queries: { item: operations.item } }).query.item({ id: '1' }),
);

// Flat and sided don't mix.
expectError(createGraphQL({ endpoint: '/', operations, queries: operations }));
expectError(createGraphQL({ endpoint: '/', operations: { item: 1 } }));

// A copy with headers has the type of the client, whole or one side.
expectType<typeof flat>(flat.withHeaders({ 'x-a': 'a' }));
expectType<typeof sided>(sided.withHeaders({ 'x-a': 'a' }));
expectType<typeof sided>(withHeaders(sided, { 'x-a': 'a' }));
expectType<typeof sided.query>(withHeaders(sided.query, { 'x-a': 'a' }));

// Its functions can be replaced, as on a REST client.
flat.item = sided.query.item;
