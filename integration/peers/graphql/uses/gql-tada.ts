import { graphql } from 'gql.tada';
import { createGraphQL, Operation, type Result } from 'homing';
import { client } from './client';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// @ts-expect-error An id is a string.
export const byNumber = () => client.query.user({ id: 1 });

const version = graphql(`
  query version {
    version
  }
`);
const operations = { version: new Operation({ operation: version }) };
export const flat = createGraphQL({ endpoint: '/graphql', print: () => '{ version }', operations });

/** A call of a document without variables accepts none. */
export const callVersion = () => flat.version();
export const isVersion: Same<ReturnType<typeof callVersion>, Promise<Result<{ version: string }>>> = true;
// @ts-expect-error It has no variables.
export const variablesForNone = () => flat.version({ id: '1' });
