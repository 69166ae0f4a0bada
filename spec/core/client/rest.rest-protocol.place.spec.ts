import { describe, expect, it, jest } from '@jest/globals';
import { createApi, type Place, Request } from '../../../lib/index.js';
import { type Asked, BASE, call, type Captured, endpoint } from '../../support/capture.js';
import { refusal, unsent } from '../../support/refusal.js';

type Params = Record<string, unknown>;

/** A PUT of `/files/:name` whose params `place` places. */
const put = (place: Place<Params>, params?: unknown, more: Asked = {}): Promise<Captured> =>
  call({ method: 'PUT', path: '/files/:name', place: place, params, ...more });

describe('place (rules.md#place)', () => {
  it('sends a file to a path with params', async () => {
    const file = new Blob(['bytes']);
    const sent = await put(({ name, file: body }) => ({ path: { name }, body }), { name: 'a/b', file });
    expect([sent.url, sent.contentType]).toEqual([`${BASE}/files/a%2Fb`, 'application/octet-stream']);
    expect(await (sent.body as Blob).text()).toBe('bytes');
  });

  it('puts query and body beside each other, whatever the method', async () => {
    const place = (): object => ({ query: { q: ['a', 'b'] }, body: { a: 1 } });
    const sent = await call({ method: 'DELETE', path: '/items?fixed=1', place });
    expect([sent.url, sent.body]).toEqual([`${BASE}/items?fixed=1&q=a&q=b`, '{"a":1}']);
  });

  it('sends nothing of what it leaves out', async () => {
    const sent = await put(({ name }) => ({ path: { name, other: 'hidden' } }), { name: 'a', b: 'hidden' });
    expect([sent.url, sent.body]).toEqual([`${BASE}/files/a`, null]);
    expect(sent.contentType).toBeNull();
  });

  it("stands before the query of the call's options", async () => {
    const sent = await put(
      () => ({ path: { name: 1 }, query: 'a=1,2' }),
      {},
      { options: { query: { b: 1 } } },
    );
    expect(sent.url).toBe(`${BASE}/files/1?a=1,2&b=1`);
  });

  it('writes a list in the path as its elements with commas between', async () => {
    const sent = await put(() => ({ path: { name: ['a,b', 2, true] } }));
    expect(sent.url).toBe(`${BASE}/files/a%2Cb,2,true`);
  });

  it.each([[[]], [['a', '']], [['.']], [[null]], [[['a']]], [new Array(2)]])(
    'refuses the list %j in the path, by name',
    async (name) => {
      expect(refusal(await put(() => ({ path: { name } }))).body.message).toContain('"name" (an Array)');
    },
  );

  it('is called once a call, with the params and the names of the path params', async () => {
    const place = jest.fn(() => ({ path: { name: 'a' } }));
    const { run } = endpoint({ method: 'PUT', path: '/files/:name', place });
    const params = { name: 1 };
    await (await run(params)).retry();
    expect(place.mock.calls).toEqual([[params, ['name']]]);
  });

  it('gets an object where there are no params, and the fields of a Map', async () => {
    const place = jest.fn<Place<unknown>>(() => ({ path: { name: 'a' } }));
    await put(place);
    await put(place, null);
    await put(place, new Map([['b', 1]]));
    expect(place.mock.calls.map(([params]) => params)).toEqual([{}, {}, { b: 1 }]);
  });

  it('gets what is a body by itself as it is', async () => {
    const blob = new Blob(['x']);
    expect((await put((body) => ({ path: { name: 'a' }, body }), blob)).body).toBe(blob);
  });
});

describe('the body of a place (rules.md#place)', () => {
  it.each<[unknown, string | null, string | null]>([
    [undefined, null, null],
    [null, null, null],
    [{}, '{}', 'application/json'],
    [{ a: undefined, b: [1] }, '{"b":[1]}', 'application/json'],
    [new Map([['a', 1]]), '{"a":1}', 'application/json'],
    [[1], '[1]', 'application/json'],
    [5, '5', 'application/json'],
    [false, 'false', 'application/json'],
    ['text', 'text', 'text/plain'],
    [{ toJSON: () => 'x' }, '"x"', 'application/json'],
  ])('%p is sent as %p', async (body, text, type) => {
    const sent = await call({ method: 'POST', path: '/', place: () => ({ body }) });
    expect([sent.body, sent.contentType]).toEqual([text, type]);
  });

  it.each<[unknown, string]>([
    [new Set([1]), 'body is a Set'],
    [new Date(0), 'body is a Date'],
    [NaN, 'body is NaN'],
    [() => 1, 'body is a function'],
    [Promise.resolve(1), 'body is a Promise'],
  ])('refuses %p, as the %s', async (body, told) => {
    const refused = refusal(await call({ method: 'POST', path: '/', place: () => ({ body }) }));
    expect(refused.body.message).toContain(told);
  });

  it('goes to the body strategies as a whole', async () => {
    const seen: unknown[] = [];
    const strategy = {
      accepts: (value: unknown) => seen.push(value) > 0,
      encode: () => ({ body: 'own', contentType: 'text/own' }),
    };
    const client = { bodyStrategies: [strategy] };
    const sent = await put(() => ({ path: { name: 'a' }, body: { b: 1 } }), {}, { client });
    expect([sent.body, sent.contentType]).toEqual(['own', 'text/own']);
    expect(seen).toContainEqual({ b: 1 });
  });
});

describe('the headers of a place (rules.md#place)', () => {
  const headers = { 'X-A': 'place', 'x-b': 'place', 'Content-Type': 'text/csv' };
  const place = (): object => ({ path: { name: 'a' }, headers, body: 'a,b' });

  it("stand over the endpoint's and under the call's", async () => {
    const more = {
      client: { headers: { 'x-a': 'client' } },
      headers: { 'x-a': 'endpoint', 'x-c': 'endpoint' },
      options: { headers: { 'X-B': 'call' } },
    };
    const { headers: sent } = await put(place, {}, more);
    expect([sent.get('x-a'), sent.get('x-b'), sent.get('x-c')]).toEqual(['place', 'call', 'endpoint']);
  });

  it('have a Content-Type that counts', async () => {
    expect((await put(place)).contentType).toBe('text/csv');
  });

  it('are sent again by retry()', async () => {
    const { run, sent } = endpoint({ method: 'PUT', path: '/files/:name', place });
    await (await run({})).retry();
    expect(sent.map((each) => each.headers.get('x-a'))).toEqual(['place', 'place']);
  });
});

describe('a place that fails (rules.md#place)', () => {
  it('and throws is a network error, and nothing is sent', async () => {
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

  it.each<[string, () => unknown]>([
    ['a promise', () => Promise.resolve({})],
    ['nothing', () => undefined],
    ['headers with a line end', () => ({ path: { name: 'a' }, headers: { 'x-a': 'a\r\nb: secret-value' } })],
    ['a query that has no text', () => ({ path: { name: 'a' }, query: { q: { a: 'secret-value' } } })],
    ['no value for the path', () => ({ query: { q: 'secret-value' } })],
  ])('and gives %s is refused, and no value is told', async (_what, place) => {
    const { message } = refusal(await put(place as Place<Params>, { name: 'secret-value' }));
    expect(message).toContain('was not sent');
    expect(message).not.toContain('secret-value');
  });

  it.each<[string, () => unknown]>([
    [
      'a query whose getter throws',
      () => ({
        path: { name: 'a' },
        query: {
          get q(): never {
            throw new Error('no');
          },
        },
      }),
    ],
    [
      'a getter that throws',
      () => ({
        get path(): never {
          throw new Error('no');
        },
      }),
    ],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
    ],
  ])('and gives %s is a network error', async (_what, place) => {
    unsent(await put(place as Place<Params>));
  });

  it('and gives a body that is a circle is a network error', async () => {
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

  it.each(['body', 'query'] as const)('and bodyAs %s makes createApi throw', (bodyAs) => {
    expect(create({ place: () => ({}), bodyAs })).toThrow('"save" has both place and bodyAs');
  });

  it('that is undefined is none', () => {
    expect(create({ place: undefined, bodyAs: 'query' })).not.toThrow();
  });
});
