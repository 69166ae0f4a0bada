import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createApi, defineRequest } from '../../../lib/index.js';
import { type PlainPlaceMap, plainPlaces, type PlainTarget, places } from '../../../lib/entries/openapi.js';
import { mockApi } from '../../../lib/entries/testing.js';
import { isFormData, isObject } from '../../../lib/core/internal.js';
import { BASE, callOnce } from '../../support/client.js';

const MAP: PlainPlaceMap = { h: 'header', c: 'cookie', b: 'body', id: 'query' };

describe('plainPlaces (rules.md#a-table-of-places)', () => {
  it('sends each field in one location', async () => {
    const params = { name: 'a/b', h: ['v', 'w'], c: 'd', b: 'text', id: 2, q: ['x', 'y z'], n: null };
    const sent = await callOnce({ method: 'POST', path: '/x/{name}', params, place: plainPlaces(MAP) });
    expect(sent.url).toBe(`${BASE}/x/a%2Fb?id=2&q=x&q=y%20z`);
    const { headers, body } = sent;
    expect([headers.get('h'), headers.get('cookie'), body]).toEqual(['v,w', 'c=d', '"text"']);
  });

  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.bigInt(),
    fc.constantFrom(
      null,
      undefined,
      Number.NaN,
      '.',
      'a,b c+d&e=f%',
      new Date(0),
      new Blob(['x'], { type: 'a/b' }),
    ),
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant({}))),
    fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
    fc.constant(new FormData()),
  );
  const target = fc.constantFrom<PlainTarget>('query', 'header', 'cookie');
  const body = fc.constantFrom<PlainTarget>('body', 'raw');

  it('places every value as the same map does in places()', () => {
    const params = fc.record({ a: value, b: value, c: value, d: value });
    fc.assert(
      fc.property(params, target, target, body, (given, a, b, c) => {
        const map = { a, b, c };
        const placementOf = ({ place }: ReturnType<typeof plainPlaces>): unknown => {
          try {
            const { body: sent, ...rest } = place(given, ['a', 'd']);
            // Two functions `toJSON` are never equal.
            return { ...rest, body: isObject(sent) && !isFormData(sent) ? JSON.stringify(sent) : sent };
          } catch (thrown) {
            return String(thrown);
          }
        };
        expect(placementOf(plainPlaces(map))).toEqual(placementOf(places(map)));
      }),
    );
  });

  it.each([
    [
      'an unknown target',
      { a: 'csv' },
      'plainPlaces: "a" is a string: pass query, header, cookie, body, raw.',
    ],
    ['a target of Object.prototype', { a: 'toString' }, 'plainPlaces: "a" is a string'],
    [
      'two bodies',
      { a: 'body', b: 'raw' },
      'plainPlaces: "b" and "a" are bodies, but only one is allowed: remove one.',
    ],
    ['a list', ['a'], 'plainPlaces map is an Array: pass an object.'],
  ])('throws for %s', (_what, map, message) => {
    expect(() => plainPlaces(map as never)).toThrow(message);
  });

  it('accepts several fields of a target that Object.prototype is polluted with', () => {
    Object.defineProperty(Object.prototype, 'query', { value: 1, configurable: true });
    try {
      expect(() => plainPlaces({ a: 'query', b: 'query', c: 'body' })).not.toThrow();
    } finally {
      Reflect.deleteProperty(Object.prototype, 'query');
    }
  });

  it('lets mockApi read the params of a request', async () => {
    const requests = {
      add: defineRequest<{ id: string; h: string; b: { n: number }; q: string }, object>()({
        method: 'POST',
        path: '/x/{id}',
        place: plainPlaces({ h: 'header', b: 'body' }),
      }),
    };
    const mock = mockApi(requests, { add: ({ params }) => params as never });
    const api = createApi({ baseUrl: BASE, requests, fetch: mock.fetch });
    const params = { id: 'i', h: 'v', b: { n: 1 }, q: 'r' };
    expect((await api.add(params as never)).data).toEqual(params);
  });
});
