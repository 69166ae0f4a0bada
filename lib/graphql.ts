export { createGraphQL } from './parts/graphql/create-graphql.js';
export type { FlatClient, GraphQLConfig, SidedClient } from './parts/graphql/create-graphql.js';
export { gql } from './parts/graphql/document.js';
export { Operation } from './parts/graphql/operation.js';
export type { GraphQLError, OperationConfig } from './parts/graphql/operation.js';
