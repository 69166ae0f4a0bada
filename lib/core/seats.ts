// The door of the core: all that parts, adapters and testing have of it.
export { Client } from './client/api-client.js';
export { CALLER, type Caller, type PreparedCall, type WireOfCall } from './client/caller.js';
export { checkJson, checked, refuseSchema } from './client/checked.js';
export { ClientCore } from './client/client-core.js';
export type { ClientOptions } from './client/client-options.js';
export { pollScope, type ClientCopy } from './client/copy-scope.js';
export { COPY, WATCH, type CopyOptions, type Copyable, type Watchable } from './client/copyable.js';
export { EndpointDefinition } from './client/endpoint-definition.js';
export type { EndpointFunction } from './client/endpoint-function.js';
export { EndpointGroup } from './client/endpoint-group.js';
export { failure } from './client/failure.js';
export type { Protocol } from './client/protocol.js';
export { abortWith } from './platform/abort-with.js';
export { bare, isBare } from './platform/bare.js';
export { bodyError } from './platform/body-error.js';
export { hasBrand, setBrand } from './platform/brand.js';
export { MAX_DELAY, readDelay, readTimeout, systemClock, type Clock } from './platform/clock.js';
export { copyData } from './platform/copy-data.js';
export { Cutoff } from './platform/cutoff.js';
export { decodeQuery } from './platform/decode-query.js';
export { describeType } from './platform/describe-type.js';
export { abortReason, isAborted } from './platform/foreign-signal.js';
export { hasMethods, memberOf } from './platform/has-methods.js';
export { identities } from './platform/identities.js';
export {
  AbortError,
  TimeoutError,
  abortBy,
  interruptionBy,
  timeoutError,
  type Interruption,
} from './platform/interruption.js';
export { isBehind } from './platform/is-behind.js';
export { isObject } from './platform/is-object.js';
export { isPlain } from './platform/is-plain.js';
export { isArrayBuffer, isFormData, isPlatform, isSearchParams } from './platform/is-platform.js';
export { isStream, isWebStream } from './platform/is-stream.js';
export { onAbort } from './platform/on-abort.js';
export { originOf } from './platform/origin-of.js';
export { givenOptions, ownDefined, ownValue } from './platform/own-properties.js';
export { markOwnWords } from './platform/own-words.js';
export { quietly } from './platform/quietly.js';
export { randomBetween } from './platform/random-between.js';
export { reporting } from './platform/reporting.js';
export { tagOf } from './platform/tag-of.js';
export { untilAborted, wait } from './platform/wait.js';
export { hasWindow, reportError } from './platform/window.js';
export { ApiError } from './result/api-error.js';
export type { ApiErrorInit, ApiErrorKind, Wording } from './result/api-error-init.js';
export { asResult, describeResult } from './result/as-result.js';
export { CallSecrets } from './result/call-secrets.js';
export { ForeignWords } from './result/foreign-words.js';
export type { HttpError } from './result/http-error.js';
export { because, isErrorKind, outcomeOf } from './result/outcome.js';
export { Refusal } from './result/refusal.js';
export type { ErrorResult, Result, SuccessResult } from './result/result.js';
export { thrownChain } from './result/thrown.js';
export type { CallOptions } from './settings/call-options.js';
export type { LevelOptions } from './settings/level-options.js';
export type { HttpMethod } from './settings/request-config.js';
export { callLog, type CallLog } from './stages/call-log.js';
export type { CarriedContext } from './stages/carried-context.js';
export { DeadlineCutoff } from './stages/deadline-cutoff.js';
export type { LogOptions } from './stages/log-options.js';
export type {
  Middleware,
  MiddlewareContext,
  MiddlewareNext,
  MiddlewareRequest,
  SentRequest,
} from './stages/middleware-context.js';
export { OutgoingRequest } from './stages/outgoing-request.js';
export { Plugin, type MiddlewareEntry, type Send } from './stages/plugin.js';
export { readSignal } from './stages/read-signal.js';
export type { CallFacts, Origin, StreamEnd, Watch, WatchedCall } from './stages/watch.js';
export type { UnreadBody } from './wire/body-readers.js';
export type { EncodedBody } from './wire/body-strategy.js';
export type { Decoded } from './wire/decoded.js';
export type { FetchLike, FetchOptions, HeaderRecord } from './wire/fetch-options.js';
export { fieldsOf, type Fields } from './wire/fields.js';
export { refuseInner } from './wire/foreign-body.js';
export { readHeader, readHeaders, type HeadersOption } from './wire/headers.js';
export { isKey } from './wire/is-key.js';
export { isTracingHeader } from './wire/is-tracing-header.js';
export { JsonFormat, type JsonOptions } from './wire/json-format.js';
export { isBlob, isBytes } from './wire/known-body.js';
export type { Note } from './wire/note.js';
export { opened } from './wire/opened.js';
export { PARAM_OF_QUERY, type ParamNames, type Placement } from './wire/placement.js';
export { encode } from './wire/query-string.js';
export { readList } from './wire/read-list.js';
export { isReader, type ErrorDetails, type OpenBody, type ResponseReader } from './wire/response-reader.js';
export { isScalar } from './wire/scalar.js';
export type { InferOutput, StandardSchemaV1 } from './wire/standard-schema.js';
export { noneOf, unreadBody, unusable } from './wire/unusable.js';
export { urlProblem } from './wire/url-problem.js';
export { validate } from './wire/validate.js';
