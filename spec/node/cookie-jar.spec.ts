import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createApi, defineRequest, withOptions } from '../../lib/index.js';
import { type CookieJar, nodeFetch } from '../../lib/entries/node.js';
import { withoutGlobalDispatcher } from '../support/dispatchers.js';
import { collectUntil } from '../support/collect.js';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

/** A jar with a fixed cookie, which records the cookies that it receives. */
class Jar implements CookieJar {
  readonly kept: string[] = [];

  readonly #cookies: unknown;

  constructor(...[cookies]: [unknown?]) {
    this.#cookies = cookies;
  }

  getCookieString(): string {
    return this.#cookies as string;
  }

  setCookie(cookie: string, url: string): unknown {
    return this.kept.push(`${cookie} of ${new URL(url).pathname}`);
  }
}

/** Returns the Cookie header of a request, after a redirect from `/first`. Sets a cookie each time. */
const servePages = async () => {
  const seen: string[] = [];
  const { url } = await serve((request, response) => {
    seen.push(`${request.url ?? ''} ${request.headers.cookie ?? 'none'}`);
    response.setHeader('set-cookie', ['x=1', 'y=2; Path=/']);
    if (request.url === '/first') response.writeHead(302, { location: '/second' });
    response.end(JSON.stringify(request.headers.cookie ?? 'none'));
  });
  return { url, seen };
};

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

const failing = (fail: () => unknown): CookieJar => ({
  getCookieString: fail as () => string,
  setCookie: () => undefined,
});

describe('a cookie jar', () => {
  it('is called with the URL of each hop without its fragment, and receives its cookies one after the other', async () => {
    const { url } = await servePages();
    const asked: string[] = [];
    const jar = new Jar();
    const getCookieString = (of: string): string => {
      asked.push(of);
      return '';
    };
    await ownFetch({ cookies: Object.assign(jar, { getCookieString }) })(`${url}/first#part`);
    expect(asked).toEqual([`${url}/first`, `${url}/second`]);
    expect(jar.kept).toEqual([
      'x=1 of /first',
      'y=2; Path=/ of /first',
      'x=1 of /second',
      'y=2; Path=/ of /second',
    ]);
  });

  it('receives each cookie separately, and all cookies before the call continues', async () => {
    const { url } = await servePages();
    const told: string[] = [];
    const setCookie = async (cookie: string): Promise<void> => {
      told.push(`begins ${cookie}`);
      await new Promise(setImmediate);
      told.push(`ends ${cookie}`);
    };
    const getCookieString = (of: string): string => (told.push(`asked for ${new URL(of).pathname}`), '');
    await ownFetch({ cookies: { getCookieString, setCookie } })(`${url}/first`);
    const cookies = ['begins x=1', 'ends x=1', 'begins y=2; Path=/', 'ends y=2; Path=/'];
    expect(told).toEqual(['asked for /first', ...cookies, 'asked for /second', ...cookies]);
  });

  it.each<[string, unknown]>([
    ['an empty string', ''],
    ['undefined', undefined],
    ['a promise of an empty string', Promise.resolve('')],
  ])('adds no header if it returns %s', async (_, cookies) => {
    const { url, seen } = await servePages();
    await ownFetch({ cookies: new Jar(cookies) })(url);
    expect(seen).toEqual(['/ none']);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('store is down');
      },
      /getCookieString of the cookie jar failed: store is down\./,
    ],
    [
      'rejects',
      () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
      /getCookieString of the cookie jar failed: connect\./,
    ],

    ['returns a line break', () => 'a=1\r\nx-evil: 1', /its result can't be sent/],
    ['returns a value that no header can have', () => 'a=☃', /its result can't be sent/],
  ])(
    'causes a network error that names it if getCookieString %s, and nothing is sent',
    async (_, fail, said) => {
      const { url, seen } = await servePages();
      const api = createApi({
        baseUrl: url,
        fetch: ownFetch({ cookies: failing(fail) }),
        requests: { get: defineRequest<string>()({ method: 'GET', path: '/' }) },
      });
      const { error } = await api.get();
      expect(error).toMatchObject({ kind: 'network', message: expect.stringMatching(said) });
      expect(error?.message).not.toContain('evil');
      expect(seen).toEqual([]);
    },
  );

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('loses only the cookie if setCookie %s, and the call succeeds', async (_, refuse) => {
    const { url } = await servePages();
    const told: string[] = [];
    const setCookie = (cookie: string): unknown => (told.push(cookie), refuse());
    const cookies = { getCookieString: () => 'a=1', setCookie };
    expect(await (await ownFetch({ cookies })(url)).json()).toBe('a=1');
    expect(told).toEqual(['x=1', 'y=2; Path=/']);
  });

  it('is not called for an aborted signal, and nothing is sent', async () => {
    const { url, seen } = await servePages();
    const cookies = failing(() => {
      throw new Error('asked');
    });
    await expect(
      ownFetch({ cookies })(url, { signal: AbortSignal.abort(new RangeError('mine')) }),
    ).rejects.toThrow('mine');
    expect(seen).toEqual([]);
  });
});

describe('a cookie jar that hangs', () => {
  const never = () => new Promise<string>(() => undefined);

  it('in getCookieString is ended by the deadline, and nothing is sent', async () => {
    const { url, seen } = await servePages();
    const api = createApi({
      baseUrl: url,
      timeout: 20,
      fetch: ownFetch({ cookies: failing(never) }),
      requests: { get: defineRequest<string>()({ method: 'GET', path: '/' }) },
    });
    expect((await api.get()).error?.kind).toBe('timeout');
    expect(seen).toEqual([]);
  });

  it('causes no request if it returns after the abort', async () => {
    let dispatched = 0;
    const dispatcher = { dispatch: () => (dispatched += 1) > 0 };
    const { promise, resolve } = withResolvers<string>();
    const controller = new AbortController();
    const call = nodeFetch({ dispatcher, cookies: failing(() => promise) })(
      'http://localhost:8080',
      controller,
    );
    controller.abort(new RangeError('mine'));
    await expect(call).rejects.toThrow('mine');
    resolve('a=1');
    await new Promise(setImmediate);
    expect(dispatched).toBe(0);
  });

  it('in setCookie is ended by the signal', async () => {
    const { url } = await servePages();
    const controller = new AbortController();
    const setCookie = () => {
      controller.abort(new RangeError('mine'));
      return never();
    };
    const cookies = { getCookieString: () => '', setCookie };
    await expect(ownFetch({ cookies })(url, { signal: controller.signal })).rejects.toThrow('mine');
  });

  it('leaves no listener on the signal of a thousand calls', async () => {
    const { url } = await servePages();
    const controller = new AbortController();
    const { signal } = controller;
    const fetch = ownFetch({ cookies: failing(never) });
    const calls = Array.from({ length: 1000 }, () => fetch(url, { signal }).catch((error: unknown) => error));
    expect(listeners(signal)).toBe(1);
    controller.abort();
    await Promise.all(calls);
    expect(listeners(signal)).toBe(0);
  });
});

/** A promise and its resolver. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('a response that arrived while the jar stored its cookies', () => {
  const slow = (): CookieJar & { go(): void } => {
    const { promise, resolve } = withResolvers<undefined>();
    return { getCookieString: () => '', setCookie: () => promise, go: () => resolve(undefined) };
  };
  /** Long after the complete response has arrived. */
  const answered = async (length: number, init?: RequestInit) => {
    const { url } = await serve((_request, response) => {
      response.setHeader('set-cookie', 'a=1');
      response.end('x'.repeat(length));
    });
    const jar = slow();
    const response = ownFetch({ cookies: jar })(url, init);
    for (let time = 0; time < 3; time += 1) await (await ownFetch()(url)).text();
    jar.go();
    return response;
  };

  it.each([0, 1, 200_000])('is read like any other, with %d bytes', async (length) => {
    const { signal } = new AbortController();
    const response = await answered(length, { signal });
    expect(await response.text()).toHaveLength(length);
    expect(listeners(signal)).toBe(0);
  });

  it('removes its listener from the signal at once if the body is empty', async () => {
    const { signal } = new AbortController();
    await answered(0, { signal });
    expect(listeners(signal)).toBe(0);
  });

  it('leaves no listener on the signal if it is never read', async () => {
    const { signal } = new AbortController();
    const drop = async (): Promise<void> => {
      await answered(10, { signal });
    };
    await drop();
    await collectUntil(() => listeners(signal) === 0);
    expect(listeners(signal)).toBe(0);
  });

  it('fails like any other if the connection breaks', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'set-cookie': 'a=1', 'content-length': '10' });
      response.write('x');
      setImmediate(() => request.socket.destroy());
    });
    const jar = slow();
    const response = ownFetch({ cookies: jar })(url);
    await expect((await ownFetch()(url)).text()).rejects.toThrow('terminated');
    jar.go();
    await expect((await response).text()).rejects.toThrow('terminated');
  });
});

describe('the option cookies', () => {
  it('of a call overrides the option of nodeFetch, of a derived client and of a middleware', async () => {
    const { url } = await servePages();
    const api = createApi({
      baseUrl: url,
      fetch: ownFetch({ cookies: new Jar('of=fetch') }),
      requests: { get: defineRequest<string>()({ method: 'GET', path: '/' }) },
    });
    const copy = withOptions(api, { fetchOptions: { cookies: new Jar('of=copy') } });
    const calls = [
      api.get(),
      copy.get(),
      copy.get({}, { fetchOptions: { cookies: new Jar('of=call') } }),
      api.get({}, { fetchOptions: { cookies: undefined } }),
      copy.get(
        {},
        {
          middleware: [
            ({ request }, next) => {
              request.fetchOptions.cookies = new Jar('of=middleware');
              return next();
            },
          ],
        },
      ),
    ];
    const told = (await Promise.all(calls)).map(({ data }) => data);
    expect(told).toEqual(['of=fetch', 'of=copy', 'of=call', 'of=fetch', 'of=middleware']);
  });

  it('prevents sharing a request if the call sets it', async () => {
    const { url, seen } = await servePages();
    const api = createApi({
      baseUrl: url,
      fetch: ownFetch(),
      requests: { get: defineRequest<string>()({ method: 'GET', path: '/', share: true }) },
    });
    await Promise.all([api.get(), api.get()]);
    expect(seen).toHaveLength(1);
    const users = ['ada=1', 'bob=1'].map((cookie) => ({ fetchOptions: { cookies: new Jar(cookie) } }));
    const answers = await Promise.all(users.map((user) => api.get({}, user)));
    expect(answers.map(({ data }) => data)).toEqual(['ada=1', 'bob=1']);
  });

  it.each<unknown>(['jar', {}, { getCookieString: () => '' }, { setCookie: () => '' }])(
    'rejects an invalid jar by name: %o',
    async (cookies) => {
      const said = /^cookies is .*: pass a jar with getCookieString and setCookie/;
      expect(() => nodeFetch({ cookies: cookies as CookieJar })).toThrow(said);
      await expect(ownFetch()('http://127.0.0.1:8080', { cookies: cookies as CookieJar })).rejects.toThrow(
        said,
      );
    },
  );

  describe('cookies without a dispatcher, which would be lost', () => {
    withoutGlobalDispatcher();

    it('are rejected', async () => {
      await expect(nodeFetch({ cookies: new Jar() })('http://127.0.0.1:8080')).rejects.toThrow(
        /needs an undici dispatcher/,
      );
    });
  });
});
