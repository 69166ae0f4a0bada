// The CommonJS declarations, whatever an import statement would find.
/* eslint-disable @typescript-eslint/no-require-imports -- what this file is about */
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
