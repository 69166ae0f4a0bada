export {
  ConstantBackoff,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
} from './parts/backoff/backoff.js';
export type { Backoff } from './parts/backoff/backoff.js';
export { cacheMiddleware, CachePlugin } from './parts/cache/cache-plugin.js';
export type { CacheMiddleware, CacheOptions } from './parts/cache/cache-plugin.js';
export type { CacheEntry, CacheStore } from './parts/cache/cache-store.js';
export { ApiClient } from './core/client/api-client.js';
export type { ApiConfig } from './core/client/api-config.js';
export type { CopyOptions } from './core/client/copyable.js';
export type { CallContext } from './core/stages/carried-context.js';
export type { FailedCall, OnError } from './core/stages/on-error.js';
export { createApi } from './core/client/create-api.js';
export type { EndpointFunction } from './core/client/endpoint-function.js';
export type { DataOf, ErrorOf, ParamsOf } from './core/client/endpoint-types.js';
export { withHeaders } from './core/client/with-headers.js';
export { withOptions } from './core/client/with-options.js';
export { createGraphQL } from './parts/graphql/create-graphql.js';
export type { FlatClient, GraphQLConfig, SidedClient } from './parts/graphql/create-graphql.js';
export { gql } from './parts/graphql/document.js';
export { Operation } from './parts/graphql/operation.js';
export type { GraphQLError, OperationConfig } from './parts/graphql/operation.js';
export { logMiddleware, LogPlugin } from './parts/log/log-plugin.js';
export type { LogOptions } from './core/stages/log-options.js';
export { collect, paginate } from './parts/pagination/paginate.js';
export type { CollectOptions, PaginateOptions } from './parts/pagination/paginate.js';
export { nextLink } from './parts/pagination/next-link.js';
export type {
  Middleware,
  MiddlewareContext,
  MiddlewareNext,
  MiddlewareRequest,
  SentRequest,
} from './core/stages/middleware-context.js';
export { Plugin } from './core/stages/plugin.js';
export type { MiddlewareEntry, Send } from './core/stages/plugin.js';
export type { Origin, Watch } from './core/stages/watch.js';
export type { FetchLike, FetchOptions } from './core/wire/fetch-options.js';
export type { Note } from './core/wire/note.js';
export type { OpenBody, ResponseReader } from './core/wire/response-reader.js';
export type { Interruption } from './core/platform/interruption.js';
export { poll, pollUntil } from './parts/polling/poll.js';
export type { Pollable, PollOptions, PollUntilOptions } from './parts/polling/poll-options.js';
export type { DeclaredErrors } from './core/request/declared-errors.js';
export { defineRequest } from './core/request/define-request.js';
export { Request } from './core/request/request.js';
export type { RequestOptions } from './core/request/request.js';
export { ApiError } from './core/result/api-error.js';
export type { ApiErrorKind } from './core/result/api-error-init.js';
export type { HttpError, ParseError, UnansweredError } from './core/result/http-error.js';
export type { ErrorStatus } from './core/result/http-status.js';
export type { ErrorResult, Result, SuccessResult } from './core/result/result.js';
export { all, orThrow } from './parts/results/all.js';
export type { AllOptions } from './parts/results/all.js';
export { isApiError, matchError } from './parts/results/match-error.js';
export type { ErrorHandlers } from './parts/results/match-error.js';
export type { Budget, RetryInfo, RetryOptions } from './parts/retry/retry-options.js';
export { retryMiddleware, RetryPlugin } from './parts/retry/retry-plugin.js';
export { transient } from './parts/retry/transient.js';
export type { CallOptions } from './core/settings/call-options.js';
export type { QueryOption, QueryValue } from './core/wire/call-query.js';
export type { JsonOptions } from './core/wire/json-format.js';
export type { HttpMethod, RequestConfig } from './core/settings/request-config.js';
export type { Place, Placement } from './core/wire/placement.js';
export type { BodyStrategy } from './core/wire/body-strategy.js';
export type { ResponseType } from './core/wire/body-readers.js';
export type { StandardIssue } from './core/result/standard-issue.js';
export type { InferOutput, StandardSchemaV1 } from './core/wire/standard-schema.js';
