import { describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../../lib/index.js';
import { errorResult, jsonResponse, mockFetch, successResult } from '../../../lib/testing.js';
import { answering, headersOf, initOf, oneEndpoint } from '../../support/one-endpoint.js';

describe('documented defaults', () => {
  it("responseType is 'json'", async () => {
    const result = await oneEndpoint({ fetch: async () => new Response('{"a":1}') }).call();
    expect(result.data).toEqual({ a: 1 });
  });

  it('timeout is none: no deadline, no timer, no signal', async () => {
    const fetch = answering();
    const timer = jest.spyOn(globalThis, 'setTimeout');
    await oneEndpoint({ fetch }).call();
    expect(timer).not.toHaveBeenCalled();
    expect(initOf(fetch).signal).toBeNull();
    timer.mockRestore();
  });

  it.each(['GET', 'DELETE', 'HEAD', 'OPTIONS'] as const)('params of %s go in the query', async (method) => {
    const fetch = answering();
    await oneEndpoint({ fetch, endpoint: { method } }).call({ a: 1 });
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/thing?a=1');
    expect(initOf(fetch).body).toBeNull();
  });

  it.each(['POST', 'PUT', 'PATCH'] as const)('params of %s go in a JSON body', async (method) => {
    const fetch = answering();
    await oneEndpoint({ fetch, endpoint: { method } }).call({ a: 1 });
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/thing');
    expect(initOf(fetch).body).toBe('{"a":1}');
  });

  it.each([
    ['POST', 'query', 'http://api.test/thing?a=1', null],
    ['DELETE', 'body', 'http://api.test/thing', '{"a":1}'],
  ] as const)('bodyAs flips the place of %s to %s', async (method, bodyAs, url, body) => {
    const fetch = answering();
    await oneEndpoint({ fetch, endpoint: { method, bodyAs } }).call({ a: 1 });
    expect([fetch.mock.lastCall?.[0], initOf(fetch).body]).toEqual([url, body]);
  });

  it('no header is sent that nobody set', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch }).call();
    expect(headersOf(fetch)).toEqual({});
  });

  it('fetch is the global one', async () => {
    const stub = mockFetch({ 'GET /thing': jsonResponse('global') });
    stub.install();
    const api = oneEndpoint({ client: { fetch: undefined } });
    expect((await api.call()).data).toBe('global');
    stub.restore();
  });

  it('ApiError has status 0, statusText "", body null, no headers', () => {
    const error = new ApiError({ kind: 'network', request: { method: 'GET', url: '/' } });
    expect(error).toMatchObject({ status: 0, statusText: '', body: null });
    expect([...error.headers]).toEqual([]);
  });

  it('jsonResponse has status 200', () => {
    expect(jsonResponse({}).status).toBe(200);
  });

  it('errorResult has body null', () => {
    expect(errorResult(404).error.body).toBeNull();
  });

  it('successResult has a 2xx response', () => {
    expect(successResult(1).response.ok).toBe(true);
  });
});
