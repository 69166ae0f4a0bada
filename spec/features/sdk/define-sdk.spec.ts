import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineRequest, type Middleware, Plugin } from '../../../lib/index.js';
import { defineSdk, type SdkRequestOptions, SdkError } from '../../../lib/entries/sdk.js';
import { Acme, failed, ok, replying, thrownBy } from '../../support/sdk.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const ORDER = { id: 'o1', total: 5 };

describe('a client of an SDK', () => {
  it('calls a method with positional path params and returns the data', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    expect(await acme.orders.retrieve('o1')).toEqual(ORDER);
    expect(sent[0]?.url).toBe('https://api.acme.test/orders/o1');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer key');
  });

  it('returns the response with the data', async () => {
    const { fetch } = replying(ok(ORDER, { 'x-request-id': 'r1' }));
    const acme = new Acme({ apiKey: 'key', fetch });
    const { data, response } = await acme.orders.retrieve('o1').withResponse();
    expect([data, response.headers.get('x-request-id')]).toEqual([ORDER, 'r1']);
  });

  it('has the same methods in results, which return Results', async () => {
    const { fetch } = replying(ok(ORDER), failed(404, { message: 'No such order' }));
    const acme = new Acme({ apiKey: 'key', fetch });
    const found = await acme.results.orders.retrieve('o1');
    const missing = await acme.results.orders.retrieve('o2');
    expect([found.data, found.error]).toEqual([ORDER, null]);
    expect(missing.error?.status).toBe(404);
    expect(acme.results).toBe(acme.results);
  });

  it('exposes the client of createApi for adapters', async () => {
    const { fetch } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    expect((await acme.client.getOrder({ id: 'o1' })).data).toEqual(ORDER);
  });

  it('applies the options of a call', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    await acme.orders.retrieve('o1', { headers: { 'x-a': '1' }, query: { expand: 'items' } });
    expect(sent[0]?.url).toBe('https://api.acme.test/orders/o1?expand=items');
    expect(sent[0]?.headers.get('x-a')).toBe('1');
  });

  it('creates a client with other options and leaves the first one as it is', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch });
    const other = acme.withOptions({ apiKey: 'other', server: 'sandbox' });
    expect(other).toBeInstanceOf(Acme);
    await other.orders.retrieve('o1');
    await acme.orders.retrieve('o1');
    expect(sent.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['https://sandbox.acme.test/orders/o1', 'Bearer other'],
      ['https://api.acme.test/orders/o1', 'Bearer key'],
    ]);
  });
});

describe('withOptions', () => {
  it('replaces the base URL of the first client by a server', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const acme = new Acme({ apiKey: 'key', fetch, baseUrl: 'http://own.test' });
    await acme.withOptions({ timeout: 5000 }).orders.retrieve('o1');
    await acme.withOptions({ server: 'sandbox' }).orders.retrieve('o1');
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(['own.test', 'sandbox.acme.test']);
  });

  it('replaces the middleware `auth` of the first client by a key', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    const auth: Middleware = ({ request }, next) => {
      request.setHeader('authorization', 'Bearer first');
      return next();
    };
    const acme = new Acme({ auth, fetch });
    await acme.withOptions({ apiKey: 'other' }).orders.retrieve('o1');
    await acme.withOptions({ timeout: 5000 }).orders.retrieve('o1');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer other', 'Bearer first']);
  });
});

describe('an option with the name that other SDKs use', () => {
  it.each([
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
    ['max_retries', 'maxRetries'],
    ['defaultHeaders', 'headers'],
    ['defaultQuery', 'query'],
  ])('is an error that names the option of this SDK: %s', (other, name) => {
    const given = { apiKey: 'key', [other]: 'x' };
    expect(() => new Acme(given)).toThrow(`acme-sdk: ${other} is unknown: pass ${name}.`);
    expect(() => new Acme({ apiKey: 'key' }).withOptions(given)).toThrow(`pass ${name}.`);
    expect(new Acme({ ...given, [other]: undefined })).toBeInstanceOf(Acme);
  });
});

describe('baseUrl', () => {
  const problem = 'has no scheme: pass a string with https://.';

  it('is an error without a scheme, which contains no user and no password', () => {
    const invalid = [
      '',
      'api.test',
      'localhost:3000',
      'u:p@api.test',
      5,
      new URL('https://api.test'),
    ] as never[];
    for (const baseUrl of invalid) {
      expect(() => new Acme({ apiKey: 'key', baseUrl })).toThrow(SdkError);
      expect(() => new Acme({ apiKey: 'key', baseUrl })).toThrow(`acme-sdk: baseUrl ${problem}`);
      expect(() => new Acme({ apiKey: 'key' }).withOptions({ baseUrl })).toThrow(problem);
    }
    vi.stubEnv('ACME_BASE_URL', 'undefined');
    expect(() => new Acme({ apiKey: 'key' })).toThrow(`acme-sdk: ACME_BASE_URL ${problem}`);
  });

  it('is an error if it can not be parsed, so that no error of fetch quotes a key in the query', async () => {
    const wrong = 'baseUrl is not a valid URL: check its host and port.';
    for (const baseUrl of ['http://[', 'https://', 'http://a.test:99999', 'https://u:p@[']) {
      expect(() => new Acme({ apiKey: 'key', baseUrl })).toThrow(`acme-sdk: ${wrong}`);
      const { fetch, sent } = replying(ok(ORDER));
      const late = new Acme({ apiKey: 'key', fetch, baseUrl: () => baseUrl }).orders.retrieve('o1');
      expect(String(await thrownBy(late))).toContain(wrong);
      expect(sent).toEqual([]);
    }
  });

  it('fails the call if its function returns no URL with a scheme', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    for (const baseUrl of [() => 'api.test', async () => '']) {
      const error = await thrownBy(new Acme({ apiKey: 'key', fetch, baseUrl }).orders.retrieve('o1'));
      expect(String(error)).toContain(
        `was not sent: baseUrl failed: AcmeError: acme-sdk: baseUrl ${problem}`,
      );
    }
    const untyped = new Acme({ apiKey: 'key', fetch, baseUrl: () => 5 as never });
    expect(String(await thrownBy(untyped.orders.retrieve('o1')))).toContain(
      'The return value of baseUrl is 5',
    );
    expect(sent).toEqual([]);
  });

  it('can be a path, a URL of any scheme or a function', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    for (const baseUrl of [
      '/api',
      '//api.test',
      'HTTPS://api.test',
      'app+local://x',
      ' http://a.test\n',
      () => 'http://f.test',
    ])
      await new Acme({ apiKey: 'key', fetch, baseUrl }).orders.retrieve('o1');
    expect(sent.map(({ url }) => url.replace('/orders/o1', ''))).toEqual([
      '/api',
      '//api.test',
      'HTTPS://api.test',
      'app+local://x',
      'http://a.test',
      'http://f.test',
    ]);
  });
});

describe('an option of a client of another type', () => {
  it.each([
    ['middleware', 5, 'middleware is a number: pass an array of middleware.'],
    ['middleware', (): void => undefined, 'middleware is a function: pass an array of middleware.'],
    ['middleware', {}, 'middleware is an Object: pass an array of middleware.'],
    ['observers', [{}], 'observers is an Array: pass the return value of observers().'],
    ['observers', 'all', 'observers is a string: pass the return value of observers().'],
    ['auth', 'Bearer key', 'auth is a string: pass a middleware or a plugin.'],
    ['auth', {}, 'auth is an Object: pass a middleware or a plugin.'],
    ['onInvalidData', true, 'onInvalidData is a boolean: pass a function.'],
    ['dangerouslyAllowBrowser', 'false', 'dangerouslyAllowBrowser is a string: pass true or false.'],
    ['logger', {}, 'logger is an Object: pass an object with error, warn, info and debug.'],
    ['logLevel', 1n, 'logLevel is a bigint: pass off, error, warn, info, debug.'],
    ['server', 1n, 'server is a bigint: pass one of production, sandbox.'],
    ['maxRetries', 1n, 'maxRetries is a bigint: pass 0 or more.'],
    ['fetchOptions', 'follow', 'fetchOptions is a string: pass an object.'],
    ['fetchOptions', Promise.resolve({}), 'fetchOptions is a Promise: pass an object.'],
    ['context', 'x', 'context is a string: pass an object.'],
  ])('is an error that names it: %s', (name, value, problem) => {
    const create = (): Acme => new Acme({ apiKey: 'key', [name]: value });
    expect(create).toThrow(SdkError);
    expect(create).toThrow(`acme-sdk: ${problem}`);
    expect(() => new Acme({ apiKey: 'key' }).withOptions({ [name]: value })).toThrow(problem);
  });

  it('is missing if it is null', () => {
    expect(new Acme({ apiKey: 'key', middleware: null as never, observers: null as never })).toBeInstanceOf(
      Acme,
    );
  });
});

describe('request', () => {
  it('sends a request that is not a method, with the options of the client', async () => {
    const { fetch, sent } = replying(ok({ id: 't1' }));
    const acme = new Acme({ apiKey: 'key', fetch });
    const thing = await acme.request<{ id: string }>({ method: 'POST', path: '/beta/{x}', body: { a: 1 } });
    expect(thing.id).toBe('t1');
    expect(sent[0]).toMatchObject({ url: 'https://api.acme.test/beta/{x}', method: 'POST', body: '{"a":1}' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer key');
  });

  it('sends a body with any method, and arrays', async () => {
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ apiKey: 'key', fetch });
    await acme.request({ method: 'DELETE', path: '/things', body: [1, 2] });
    expect(sent[0]?.body).toBe('[1,2]');
  });

  it('throws the errors of the SDK, and sends no credentials to another origin', async () => {
    const { fetch, sent } = replying(failed(404));
    const acme = new Acme({ apiKey: 'key', fetch });
    expect(await thrownBy(acme.request({ method: 'GET', path: '/x' }))).toMatchObject({
      name: 'NotFoundError',
    });
    const refused = await thrownBy(acme.request({ method: 'GET', path: 'https://evil.test/x' }));
    expect(refused).toMatchObject({
      name: 'APIError',
      message:
        'GET https://evil.test/x was not sent. The path has another origin than baseUrl: pass a path of the same origin.',
    });
    expect(sent).toHaveLength(1);
  });

  it('says what the customer can change in the request', async () => {
    const { fetch } = replying(new Response(null, { status: 204 }));
    const acme = new Acme({ apiKey: 'key', fetch });
    const error = await thrownBy(acme.request({ method: 'DELETE', path: '/x' }));
    expect(String(error)).toContain("declare responseType 'none' or 'optionalJson'");
    expect(await acme.request({ method: 'DELETE', path: '/x', responseType: 'none' })).toBeUndefined();
  });

  it("fails for a body that fetch can't send, without a retry", async () => {
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ apiKey: 'key', fetch });
    const error = await thrownBy(acme.request({ method: 'GET', path: '/x', body: { a: 1 } }));
    expect(error).toMatchObject({
      name: 'APIError',
      message: 'GET /x was not sent. request got a body for GET: pass query in the second argument instead.',
    });
    expect(sent).toEqual([]);
  });

  it('accepts options of the call as its second argument, and fails for them in the first one', async () => {
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ apiKey: 'key', fetch });
    const request = { method: 'GET', path: '/x' } as const;
    await acme.request(request, { headers: { 'x-a': '1' } });
    expect(sent[0]?.headers.get('x-a')).toBe('1');
    const mixed = { ...request, headers: { 'x-a': '1' } };
    const error = await thrownBy(acme.request(mixed));
    expect(error).toMatchObject({
      name: 'APIError',
      message:
        'GET /x was not sent. request got the field "headers": remove it, or pass it in the second argument.',
    });
    // @ts-expect-error -- the type of the request has no headers
    await thrownBy(acme.request({ method: 'GET', path: '/x', headers: {} }));
    expect(sent).toHaveLength(1);
  });

  it('returns the response too', async () => {
    const { fetch } = replying(ok({ a: 1 }));
    const acme = new Acme({ apiKey: 'key', fetch });
    const { response } = await acme.request({ method: 'GET', path: '/x' }).withResponse();
    expect(response.status).toBe(200);
  });
});

describe('the server of a client', () => {
  it('is the first one, or the one that is named', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    await new Acme({ apiKey: 'key', fetch, server: 'sandbox' }).orders.retrieve('o1');
    expect(sent[0]?.url).toBe('https://sandbox.acme.test/orders/o1');
  });

  it('comes from the environment, unless an option names one', async () => {
    vi.stubEnv('ACME_BASE_URL', ' http://localhost:8080 ');
    const { fetch, sent } = replying(ok(ORDER));
    await new Acme({ apiKey: 'key', fetch }).orders.retrieve('o1');
    await new Acme({ apiKey: 'key', fetch, server: 'sandbox' }).orders.retrieve('o1');
    await new Acme({ apiKey: 'key', fetch, baseUrl: 'http://own.test' }).orders.retrieve('o1');
    expect(sent.map(({ url }) => new URL(url).origin)).toEqual([
      'http://localhost:8080',
      'https://sandbox.acme.test',
      'http://own.test',
    ]);
  });

  it('is an error with the known names if it is unknown', () => {
    expect(() => new Acme({ apiKey: 'key', server: 'x' as 'sandbox' })).toThrow(
      'acme-sdk: server is "x": pass one of production, sandbox.',
    );
    expect(() => new Acme({ apiKey: 'key', server: 'constructor' as 'sandbox' })).toThrow(SdkError);
  });
});

describe('User-Agent', () => {
  it('names the package and the runtime, and can be replaced', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    await new Acme({ apiKey: 'key', fetch }).orders.retrieve('o1');
    await new Acme({ apiKey: 'key', fetch, headers: { 'User-Agent': 'mine' } }).orders.retrieve('o1');
    expect(sent[0]?.headers.get('user-agent')).toMatch(/^acme-sdk\/1\.2\.3 \(node\/\d+\)$/);
    expect(sent[1]?.headers.get('user-agent')).toBe('mine');
  });

  it('stays if the headers are a function, and can be replaced by it', async () => {
    const { fetch, sent } = replying(ok(ORDER));
    await new Acme({ apiKey: 'key', fetch, headers: () => ({ 'x-a': '1' }) }).orders.retrieve('o1');
    await new Acme({ apiKey: 'key', fetch, headers: async () => ({ 'User-Agent': 'mine' }) }).orders.retrieve(
      'o1',
    );
    expect(sent[0]?.headers.get('x-a')).toBe('1');
    expect(sent.map(({ headers }) => headers.get('user-agent'))).toEqual([
      expect.stringMatching(/^acme-sdk\/1\.2\.3 /),
      'mine',
    ]);
  });

  it('is not sent in a browser', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', { createElement: () => undefined });
    const { fetch, sent } = replying(ok(ORDER));
    await new Acme({ apiKey: 'key', fetch, dangerouslyAllowBrowser: true }).orders.retrieve('o1');
    expect(sent[0]?.headers.has('user-agent')).toBe(false);
  });

  it('has no second slash for a package with a scope', async () => {
    const Scoped = defineSdk({
      name: '@acme/sdk',
      version: '1.0.0',
      env: 'ACME',
      servers: 'https://api.acme.test',
      requests: { ping: defineRequest<string>()({ method: 'GET', path: '/' }) },
      resources: (api) => ({ ping: (options?: SdkRequestOptions) => api.ping({}, options) }),
    });
    const { fetch, sent } = replying(ok('ok'));
    await new Scoped({ fetch }).ping();
    expect(sent[0]?.headers.get('user-agent')).toMatch(/^acme-sdk\/1\.0\.0 \(/);
  });
});

describe('defineSdk', () => {
  const base = {
    name: 'acme-sdk',
    version: '1.0.0',
    env: 'ACME',
    servers: 'https://api.acme.test',
    requests: { ping: defineRequest<string>()({ method: 'GET', path: '/' }) },
  } as const;

  it('rejects a prefix that is not one', () => {
    expect(() => defineSdk({ ...base, env: 'AC-ME', resources: () => ({}) })).toThrow(
      'defineSdk: "env" is "AC-ME": pass letters, digits and _.',
    );
  });

  it('rejects missing servers and a URL without a scheme', () => {
    const define = (servers: unknown) => () =>
      defineSdk({ ...base, servers: servers as string, resources: () => ({}) });
    for (const none of [undefined, {}, 5])
      expect(define(none)).toThrow(
        `defineSdk: "servers" is ${JSON.stringify(none)}: pass a URL, or URLs by name.`,
      );
    for (const url of ['', 'api.test'])
      for (const servers of [url, { main: 'https://a.test', other: url }])
        expect(define(servers)).toThrow(
          `defineSdk: a URL of "servers" is "${url}": pass a string with https://.`,
        );
    expect(define('/api')).not.toThrow();
  });

  it('rejects a rule that is not one', () => {
    const auth = { apiKey: { in: 'cookie' as 'bearer' } };
    expect(() => defineSdk({ ...base, auth, resources: () => ({}) })).toThrow('defineSdk: "in" of apiKey');
    const unnamed = { apiKey: { in: 'header' } } as const;
    expect(() => defineSdk({ ...base, auth: unnamed, resources: () => ({}) })).toThrow(
      'defineSdk: "name" of apiKey',
    );
  });

  it('rejects a header name that is not one', () => {
    const auth = { apiKey: { in: 'header', name: 'X Key:' } } as const;
    expect(() => defineSdk({ ...base, auth, resources: () => ({}) })).toThrow(
      'defineSdk: "name" of apiKey is "X Key:": pass a valid header name.',
    );
    const query = { apiKey: { in: 'query', name: 'my key' } } as const;
    expect(() => defineSdk({ ...base, auth: query, resources: () => ({}) })).not.toThrow();
    for (const requestIdHeader of ['x request id', '', 'é', 5 as never, null as never])
      expect(() => defineSdk({ ...base, requestIdHeader, resources: () => ({}) })).toThrow(
        `defineSdk: "requestIdHeader" is ${JSON.stringify(requestIdHeader)}: pass a valid header name.`,
      );
  });

  it('rejects a resource with the name of a member', () => {
    const Sdk = defineSdk({ ...base, resources: () => ({ request: {} }) });
    expect(() => new Sdk()).toThrow('each client has a member "request": rename the resource');
    const thenable = defineSdk({ ...base, resources: () => ({ then: {} }) });
    expect(() => new thenable()).toThrow('defineSdk: await would call the resource "then": rename it.');
    const free = defineSdk({ ...base, resources: () => ({ webhooks: { list: () => 1 } }) });
    expect(new free().webhooks.list()).toBe(1);
  });

  it('lets a method be anything that uses the api', async () => {
    const Sdk = defineSdk({
      ...base,
      resources: (api) => ({ twice: async () => [await api.ping(), await api.ping()] }),
    });
    const { fetch } = replying(ok('a'), ok('b'));
    expect(await new Sdk({ fetch }).twice()).toEqual(['a', 'b']);
  });

  it('works with endpoints in groups, and with middleware', async () => {
    const names: string[] = [];
    class Names extends Plugin {
      override handle(...[ctx, next]: Parameters<Plugin['handle']>) {
        names.push(ctx.requestName);
        return next();
      }
    }
    const Sdk = defineSdk({
      ...base,
      requests: { health: { ping: base.requests.ping } },
      resources: (api) => ({ ping: () => api.health.ping() }),
    });
    const { fetch } = replying(ok('a'));
    const sdk = new Sdk({ fetch, middleware: [new Names()] });
    expect([await sdk.ping(), (await sdk.results.ping()).data]).toEqual(['a', 'a']);
    expect(names).toEqual(['health.ping', 'health.ping']);
  });
});
