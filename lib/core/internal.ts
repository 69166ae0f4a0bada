// The internal API of the core: features, adapters and testing import only this module.
export type { Attempt, BodyKeeper } from './call/attempt.js';
export type { AttemptRecord } from './call/attempt-log.js';
export type { Call } from './call/call.js';
export { ClientCore, type ClientOptions } from './call/client-core.js';
export type {
  FetchLike,
  Middleware,
  MiddlewareContext,
  MiddlewareNext,
  MiddlewareRequest,
  SendRequest,
  RequestContent,
} from './call/context.js';
export { DeadlineGuard } from './call/deadline-guard.js';
export {
  Endpoint,
  ENDPOINT_HANDLE,
  type EndpointHandle,
  EndpointDefinition,
  type Protocol,
} from './call/endpoint.js';
export type { CallInfo } from './call/context.js';
export { callLog, type LogEntry, type LogOptions, type Outcome } from './call/log.js';
export { Plugin } from './call/plugin.js';
export { OutgoingRequest } from './call/outgoing-request.js';
export { scopeOf } from './call/request-key.js';
export { type CallOptions, type LevelOptions, refusedOptions } from './call/settings.js';
export { type LevelHeaders, readBase, resolveBase } from './call/late-options.js';
export type { CallInitiator, ObserverHost, StreamEnd } from './call/watch.js';
export {
  type ApiClient,
  Client,
  type ClientOrigin,
  COPY,
  type CopyOptions,
  createApi,
  type NoFunction,
  ORIGIN,
  WATCH,
} from './client/api-client.js';
export type { Requests } from './client/rest.js';
export { type CallArguments, type EndpointFunction, EndpointGroup } from './client/endpoint-function.js';
export { hasWindow, ignoringErrors, reportError, callReporting } from './platform/user-callbacks.js';
export {
  AbortError,
  bodyError,
  InvalidInputError,
  isDeadline,
  isSuperseded,
  markSafeText,
  timeoutError,
} from './platform/errors.js';
export {
  abortBy,
  abortWith,
  type Clock,
  type Interruption,
  interruptionBy,
  MAX_DELAY,
  onAbort,
  randomBetween,
  readDelay,
  readTimeout,
  systemClock,
  untilAborted,
  wait,
} from './platform/time.js';
export {
  nullProto,
  define,
  describeType,
  givenOptions,
  hasBrand,
  hasMethods,
  identities,
  isBlob,
  isBytes,
  isFormData,
  isObject,
  isPlain,
  isPlatform,
  isSearchParams,
  isWebStream,
  ownDefined,
  ownValue,
  setBrand,
  tagOf,
} from './platform/values.js';
export { type HttpMethod, Request, type RequestConfig } from './request/request.js';
export type { ApiConfig } from './client/rest.js';
export { ApiError, type ApiErrorKind, because, type StandardIssue, thrownAs } from './result/api-error.js';
export type { HttpError } from './result/http-error.js';
export {
  asResult,
  resultOfData,
  describeResult,
  type ErrorResult,
  resultOfError,
  failure,
  type Result,
  type SuccessResult,
} from './result/result.js';
export {
  describeParseError,
  describeFetchError,
  oneLine,
  shownUrl,
  describeUserError,
  thrownChain,
  withoutUser,
} from './result/error-text.js';
export { type HeadersOption, isHeaderName, isKey, isTracingHeader, readHeaders } from './http/headers.js';
export { JsonFormat, type JsonOptions } from './http/json.js';
export { fieldsOf, fieldsWithout, namedFields } from './http/params.js';
export type { EncodedParams, ParamPlacement, Placement } from './http/placement.js';
export { decodeQuery, encode, isScalar, NEVER_SENT, queryString } from './http/query.js';
export type { ItemAt, PageRules, PagesAt } from './http/page-rules.js';
export { type BodyEncoder, cancelUnsent, type EncodedBody, NO_BODY } from './http/body-encoder.js';
export {
  type Decoded,
  type InferOutput,
  noneOf,
  type StandardSchemaV1,
  unreadBody,
  unusable,
  validate,
  validateData,
} from './http/response-decoder.js';
export type { CallNote, OpenBody, ResponseReader } from './http/response-reader.js';
export { originOf, pathText, type UrlBuilder, urlProblem, urlUnder } from './http/url-builder.js';
