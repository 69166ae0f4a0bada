export { queryKey } from '../adapters/query/query-key.js';
export type { EndpointKey, KeyDetails, KeyOptions } from '../adapters/query/query-key.js';
export { infiniteQuery, mutation, query, retryTransient } from '../adapters/query/query-options.js';
export type {
  InfiniteQuery,
  InfiniteQueryOptions,
  CachedData,
  Mutation,
  PagedQueryOptions,
  Query,
  QueryOptions,
} from '../adapters/query/query-options.js';
export { queryFnOf, swr } from '../adapters/query/other-caches.js';
export type { QueryFnResult } from '../adapters/query/other-caches.js';
