export { createGraphQL } from './parts/graphql/create-graphql.js';
export type { FlatClient, SidedClient } from './parts/graphql/create-graphql.js';
export { gql } from './parts/graphql/gql.js';
export type { GraphQLConfig } from './parts/graphql/graphql-config.js';
export type { GraphQLError } from './parts/graphql/graphql-error.js';
export type { OperationConfig } from './parts/graphql/operation-config.js';
export { Operation } from './parts/graphql/operation.js';
