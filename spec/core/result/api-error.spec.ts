import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind, type RequestConfig } from '../../../lib/index.js';
import { createTestClient, stubFetch } from '../../support/client.js';
import { issuePaths } from '../../../lib/core/result/api-error.js';

const request = {
  method: 'GET',
  url: 'http://api.test/users/7?key=s3cret',
  params: { id: 7, key: 's3cret' },
};

const secretive = async (status: number, path: string): Promise<ApiError> => {
  const fetch = stubFetch({ data: { token: 'body-s3cret' }, status, headers: { 'x-key': 'answer-s3cret' } });
  const endpoint: Partial<RequestConfig> = { path, headers: { authorization: 'header-s3cret' } };
  const { api } = createTestClient({ fetch, baseUrl: 'http://api.test?base=s3cret', endpoint });
  const { error } = await api.call({ id: 'path-s3cret', q: 'query-s3cret' });
  return error as ApiError;
};

describe('ApiError (rules.md#errors)', () => {
  it('is an Error named ApiError, with its message first in the stack, and can be thrown', async () => {
    const error = await secretive(500, '/users/:id');
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(ApiError);
    expect([error.name, String(error)]).toEqual(['ApiError', `ApiError: ${error.message}`]);
    expect(error.stack).toMatch(/^ApiError: GET \/users\/:id/);
    await expect(Promise.reject(error)).rejects.toBe(error);
  });

  it('has the status, status text and headers of the response', async () => {
    const fetch = stubFetch({
      data: {},
      status: 429,
      statusText: 'Slow Down',
      headers: { 'retry-after': '3' },
    });
    const { error } = await createTestClient({ fetch }).api.call();
    expect(error).toMatchObject({ status: 429, statusText: 'Slow Down' });
    expect(error?.headers).toBeInstanceOf(Headers);
    expect(error?.headers.get('retry-after')).toBe('3');
  });

  it('has the params as the caller passed them', async () => {
    const params = { id: 7, q: 'x' };
    const { error } = await createTestClient({ throws: 1, endpoint: { path: '/users/:id' } }).api.call(
      params,
    );
    expect(error?.request.params).toBe(params);
    expect(error?.request.url).toBe('http://api.test/users/7?q=x');
  });
});

describe('ApiError message (rules.md#errors)', () => {
  it.each([
    ['network', { fetch: stubFetch({ throws: new Error('thrown: s3cret') }) }, {}],
    ['timeout', { fetch: stubFetch({ held: true, ignoresSignal: true }) }, { timeout: 1 }],
    ['abort', {}, { signal: AbortSignal.abort(new Error('reason-s3cret')) }],
    ['middleware', {}, { middleware: [() => Promise.reject(new SyntaxError('thrown-s3cret'))] }],
  ] as const)("names method and path template for '%s', but no secret", async (kind, setup, options) => {
    const endpoint = { path: '/users/:id' };
    const { error } = await createTestClient({ ...setup, endpoint }).api.call(
      { id: 's3cret', q: 's3cret' },
      options,
    );
    expect(error?.kind).toBe(kind);
    expect(error?.message).toMatch(/GET.*\/users\/:id/);
    expect(error?.message).not.toContain('s3cret');
  });

  it('names method, path template and status, and contains no query, header, body or param value', async () => {
    const { message } = await secretive(503, '/users/:id?api_key=fixed-s3cret');
    expect(message).toMatch(/GET.*\/users\/:id.*503/);
    expect(message).not.toContain('s3cret');
    const empty = await createTestClient({ fetch: stubFetch({ data: null }) }).api.call({ q: 's3cret' });
    expect(empty.error?.message).not.toContain('s3cret');
    const refused = await createTestClient({
      endpoint: { path: '/users/:id?api_key=fixed-s3cret' },
    }).api.call({
      q: 's3cret',
    });
    expect(refused.error?.message).toContain('id');
    expect(refused.error?.message).not.toContain('s3cret');
  });

  it('names an invalid header, but not its value', async () => {
    const { error } = await createTestClient().api.call({}, { headers: { 'x-token': 's3cret\r\nx: y' } });
    expect(error?.message).toContain('x-token');
    expect(error?.message).not.toContain('s3cret');
  });
});

describe('ApiError cause and body (rules.md#errors)', () => {
  const thrown = new Error('thrown');
  it.each([
    ['network', { fetch: stubFetch({ throws: thrown }) }, {}],
    ['middleware', {}, { middleware: [() => Promise.reject(thrown)] }],
    ['abort', {}, { signal: AbortSignal.abort(thrown) }],
  ] as const)("are the thrown value for '%s'", async (kind, setup, options) => {
    const { error } = await createTestClient(setup).api.call({}, options);
    expect(error).toMatchObject({ kind });
    expect(error?.body).toBe(thrown);
    expect(error?.cause).toBe(thrown);
  });

  it("cause is missing and body is the response body for 'http', and for an empty 2xx under 'json'", async () => {
    const error = await secretive(404, '/users/:id');
    expect([error.body, 'cause' in error]).toEqual([{ token: 'body-s3cret' }, false]);
    const empty = (await createTestClient({ fetch: stubFetch({ data: null }) }).api.call()).error!;
    expect([empty.kind, empty.body, 'cause' in empty]).toEqual(['parse', '', false]);
  });
});

describe('ApiError toJSON (rules.md#errors)', () => {
  it('names the call by its path if it has no URL template, so that no param reaches a log', () => {
    const filled = { method: 'GET', url: 'https://a.test/users/ada@a.test' };
    const urlOf = (given: object) =>
      new ApiError({ kind: 'http', request: filled, ...given }).toJSON()['request'];
    expect(urlOf({ path: '/users/:id?debug=1' })).toEqual({ method: 'GET', url: '/users/:id' });
    expect(urlOf({ path: '/users/:id', urlTemplate: 'https://a.test/users/:id' })).toEqual({
      method: 'GET',
      url: 'https://a.test/users/:id',
    });
    expect(urlOf({})).toEqual(filled);
  });

  it('contains kind, status, message and request', async () => {
    const json = JSON.parse(JSON.stringify(await secretive(404, '/users/all')));
    expect(json).toMatchObject({ name: 'ApiError', kind: 'http', status: 404 });
    expect(json.message).toContain('/users/all');
    expect(json.request).toMatchObject({ method: 'GET', url: 'http://api.test/users/all' });
  });

  it("contains the body of an 'http' error, which a server sent, but of no other kind", () => {
    const bodyOf = (kind: ApiErrorKind): unknown =>
      new ApiError({ kind, request: { method: 'GET', url: '/' }, body: { sent: true } }).toJSON()['body'];
    expect(bodyOf('http')).toEqual({ sent: true });
    for (const kind of ['network', 'parse', 'timeout', 'abort', 'middleware'] as const)
      expect(bodyOf(kind)).toBeUndefined();
  });

  it("says so if the body of an 'http' error can't be converted to JSON", () => {
    const request = { method: 'GET', url: '/' };
    const toJSON = (): never => {
      throw new Error('no');
    };
    const written = JSON.stringify(new ApiError({ kind: 'http', request, body: { toJSON } }));
    expect(JSON.parse(written).body).toBe("[can't be converted to JSON]");
  });

  it('contains no header value, params or query', async () => {
    const json = JSON.stringify(await secretive(404, '/users?api_key=fixed-s3cret'));
    for (const part of ['answer', 'header', 'query', 'path', 'fixed'])
      expect(json).not.toContain(`${part}-s3cret`);
    expect(json).not.toContain('base=');
    expect(JSON.parse(json).request).not.toHaveProperty('params');
  });

  it("doesn't throw when a middleware threw a value that JSON can't represent", async () => {
    const circle: Record<string, unknown> = { n: 1n };
    circle.self = circle;
    const { error } = await createTestClient().api.call({}, { middleware: [() => Promise.reject(circle)] });
    expect(() => JSON.stringify(error)).not.toThrow();
  });
});

describe('new ApiError (rules.md#errors)', () => {
  it('writes a message of one line, whatever the names of the call and the reason contain', () => {
    const told = new ApiError({
      kind: 'network',
      request: { method: 'GET\r\n', url: 'http://a.test/x\u2028y' },
      path: '/a\n\u001b[31mb',
      operation: 'query\nread',
      reason: 'is\r\n[homing] forged\u202e',
    });
    expect(told.message).toBe('GET /a [31mb query read is [homing] forged');
    expect(ApiError.reasonOf(told)).toBe('is [homing] forged');
    const { message } = new ApiError({ kind: 'abort', request: { method: 'GET', url: 'a\u001b\u2028b' } });
    expect(message).toBe('GET a b was aborted');
  });

  it('requires kind and request, and has defaults for the rest', () => {
    const error = new ApiError({ kind: 'network', request });
    expect(error).toMatchObject({ kind: 'network', status: 0, statusText: '', body: null, request });
    expect([...error.headers]).toEqual([]);
    expect('cause' in error).toBe(false);
  });

  it('keeps every field that it gets', () => {
    const headers = new Headers({ a: 'b' });
    const facts = { status: 418, statusText: 'Teapot', body: [1], partialData: { half: 1 }, headers };
    expect(new ApiError({ kind: 'http', request, ...facts })).toMatchObject(facts);
  });

  it('names method and URL, without the query, when it has no path template', () => {
    const { message } = new ApiError({ kind: 'http', request, status: 500 });
    expect(message).toContain('GET http://api.test/users/7');
    expect(message).not.toContain('s3cret');
  });

  it('can be subclassed', () => {
    class PaymentError extends ApiError {}
    expect(new PaymentError({ kind: 'http', request })).toBeInstanceOf(ApiError);
    expect(new ApiError({ kind: 'http', request })).not.toBeInstanceOf(PaymentError);
  });
});

describe('the fields of an ApiError', () => {
  const error = new ApiError({ kind: 'http', status: 500, request, body: { a: 1 }, partialData: 1 });

  it.each(['kind', 'status', 'statusText', 'body', 'request', 'partialData', 'headers', 'name'])(
    'are read-only: %s',
    (name) => {
      expect(() => Object.assign(error, { [name]: 'other' })).toThrow(TypeError);
      expect(error).not.toHaveProperty(name, 'other');
      expect(() => Object.assign(error.request, { url: 'other' })).toThrow(TypeError);
    },
  );
});

describe('the message for a platform that gives no reason (rules.md#what-a-message-says)', () => {
  it('contains the URL that the platform calls invalid', async () => {
    const fetch = stubFetch({
      throws: Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }),
    });
    const { api } = createTestClient({
      fetch,
      baseUrl: 'api.test?key=s3cret',
      endpoint: { path: '/users/:id' },
    });
    const { error } = await api.call({ id: 'ada' });
    expect(error?.message).toBe('GET /users/:id got no response: ERR_INVALID_URL api.test/users/:id');
  });
});

const pathOf = (...path: unknown[]) => issuePaths([{ message: 'quotes "hunter2"', path: path as [] }])[0];

describe('the path of an issue', () => {
  it.each<[unknown[], string]>([
    [['items', 2, 'price'], 'items[2].price'],
    [[0, 'a'], '[0].a'],
    [[{ key: 'items' }, { key: 0 }], 'items[0]'],
    [[], ''],
    [['two words', 'a.b'], '["two words"]["a.b"]'],
    [['\u001b[31m'], '["[31m"]'],
    [[Symbol('s')], '["Symbol(s)"]'],
  ])('is written for %j as %s', (path, text) => {
    expect(pathOf(...path)).toBe(text);
  });

  it('is empty if the issue has no path', () => {
    expect(issuePaths([{ message: 'x' }])).toEqual(['']);
  });

  it('is listed for at most twenty issues', () => {
    const issues = Array.from({ length: 1000 }, () => ({ message: 'x', path: ['a'] }));
    expect(issuePaths(issues)).toHaveLength(20);
  });

  it('has at most twenty segments', () => {
    expect(pathOf(...Array<string>(1000).fill('a'))).toBe(Array<string>(20).fill('a').join('.'));
  });
});
