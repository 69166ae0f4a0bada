import { inspect } from 'node:util';
import { ModuleMocker } from 'jest-mock';
import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  createApi,
  createGraphQL,
  defineRequest,
  gql,
  Operation,
  orThrow,
  pollUntil,
  withHeaders,
  withOptions,
} from '../../../lib/index.js';
import { observe } from '../../../lib/entries/observe.js';
import { query } from '../../../lib/entries/query.js';
import { throwing, type ThrowingClient } from '../../../lib/entries/results.js';
import { errorResult, successResult } from '../../../lib/entries/testing.js';
import { type Answer, BASE, type StubFetch, stubFetch } from '../../support/client.js';

interface Order {
  id: number;
}

const requests = {
  ping: defineRequest<Order>()({ method: 'GET', path: '/ping' }),
  orders: {
    get: defineRequest<Order>()({ method: 'GET', path: '/orders/:id' }),
    archive: { get: defineRequest<Order>()({ method: 'GET', path: '/archive/:id' }) },
  },
};

const createShop = (...answers: Answer[]) => {
  const fetch = stubFetch({ answers: answers.length > 0 ? answers : [{ id: 7 }] });
  const api = createApi({ baseUrl: BASE, fetch, requests });
  return { api, fetch, shop: throwing(api) };
};

/** `Promise.allSettled`, which older versions of Hermes don't have. */
const settledOf = (promises: readonly PromiseLike<unknown>[]): Promise<PromiseSettledResult<unknown>[]> =>
  Promise.all(
    promises.map((promise) =>
      promise.then(
        (value) => ({ status: 'fulfilled' as const, value }),
        (reason: unknown) => ({ status: 'rejected' as const, reason }),
      ),
    ),
  );

const pathsOf = (fetch: StubFetch): string[] => fetch.requests.map(({ url }) => url.replace(BASE, ''));

describe('throwing (rules.md#a-client-that-throws)', () => {
  it('resolves with the data of every endpoint, in groups at any depth', async () => {
    const { shop, fetch } = createShop();
    expect(await shop.ping()).toEqual({ id: 7 });
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 7 });
    expect(await shop.orders.archive.get({ id: 2 })).toEqual({ id: 7 });
    expect(pathsOf(fetch)).toEqual(['/ping', '/orders/1', '/archive/2']);
  });

  it('throws the ApiError of a failed call', async () => {
    const thrown: unknown = await createShop(404)
      .shop.orders.get({ id: 1 })
      .catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ kind: 'http', status: 404, endpoint: 'orders.get' });
  });

  it('passes params and options to the endpoint', async () => {
    const { shop, fetch } = createShop();
    await shop.orders.get({ id: 1 }, { headers: { 'x-a': '1' }, query: { q: 'b' } });
    expect(pathsOf(fetch)).toEqual(['/orders/1?q=b']);
    expect(fetch.lastHeaders).toMatchObject({ 'x-a': '1' });
  });

  it('has the same functions and groups on each access, also without their client', async () => {
    const { shop } = createShop();
    const { get } = shop.orders;
    expect(shop.orders).toBe(shop.orders);
    expect(shop.orders.get).toBe(get);
    expect(await get({ id: 1 })).toEqual({ id: 7 });
  });

  it.each<[string, (shop: ThrowingClient<ReturnType<typeof createShop>['api']>) => typeof shop]>([
    ['with', (shop) => shop.with({ headers: { 'x-a': '1' } })],
    ['withHeaders', (shop) => shop.withHeaders({ 'x-a': '1' })],
    ['withOptions', (shop) => withOptions(shop, { headers: { 'x-a': '1' } })],
    ['withHeaders of homing', (shop) => withHeaders(shop, { 'x-a': '1' })],
  ])('returns a throwing copy from %s, with the same error function', async (_name, copyOf) => {
    const fetch = stubFetch({ answers: [{ id: 7 }, 404] });
    const shop = throwing(createApi({ baseUrl: BASE, fetch, requests }), { error: ({ status }) => status });
    const copy = copyOf(shop);
    expect(await copy.ping()).toEqual({ id: 7 });
    expect(fetch.lastHeaders).toMatchObject({ 'x-a': '1' });
    await expect(copy.orders.get({ id: 1 })).rejects.toBe(404);
  });

  it('reads an endpoint only when it is used, and lists endpoints without creating their functions', () => {
    const { api } = createShop();
    const read = vi.fn(() => api.orders.get);
    Object.defineProperty(api, 'ping', { get: read, enumerable: true });
    const shop = throwing(api);
    expect(typeof shop.orders.get).toBe('function');
    expect(Reflect.ownKeys(shop)).toEqual(['ping', 'orders']);
    expect(read).not.toHaveBeenCalled();
  });

  it('calls each side of a GraphQL client, and a side alone', async () => {
    const me = new Operation<Record<string, never>, { me: Order }>({
      operation: gql`
        {
          me {
            id
          }
        }
      `,
    });
    const fetch = stubFetch({
      answers: [{ data: { me: { id: 1 } } }, { data: { me: { id: 2 } } }, { errors: [{ message: 'no' }] }],
    });
    const graph = createGraphQL({ endpoint: BASE, fetch, queries: { me }, mutations: { me } });
    expect(await throwing(graph).query.me()).toEqual({ me: { id: 1 } });
    expect(await throwing(graph.query).with({}).me()).toEqual({ me: { id: 2 } });
    await expect(throwing(graph).withHeaders({ a: 'b' }).mutation.me()).rejects.toMatchObject({
      operation: 'mutation me',
    });
  });
});

describe('withResponse', () => {
  it('resolves with the data and the response of the same call', async () => {
    const { shop, fetch } = createShop();
    const call = shop.ping();
    const full = await call.withResponse();
    expect(Object.keys(full)).toEqual(['data', 'response']);
    expect(full.data).toEqual({ id: 7 });
    expect(full.response.status).toBe(200);
    expect(await call).toBe(full.data);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('rejects with the same error as the call', async () => {
    const call = createShop(404).shop.ping();
    const [one, two] = await settledOf([call, call.withResponse()]);
    expect(one).toMatchObject({ status: 'rejected', reason: { status: 404 } });
    expect(two).toStrictEqual(one);
  });

  type Shop = ReturnType<typeof createShop>['shop'];

  it.each<[string, (shop: Shop) => unknown, number]>([
    ['the call alone is used', (shop) => shop.ping().catch(String), 0],
    ['withResponse() alone is used', (shop) => shop.ping().withResponse().catch(String), 0],
    ['both are created and the call is awaited', (shop) => awaited(shop.ping(), 'call'), 0],
    ['both are created and withResponse() is awaited', (shop) => awaited(shop.ping(), 'full'), 0],
    ['withResponse() is called after the call is used', (shop) => usedFirst(shop.ping()), 0],
    ['neither is used', (shop) => void shop.ping(), 1],
    ['withResponse() is called, but neither is used', (shop) => void shop.ping().withResponse(), 1],
  ])('if %s, there are as many unhandled rejections as expected', async (_name, use, expected) => {
    const unhandled = vi.fn<(thrown: unknown) => void>();
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', unhandled);
    await use(createShop(404).shop);
    // Node reports a rejection after all microtasks.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    for (const other of others) process.on('unhandledRejection', other);
    expect(unhandled).toHaveBeenCalledTimes(expected);
  });

  const awaited = async (call: ReturnType<Shop['ping']>, used: 'call' | 'full'): Promise<void> => {
    const full = call.withResponse();
    await (used === 'call' ? call : full).catch(() => undefined);
  };

  const usedFirst = async (call: ReturnType<Shop['ping']>): Promise<void> => {
    const handled = call.catch(() => undefined);
    void call.withResponse();
    await handled;
  };

  it('belongs only to the call: then() and finally() return promises of their values', async () => {
    const call = createShop().shop.ping();
    expect(await call.then(({ id }) => id + 1)).toBe(8);
    expect(await call.finally(() => 'ignored')).toEqual({ id: 7 });
    await expect(
      createShop(404)
        .shop.ping()
        .finally(() => 'ignored'),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('the option error', () => {
  class AcmeError extends Error {
    override name = 'AcmeError';
  }

  it.each<[string, (error: ApiError) => unknown, unknown]>([
    ['an error that it returns', (error) => new AcmeError(error.kind), new AcmeError('http')],
    ['a value that is not an Error', ({ status }) => ({ code: status }), { code: 404 }],
    ['undefined', () => undefined, undefined],
    ['the value of a promise', ({ status }) => Promise.resolve(status), 404],
    [
      'an error that it throws',
      () => {
        throw new AcmeError('mine');
      },
      new AcmeError('mine'),
    ],
    [
      'the reason of a rejected promise',
      () => Promise.reject(new AcmeError('later')),
      new AcmeError('later'),
    ],
  ])('makes the call throw %s', async (_name, error, expected) => {
    const call = throwing(createShop(404).api, { error }).ping();
    const [settled, full] = await settledOf([call, call.withResponse()]);
    expect(settled).toStrictEqual({ status: 'rejected', reason: expected });
    expect(full).toStrictEqual(settled);
  });

  it('runs once for a failed call and never for a success', async () => {
    const error = vi.fn((given: ApiError) => given);
    const shop = throwing(createShop({ id: 1 }, 404).api, { error });
    await shop.ping().withResponse();
    const call = shop.ping();
    await settledOf([call, call.withResponse()]);
    expect(error.mock.calls).toMatchObject([[{ status: 404 }]]);
  });
});

describe('a stub of an endpoint', () => {
  it('is called if it replaces the function of the client, before or after the first access', async () => {
    const { api, shop, fetch } = createShop();
    const { get } = shop.orders;
    vi.spyOn(api.orders, 'get').mockResolvedValue(successResult({ id: 42 }));
    expect(await get({ id: 1 })).toEqual({ id: 42 });
    vi.spyOn(api.orders, 'get').mockResolvedValue(errorResult(409));
    await expect(shop.orders.get({ id: 1 })).rejects.toMatchObject({ status: 409 });
    vi.restoreAllMocks();
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 7 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('can be made by jest.spyOn, on the client and on the throwing client', async () => {
    const { api, shop } = createShop();
    const jest = new ModuleMocker(globalThis);
    const onClient = jest.spyOn(api.orders, 'get').mockResolvedValue(successResult({ id: 42 }));
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 42 });
    const onThrowing = jest.spyOn(shop.orders, 'get').mockResolvedValue({ id: 43 });
    expect(await shop.orders.get({ id: 2 })).toEqual({ id: 43 });
    expect(onClient.mock.calls).toEqual([[{ id: 1 }]]);
    onThrowing.mockRestore();
    onClient.mockRestore();
    expect(await shop.orders.get({ id: 3 })).toEqual({ id: 7 });
  });

  it('is called if it replaces a group of the client', async () => {
    const { api, shop } = createShop();
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 7 });
    api.orders = { ...api.orders, get: vi.fn().mockResolvedValue(successResult({ id: 42 })) } as never;
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 42 });
  });

  it('can replace a function of the throwing client, and be removed again', async () => {
    const { shop } = createShop();
    const spy = vi.spyOn(shop.orders, 'get').mockResolvedValue({ id: 42 });
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 42 });
    spy.mockRestore();
    expect(await shop.orders.get({ id: 1 })).toEqual({ id: 7 });
  });

  it.each<[string, () => unknown, object]>([
    ['a Result that is not a promise', () => successResult({ id: 1 }), { value: { id: 1 } }],
    ['a Result without a response', () => ({ data: 5, error: null }), { value: 5 }],
    [
      'an incomplete error',
      () => Promise.resolve({ error: { kind: 'timeout' } }),
      { reason: { name: 'ApiError', kind: 'timeout' } },
    ],
    ['undefined', () => undefined, { reason: { message: 'The result is undefined: pass a Result.' } }],
    ['data', () => ({ id: 1 }), { reason: { message: 'The result is an Object: pass a Result.' } }],
    ['a rejected promise', () => Promise.reject(new Error('mine')), { reason: { message: 'mine' } }],
    ['an exception', () => thrower(), { reason: { message: 'mine' } }],
  ])('can return %s', async (_name, stub, expected) => {
    const { api, shop } = createShop();
    vi.spyOn(api, 'ping').mockImplementation(stub as never);
    const [settled] = await settledOf([shop.ping()]);
    expect(settled).toMatchObject(expected);
  });

  const thrower = (): never => {
    throw new Error('mine');
  };
});

describe('a throwing client as an object', () => {
  it('lists the endpoints and groups', () => {
    const { shop, api } = createShop();
    expect(Object.keys(shop)).toEqual(['ping', 'orders']);
    expect(Object.keys(shop.orders)).toEqual(['get', 'archive']);
    expect(Object.keys({ ...shop })).toEqual(Object.keys(api));
    expect('ping' in shop && 'with' in shop && !('others' in shop)).toBe(true);
    expect(Object.hasOwn(shop, 'ping')).toBe(true);
    expect(Object.hasOwn(shop, 'with')).toBe(false);
  });

  it('is no thenable: a promise of it resolves with it', async () => {
    const { shop } = createShop();
    expect(await Promise.resolve(shop)).toBe(shop);
    expect((shop as { then?: unknown }).then).toBeUndefined();
    expect((shop.orders as { then?: unknown }).then).toBeUndefined();
  });

  it('can be printed, converted and compared like an object without secrets', () => {
    const api = createApi({ baseUrl: BASE, headers: { authorization: 'secret' }, requests });
    const shop = throwing(api);
    expect(typeof shop.ping).toBe('function');
    expect(JSON.stringify(shop)).toBe('{"orders":{"archive":{}}}');
    expect(inspect(shop, { depth: 10 })).not.toContain('secret');
    expect(Object.prototype.toString.call(shop)).toBe('[object Object]');
    expect(shop).toEqual(shop);
    expect(shop[Symbol.iterator as never]).toBeUndefined();
  });

  it('works if the client is frozen, and inherits from a client', async () => {
    const { api } = createShop();
    expect(await throwing(Object.freeze(api)).ping()).toEqual({ id: 7 });
    expect(Object.entries(throwing(api)).map(([name]) => name)).toEqual(['ping', 'orders']);
  });

  it('calls endpoints that are named like its methods', async () => {
    const { ping } = requests;
    const names = { with: ping, withHeaders: ping, withResponse: ping, toString: ping, constructor: ping };
    const fetch = stubFetch({ data: { id: 7 } });
    const shop = throwing(createApi({ baseUrl: BASE, fetch, requests: names }));
    for (const name of ['with', 'withHeaders', 'withResponse', 'toString', 'constructor'] as const)
      expect(await shop[name]().withResponse()).toMatchObject({ data: { id: 7 } });
    await withOptions(shop, { headers: { 'x-a': '1' } }).with();
    expect(fetch.lastHeaders).toMatchObject({ 'x-a': '1' });
  });

  it('has no endpoint named "then", which createApi rejects', () => {
    const config = { baseUrl: BASE, requests: { then: requests.ping } };
    expect(() => throwing(createApi(config))).toThrow('await would call an endpoint named "then"');
  });
});

describe('what throwing rejects', () => {
  const { api, shop } = createShop();

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a spread copy', { ...api }, 'an Object'],
    ['a group', api.orders, 'an Object'],
    ['an endpoint', api.ping, 'a function'],
    ['requests', requests, 'an Object'],
    ['a throwing client', shop, 'an Object'],
    ['an object that inherits from a client', Object.create(api), 'a RestClient'],
    ['a string', 'https://api.example.com', 'a string'],
  ])('a value that is not a client: %s', (_name, value, type) => {
    expect(() => throwing(value as object)).toThrow(
      new TypeError(`The argument of throwing is ${type}: pass the client from createApi.`),
    );
  });

  it('polls and adapters reject its endpoints before they send anything', async () => {
    const { shop, fetch } = createShop();
    const sentence = '"ping" throws: pass the endpoint of the client itself.';
    const { error } = await pollUntil(shop.ping as never, {}, { every: 1, until: () => true });
    expect(error).toMatchObject({ kind: 'network', body: new TypeError(sentence) });
    expect(() => query(shop.ping as never, {})).toThrow(new TypeError(sentence));
    expect(fetch).not.toHaveBeenCalled();
  });

  it('observe and orThrow reject it', () => {
    const { shop } = createShop();
    expect(() => observe(shop, {} as never)).toThrow(TypeError);
    expect(() => orThrow(shop as never)).toThrow(TypeError);
  });
});
