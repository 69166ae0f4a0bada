// Uses the CommonJS declarations, independent of what an import statement resolves to.
/* eslint-disable @typescript-eslint/no-require-imports -- this file tests require */
import homing = require('homing');
import middleware = require('homing/middleware');
import testing = require('homing/testing');

export const required = () =>
  homing.createApi({
    baseUrl: '',
    fetch: testing.mockFetch({ 'GET /': testing.jsonResponse(1) }).fetch,
    middleware: [middleware.retryMiddleware(1)],
    requests: { read: homing.defineRequest<number>()({ method: 'GET', path: '/' }) },
  });

export const requiredType = (error: homing.ApiError): homing.ApiErrorKind => error.kind;
