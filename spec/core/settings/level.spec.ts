import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { withHeaders } from '../../../lib/index.js';
import { answering, deaf, headersOf, initOf, oneEndpoint } from '../../support/one-endpoint.js';

/** Lets a table hand over what the types forbid. */
const loose = (value: unknown): never => value as never;

/** Sends one call with these headers at client, endpoint and call. */
const sentHeaders = async (...levels: unknown[]): Promise<Record<string, string>> => {
  const [client, endpoint, call] = levels.map((headers) => ({
    headers: loose(headers),
  }));
  const fetch = answering();
  await oneEndpoint({ fetch, client: client!, endpoint: endpoint! }).call({}, call);
  return headersOf(fetch);
};

/** Sends one call with these fetch options at client, endpoint and call. */
const sentOptions = async (...levels: unknown[]): Promise<RequestInit> => {
  const [client, endpoint, call] = levels.map((fetchOptions): object => ({ fetchOptions }));
  const fetch = answering();
  await oneEndpoint({ fetch, client: client!, endpoint: endpoint! }).call({}, call);
  return initOf(fetch);
};

describe('headers of the three levels (2.4, contract 3)', () => {
  it.each<[string, unknown[], Record<string, string>]>([
    ['every level adds its own', [{ a: '1' }, { b: '2' }, { c: '3' }], { a: '1', b: '2', c: '3' }],
    ["the endpoint's wins over the client's", [{ a: '1' }, { a: '2' }, undefined], { a: '2' }],
    ["the call's wins over both", [{ a: '1' }, { a: '2' }, { a: '3' }], { a: '3' }],
    ['names are compared without case', [{ 'X-Key': '1' }, { 'x-kEY': '2' }, {}], { 'x-key': '2' }],
    ['undefined leaves the level below', [{ a: '1' }, { a: undefined }, { a: undefined }], { a: '1' }],
    ['an undefined value is absent on the wire', [{ a: undefined }, {}, {}], {}],
    ['no headers at all leave the levels below', [{ a: '1' }, undefined, undefined], { a: '1' }],
    ['a name repeated in one level is joined', [{ a: '1', A: '2' }, {}, {}], { a: '1, 2' }],
    ['a joined name is replaced as a whole', [{ a: '1', A: '2' }, { a: '3' }, {}], { a: '3' }],
    [
      'pairs are taken',
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
    ['a Headers is taken', [{ a: '1' }, new Headers({ A: '2' }), {}], { a: '2' }],
    ['numbers and booleans are sent as text', [{ a: 5, b: false }, {}, {}], { a: '5', b: 'false' }],
    ['an empty value replaces', [{ a: '1' }, { a: '' }, {}], { a: '' }],
  ])('%s', async (_rule, levels, expected) => {
    expect(await sentHeaders(...levels)).toEqual(expected);
  });

  it('a change of the given object after createApi does not count', async () => {
    const fetch = answering();
    const headers = { a: '1' };
    const api = oneEndpoint({ fetch, client: { headers } });
    headers.a = '2';
    await api.call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
  });

  it("one call's headers do not stay for the next", async () => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, client: { headers: { a: '1' } } });
    await api.call({}, { headers: { a: '2', b: '3' } });
    await api.call();
    expect(headersOf(fetch)).toEqual({ a: '1' });
  });
});

describe('invalid headers (trap 8)', () => {
  const invalid: [string, Record<string, unknown>][] = [
    ['a line end in a value', { 'x-key': 'a\r\nx-evil: 1' }],
    ['a lone line feed in a value', { 'x-key': 'a\nb' }],
    ['a NUL in a value', { 'x-key': 'a\0b' }],
    ['a character above U+00FF in a value', { 'x-key': '✓' }],
    ['a line end in a name', { 'x-key\r\nx-evil': '1' }],
    ['a space in a name', { 'x key': '1' }],
    ['an empty name', { '': '1' }],
  ];

  it.each(invalid)(
    "%s ends a call as 'network' with a TypeError, and sends nothing",
    async (_what, headers) => {
      const fetch = answering();
      const { error } = await oneEndpoint({ fetch }).call({}, loose({ headers }));
      expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it.each(['client', 'endpoint'] as const)('at the %s fails its calls and not createApi', async (level) => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, [level]: { headers: { 'x-key': 'a\r\nb: c' } } });
    expect((await api.call()).error?.kind).toBe('network');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('getHeaders (contract 3)', () => {
  it("merges the client's and the endpoint's, lowercase, the endpoint's winning", () => {
    const api = oneEndpoint({
      client: { headers: { 'X-A': '1', 'X-B': '1' } },
      endpoint: { headers: { 'x-b': '2' } },
    });
    expect(api.call.getHeaders()).toEqual({ 'x-a': '1', 'x-b': '2' });
  });

  it('gives a fresh plain object', () => {
    const { call } = oneEndpoint({ client: { headers: { a: '1' } } });
    call.getHeaders()['a'] = 'changed';
    expect(call.getHeaders()).toEqual({ a: '1' });
    expect(Object.getPrototypeOf(call.getHeaders())).toBe(Object.prototype);
  });

  it.each(['client', 'endpoint'] as const)('gives {} when the %s has an invalid one', (level) => {
    const api = oneEndpoint({ client: { headers: { b: '1' } }, [level]: { headers: { a: 'x\r\ny' } } });
    expect(api.call.getHeaders()).toEqual({});
  });
});

describe('fetchOptions of the three levels (2.2, 2.4, 5)', () => {
  it.each<[string, unknown[], object]>([
    [
      'they merge field by field',
      [{ mode: 'cors', cache: 'no-store' }, { cache: 'reload' }, { keepalive: true }],
      { mode: 'cors', cache: 'reload', keepalive: true },
    ],
    [
      'the call wins',
      [{ credentials: 'include' }, {}, { credentials: 'same-origin' }],
      { credentials: 'same-origin' },
    ],
    [
      'undefined leaves the level below',
      [{ credentials: 'include' }, {}, { credentials: undefined }],
      { credentials: 'include' },
    ],
    [
      'no fetchOptions leave the levels below',
      [{ redirect: 'error' }, undefined, undefined],
      { redirect: 'error' },
    ],
    ['a null is a value', [{ window: 1 }, {}, { window: null }], { window: null }],
  ])('%s', async (_rule, levels, expected) => {
    expect(await sentOptions(...levels)).toMatchObject(expected);
  });

  it('what homing sets itself can not be smuggled in', async () => {
    const smuggled = { method: 'DELETE', headers: { a: '1' }, body: 'x', signal: AbortSignal.abort() };
    const init = await sentOptions(smuggled, smuggled, smuggled);
    expect(init).toMatchObject({ method: 'GET', body: null, signal: null });
    expect([...new Headers(init.headers)]).toEqual([]);
  });

  it('none are handed to fetch when none are configured', async () => {
    const init = await sentOptions();
    expect(Object.keys(init).sort()).toEqual(['body', 'headers', 'method', 'signal']);
  });
});

describe('timeout of the three levels (2.4, 8, contract 6)', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The delay after which the call is timed out; undefined when no timer was started. */
  const deadlineOf = async (...levels: unknown[]): Promise<number | undefined> => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const timer = jest.spyOn(globalThis, 'setTimeout');
    const [client, endpoint, call] = levels.map((timeout): object => ({ timeout }));
    void oneEndpoint({ fetch: deaf(), client: client!, endpoint: endpoint! }).call({}, call);
    await Promise.resolve();
    return timer.mock.lastCall?.[1];
  };

  it.each<[string, unknown[], number | undefined]>([
    ["the client's counts when nothing is nearer", [500, undefined, undefined], 500],
    ["the endpoint's wins over the client's", [500, 200, undefined], 200],
    ["the call's wins over both", [500, 200, 900], 900],
    ['0 on a call takes the deadline away', [500, 200, 0], undefined],
    ['a negative number takes it away', [500, 200, -1], undefined],
    ['NaN takes it away', [500, 200, NaN], undefined],
    ['a fraction is rounded down', [undefined, undefined, 20.9], 20],
    ['a fraction below 1 is 1', [undefined, undefined, 0.2], 1],
    ['more than 2^31-1 is capped (trap 22)', [undefined, undefined, 3e9], 2 ** 31 - 1],
    ['Infinity is capped', [undefined, undefined, Infinity], 2 ** 31 - 1],
    ['there is none by default', [undefined, undefined, undefined], undefined],
  ])('%s', async (_rule, levels, expected) => {
    expect(await deadlineOf(...levels)).toBe(expected);
  });

  it('3e9 ms does not fire at once (trap 22)', async () => {
    const { error } = await oneEndpoint().call({}, { timeout: 3e9 });
    expect(error).toBeNull();
  });
});

describe('options of other types (contract 2, 6)', () => {
  it.each<[string, unknown]>([
    ['a string as timeout', { timeout: '5' }],
    ['an object as signal', { signal: {} }],
    ['a function as middleware', { middleware: () => {} }],
    ['a function as skipMiddleware', { skipMiddleware: () => {} }],
    ['a string as headers', { headers: 'a: b' }],
  ])("%s is 'network' with a TypeError, and sends nothing", async (_what, options) => {
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, loose(options));
    expect(error).toMatchObject({ kind: 'network', body: expect.any(TypeError) });
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['{}', {}],
    ['all undefined', { headers: undefined, timeout: undefined, signal: undefined, middleware: undefined }],
    ['a null signal', { signal: null }],
  ])('%s is the same as no options', async (_what, options) => {
    expect((await oneEndpoint().call({}, loose(options))).error).toBeNull();
  });
});

describe('a polluted Object.prototype (trap 6)', () => {
  const polluted: Record<string, unknown> = {
    headers: { 'x-evil': '1' },
    fetchOptions: { credentials: 'include' },
    credentials: 'include',
    baseUrl: 'http://evil.test',
    fetch: () => Promise.reject(new Error('evil fetch')),
    middleware: [() => Promise.reject(new Error('evil middleware'))],
    skipMiddleware: [],
    timeout: 1,
    signal: AbortSignal.abort(),
    body: 'evil',
    bodyAs: 'body',
    method: 'DELETE',
    redirect: 'manual',
    responseType: 'none',
    onError: () => {},
  };
  const names = Object.keys(polluted);

  const pollute = (name: string): void => {
    Object.defineProperty(Object.prototype, name, { value: polluted[name], configurable: true });
  };

  afterEach(() => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  });

  const expectUntouched = (fetch: ReturnType<typeof answering>, error: unknown): void => {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
    expect(error).toBeNull();
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/thing?q=1');
    const init = initOf(fetch);
    expect({ ...init, headers: Object.fromEntries(new Headers(init.headers)) }).toEqual({
      method: 'GET',
      headers: { 'x-own': '1' },
      body: null,
      signal: null,
    });
  };

  const configured = { client: { headers: { 'x-own': '1' } } };

  it.each(names)('%s on it is no option of a call', async (name) => {
    const fetch = answering();
    const api = oneEndpoint({ fetch, ...configured });
    pollute(name);
    const { error } = await api.call({ q: 1 }, {});
    expectUntouched(fetch, error);
  });

  it.each(names)('%s on it is no option of a client or an endpoint', async (name) => {
    const fetch = answering();
    pollute(name);
    const { error } = await oneEndpoint({ fetch, ...configured }).call({ q: 1 });
    expectUntouched(fetch, error);
  });

  it.each(names)('%s on it is no option of a withHeaders copy', async (name) => {
    const fetch = answering();
    const api = oneEndpoint({ fetch });
    pollute(name);
    const { error } = await withHeaders(api, { 'x-own': '1' }).call({ q: 1 });
    expectUntouched(fetch, error);
  });

  it.each(names)('%s on it is not read by fetch from its init', async (name) => {
    const fetch = answering();
    const api = oneEndpoint({ fetch });
    pollute(name);
    await api.call();
    const own = Object.hasOwn(initOf(fetch), name);
    expect(own || !(name in initOf(fetch))).toBe(true);
  });
});

describe('__proto__ as a key of what is given (trap 7)', () => {
  const given = (): object => JSON.parse('{"__proto__":{"polluted":"yes"}}');

  it.each<[string, (api: ReturnType<typeof oneEndpoint>) => Promise<unknown>]>([
    ['options', (api) => api.call({}, given())],
    ['headers', (api) => api.call({}, { headers: given() as {} })],
    ['fetchOptions', (api) => api.call({}, { fetchOptions: given() })],
    ['query params', (api) => api.call(given() as {})],
  ])('in %s neither rejects nor pollutes', async (_where, run) => {
    await expect(run(oneEndpoint())).resolves.toHaveProperty('retry');
    expect({}).not.toHaveProperty('polluted');
  });

  it('in a body is sent as it stands', async () => {
    const fetch = answering();
    await oneEndpoint({ fetch, endpoint: { method: 'POST' } }).call(given() as {});
    expect(initOf(fetch).body).toBe('{"__proto__":{"polluted":"yes"}}');
    expect({}).not.toHaveProperty('polluted');
  });
});
