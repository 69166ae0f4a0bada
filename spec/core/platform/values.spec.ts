import { describe, expect, it, vi } from 'vitest';
import * as homing from '../../../lib/index.js';
import { secondCopy } from '../../support/second-copy.js';
import { givenOptions } from '../../../lib/core/platform/values.js';

const NAMES = ['Request', 'Operation', 'ApiError'] as const;

/** An instance of each class that has a brand. */
const instancesOf = ({ Request, Operation, ApiError }: typeof homing): Record<string, object> => ({
  Request: new Request({ method: 'GET', path: '/' }),
  Operation: new Operation({ operation: '{ me }' }),
  ApiError: new ApiError({ kind: 'network', request: { method: 'GET', url: '/' } }),
});

const own = instancesOf(homing);
const foreign = instancesOf(secondCopy());

describe.each(NAMES)('%s', (name) => {
  const Class = homing[name];

  it('knows its instances, those of another copy of the package too', () => {
    expect(own[name]).toBeInstanceOf(Class);
    expect(foreign[name]).toBeInstanceOf(Class);
  });

  it.each([undefined, null, '', {}, () => undefined])('takes %o for none', (value) => {
    expect(value instanceof (Class as never)).toBe(false);
  });

  it('takes an instance of another class for none', () => {
    for (const other of NAMES.filter((each) => each !== name)) expect(own[other]).not.toBeInstanceOf(Class);
  });

  it('leaves no property that shows', () => {
    expect(Object.getOwnPropertySymbols({ ...own[name] })).toEqual([]);
  });
});

describe('a refusal', () => {
  const clientOf = ({ createApi, Request, retryMiddleware }: typeof homing, fetch: () => Promise<Response>) =>
    createApi({
      baseUrl: 'https://api.example.com',
      fetch,
      middleware: [retryMiddleware({ baseDelay: 1 })],
      requests: { read: new Request<{ id?: string }>({ method: 'GET', path: '/users/:id' }) },
    });

  it('of another copy is one: the request is not tried again', async () => {
    const { error } = await clientOf(secondCopy(), () => Promise.reject(new Error())).read({});
    const fetch = vi.fn(() => Promise.reject(error!.cause));
    const result = await clientOf(homing, fetch).read({ id: '7' });
    expect({ cause: result.error?.cause, length: fetch.mock.calls.length }).toEqual({
      cause: error!.cause,
      length: 1,
    });
  });
});

describe('givenOptions', () => {
  it('gives what was given, falsy values too', () => {
    expect({ ...givenOptions({ a: 1, b: 0, c: false, d: '', e: NaN }) }).toEqual({
      a: 1,
      b: 0,
      c: false,
      d: '',
      e: NaN,
    });
  });

  it('leaves out what is undefined or null', () => {
    expect(Object.keys(givenOptions({ a: undefined, b: null }))).toEqual([]);
  });

  it.each([undefined, null])('gives none for %o', (options) => {
    expect(Object.keys(givenOptions<object>(options))).toEqual([]);
  });

  it('leaves out what is inherited', () => {
    const options = Object.create({ a: 1 }) as { a?: number; toString?: unknown };
    const given = givenOptions(options);
    expect({ a: given.a, toString: given.toString }).toEqual({ a: undefined, toString: undefined });
  });

  it('takes one called __proto__ for an option as any other', () => {
    const given = givenOptions(JSON.parse('{"__proto__":{"a":1}}') as { a?: number });
    expect([given.a, Object.keys(given)]).toEqual([undefined, ['__proto__']]);
  });
});
