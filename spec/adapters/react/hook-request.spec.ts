import { describe, expect, it, vi } from 'vitest';
import { answered, hookRequest, PENDING } from '../../../lib/adapters/react/hook-request.js';
import { createApi, defineRequest, withHeaders } from '../../../lib/index.js';
import { errorResult, successResult } from '../../../lib/entries/testing.js';

const user = () => defineRequest<{ name: string }, { id: number }>()({ method: 'GET', path: '/users/:id' });
const make = () => createApi({ baseUrl: 'http://api.test', requests: { read: user(), other: user() } });

const api = make();
const keyOf = (endpoint: unknown, params: unknown = { id: 1 }, given?: unknown): string =>
  hookRequest('useCall', endpoint, params, given).key;

describe('the request key of a component', () => {
  it('is equal for equal params of one endpoint, and for equal derived clients', () => {
    expect(keyOf(api.read)).toBe(keyOf(api.read, { id: 1 }));
    const copy = () => withHeaders(api, { 'x-user': 'ada' });
    expect(keyOf(copy().read)).toBe(keyOf(copy().read));
  });

  it.each<[string, string]>([
    ['its endpoint', keyOf(api.other)],
    ['its params', keyOf(api.read, { id: 2 })],
    ['its client', keyOf(make().read)],
    ['the additions of a derived client', keyOf(withHeaders(api, { 'x-user': 'ada' }).read)],
    ['the key option', keyOf(api.read, { id: 1 }, 'a')],
  ])('differs by %s', (_name, key) => {
    expect(key).not.toBe(keyOf(api.read));
  });

  it('differs by the waiting state', () => {
    expect(keyOf(api.read, null)).not.toBe(keyOf(api.read, {}));
  });

  it('depends only on the key option if it is set', () => {
    expect(keyOf(api.read, { id: 1n }, ['a'])).toBe(keyOf(api.read, new Map(), ['a']));
    expect(keyOf(api.read, { id: 1 }, 'b')).not.toBe(keyOf(api.read, { id: 1 }, 'a'));
  });
});

describe('the request of a component', () => {
  it('has the params unchanged, and none for null', () => {
    const params = { id: 1 };
    expect(hookRequest('useCall', api.read, params, undefined)).toMatchObject({ params, isWaiting: false });
    expect(hookRequest('useCall', api.read, null, undefined)).toMatchObject({
      params: undefined,
      isWaiting: true,
    });
    expect(hookRequest('useCall', api.read, undefined, undefined)).toMatchObject({ isWaiting: false });
  });

  it.each<[string, () => unknown]>([
    ['a spy', () => hookRequest('useCall', vi.fn(), {}, undefined)],
    ["params that can't form a key", () => hookRequest('useCall', api.read, { id: 1n }, undefined)],
    ['an invalid key', () => hookRequest('useCall', api.read, {}, new Map())],
    [
      'an endpoint without a stream for useStream',
      () => hookRequest('useStream', api.read, {}, undefined, true),
    ],
  ])('is rejected with a TypeError: %s', (_name, ask) => {
    expect(ask).toThrow(TypeError);
  });
});

describe('the state of a component', () => {
  const data = answered(PENDING, successResult({ n: 1 }));

  it('contains the data, and no error', () => {
    expect(data).toEqual({ isPending: false, data: { n: 1 }, error: null });
  });

  it('contains the error next to the previous data, if there was any', () => {
    const failed = errorResult(0);
    expect(answered(data, failed)).toEqual({ isPending: false, data: { n: 1 }, error: failed.error });
    expect(answered(PENDING, failed)).toEqual({ isPending: false, data: null, error: failed.error });
    expect(answered(answered(data, failed), successResult({ n: 2 }))).toEqual({
      isPending: false,
      data: { n: 2 },
      error: null,
    });
  });
});
