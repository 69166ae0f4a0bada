import { describe, expect, it, vi } from 'vitest';
import { createApi, type Placement, Request } from '../../../lib/index.js';
import { placed } from '../../../lib/entries/openapi.js';
import {
  BASE,
  type CalledOnce,
  callOnce,
  type CallOnceOptions,
  createTestClient,
} from '../../support/client.js';
import { refusal, unsent } from '../../support/refusal.js';

type Params = Record<string, unknown>;
type Place = (params: Params, names: readonly string[]) => Placement;

/** Calls PUT `/files/:name` with params that `place` places. */
const put = (place: Place, params?: unknown, more: CallOnceOptions = {}): Promise<CalledOnce> =>
  callOnce({ method: 'PUT', path: '/files/:name', place: placed(place), params, ...more });

/** Calls POST `/` with this body. */
const post = (body: unknown, type?: string): Promise<CalledOnce> =>
  callOnce({ method: 'POST', path: '/', place: placed(() => ({ body, type })) });

describe('placed (rules.md#place)', () => {
  it('sends a file to a path with params', async () => {
    const file = new Blob(['bytes']);
    const sent = await put(({ name, file: body }) => ({ path: { name }, body }), { name: 'a/b', file });
    expect({ url: sent.url, contentType: sent.contentType }).toEqual({
      url: `${BASE}/files/a%2Fb`,
      contentType: 'application/octet-stream',
    });
    expect(await (sent.body as Blob).text()).toBe('bytes');
  });

  it('sends a query together with a body, whatever the method', async () => {
    const place = placed(() => ({ query: { q: ['a', 'b'] }, body: { a: 1 } }));
    const sent = await callOnce({ method: 'DELETE', path: '/items?fixed=1', place });
    expect({ url: sent.url, body: sent.body }).toEqual({
      url: `${BASE}/items?fixed=1&q=a&q=b`,
      body: '{"a":1}',
    });
  });

  it('sends no param that it leaves out', async () => {
    const sent = await put(({ name }) => ({ path: { name, other: 'hidden' } }), { name: 'a', b: 'hidden' });
    expect({ url: sent.url, body: sent.body }).toEqual({ url: `${BASE}/files/a`, body: null });
    expect(sent.contentType).toBeNull();
  });

  it("adds its query before the query of the call's options", async () => {
    const sent = await put(
      () => ({ path: { name: 1 }, query: 'a=1,2' }),
      {},
      { options: { query: { b: 1 } } },
    );
    expect(sent.url).toBe(`${BASE}/files/1?a=1,2&b=1`);
  });

  it('joins an array in the path with commas', async () => {
    const sent = await put(() => ({ path: { name: ['a,b', 2, true] } }));
    expect(sent.url).toBe(`${BASE}/files/a%2Cb,2,true`);
  });

  it('inserts the return value of a function in the path without encoding it', async () => {
    const sent = await put(() => ({ path: { name: () => ';a=1,2' } }));
    expect(sent.url).toBe(`${BASE}/files/;a=1,2`);
  });

  it.each([[() => ''], [() => undefined]])('rejects the function %o in the path, by name', async (name) => {
    expect(refusal(await put(() => ({ path: { name } }))).body.message).toContain('"name" (a function)');
  });

  it.each([[[]], [['a', '']], [[null]], [[['a']]]])(
    'rejects the array %j in the path, by name',
    async (name) => {
      expect(refusal(await put(() => ({ path: { name } }))).body.message).toContain('"name" (an Array)');
    },
  );

  it.each<[unknown, string]>([
    [{ a: 'x y', b: [1, 2], c: undefined }, '?a=x+y&b=1&b=2'],
    [new URLSearchParams({ a: 'b,c' }), '?a=b%2Cc'],
    [new Map([['a', 1]]), '?a=1'],
    ['ids=1,2&q=%20', '?ids=1,2&q=%20'],
    ['a=1#b', '?a=1%23b'],
    ['a=1\r\nb: c', '?a=1%0D%0Ab: c'],
    ['', ''],
    [null, ''],
  ])('sends the query %o as %j', async (query, text) => {
    expect((await put(() => ({ path: { name: 1 }, query }) as never)).url).toBe(`${BASE}/files/1${text}`);
  });

  it('is called once per call, with the params and the names of the path params', async () => {
    const place = vi.fn(() => ({ path: { name: 'a' } }));
    const { api } = createTestClient({
      endpoint: { method: 'PUT', path: '/files/:name', place: placed(place) },
    });
    const params = { name: 1 };
    await (await api.call(params)).retry();
    expect(place.mock.calls).toEqual([[params, ['name']]]);
  });

  it('receives an empty object without params, the fields of a Map, and other bodies unchanged', async () => {
    const place = vi.fn<Place>(() => ({ path: { name: 'a' } }));
    await put(place);
    await put(place, null);
    await put(place, new Map([['b', 1]]));
    const blob = new Blob(['x']);
    await put(place, blob);
    expect(place.mock.calls.map(([params]) => params)).toEqual([{}, {}, { b: 1 }, blob]);
    expect(place.mock.lastCall![0]).toBe(blob);
  });
});

describe('the body that place returns (rules.md#place)', () => {
  it.each<[unknown, string | null, string | null]>([
    [undefined, null, null],
    [null, null, null],
    [{}, '{}', 'application/json'],
    [{ a: undefined, b: [1] }, '{"b":[1]}', 'application/json'],
    [5, '5', 'application/json'],
    [false, 'false', 'application/json'],
    ['text', 'text', 'text/plain'],
    [{ toJSON: () => 'x' }, '"x"', 'application/json'],
  ])('%o is sent as %o', async (body, text, type) => {
    const sent = await post(body);
    expect({ body: sent.body, contentType: sent.contentType }).toEqual({ body: text, contentType: type });
  });

  it.each<[unknown, string]>([
    [new Set([1]), 'body is a Set'],
    [new Date(0), 'body is a Date'],
    [Promise.resolve(1), 'body is a Promise'],
  ])('is rejected before sending when it is %o: the %s', async (body, told) => {
    const refused = refusal(await post(body));
    expect(refused.body.message).toContain(told);
  });

  it('is passed to the body strategies as a whole', async () => {
    const seen: unknown[] = [];
    const strategy = {
      accepts: (value: unknown) => seen.push(value) > 0,
      encode: () => ({ body: 'own', contentType: 'text/own' }),
    };
    const client = { bodyStrategies: [strategy] };
    const sent = await put(() => ({ path: { name: 'a' }, body: { b: 1 } }), {}, { client });
    expect({ body: sent.body, contentType: sent.contentType }).toEqual({
      body: 'own',
      contentType: 'text/own',
    });
    expect(seen).toContainEqual({ b: 1 });
  });
});

describe('the headers that place returns (rules.md#place)', () => {
  const headers = { 'X-A': 'place', 'x-b': 'place', 'x-d': null, 'Content-Type': 'text/csv' };
  const place = (): object => ({ path: { name: 'a' }, headers, body: 'a,b' });

  it("override the endpoint's headers, and are overridden by the call's", async () => {
    const more = {
      client: { headers: { 'x-a': 'client' } },
      headers: { 'x-a': 'endpoint', 'x-c': 'endpoint' },
      options: { headers: { 'X-B': 'call' } },
    };
    const { headers: sent, contentType } = await put(place, {}, more);
    expect([sent.get('x-a'), sent.get('x-b'), sent.get('x-c')]).toEqual(['place', 'call', 'endpoint']);
    expect([contentType, sent.get('x-d')]).toEqual(['text/csv', null]);
  });
});

describe('the type that place returns (rules.md#place)', () => {
  const place = ({ body }: Params): object => ({ path: { name: 'a' }, body, type: 'text/csv' });
  const yours = { headers: { 'content-type': 'text/yours' } };

  it('is the Content-Type of the body', async () => {
    expect((await put(place, { body: 'a,b' })).contentType).toBe('text/csv');
  });

  it.each([null, undefined])('is not sent when the body is %s', async (body) => {
    expect((await put(place, { body })).contentType).toBeNull();
  });

  it.each<[string, CallOnceOptions]>([
    ['client', { client: yours }],
    ['endpoint', yours],
    ['call', { options: yours }],
  ])('is overridden by the Content-Type of the %s', async (_, more) => {
    expect((await put(place, { body: 'a,b' }, more)).contentType).toBe('text/yours');
  });

  it('defaults to the type of the body when it is null', async () => {
    const sent = await put(() => ({ path: { name: 'a' }, body: 'a', type: null }));
    expect(sent.contentType).toBe('text/plain');
  });

  it("makes the call a 'network' error when it is not a valid header value", async () => {
    expect((await post('a', 'a\r\nb')).result.error?.kind).toBe('network');
  });
});

describe('a place that fails (rules.md#place)', () => {
  it("makes the call a 'network' error that sends nothing when it throws", async () => {
    const thrown = new RangeError('no such file');
    const error = unsent(
      await put(
        () => {
          throw thrown;
        },
        { name: 'secret-value' },
      ),
    );
    expect(error.body).toBe(thrown);
    expect(error.request.url).toBe(`${BASE}/files/:name`);
    expect(error.message).toBe('PUT /files/:name was not sent: RangeError: no such file');
  });

  it.each<[string, () => unknown, string]>([
    ['a promise', () => Promise.resolve({}), 'place result is a Promise: pass an object'],
    ['nothing', () => undefined, 'place result is undefined: pass an object'],
    ['an array', () => [], 'place result is an Array: pass an object'],
    ['a string as path', () => ({ path: 'x' }), 'path is a string: pass an object'],
    ['a number as query', () => ({ query: 5 }), 'query is a number: pass an object'],
    ['a string as headers', () => ({ headers: 'x' }), 'headers is a string: pass an object'],
    [
      'a line break in a header',
      () => ({ headers: { 'x-a': 'a\r\nb: secret-value' } }),
      'The header "x-a" is a string: pass a valid header name, and a string without line breaks or characters above U+00FF.',
    ],
    [
      'a query value that is an object',
      () => ({ path: { name: 'a' }, query: { q: { a: 'secret-value' } } }),
      'The query param "q" is an Object: pass',
    ],
    ['no value for a path param', () => ({ query: { q: 'secret-value' } }), '"name" (missing)'],
  ])('is rejected without a param value in the message when it returns %s', async (_what, place, told) => {
    const { message } = refusal(await put(place as Place, { name: 'secret-value' }));
    expect(message).toContain('was not sent');
    expect(message).toContain(told);
    expect(message).not.toContain('secret-value');
  });

  it("is rejected when it is async, and its rejection doesn't end the process", async () => {
    const place = async (): Promise<never> => {
      throw new Error('no user');
    };
    refusal(await put(place as never));
  });

  it('is rejected when it returns a circular body', async () => {
    const circle: Params = {};
    circle['self'] = circle;
    refusal(await put(() => ({ path: { name: 'a' }, body: circle })));
  });
});

describe('a configuration with place (rules.md#place)', () => {
  const create = (config: object) => (): unknown =>
    createApi({
      baseUrl: BASE,
      requests: { save: new Request({ method: 'PUT', path: '/', ...config }) },
    });

  it('makes createApi throw if it also has bodyAs', () => {
    expect(create({ place: placed(() => ({})), bodyAs: 'body' })).toThrow('"save" has both place and bodyAs');
  });

  it('makes createApi throw if the place is a plain function', () => {
    expect(create({ place: () => ({}) })).toThrow(
      new TypeError('place of "save" is a function: pass placed(…) from homing/openapi.'),
    );
  });

  it('makes createApi throw if the place is a string, without the string in the message', () => {
    expect(create({ place: 'secret-value' })).toThrow(
      'place of "save" is a string: pass placed(…) from homing/openapi.',
    );
  });

  it('can set place to undefined, which means no place', () => {
    expect(create({ place: undefined, bodyAs: 'query' })).not.toThrow();
  });
});

describe('the argument of placed (rules.md#place)', () => {
  it.each<[unknown, string]>([
    ['x', 'a string'],
    [{ a: 'csv' }, 'an Object'],
    [undefined, 'undefined'],
  ])('must be a function: %o makes it throw', (place, told) => {
    expect(() => placed(place as never)).toThrow(
      new TypeError(`placed argument is ${told}: pass a function.`),
    );
  });
});
