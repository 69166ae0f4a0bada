import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../lib/index.js';
import { type PlaceMap, places } from '../../lib/entries/openapi.js';
import { mockApi } from '../../lib/entries/testing.js';

/** The params that a mockApi function receives for a call with these params, under a table of places. */
const seen = async (map: PlaceMap, params: object, path = '/x'): Promise<unknown> => {
  const requests = {
    add: defineRequest<null, Record<string, unknown>>()({
      method: 'POST',
      path: path as '/x',
      place: places(map),
    }),
  };
  let found: unknown;
  const { fetch } = mockApi(requests, {
    add: ({ params: sent }) => {
      found = sent;
      return null;
    },
  });
  const { error } = await createApi({ baseUrl: 'http://api.test', requests, fetch }).add({ ...params });
  expect(error).toBeNull();
  return found;
};

describe('the params of a mockApi function under a table of places', () => {
  it.each<[PlaceMap, object, object]>([
    [{ body: 'body' }, { body: { a: 1 } }, { body: { a: 1 } }],
    [{ body: 'body' }, { body: 'text' }, { body: 'text' }],
    [{ body: 'raw' }, { body: '1' }, { body: '1' }],
    [{ body: { in: 'body', type: 'application/vnd.api+json' } }, { body: [1] }, { body: [1] }],
    [{ body: 'form' }, { body: { a: 1, b: ['x', 'y'] } }, { body: { a: '1', b: ['x', 'y'] } }],
    [
      { body: 'multipart' },
      { body: { a: 'x', b: { c: 1 }, d: [1, 2] } },
      { body: { a: 'x', b: { c: 1 }, d: ['1', '2'] } },
    ],
    [{ body: 'body' }, {}, {}],
    [{ trace: { in: 'header', name: 'X-Trace' } }, { trace: 'a' }, { trace: 'a' }],
    [{ meta: { in: 'header', style: 'json' } }, { meta: { a: 'é' } }, { meta: { a: 'é' } }],
    [
      { session: 'cookie', theme: 'cookie' },
      { session: 'a;b', theme: 1 },
      { session: 'a;b', theme: '1' },
    ],
    [{ q: { in: 'query', name: 'search' } }, { q: 'a', page: 2 }, { q: 'a', page: '2' }],
    [
      { filter: 'deep' },
      { filter: { a: 1, b: ['x', 'y'], c: { d: 'z' }, e: ['x'] }, page: 2 },
      { filter: { a: '1', b: ['x', 'y'], c: { d: 'z' }, e: ['x'] }, page: '2' },
    ],
    [{ ids: 'deep' }, { ids: [1, 2] }, { ids: ['1', '2'] }],
    [{ ids: 'deep' }, {}, {}],
    [{ filter: 'spread' }, { filter: { a: 1, b: 'x' } }, { filter: { a: '1', b: 'x' }, a: '1', b: 'x' }],
    [{ ids: 'csv' }, { ids: [1, 2] }, { ids: '1,2' }],
    [{ filter: 'json' }, { filter: { a: [1] } }, { filter: { a: [1] } }],
  ])('for the table %j and the params %j are %j', async (map, params, sent) => {
    expect(await seen(map, params)).toEqual(sent);
  });

  it('have the path params under their own names', async () => {
    const map: PlaceMap = {
      id: { in: 'path', name: 'thing' },
      body: 'body',
      id_query: { in: 'query', name: 'id' },
    };
    const params = { id: 1, id_query: 2, body: {} };
    expect(await seen(map, params, '/x/{thing}')).toEqual({ id: '1', id_query: '2', body: {} });
  });

  it('have no __proto__ of a deep object as prototype', async () => {
    const filter = JSON.parse('{"__proto__":{"x":"1"}}') as object;
    const sent = (await seen({ filter: 'deep' }, { filter })) as { filter: object };
    expect(Object.getPrototypeOf(sent.filter)).toBe(Object.prototype);
  });

  it('contain the Blob of a raw body unchanged', async () => {
    const body = new Blob(['x']);
    expect(((await seen({ body: 'raw' }, { body })) as { body: unknown }).body).toBe(body);
  });
});
