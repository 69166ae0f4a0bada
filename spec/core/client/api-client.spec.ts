import { describe, expect, it, vi } from 'vitest';
import { ApiClient, type ApiConfig, createApi, defineRequest, Request } from '../../../lib/index.js';
import { mockFetch, jsonResponse, successResult } from '../../../lib/entries/testing.js';
import { stubFetch } from '../../support/client.js';
import { secondCopy } from '../../support/second-copy.js';

const endpoint = defineRequest<{ id: number }>()({ method: 'GET', path: '/x' });

const clientWith = (requests: unknown): object =>
  createApi({ baseUrl: '', fetch: stubFetch(), requests } as ApiConfig);

describe('createApi (rules.md#endpoints)', () => {
  it.each<[string, unknown]>([
    ['a plain object', { method: 'GET', path: '/x' }],
    ['a function', () => {}],
    ['undefined', undefined],
    ["the platform's Request", new globalThis.Request('http://api.test/')],
    ['the first half of defineRequest', defineRequest()],
  ])('throws a TypeError that names the entry if the entry is %s', (_what, entry) => {
    expect(() => clientWith({ getThing: entry })).toThrow(TypeError);
    expect(() => clientWith({ getThing: entry })).toThrow(/getThing/);
  });

  it('throws for an endpoint called then, and names it', () => {
    expect(() => clientWith({ then: endpoint })).toThrow(TypeError);
    expect(() => clientWith({ then: endpoint })).toThrow(/then/);
  });

  it.each(['baseUrl', 'requests'])('throws for a config without %s, and names it', (missing) => {
    const config = { baseUrl: '', requests: {}, [missing]: undefined };
    expect(() => createApi(config as unknown as ApiConfig)).toThrow(new RegExp(missing));
    expect(() => new ApiClient(config as unknown as ApiConfig)).toThrow(new RegExp(missing));
  });
});

describe('the message of a configuration mistake', () => {
  it.each<[string, object, object, string]>([
    [
      'a method in lower case',
      { method: 'get' },
      {},
      'The endpoint "add" has the method "get": use upper case.',
    ],
    ['an unknown responseType', { responseType: 'xml' }, {}, 'has the responseType "xml": use json, '],
    [
      'share together with dedupe',
      { share: true, dedupe: true },
      {},
      '"add" has both share and dedupe: remove one.',
    ],
    ['missing requests', {}, { requests: undefined }, 'createApi: "requests" is undefined: pass an object.'],
    ['a missing path', { path: undefined }, {}, 'The endpoint "add": "path" is undefined: pass a string.'],
    [
      'a missing method',
      { method: undefined },
      {},
      'The endpoint "add": "method" is undefined: pass a string.',
    ],
  ])('says how to fix %s', (_what, config, options, sentence) => {
    const request = { method: 'POST', path: '/things', ...config };
    expect(() =>
      createApi({ baseUrl: '', requests: { add: new Request(request as never) }, ...options }),
    ).toThrow(sentence);
  });
});

describe('the client (rules.md#the-client)', () => {
  const api = createApi({ baseUrl: '', fetch: stubFetch({ data: { id: 1 } }), requests: { get: endpoint } });

  it('is an ApiClient, with its endpoints as own, enumerable, writable, configurable properties', () => {
    expect(api).toBeInstanceOf(ApiClient);
    expect(Object.getOwnPropertyDescriptor(api, 'get')).toMatchObject({
      enumerable: true,
      writable: true,
      configurable: true,
    });
    expect([Object.keys(api), Object.keys(clientWith({}))]).toEqual([['get'], []]);
  });

  it('can be spied on, and restored', async () => {
    const spy = vi.spyOn(api, 'get').mockResolvedValue(successResult({ id: 42 }));
    expect((await api.get()).data).toEqual({ id: 42 });
    spy.mockRestore();
    expect((await api.get()).data).toEqual({ id: 1 });
  });

  it('can be awaited, because it is not a thenable', async () => {
    expect(await Promise.resolve(api)).toBe(api);
  });

  it('is not changed when its config changes later', async () => {
    const stub = mockFetch({ 'GET /x': jsonResponse(1) });
    const requests: Record<string, typeof endpoint> = { get: endpoint };
    const config = { baseUrl: 'http://a.test', fetch: stub.fetch, requests };
    const client = createApi(config);
    Object.assign(config, { baseUrl: 'http://b.test', fetch: stubFetch() });
    requests['other'] = endpoint;
    await client['get']!();
    expect(stub.calls[0]?.url).toBe('http://a.test/x');
    expect(Object.keys(client)).toEqual(['get']);
  });
});

describe('names of endpoints (rules.md#the-client)', () => {
  const odd = ['constructor', '__proto__', 'hasOwnProperty', 'withHeaders', 'catch', 'name', ''];

  it.each(odd)('an endpoint can be called "%s"', async (name) => {
    const requests = Object.fromEntries([[name, endpoint]]);
    const client = clientWith(requests);
    const call = Object.getOwnPropertyDescriptor(client, name)?.value;
    expect((await call()).error).toBeNull();
    expect(Object.keys(client)).toEqual([name]);
  });

  it("inherited properties of requests don't become endpoints", () => {
    expect(Object.keys(clientWith(Object.create({ inherited: endpoint })))).toEqual([]);
  });
});

describe('instanceof Request (rules.md#endpoints)', () => {
  it('is true for an endpoint of another copy of the package, which createApi accepts', () => {
    const { Request: Other } = secondCopy();
    const foreign = new Other({ method: 'GET', path: '/x' });
    expect(Other).not.toBe(Request);
    expect(foreign).toBeInstanceOf(Request);
    expect(Object.keys(clientWith({ foreign }))).toEqual(['foreign']);
  });
});
