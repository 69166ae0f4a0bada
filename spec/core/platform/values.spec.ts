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

  it('recognizes its instances, including instances of another copy of the package', () => {
    expect(own[name]).toBeInstanceOf(Class);
    expect(foreign[name]).toBeInstanceOf(Class);
  });

  it.each([undefined, null, '', {}, () => undefined])("doesn't recognize %o as an instance", (value) => {
    expect(value instanceof (Class as never)).toBe(false);
  });

  it("doesn't recognize an instance of another class", () => {
    for (const other of NAMES.filter((each) => each !== name)) expect(own[other]).not.toBeInstanceOf(Class);
  });

  it('adds no visible symbol to its instances', () => {
    expect(Object.getOwnPropertySymbols({ ...own[name] })).toEqual([]);
  });
});

describe('the error of a call that is rejected before sending', () => {
  const clientOf = ({ createApi, Request, retryMiddleware }: typeof homing, fetch: () => Promise<Response>) =>
    createApi({
      baseUrl: 'https://api.example.com',
      fetch,
      middleware: [retryMiddleware({ baseDelay: 1 })],
      requests: { read: new Request<{ id?: string }>({ method: 'GET', path: '/users/:id' }) },
    });

  it('is recognized from another copy, so that the request is not retried', async () => {
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
  it('returns the given options, including falsy values', () => {
    expect({ ...givenOptions({ a: 1, b: 0, c: false, d: '', e: NaN }) }).toEqual({
      a: 1,
      b: 0,
      c: false,
      d: '',
      e: NaN,
    });
  });

  it('leaves out options that are undefined or null', () => {
    expect(Object.keys(givenOptions({ a: undefined, b: null }))).toEqual([]);
  });

  it.each([undefined, null])('returns no options for %o', (options) => {
    expect(Object.keys(givenOptions<object>(options))).toEqual([]);
  });

  it('leaves out inherited options', () => {
    const options = Object.create({ a: 1 }) as { a?: number; toString?: unknown };
    const given = givenOptions(options);
    expect({ a: given.a, toString: given.toString }).toEqual({ a: undefined, toString: undefined });
  });

  it('treats __proto__ like any other option', () => {
    const given = givenOptions(JSON.parse('{"__proto__":{"a":1}}') as { a?: number });
    expect([given.a, Object.keys(given)]).toEqual([undefined, ['__proto__']]);
  });
});
