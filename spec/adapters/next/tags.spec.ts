import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { nextTags, tagOf } from '../../../lib/entries/next.js';
import { placed } from '../../../lib/entries/openapi.js';

const requests = {
  getUser: defineRequest<unknown, { fields?: object }>()({
    method: 'GET',
    path: '/users/:id',
    place: placed(({ id }) => ({ path: { id } })),
  }),
  list: defineRequest()({ method: 'GET', path: '/users' }),
};

const clientOf = (name?: string) => createApi({ name, baseUrl: 'http://api.test', requests });
const api = clientOf('users');

describe('the tag of an endpoint', () => {
  it('contains the names of client and endpoint', () => {
    expect(tagOf(api.list)).toBe('users:list');
    expect(tagOf(clientOf().list)).toBe('list');
  });

  it("contains a digest of the params, which doesn't depend on the order of members", () => {
    const tag = tagOf(api.getUser, { id: 1, fields: { a: 1, b: [2] } });
    expect(tag).toMatch(/^users:getUser:[\da-f]{16}$/);
    expect(tagOf(api.getUser, { fields: { b: [2], a: 1 }, id: 1 })).toBe(tag);
    expect(tagOf(api.getUser, { id: 1, fields: { a: 1, b: [3] } })).not.toBe(tag);
  });

  it('is the same in every process and release, because caches outlive both', () => {
    expect(tagOf(api.getUser, { id: 1 })).toBe('users:getUser:f4a186431ea3452d');
  });

  it('has at most the 256 characters that Next keeps, and stays unique', () => {
    const [a, b] = ['a', 'b'].map((end) => tagOf(clientOf('n'.repeat(300) + end).list)) as [string, string];
    expect(a).toHaveLength(256);
    expect(a).not.toBe(b);
  });

  it("is rejected for a function that is not an endpoint, and for params that can't form a key", () => {
    expect(() => tagOf((() => {}) as never)).toThrow('tagOf needs an endpoint function');
    expect(() => tagOf(api.getUser, new Map() as never)).toThrow(TypeError);
  });
});

describe('the tags of a call', () => {
  it('are the tag of the endpoint and the tag of the params', () => {
    expect(nextTags(api.getUser, { id: 1 })).toEqual([tagOf(api.getUser), tagOf(api.getUser, { id: 1 })]);
    expect(nextTags(api.list)).toEqual([tagOf(api.list), tagOf(api.list, {})]);
  });
});
