export { createGraphQL } from '../features/graphql/create-graphql.js';
export type { GraphQLClient, GraphQLConfig, SplitGraphQLClient } from '../features/graphql/create-graphql.js';
export { gql } from '../features/graphql/document.js';
export { Operation } from '../features/graphql/operation.js';
export type { GraphQLError, OperationConfig } from '../features/graphql/operation.js';
