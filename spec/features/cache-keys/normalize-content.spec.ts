import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ApiConfig,
  type BodyStrategy,
  cacheMiddleware,
  CachePlugin,
  type CacheStore,
  createApi,
  createGraphQL,
  type Middleware,
  Operation,
  Request,
  type RequestConfig,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import type { Untyped } from '../../support/client.js';
import { later } from '../../support/later.js';

/** Sends a `Row` as CSV, and every other value as JSON. */
class Row {
  constructor(readonly user: string) {}
}
const csv: BodyStrategy = {
  accepts: (value) => value instanceof Row,
  encode: (value) => ({ body: `user\n${(value as Row).user}`, contentType: 'text/csv' }),
};

interface Setup {
  readonly endpoint?: Partial<RequestConfig>;
  readonly client?: Partial<ApiConfig>;
  readonly cache?: Middleware;
}

/** A client whose responses repeat the request, and the list of what was sent. */
const echoing = ({ endpoint, client, cache = cacheMiddleware({ methods: ['GET', 'POST'] }) }: Setup = {}) => {
  const sent: string[] = [];
  const api = createApi({
    baseUrl: 'http://api.test',
    middleware: [later, cache],
    fetch: echo(sent),
    ...client,
    requests: { read: new Request<Untyped, Untyped>({ method: 'POST', path: '/inbox', ...endpoint }) },
  });
  return { api, sent, cache };
};

const echo =
  (sent: string[]) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const text = await new Response(init.body).text();
    sent.push(text);
    return jsonResponse({ url, text, type: new Headers(init.headers).get('content-type') });
  };

describe('the cache serves the right request only (trap 17)', () => {
  it.each<[string, Partial<RequestConfig>]>([
    ['in the body', {}],
    ['in the query', { method: 'GET' }],
    ['in the path', { path: '/inbox/:user' }],
  ])('if params %s change before the lookup', async (_where, endpoint) => {
    const { api, sent } = echoing({ endpoint });
    const vars = { user: '' };
    const ask = (user: string): Promise<Untyped> => {
      vars.user = user;
      return api.read(vars);
    };
    const users = ['ann', 'ben', 'cy'];
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(users.map(ask));
      answers.forEach(({ data }, at) => expect(JSON.stringify(data)).toContain(users[at]));
    }
    // The cache serves the second round, so the keys didn't change with the object.
    expect(sent).toHaveLength(3);
  });

  it('if GraphQL variables change', async () => {
    const sent: string[] = [];
    const operations = { inbox: new Operation<Untyped, Untyped>({ operation: 'query { inbox }' }) };
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      const body = init.body as string;
      sent.push(body);
      return jsonResponse({ data: { of: JSON.parse(body).variables.user } });
    };
    const middleware = [later, cacheMiddleware({ methods: ['GET', 'POST'] })];
    const api = createGraphQL({ endpoint: 'http://api.test', fetch, middleware, operations });
    const vars = { user: 'ann' };
    const first = api.inbox(vars);
    vars.user = 'ben';
    const second = api.inbox(vars);
    expect([(await first).data, (await second).data]).toEqual([{ of: 'ann' }, { of: 'ben' }]);
    expect((await api.inbox({ user: 'ann' })).data).toEqual({ of: 'ann' });
    expect(sent).toHaveLength(2);
  });

  it('if an outer middleware changes the params', async () => {
    const editing: Middleware = ({ request }, next) => {
      (request.params as Untyped).user = 'everybody';
      return next();
    };
    const { api, cache } = echoing();
    const client = { middleware: [editing, cache] };
    const edited = echoing({ client }).api;
    expect((await edited.read({ user: 'ann' })).data.text).toBe('{"user":"ann"}');
    expect((await edited.read({ user: 'ben' })).data.text).toBe('{"user":"ben"}');
    expect((await api.read({ user: 'everybody' })).data.text).toBe('{"user":"everybody"}');
  });

  it('for an instance that a body strategy encodes, and an object with the same fields', async () => {
    const { api, sent } = echoing({ client: { bodyStrategies: [csv] } });
    expect((await api.read(new Row('ann'))).data.type).toBe('text/csv');
    expect((await api.read({ user: 'ann' })).data.type).toBe('application/json');
    expect((await api.read(new Row('ann'))).data.text).toBe('user\nann');
    expect(sent).toHaveLength(2);
  });

  it('for one string sent as text and as JSON', async () => {
    const { api } = echoing();
    expect((await api.read('{"user":"ann"}')).data.type).toBe('text/plain');
    expect((await api.read({ user: 'ann' })).data.type).toBe('application/json');
  });

  it('if an inner middleware changes the URL', async () => {
    let tenant = 'a';
    const inside: Middleware = ({ request }, next) => {
      request.url += `?tenant=${tenant}`;
      return next();
    };
    const { api } = echoing({ endpoint: { middleware: [inside] } });
    const urls: string[] = [];
    for (tenant of ['a', 'b', 'a']) urls.push((await api.read({})).data.url);
    expect(urls).toEqual(['a', 'b', 'a'].map((name) => `http://api.test/inbox?tenant=${name}`));
  });

  it('if an inner middleware changes body and headers', async () => {
    let user = '';
    const inside: Middleware = ({ request }, next) => {
      request.body = user;
      request.headers.set('x-api-key', user);
      return next();
    };
    const { api } = echoing({ endpoint: { middleware: [inside] } });
    const texts: string[] = [];
    for (user of ['ann', 'ben']) texts.push((await api.read({})).data.text);
    expect(texts).toEqual(['ann', 'ben']);
  });

  it('and ignores a tracing header that an inner middleware sets', async () => {
    let id = 0;
    const tracing: Middleware = ({ request }, next) => {
      request.headers.set('x-request-id', String((id += 1)));
      return next();
    };
    const { api, sent } = echoing({ endpoint: { middleware: [tracing] } });
    await api.read({});
    await api.read({});
    expect(sent).toHaveLength(1);
  });
});

describe('the response reader in the key', () => {
  const client = (cache: Middleware, endpoint: Partial<RequestConfig>, fetch: ApiConfig['fetch']) =>
    echoing({ cache, client: { fetch }, endpoint: { method: 'GET', ...endpoint } }).api;

  it('separates the data of clients with different schemas', async () => {
    const cache = cacheMiddleware();
    const fetch = async (): Promise<Response> => jsonResponse({ id: 1, secret: 'x' });
    const loose = client(cache, { schema: z.looseObject({ id: z.number() }) }, fetch);
    const strict = client(cache, { schema: z.strictObject({ id: z.number() }) }, fetch);
    const none = client(cache, {}, fetch);
    expect((await loose.read()).data).toEqual({ id: 1, secret: 'x' });
    expect((await strict.read()).error?.kind).toBe('parse');
    expect((await none.read()).data).toEqual({ id: 1, secret: 'x' });
    expect((await strict.read()).error?.kind).toBe('parse');
  });

  it('separates the text and the JSON of one URL', async () => {
    const cache = cacheMiddleware();
    const fetch = async (): Promise<Response> => jsonResponse({ a: 1 });
    expect((await client(cache, {}, fetch).read()).data).toEqual({ a: 1 });
    expect((await client(cache, { responseType: 'text' }, fetch).read()).data).toBe('{"a":1}');
  });

  it('lets processes share validated data under an objectKeyOf', async () => {
    const kept = new Map<string, Untyped>();
    const store: CacheStore = {
      get: (key) => kept.get(key),
      set: (key, entry) => void kept.set(key, entry),
      delete: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    class Named extends CachePlugin {
      protected override objectKeyOf(): string {
        return 'inbox v1';
      }
    }
    let times = 0;
    const fetch = async (): Promise<Response> => jsonResponse((times += 1));
    for (let started = 0; started < 2; started += 1) {
      const plugin = new Named({ store });
      const cache: Middleware = (ctx, next) => plugin.handle(ctx, next);
      await client(cache, { schema: z.number() }, fetch).read();
    }
    expect(times).toBe(1);
  });
});

describe('equal requests have one key', () => {
  const get = { endpoint: { method: 'GET' } } as const;
  const typed = (type: string): Untyped => ({ headers: { 'content-type': type } });

  it.each<[string, unknown[], unknown[], Setup?]>([
    ['members in another order', [{ a: 1, b: { c: 2, d: 3 } }], [{ b: { d: 3, c: 2 }, a: 1 }]],
    ['an undefined member', [{ a: 1, b: undefined }], [{ a: 1 }]],
    ['a Map and the equivalent object', [new Map([['a', 1]])], [{ a: 1 }]],
    ['a Date and its string', [{ at: new Date(0) }], [{ at: '1970-01-01T00:00:00.000Z' }]],
    ['typed arrays of the same bytes', [new Uint16Array([1])], [new Uint8Array([1, 0])]],
    ['a number and its string in a query', [{ id: 1 }], [{ id: '1' }], get],
    ['an array of one in a query', [{ id: [1] }], [{ id: 1 }], get],
    ['a query in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }], get],
    ['a Content-Type without a body', [{}, typed('text/csv')], [{}, typed('text/html')], get],
    ['the default charset of JSON', [{ a: 1 }], [{ a: 1 }, typed('Application/JSON; charset=utf-8')]],
  ])('for %s', async (_what, one, other, ...[setup]) => {
    const { api, sent } = echoing(setup);
    await api.read(...(one as [Untyped]));
    await api.read(...(other as [Untyped]));
    expect(sent).toHaveLength(1);
  });

  it.each<[string, unknown[], unknown[]]>([
    ['a Set deeper in the params, which JSON writes as {}', [{ s: new Set([1]) }], [{ s: new Set([2]) }]],
    ['a Map deeper in a Map', [new Map([['m', new Map([[1, 1]])]])], [new Map([['m', new Map([[1, 2]])]])]],
    ['a different media type', [{ a: 1 }, typed('text/csv')], [{ a: 1 }, typed('text/html')]],
    [
      'a media type parameter in another case',
      [{ a: 1 }, typed('application/json; profile="A"')],
      [{ a: 1 }, typed('application/json; profile="a"')],
    ],
    [
      'a space in a media type parameter',
      [{ a: 1 }, typed('application/json; profile="a b"')],
      [{ a: 1 }, typed('application/json; profile="ab"')],
    ],
  ])('except for %s', async (_what, one, other) => {
    const { api, sent } = echoing();
    await api.read(...(one as [Untyped]));
    await api.read(...(other as [Untyped]));
    expect(sent).toHaveLength(2);
  });

  it('except for numbers that are too long for JavaScript', async () => {
    const long: BodyStrategy = {
      accepts: (value) => typeof value === 'object',
      encode: (value) => ({
        body: `{"id":${(value as { id: string }).id}}`,
        contentType: 'application/json',
        isJson: true,
      }),
    };
    const { api, sent } = echoing({ client: { bodyStrategies: [long] } });
    await api.read({ id: '12345678901234567890' });
    await api.read({ id: '12345678901234567891' });
    expect(sent).toHaveLength(2);
  });
});

describe('a response is stored only under the sent request', () => {
  /** Calls as ann, then as ben, with an outer or inner middleware. Returns whose responses came. */
  const answersOf = async (make: (user: () => string) => { outside?: Middleware; inside?: Middleware }) => {
    let user = '';
    const pass: Middleware = (_ctx, next) => next();
    const { outside = pass, inside = pass } = make(() => user);
    const whoAmI = async (_url: string, { headers, ...init }: RequestInit): Promise<Response> =>
      jsonResponse((init as Untyped).dispatcher?.user ?? new Headers(headers).get('authorization'));
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch: whoAmI,
      middleware: [outside, cacheMiddleware({ methods: ['GET', 'POST'] }), inside],
      requests: { me: new Request<Untyped, string>({ method: 'GET', path: '/me' }) },
    });
    const answers: (string | null)[] = [];
    for (user of ['ann', 'ben']) answers.push((await api.me()).data);
    return answers;
  };

  it.each<[string, (user: () => string) => { outside?: Middleware; inside?: Middleware }]>([
    [
      'with a middleware that changes the request during the lookup',
      (user) => ({
        outside: ({ request }, next) => {
          request.headers.set('authorization', 'nobody');
          const result = next();
          request.headers.set('authorization', user());
          return result;
        },
      }),
    ],
    [
      'with an inner middleware that removes its header afterwards',
      (user) => ({
        inside: async ({ request }, next) => {
          request.headers.set('authorization', user());
          try {
            return await next();
          } finally {
            request.headers.delete('authorization');
          }
        },
      }),
    ],
    [
      'with an inner middleware that sets an agent for each user',
      (user) => ({
        inside: ({ request }, next) => {
          Object.assign(request.fetchOptions, { dispatcher: { user: user() } });
          return next();
        },
      }),
    ],
    [
      'with an inner middleware that returns responses from its own memory',
      (user) => {
        const memory = new Map<string, unknown>();
        return {
          inside: async ({ request }, next) => {
            request.headers.set('authorization', user());
            const known = memory.get('ann') as never;
            if (known && user() === 'ann') return known;
            const result = await next();
            memory.set(user(), result);
            return result;
          },
        };
      },
    ],
  ])('%s', async (_what, make) => {
    expect(await answersOf(make)).toEqual(['ann', 'ben']);
  });
});
