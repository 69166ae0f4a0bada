export { errorResult } from './testing/error-result.js';
export { jsonResponse } from './testing/json-response.js';
export { mockContext } from './testing/mock-context.js';
export type { MockContextInit } from './testing/mock-context.js';
export { mockFetch } from './testing/mock-fetch.js';
export type { MockFetch } from './testing/mock-fetch.js';
export type { RecordedCall } from './testing/recorded-call.js';
export type { RouteContext, RouteHandler, RouteValue } from './testing/route.js';
export type {
  ExpectedFailure,
  MatcherOutcome,
  MatcherState,
  ResultMatchers,
} from './testing/result-matchers.js';
export { resultMatchers } from './testing/result-matchers.js';
export { resultSerializer } from './testing/result-serializer.js';
export { successResult } from './testing/success-result.js';
