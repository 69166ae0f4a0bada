import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AuthPlugin } from '../../lib/entries/auth.js';
import { ApiError } from '../../lib/index.js';
import type { ApiErrorInit } from '../../lib/core/result/api-error.js';
import type { ApiConfig, Middleware } from '../../lib/index.js';
import { createTestClient, stubFetch } from '../support/client.js';

const SECRET = 's3cret';

/** Serializes an error like `pino`, `Sentry` and others: its message, and its enumerable fields. */
const serialized = (error: object): string => {
  const fields: Record<string, unknown> = {};
  for (const name in error) fields[name] = (error as Record<string, unknown>)[name];
  return JSON.stringify({ ...fields, text: (error as Error).message });
};

const ways: readonly [string, (error: ApiError) => string][] = [
  ['util.inspect', (error) => inspect(error, { depth: 10 })],
  ['util.inspect in an object, without hidden fields', (error) => inspect({ error }, { depth: 10 })],
  ['a format that shows hidden fields', (error) => format('%o', error)],
  ['a serializer of enumerable fields', serialized],
  ['a copy', (error) => JSON.stringify(Object.assign({}, error))],
  ['a structured clone of its fields', (error) => inspect(structuredClone(Object.assign({}, error)))],
  ['its JSON', (error) => JSON.stringify({ ...error.toJSON(), body: undefined, rawBody: undefined })],
];

const params = { id: SECRET, q: `query-${SECRET}` };

const failedBy = async (fetch: ApiConfig['fetch'], more: Partial<ApiConfig> = {}): Promise<ApiError> => {
  const { api } = createTestClient({
    fetch: fetch as never,
    baseUrl: `http://api.test?base=${SECRET}`,
    headers: { authorization: SECRET },
    ...more,
    endpoint: { path: '/users/:id' },
  });
  return (await api.call(params)).error as ApiError;
};

const failures: readonly [string, () => Promise<ApiError>][] = [
  [
    'a response',
    () => failedBy(stubFetch({ data: { token: SECRET }, status: 500, headers: { 'x-key': SECRET } })),
  ],
  ['a page', () => failedBy(async () => new Response(`<p>${SECRET}`, { status: 502 }))],
  [
    'an error of the platform',
    () => failedBy(stubFetch({ throws: new TypeError(`Failed to parse URL: ${SECRET}`) })),
  ],
  ['a URL that the platform quotes', () => failedBy(async () => fetch(`nowhere?${SECRET}`))],
  ["a string that isn't JSON", () => failedBy(async () => new Response(`${SECRET} isn't JSON`))],
  ['a deadline', () => failedBy(() => new Promise(() => undefined), { timeout: 1 })],
];

describe('a printed error (rules.md#errors)', () => {
  describe.each(failures)('for %s', (_what, failure) => {
    it.each(ways)('contains no secret if it is printed by %s', async (_way, print) => {
      const error = await failure();
      const printed = print(error);
      expect(printed).toContain(error.kind);
      expect(printed).not.toContain(SECRET);
    });
  });

  it('copies only the fields that describe the call', async () => {
    const error = await failedBy(stubFetch({ data: { a: 1 }, status: 404, statusText: 'Not Found' }));
    expect(Object.assign({}, error)).toEqual({
      kind: 'http',
      endpoint: 'call',
      status: 404,
      statusText: 'Not Found',
      sent: true,
      attempts: 1,
    });
  });

  it('replaces invisible characters in its message', async () => {
    const response = new Response(null, { status: 404 });
    Object.defineProperty(response, 'statusText', { value: 'a\u2028b\u202ec\u200bd' });
    const error = await failedBy(async () => response);
    expect([error.message, error.toJSON()['statusText']]).toEqual([
      'GET /users/:id returned 404 a b c d',
      'a b c d',
    ]);
  });

  it('still has all fields for the program to read', async () => {
    const error = await failedBy(stubFetch({ data: { a: 1 }, status: 404, headers: { 'x-id': '7' } }));
    expect(error).toMatchObject({ body: { a: 1 }, request: { method: 'GET', params } });
    expect(error.headers.get('x-id')).toBe('7');
    expect(error.rawBody).toBeUndefined();
  });

  it('shows the name, the message, the stack and the codes of its causes', async () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const printed = inspect(await failedBy(stubFetch({ throws: new TypeError('fetch failed', { cause }) })));
    expect(printed).toMatch(/^ApiError: GET \/users\/:id got no response: /);
    expect(printed).toContain('    at ');
    expect(printed).toContain("code: 'ECONNREFUSED'");
  });

  it("shows the whole error of the program's own middleware, and where it was thrown", async () => {
    const middleware: Middleware = () => {
      throw new RangeError('mine');
    };
    const printed = inspect(await failedBy(stubFetch(), { middleware: [middleware] }));
    expect(printed).toContain('cause: RangeError: mine');
    expect(printed).toContain('printed-errors.spec');
  });

  it('shows only name and code of an error from a source of credentials', async () => {
    const thrown = Object.assign(new Error(`refused ${SECRET}`), { code: 'E_GRANT' });
    const auth = new AuthPlugin(() => Promise.reject(thrown));
    const error = await failedBy(stubFetch(), { middleware: [auth] });
    expect(inspect(error, { depth: 10 })).toContain('E_GRANT');
    expect(inspect(error, { depth: 10 })).not.toContain(SECRET);
    expect((error.cause as Error).cause).toBe(thrown);
  });

  it('shows an error without a cause, and a subclass, like other errors', () => {
    class Mine extends ApiError {}
    const init: ApiErrorInit = {
      kind: 'http',
      status: 500,
      request: { method: 'GET', url: 'http://a.test' },
    };
    expect(inspect(new ApiError(init))).toContain('ApiError: GET http://a.test returned 500');
    expect(inspect(new Mine(init))).toContain('returned 500');
  });
});

describe('sent and attempts (rules.md#what-was-sent)', () => {
  const request = { method: 'GET', url: 'http://a.test' };

  it.each<[string, Partial<ApiErrorInit>, [boolean, number]]>([
    ['an error with a response was sent once by default', { kind: 'http', status: 500 }, [true, 1]],
    ['an error without a response was not sent by default', { kind: 'network' }, [false, 0]],
    [
      'the request sets the number of attempts',
      { kind: 'network', request: { ...request, attempts: 3 } },
      [true, 3],
    ],
    [
      'the init overrides the number of attempts',
      { attempts: 2, request: { ...request, attempts: 3 } },
      [true, 2],
    ],
    [
      'an error with a response and no attempts was not sent',
      { kind: 'http', status: 500, attempts: 0 },
      [false, 0],
    ],
  ])('%s', (_what, init, expected) => {
    const { sent, attempts } = new ApiError({ kind: 'network', request, ...init });
    expect([sent, attempts]).toEqual(expected);
  });
});

describe('the text of an error response (rules.md#responses)', () => {
  const page = '<h1>502 Bad Gateway</h1>';
  const answer = (body: BodyInit | null, init: ResponseInit = {}) =>
    failedBy(async () => new Response(body, { status: 502, ...init }));

  it.each(['<h1>502 Bad Gateway</h1>', 'upstream is down', '{"cut":'])('is rawBody: %j', async (text) => {
    expect(await answer(text)).toMatchObject({ kind: 'http', status: 502, body: null, rawBody: text });
  });

  it('is in toJSON(), truncated if it is long', async () => {
    const { rawBody } = (await answer(page.repeat(1000))).toJSON() as { rawBody: string };
    expect([rawBody.slice(0, 24), rawBody.length]).toEqual([page, 2001]);
    expect((await answer(page)).toJSON()).toMatchObject({ body: null, rawBody: page });
  });

  it.each<[string, BodyInit | null]>([
    ['there is no body', null],
    ['it is JSON', '{"a":1}'],
    ['it is null', 'null'],
  ])('is undefined when %s', async (_what, body) => {
    expect((await answer(body)).rawBody).toBeUndefined();
  });

  it('is the body itself when responseType is text', async () => {
    const fetch = async (): Promise<Response> => new Response(page, { status: 502 });
    const { error } = await createTestClient({ fetch, endpoint: { responseType: 'text' } }).api.call();
    expect({ body: error?.body, rawBody: error?.rawBody }).toEqual({ body: page, rawBody: undefined });
  });

  it('is kept when a custom parseJson fails', async () => {
    const parseJson = (): never => {
      throw new Error('mine');
    };
    expect((await failedBy(async () => new Response(page, { status: 500 }), { parseJson })).rawBody).toBe(
      page,
    );
  });
});
