import { describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest, withHeaders, withOptions } from '../../../lib/index.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { stubFetch } from '../../support/client.js';

const get = () => defineRequest<{ n: number }>()({ method: 'GET', path: '/get' });
const grouped = (fetch = stubFetch({ data: { n: 1 } })) => {
  const onError = vi.fn();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError,
    requests: {
      ping: get(),
      users: { get: get(), posts: { list: defineRequest()({ method: 'GET', path: '/users/:id/posts' }) } },
    },
  });
  return { api, fetch, onError };
};

describe('endpoints in groups (docs/reference/rules.md#endpoints)', () => {
  it('are called through the names of their groups, at any depth', async () => {
    const { api, fetch } = grouped();
    await api.users.posts.list({ id: 7 });
    expect([(await api.users.get()).data, (await api.ping()).data]).toEqual([{ n: 1 }, { n: 1 }]);
    expect(fetch.mock.calls[0]![0]).toBe('http://api.test/users/7/posts');
  });

  it('have a full name that includes their groups', async () => {
    const { api, onError } = grouped(stubFetch({ data: {}, status: 500 }));
    const names: string[] = [];
    await api.users.posts.list(
      { id: 1 },
      {
        middleware: [
          (ctx, next) => {
            names.push(ctx.requestName);
            return next();
          },
        ],
      },
    );
    expect([names, onError.mock.calls[0]![1]]).toEqual([
      ['users.posts.list'],
      { endpoint: 'users.posts.list', context: {} },
    ]);
  });

  it('are part of copies too', async () => {
    const { api, fetch } = grouped();
    for (const copy of [
      withHeaders(api, { a: '1' }),
      api.withHeaders({ a: '1' }),
      withOptions(api, { headers: { a: '1' } }),
      api.with({ headers: { a: '1' } }),
    ]) {
      expect(copy.users.get.getHeaders()).toEqual({ a: '1' });
      await copy.users.get();
      expect(fetch.lastHeaders).toEqual({ a: '1' });
    }
    expect(api.users.get.getHeaders()).toEqual({});
  });

  it.each(['dedupe', 'share'])('are separate for %s, even if both are called get', async (option) => {
    const endpoint = () => defineRequest()({ method: 'GET', path: '/x', [option]: true });
    const { fetch, requests } = heldFetch();
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch,
      requests: { a: { get: endpoint() }, b: { get: endpoint() } },
    });
    const calls = Promise.all([api.a.get(), api.b.get()]);
    await flush();
    requests.forEach(({ answer }, number) => answer(number));
    expect((await calls).map(({ data, error }) => [data, error])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('can have any name except then, even __proto__', async () => {
    const group = JSON.parse('{"__proto__":0,"constructor":0,"with":0}') as Record<string, unknown>;
    for (const name of Object.keys(group))
      Object.defineProperty(group, name, { value: get(), enumerable: true });
    const api = createApi({ baseUrl: 'http://api.test', fetch: stubFetch(), requests: { group } as never });
    const made = (api as { group: Record<string, () => Promise<{ error: unknown }>> }).group;
    for (const name of ['__proto__', 'constructor', 'with'])
      expect((await Object.getOwnPropertyDescriptor(made, name)!.value()).error).toBeNull();
  });

  it.each<[string, unknown, RegExp]>([
    ['an endpoint called then', { users: { then: get() } }, /await would call an endpoint named "then"/],
    ['a group called then', { then: { get: get() } }, /await would call an endpoint named "then"/],
    [
      'two endpoints with one name',
      { users: { get: get() }, 'users.get': get() },
      /Two endpoints are named "users.get"/,
    ],
    [
      'a config instead of an endpoint',
      { get: { method: 'GET', path: '/' } },
      /"get.method" is a string: pass a defineRequest or new Request result/,
    ],
    [
      'a function in a group',
      { users: { helper: () => 1 } },
      /"users.helper" is a function: pass a defineRequest/,
    ],
    ['a Map instead of a group', { users: new Map([['get', get()]]) }, /"users" is .*: pass a defineRequest/],
  ])('make createApi throw for %s', (_what, requests, sentence) => {
    expect(() => createApi({ baseUrl: '', requests: requests as never })).toThrow(sentence);
  });
});
