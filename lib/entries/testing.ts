export { errorResult, jsonResponse, successResult } from '../testing/result-factories.js';
export { errorResponse, mockApi } from '../testing/mock-api.js';
export type { ErrorResponse, MockResponses, MockApi, MockApiOptions, MockCall } from '../testing/mock-api.js';
export { endpointMock } from '../testing/endpoint-mock.js';
export type { EndpointMock, MockedData } from '../testing/endpoint-mock.js';
export { mockContext } from '../testing/mock-context.js';
export type { MockContextInit } from '../testing/mock-context.js';
export { mockFetch } from '../testing/mock-fetch.js';
export type { MockFetch } from '../testing/mock-fetch.js';
export type { RecordedCall, RouteContext, RouteHandler, RouteValue } from '../testing/route.js';
export { resultMatchers, resultSerializer } from '../testing/result-matchers.js';
export type {
  ExpectedFailure,
  MatcherOutcome,
  MatcherState,
  ResultMatchers,
} from '../testing/result-matchers.js';
