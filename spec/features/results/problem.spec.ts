import { describe, expect, it } from 'vitest';
import { ApiError, createApi, defineRequest } from '../../../lib/index.js';
import { problemOf } from '../../../lib/entries/results.js';
import { errorResult } from '../../../lib/entries/testing.js';
import { BASE, stubFetch, type Untyped } from '../../support/client.js';
import { secondCopy } from '../../support/second-copy.js';

const failedWith = async (
  body: string,
  contentType: string,
  endpoint: object = {},
): Promise<ApiError | null> => {
  const response = new Response(body, { status: 422, headers: { 'content-type': contentType } });
  const get = defineRequest<Untyped>()({ method: 'GET', path: '/things', ...endpoint });
  const api = createApi({ baseUrl: BASE, fetch: stubFetch({ answers: [response] }), requests: { get } });
  return (await api.get()).error;
};

const PROBLEM_JSON = 'application/problem+json';

describe('problemOf (rules.md#a-client-that-throws)', () => {
  it.each([PROBLEM_JSON, `${PROBLEM_JSON}; charset=utf-8`, 'Application/Problem+JSON ;charset=utf-8'])(
    'returns the members of the body, standard and others: %s',
    async (contentType) => {
      const body = {
        type: '/out',
        title: 'Out',
        status: 422,
        detail: 'None left',
        instance: '/1',
        balance: 3,
      };
      expect(problemOf(await failedWith(JSON.stringify(body), contentType))).toEqual(body);
    },
  );

  it('adds the default type', async () => {
    expect(problemOf(await failedWith('{"title":"Out"}', PROBLEM_JSON))).toEqual({
      type: 'about:blank',
      title: 'Out',
    });
  });

  it('leaves out a standard member of another type, as RFC 9457 requires', async () => {
    const body = { type: 7, title: null, status: '422', detail: ['a'], instance: {}, balance: '3' };
    expect(problemOf(await failedWith(JSON.stringify(body), PROBLEM_JSON))).toEqual({
      type: 'about:blank',
      balance: '3',
    });
  });

  it('keeps members that are named like members of Object.prototype', async () => {
    const text = '{"__proto__":{"polluted":1},"constructor":1,"toString":2}';
    const problem = problemOf(await failedWith(text, PROBLEM_JSON));
    expect(JSON.stringify(problem)).toBe(`{"type":"about:blank",${text.slice(1)}`);
    expect(problem?.polluted).toBeUndefined();
  });

  it('returns the body that a schema of the endpoint rejected', async () => {
    const rejecting = {
      '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: 'no' }] }) },
    };
    const error = await failedWith('{"title":"Out"}', PROBLEM_JSON, { errors: { 422: rejecting } });
    expect(error?.body).toBeNull();
    expect(problemOf(error)).toEqual({ type: 'about:blank', title: 'Out' });
  });

  it('accepts an error of another copy of the package', () => {
    const { ApiError: Other } = secondCopy();
    const headers = new Headers({ 'content-type': PROBLEM_JSON });
    const init = {
      kind: 'http',
      status: 400,
      headers,
      body: { title: 'Out' },
      request: { method: 'GET', url: '/' },
    } as const;
    expect(problemOf(new Other(init))).toEqual({ type: 'about:blank', title: 'Out' });
    expect(problemOf(new ApiError({ ...init, kind: 'parse' }))).toBeUndefined();
  });

  it.each([
    ['application/json', '{"title":"Out"}'],
    ['application/problem+jsonp', '{"title":"Out"}'],
    ['application/problem+xml', '<problem/>'],
    [PROBLEM_JSON, ''],
    [PROBLEM_JSON, '"text"'],
    [PROBLEM_JSON, '[{"title":"Out"}]'],
    [PROBLEM_JSON, 'null'],
    [PROBLEM_JSON, '<html>'],
  ])('returns undefined for another content type or body: %s %s', async (contentType, body) => {
    expect(problemOf(await failedWith(body, contentType))).toBeUndefined();
  });

  it.each([undefined, null, 'text', {}, new Error('no'), errorResult(0).error, errorResult(404).error])(
    'returns undefined for any other value: %s',
    (value) => {
      expect(problemOf(value)).toBeUndefined();
    },
  );
});
