import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/index.js';
import { errorResult, jsonResponse, mockFetch, successResult } from '../../lib/entries/testing.js';

describe('successResult (rules.md#the-test-stub)', () => {
  it('creates a complete success', async () => {
    const data = { id: 1 };
    const result = successResult(data);
    expect(result.data).toBe(data);
    expect(result.error).toBeNull();
    expect(result.response).toBeInstanceOf(Response);
    expect(result.response.ok).toBe(true);
    expect((await result.retry()).data).toBe(data);
  });
});

describe('errorResult (rules.md#the-test-stub)', () => {
  it('creates a complete error', async () => {
    const body = { why: 'gone' };
    const result = errorResult(410, body);
    expect(result.data).toBeNull();
    expect(result.error).toBeInstanceOf(ApiError);
    expect(result.error).toMatchObject({ kind: 'http', status: 410 });
    expect(result.error.body).toBe(body);
    expect(result.response?.status).toBe(410);
    expect((await result.retry()).error?.status).toBe(410);
  });

  it.each([400, 404, 429, 500, 503])("creates an 'http' error with body null for status %d", (status) => {
    expect(errorResult(status).error).toMatchObject({ kind: 'http', status, body: null });
  });
});

describe('jsonResponse (rules.md#the-test-stub)', () => {
  it('creates a JSON body and its Content-Type', async () => {
    const response = jsonResponse({ a: [1] });
    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.text()).toBe('{"a":[1]}');
  });

  it('accepts status, statusText and headers', () => {
    const response = jsonResponse({}, { status: 418, statusText: 'Teapot', headers: { 'x-a': '1' } });
    expect(response).toMatchObject({ status: 418, statusText: 'Teapot' });
    expect(response.headers.get('x-a')).toBe('1');
  });

  it('creates an empty body for null', async () => {
    expect(await jsonResponse(null).text()).toBe('');
    expect(jsonResponse(null, { status: 204 }).status).toBe(204);
  });

  it.each([
    ['0', 0],
    ['""', ''],
    ['false', false],
  ])('serializes a falsy value as %s', async (text, body) => {
    expect(await jsonResponse(body).text()).toBe(text);
  });
});

describe('an environment without fetch (rules.md#the-test-stub)', () => {
  const { Response, fetch } = globalThis;
  beforeEach(() => {
    for (const name of ['Response', 'fetch']) Reflect.deleteProperty(globalThis, name);
  });
  afterEach(() => void Object.assign(globalThis, { Response, fetch }));

  it.each([
    ['mockFetch', () => mockFetch({})],
    ['jsonResponse', () => jsonResponse({})],
  ])('is reported by %s, with the environment to use', (_name, use) => {
    expect(use).toThrow(/no Response, no fetch\. .* use jest-fixed-jsdom/);
  });
});
