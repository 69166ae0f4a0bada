export { errorResult } from './testing/error-result.js';
export { jsonResponse } from './testing/json-response.js';
export { mockFetch } from './testing/mock-fetch.js';
export type { MockFetch } from './testing/mock-fetch.js';
export type { RecordedCall } from './testing/recorded-call.js';
export type { RouteContext, RouteHandler, RouteValue } from './testing/route.js';
export { successResult } from './testing/success-result.js';
