import { afterEach, describe, expect, it, vi } from 'vitest';
import { reader } from '../../../lib/entries/stream.js';
import { createGraphQL, type Middleware, Operation, type ResponseType } from '../../../lib/index.js';
import { callOnce, type CallOnceOptions, createTestClient, stubFetch } from '../../support/client.js';
import { flush } from '../../support/flush.js';

/** Lets a table pass values that the types forbid. */
const loose = (value: unknown): never => value as never;

/** Sends one call with these headers at client, endpoint and call. */
const sentHeaders = async (...levels: unknown[]): Promise<Record<string, string>> => {
  const [client, endpoint, call] = levels.map((headers) => ({
    headers: loose(headers),
  }));
  const fetch = stubFetch();
  await createTestClient({ fetch, ...client!, endpoint: endpoint! }).api.call({}, call);
  return fetch.lastHeaders;
};

describe('headers of the three levels (rules.md#the-client)', () => {
  it.each<[string, unknown[], Record<string, string>]>([
    ['every level adds its headers', [{ a: '1' }, { b: '2' }, { c: '3' }], { a: '1', b: '2', c: '3' }],
    ["the endpoint's header wins over the client's", [{ a: '1' }, { a: '2' }, undefined], { a: '2' }],
    ["the call's header wins over both", [{ a: '1' }, { a: '2' }, { a: '3' }], { a: '3' }],
    ['names are compared without case', [{ 'X-Key': '1' }, { 'x-kEY': '2' }, {}], { 'x-key': '2' }],
    ['undefined keeps the level below', [{ a: '1' }, { a: undefined }, { a: undefined }], { a: '1' }],
    ['an undefined value is not sent', [{ a: undefined }, {}, {}], {}],
    ['a level without headers keeps the levels below', [{ a: '1' }, undefined, undefined], { a: '1' }],
    ['a name that one level repeats is joined', [{ a: '1', A: '2' }, {}, {}], { a: '1, 2' }],
    ['a joined header is replaced as a whole', [{ a: '1', A: '2' }, { a: '3' }, {}], { a: '3' }],
    [
      'pairs are accepted',
      [
        [
          ['a', '1'],
          ['A', '2'],
        ],
        {},
        {},
      ],
      { a: '1, 2' },
    ],
    ['a Headers object is accepted', [{ a: '1' }, new Headers({ A: '2' }), {}], { a: '2' }],
    ['numbers and booleans are sent as strings', [{ a: 5, b: false }, {}, {}], { a: '5', b: 'false' }],
    ['an empty value replaces the level below', [{ a: '1' }, { a: '' }, {}], { a: '' }],
  ])('%s', async (_rule, levels, expected) => {
    expect(await sentHeaders(...levels)).toEqual(expected);
  });

  it('a change of the headers object after createApi has no effect', async () => {
    const fetch = stubFetch();
    const headers = { a: '1' };
    const { api } = createTestClient({ fetch, headers });
    headers.a = '2';
    await api.call();
    expect(fetch.lastHeaders).toEqual({ a: '1' });
  });

  it("the headers of one call don't affect the next call", async () => {
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, headers: { a: '1' } });
    await api.call({}, { headers: { a: '2', b: '3' } });
    await api.call();
    expect(fetch.lastHeaders).toEqual({ a: '1' });
  });
});

describe('invalid headers (trap 8)', () => {
  const invalid: [string, Record<string, unknown>][] = [
    ['a line break in a value', { 'x-key': 'a\r\nx-evil: 1' }],
    ['a NUL in a value', { 'x-key': 'a\0b' }],
    ['a character above U+00FF in a value', { 'x-key': '✓' }],
    ['a space in a name', { 'x key': 's3cret' }],
    ['a colon in a name', { 'x-key:': 's3cret' }],
    ['an empty name', { '': 's3cret' }],
  ];

  it.each(invalid)(
    "%s ends a call as 'network' with a TypeError, and sends nothing",
    async (_what, headers) => {
      const fetch = stubFetch();
      const { error } = await createTestClient({ fetch }).api.call({}, loose({ headers }));
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
      for (const value of Object.values(headers)) expect(error?.message).not.toContain(value);
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it.each<[string, unknown]>([
    ['a string', 'x-key: s3cret'],
    ['an Object', { 'x-key': 's3cret' }],
    ['an Array', ['x-key']],
    ['an Array', ['x-key', 's3cret', 's3cret']],
  ])('%s instead of a [name, value] pair fails the call, which sends nothing', async (kind, entry) => {
    const fetch = stubFetch();
    const { error } = await createTestClient({ fetch }).api.call({}, loose({ headers: [entry] }));
    expect(error?.message).toContain(`An entry of headers is ${kind}: pass a [name, value] pair.`);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('that are a promise fail the call, which sends nothing', async () => {
    const headers = Promise.resolve({ 'x-key': 's3cret' });
    const fetch = stubFetch();
    const { error } = await createTestClient({ fetch }).api.call({}, loose({ headers }));
    expect(error?.message).toContain(`headers is a Promise: pass an object, Headers or pairs.`);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(['client', 'endpoint'] as const)(
    'fail the calls when they are set on the %s, but not createApi',
    async (level) => {
      const fetch = stubFetch();
      const invalid = { headers: { 'x-key': 'a\r\nb: c' } };
      const { api } = createTestClient({ fetch, ...(level === 'client' ? invalid : { endpoint: invalid }) });
      expect((await api.call()).error?.kind).toBe('network');
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe('Accept (rules.md#the-client)', () => {
  const acceptOf = async (once: CallOnceOptions): Promise<string | null> =>
    (await callOnce(once)).headers.get('accept');

  it.each<[string | null, ResponseType]>([
    ['application/json', 'json'],
    ['application/json', 'optionalJson'],
    [null, 'text'],
    [null, 'blob'],
    [null, 'arrayBuffer'],
    [null, 'formData'],
    [null, 'none'],
  ])('is %j by default under responseType %s', async (accept, responseType) => {
    expect(await acceptOf({ responseType })).toBe(accept);
    expect(await acceptOf({ responseType, method: 'POST', params: { a: 1 } })).toBe(accept);
  });

  it('is application/json without a responseType, and not set for HEAD, a reader and GraphQL', async () => {
    expect(await acceptOf({})).toBe('application/json');
    expect(await acceptOf({ method: 'HEAD' })).toBeNull();
    expect(await acceptOf({ responseType: reader({ open: () => 1 }) })).toBeNull();
    const fetch = stubFetch({ data: { data: {} } });
    const operations = { me: new Operation({ operation: '{ me }' }) };
    await createGraphQL({ endpoint: 'http://api.test', operations, fetch }).me();
    expect(new Headers(fetch.lastInit.headers).get('accept')).toBeNull();
  });

  it('is replaced by a value of any level, and by a middleware', async () => {
    const headers = { ACCEPT: 'text/csv' };
    const middleware: Middleware = (ctx, next) => {
      expect(ctx.request.getHeader('accept')).toBe('application/json');
      ctx.request.setHeader('accept', 'text/csv');
      return next();
    };
    for (const once of [{ client: { headers } }, { headers }, { options: { headers } }])
      expect(await acceptOf(once)).toBe('text/csv');
    expect(await acceptOf({ client: { middleware: [middleware] } })).toBe('text/csv');
  });

  it("doesn't separate calls that set the same value themselves, under share", async () => {
    const { api, requests } = createTestClient({ held: true, endpoint: { share: true } });
    const calls = [api.call(), api.call({}, { headers: { Accept: 'application/json' } })];
    await flush();
    expect(requests).toHaveLength(1);
    requests[0]!.answer(1);
    await Promise.all(calls);
  });

  it("isn't part of getHeaders()", () => {
    expect(createTestClient().api.call.getHeaders()).toEqual({});
  });
});

describe('getHeaders (rules.md#the-client)', () => {
  it("merges the client's and the endpoint's headers in lower case, and the endpoint's win", () => {
    const { api } = createTestClient({
      headers: { 'X-A': '1', 'X-B': '1' },
      endpoint: { headers: { 'x-b': '2' } },
    });
    expect(api.call.getHeaders()).toEqual({ 'x-a': '1', 'x-b': '2' });
  });

  it('returns a new plain object each time', () => {
    const { call } = createTestClient({ headers: { a: '1' } }).api;
    call.getHeaders()['a'] = 'changed';
    expect(call.getHeaders()).toEqual({ a: '1' });
    expect(Object.getPrototypeOf(call.getHeaders())).toBe(Object.prototype);
  });

  it.each(['client', 'endpoint'] as const)('returns {} when the %s has an invalid header', (level) => {
    const invalid = { headers: { a: 'x\r\ny' } };
    const { api } = createTestClient(
      level === 'client' ? invalid : { headers: { b: '1' }, endpoint: invalid },
    );
    expect(api.call.getHeaders()).toEqual({});
  });
});

describe('a runtime whose Headers accepts any value, such as React Native', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(['a\r\nx-own: b', 'a\0', '日本'])('rejects the header value %j before sending', async (value) => {
    vi.spyOn(Headers.prototype, 'append').mockImplementation(() => undefined);
    const fetch = stubFetch();
    const { error } = await createTestClient({ fetch }).api.call({}, { headers: { 'x-a': value } });
    expect({ kind: error?.kind, length: fetch.mock.calls.length }).toEqual({ kind: 'network', length: 0 });
  });

  it('accepts a value that Headers trims, like other runtimes', async () => {
    const { error } = await createTestClient().api.call({}, { headers: { 'x-a': '\r\n a\n' } });
    expect(error).toBeNull();
  });
});
