export {
  ConstantBackoff,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
} from './features/backoff/backoff.js';
export type { Backoff } from './features/backoff/backoff.js';
export { cacheMiddleware, CachePlugin } from './features/cache/cache-plugin.js';
export type { CacheMiddleware, CacheOptions } from './features/cache/cache-plugin.js';
export type { CacheEntry, CacheStore } from './features/cache/cache-store.js';
export { ApiClient } from './core/client/api-client.js';
export type { ApiConfig } from './core/client/rest.js';
export type { BaseUrlOption, HeadersFunction, LevelHeaders } from './core/call/late-options.js';
export type { CopyOptions } from './core/client/api-client.js';
export type { CallContext } from './core/call/context.js';
export type { CallInfo, InvalidData, OnError } from './core/call/context.js';
export { createApi } from './core/client/api-client.js';
export type { EndpointFunction } from './core/client/endpoint-function.js';
export type { AnyEndpoint, DataOf, ErrorOf, ParamsOf } from './core/client/endpoint-function.js';
export { withHeaders } from './core/client/api-client.js';
export { withOptions } from './core/client/api-client.js';
export { createGraphQL } from './features/graphql/create-graphql.js';
export type { GraphQLClient, GraphQLConfig, SplitGraphQLClient } from './features/graphql/create-graphql.js';
export { gql } from './features/graphql/document.js';
export { Operation } from './features/graphql/operation.js';
export type { GraphQLError, OperationConfig } from './features/graphql/operation.js';
export { logMiddleware, LogPlugin } from './features/log/log-plugin.js';
export type { LogEntry, LogOptions } from './core/call/log.js';
export { collect, paginate } from './features/pagination/paginate.js';
export type {
  CollectOptions,
  ItemResult,
  PagesOptions,
  PaginateOptions,
} from './features/pagination/paginate.js';
export { nextLink } from './features/pagination/next-link.js';
export type {
  Middleware,
  MiddlewareContext,
  MiddlewareNext,
  MiddlewareRequest,
  MiddlewareResult,
  NextOptions,
  RequestContent,
} from './core/call/context.js';
export { Plugin } from './core/call/plugin.js';
export type { MiddlewareEntry } from './core/call/middleware-pipeline.js';
export type { SendRequest } from './core/call/context.js';
export type { CallInitiator, ObserverHost } from './core/call/watch.js';
export type { FetchLike } from './core/call/context.js';
export type { FetchOptions } from './core/http/response-reader.js';
export type { CallNote } from './core/http/response-reader.js';
export type { OpenBody, ResponseReader } from './core/http/response-reader.js';
export type { Interruption } from './core/platform/time.js';
export { poll, pollUntil } from './features/polling/poll.js';
export type { Pollable, PollOptions, PollUntilOptions } from './features/polling/poll-options.js';
export type { DeclaredErrors } from './core/request/request.js';
export { defineRequest } from './core/request/define-request.js';
export { Request } from './core/request/request.js';
export type { ByStatus, ResultsByStatus, TypedHeaders, TypedResponse } from './core/request/request.js';
export { send } from './features/send/send.js';
export type { OneOffRequest } from './features/send/send.js';
export type { RequestOptions } from './core/request/request.js';
export { ApiError } from './core/result/api-error.js';
export type { ApiErrorKind } from './core/result/api-error.js';
export type { HttpError, ParseError, UnansweredError } from './core/result/http-error.js';
export type { ErrorStatus } from './core/result/http-error.js';
export type { ErrorResult, Result, SuccessResult } from './core/result/result.js';
export { allResults, orThrow } from './features/results/all.js';
export type { AllResultsOptions } from './features/results/all.js';
export { isApiError, matchError } from './features/results/match-error.js';
export type { ErrorHandlers } from './features/results/match-error.js';
export { toPlainResult } from './features/results/plain.js';
export type { ApiErrorJson, PlainResult } from './features/results/plain.js';
export type { Budget, RetryInfo, RetryOptions } from './features/retry/retry-options.js';
export { retryMiddleware, RetryPlugin } from './features/retry/retry-plugin.js';
export { isTransient } from './features/retry/transient.js';
export type { CallOptions } from './core/call/settings.js';
export type { QueryOption, QueryValue } from './core/http/query.js';
export type { JsonOptions } from './core/http/json.js';
export type { HttpMethod, RequestConfig } from './core/request/request.js';
export type { PageRules, PagesAt } from './core/http/page-rules.js';
export type { ParamPlacement, Placement } from './core/http/placement.js';
export type { QuerySerializer } from './core/http/query.js';
export type { BodyStrategy } from './core/http/body-encoder.js';
export type { StandardIssue } from './core/result/api-error.js';
export type {
  InferInput,
  InferOutput,
  ResponseType,
  StandardSchemaV1,
  SuccessKey,
  SuccessSchemas,
} from './core/http/response-decoder.js';
