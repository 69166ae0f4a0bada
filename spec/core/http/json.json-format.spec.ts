import { describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  createGraphQL,
  type JsonOptions,
  Operation,
  type RequestConfig,
} from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { callOnce, createTestClient, stubFetch, type Untyped } from '../../support/client.js';
import { refusal, unsent } from '../../support/refusal.js';

/** Reads and writes long whole numbers as bigint, and dates, as typical user functions do. */
const exact: Required<JsonOptions> = {
  parseJson: (text) =>
    JSON.parse(text.replace(/(?<=[:[,]\s*)(-?\d{16,})(?=\s*[,\]}])/g, '"$1n"'), (_key, value: unknown) => {
      if (typeof value !== 'string') return value;
      if (/^-?\d+n$/.test(value)) return BigInt(value.slice(0, -1));
      return /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value;
    }),
  stringifyJson: (value) =>
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? `${inner}n` : inner,
    ).replace(/"(-?\d+)n"/g, '$1'),
};

const LONG = '{"id":9007199254740993,"at":"1970-01-01T00:00:00.000Z"}';
const DATA = { id: 9007199254740993n, at: new Date(0) };

const fails = (): never => {
  throw new RangeError('no');
};

describe('parseJson and stringifyJson (rules.md#responses)', () => {
  it.each<[string, Partial<RequestConfig>, JsonOptions]>([
    ['the client', {}, exact],
    ['the endpoint', exact, {}],
    ['the endpoint instead of the client', exact, { parseJson: fails, stringifyJson: fails }],
    [
      'the client and the endpoint together',
      { parseJson: exact.parseJson },
      { parseJson: fails, stringifyJson: exact.stringifyJson },
    ],
    ['the client if the endpoint sets null', { parseJson: null, stringifyJson: undefined }, exact],
  ])('are taken from %s', async (_which, config, client) => {
    const { result, body } = await callOnce({
      method: 'POST',
      path: '/items/:x',
      params: { x: 1, ...DATA },
      ...config,
      client,
      answer: () => new Response(LONG),
    });
    expect(result.data).toEqual(DATA);
    expect(body).toBe(LONG);
  });

  it('receive the response, and a string that has no byte order mark', async () => {
    const parseJson = vi.fn((text: string, response: Response) => [text, response.headers.get('x-a')]);
    const bytes = Buffer.from('\ufeff\ufeff1');
    const { result } = await callOnce({
      answer: () => new Response(bytes, { headers: { 'x-a': 'b' } }),
      parseJson,
    });
    expect(result.data).toEqual(['1', 'b']);
    expect(parseJson).toHaveBeenCalledTimes(1);
  });

  it.each(['json', 'none', reader({ open: () => 1 })] as const)(
    'read the body of an error response too: %j',
    async (responseType) => {
      const { result } = await callOnce({
        answer: () => new Response(LONG, { status: 500 }),
        ...exact,
        responseType,
      });
      expect(result.error).toMatchObject({ kind: 'http', body: DATA });
    },
  );

  it('are not called for an empty body, or for a body that is sent unchanged', async () => {
    const asked = { parseJson: fails, stringifyJson: fails };
    expect((await callOnce({ answer: () => new Response(''), ...asked })).result.error).toMatchObject({
      kind: 'parse',
      body: '',
    });
    expect(
      (await callOnce({ answer: () => new Response('', { status: 500 }), ...asked })).result.error?.body,
    ).toBeNull();
    expect((await callOnce({ method: 'POST', params: 'text', stringifyJson: fails })).body).toBe('text');
    for (const responseType of ['text', 'blob'] as const)
      expect(
        (await callOnce({ answer: () => new Response('{}'), parseJson: fails, responseType })).result.error,
      ).toBeNull();
  });

  it.each([fails, async () => fails()])(
    "make a 2xx a 'parse' error and an error body null when parseJson fails",
    async (parseJson) => {
      const read = async (status: number) =>
        (await callOnce({ answer: () => new Response('{}', { status }), parseJson })).result.error;
      const thrown = { message: 'no' };
      expect(await read(200)).toMatchObject({ kind: 'parse', status: 200, body: thrown, cause: thrown });
      expect(await read(404)).toMatchObject({ kind: 'http', status: 404, body: null });
    },
  );

  it('prevent sending when stringifyJson throws, and the error has the thrown value', async () => {
    const error = unsent(await callOnce({ method: 'POST', params: { a: 1 }, stringifyJson: fails }));
    expect(error.body).toMatchObject({ name: 'RangeError', message: 'no' });
  });

  it.each([undefined, 5])('prevent sending when stringifyJson returns %s', async (given) => {
    const { body } = refusal(
      await callOnce({
        method: 'POST',
        params: { a: 1 },
        stringifyJson: (): Untyped => given,
      }),
    );
    expect(body.message).toMatch(/^stringifyJson result is/);
  });
});

describe('parseJson and stringifyJson under share and cache (rules.md#cache)', () => {
  it('run once for each caller of a shared request', async () => {
    const fetch = stubFetch({ data: { a: 1 } });
    const parseJson = vi.fn((text: string): unknown => JSON.parse(text));
    const { api } = createTestClient({ fetch, endpoint: { share: true, parseJson } });
    const results = await Promise.all([api.call(), api.call()]);
    expect([fetch.mock.calls.length, parseJson.mock.calls.length]).toEqual([1, 2]);
    expect(results[0].data).not.toBe(results[1].data);
  });

  const twoClients = async (one: JsonOptions, other: JsonOptions): Promise<number> => {
    const cache = cacheMiddleware({ methods: ['POST'] });
    const fetch = stubFetch({ data: { a: 1 } });
    for (const json of [one, other, one])
      await createTestClient({ fetch, ...json, middleware: [cache], endpoint: { method: 'POST' } }).api.call({
        a: 1n,
      });
    return fetch.mock.calls.length;
  };

  it('are part of the cache key', async () => {
    const { stringifyJson, parseJson } = exact;
    const again = {
      parseJson: (...given: Parameters<NonNullable<typeof parseJson>>) => parseJson?.(...given),
    };
    expect(await twoClients(exact, exact)).toBe(1);
    expect(await twoClients(exact, { ...again, stringifyJson })).toBe(2);
    expect(
      await twoClients(exact, { parseJson, stringifyJson: (value) => stringifyJson?.(value) ?? '' }),
    ).toBe(2);
  });
});

describe('parseJson and stringifyJson of a GraphQL client (rules.md#graphql)', () => {
  const graphql = (answer: () => Response, json: JsonOptions, operation: JsonOptions = {}) => {
    const sent: unknown[] = [];
    const api = createGraphQL({
      endpoint: 'http://api.test/graphql',
      fetch: async (_url, { body }) => (sent.push(body), answer()),
      ...json,
      operations: { user: new Operation<Untyped, Untyped>({ operation: '{ user }', ...operation }) },
    });
    return { api, sent };
  };

  it.each([
    ['the client', exact, {}],
    ['the operation', {}, exact],
  ])('read and write the whole message when they are set on %s', async (_which, client, operation) => {
    const { api, sent } = graphql(() => new Response(`{"data":${LONG}}`), client, operation);
    expect((await api.user(DATA)).data).toEqual(DATA);
    expect(sent).toEqual([`{"query":"{ user }","variables":${LONG}}`]);
  });

  it.each([exact, { ...exact, parseJson: async (text: string) => exact.parseJson!(text, new Response()) }])(
    'read errors too, and can be async',
    async (json) => {
      const errorOf = async (text: string, status = 200) =>
        (await graphql(() => new Response(text, { status }), json).api.user()).error;
      const body = [{ code: 9007199254740993n }];
      expect(await errorOf('{"errors":[{"code":9007199254740993}]}')).toMatchObject({ kind: 'http', body });
      expect(await errorOf(LONG, 500)).toMatchObject({ kind: 'http', body: DATA });
      expect(await errorOf('no')).toMatchObject({ kind: 'parse' });
    },
  );

  it("cause a 'parse' error, a call that isn't sent, or a null error body when they fail", async () => {
    const reading = graphql(() => new Response('{"data":1}'), { parseJson: fails });
    expect((await reading.api.user()).error).toMatchObject({
      kind: 'parse',
      body: '{"data":1}',
      cause: { message: 'no' },
    });
    const broken = graphql(() => new Response('{}', { status: 500 }), { parseJson: fails });
    expect((await broken.api.user()).error).toMatchObject({ kind: 'http', body: null });
    const writing = graphql(() => new Response('{}'), { stringifyJson: fails });
    expect((await writing.api.user()).error).toMatchObject({ kind: 'network', body: { message: 'no' } });
    expect(writing.sent).toEqual([]);
  });
});
