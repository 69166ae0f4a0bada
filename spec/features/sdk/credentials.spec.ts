import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineRequest } from '../../../lib/index.js';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import { type AuthRules, defineSdk } from '../../../lib/entries/sdk.js';
import { Acme, AcmeError, failed, ok, replying, thrownBy } from '../../support/sdk.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const sdkWith = <const TAuth extends AuthRules>(auth: TAuth) =>
  defineSdk({
    name: 'acme-sdk',
    version: '1.0.0',
    env: 'ACME',
    servers: 'https://api.acme.test',
    auth,
    requests: { ping: defineRequest<string>()({ method: 'GET', path: '/ping' }) },
    resources: (api) => ({ ping: () => api.ping() }),
  });

const SERVICE = { name: 'a', version: '1', env: 'A', servers: 'https://a.test' } as const;

describe('a key of an SDK', () => {
  it('comes from the environment, without white space', async () => {
    vi.stubEnv('ACME_API_KEY', ' from-env\n');
    const { fetch, sent } = replying(ok({}));
    await new Acme({ fetch }).orders.retrieve('o1');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer from-env');
  });

  it('is an error that names the option and the variable if it is missing', () => {
    vi.stubEnv('ACME_API_KEY', '');
    const create = (): Acme => new Acme();
    expect(create).toThrow(AcmeError);
    expect(create).toThrow(expect.objectContaining({ name: 'AcmeError' }));
    expect(create).toThrow('acme-sdk: apiKey is missing: pass it as an option, or set ACME_API_KEY.');
  });

  it('is an error if it is empty or not a string', () => {
    for (const apiKey of ['', ' \n', 5 as never])
      expect(() => new Acme({ apiKey })).toThrow(
        /^acme-sdk: apiKey is (empty: pass a key|a number: pass a string)\.$/,
      );
  });

  it('is an error if a header can not contain it', () => {
    for (const apiKey of ['two\nlines', 'a\u2713', 'a\u0001', 'a\u007F', 'a\0'])
      expect(() => new Acme({ apiKey })).toThrow(
        'acme-sdk: apiKey contains a control character or one above U+00FF: remove it.',
      );
  });

  it('loses white space at its ends, and keeps it inside', async () => {
    const { fetch, sent } = replying(ok({}));
    const keys = ['\uFEFFkey\r\n', ' a\tb ', () => ' key\n'];
    for (const apiKey of keys) await new Acme({ fetch, apiKey }).orders.retrieve('o1');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer key',
      'Bearer a\tb',
      'Bearer key',
    ]);
    const queryKey = defineSdk({
      ...SERVICE,
      auth: {
        token: { in: 'query', name: 'key', optional: true },
        user: { in: 'username', optional: true },
        password: { in: 'password', optional: true },
      },
      requests: { ping: defineRequest<object>()({ method: 'GET', path: '/' }) },
      resources: (api) => ({ ping: () => api.ping() }),
    });
    await new queryKey({ fetch, token: 'key\n' }).ping();
    expect(sent.at(-1)?.url).toBe('https://a.test/?key=key');
    await new queryKey({ fetch, user: 'u', password: ' p ' }).ping();
    expect(sent.at(-1)?.headers.get('authorization')).toBe(`Basic ${btoa('u: p ')}`);
  });

  it('can be a function, which runs for each call', async () => {
    let count = 0;
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ fetch, apiKey: async () => `key${(count += 1)}` });
    await acme.orders.retrieve('o1');
    await acme.orders.retrieve('o1');
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer key1', 'Bearer key2']);
  });

  it('sends nothing if the function throws or returns no key', async () => {
    const { fetch, sent } = replying(ok({}));
    const broken = new Acme({ fetch, apiKey: () => Promise.reject(new Error('vault is down')) });
    expect(await thrownBy(broken.orders.retrieve('o1'))).toMatchObject({
      name: 'APIError',
      kind: 'middleware',
    });
    const empty = new Acme({ fetch, apiKey: () => ' ' });
    expect(String(await thrownBy(empty.orders.retrieve('o1')))).toContain(
      'GET /orders/:id failed in the middleware "auth": apiKey is empty: pass a key.',
    );
    expect(sent).toHaveLength(0);
  });

  it('is not in messages, and not in what an error prints', async () => {
    const { fetch } = replying(failed(401));
    const acme = new Acme({ fetch, apiKey: 'sk-secret' });
    const error = await thrownBy(acme.orders.retrieve('o1'));
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 5 }) + JSON.stringify(error)).not.toContain('sk-secret');
    expect(inspect(acme, { depth: 5, showHidden: false })).not.toContain('sk-secret');
  });

  it('leaves a header that the caller set', async () => {
    const { fetch, sent } = replying(ok({}));
    await new Acme({ fetch, apiKey: 'key' }).orders.retrieve('o1', { headers: { Authorization: 'own' } });
    expect(sent[0]?.headers.get('authorization')).toBe('own');
  });

  it('leaves a query param that the caller set', async () => {
    const Service = defineSdk({
      ...SERVICE,
      auth: { siteKey: { in: 'query', name: 'site' } },
      requests: { ping: defineRequest<object, { site?: string }>()({ method: 'GET', path: '/ping' }) },
      resources: (api) => ({ ping: api.ping }),
    });
    const { fetch, sent } = replying(ok({}));
    const service = new Service({ fetch, siteKey: 'key' });
    await service.ping({ site: 'own' });
    await service.ping({}, { query: { site: 'own', a: '1' } });
    await service.request({ method: 'GET', path: '/ping?site=own' });
    await service.ping();
    const queries = sent.map(({ url }) => url.slice('https://a.test/ping'.length));
    expect(queries).toEqual(['?site=own', '?site=own&a=1', '?site=own', '?site=key']);
  });

  it('is an error in a browser, unless the program allows it', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', { createElement: () => undefined });
    expect(() => new Acme({ apiKey: 'key' })).toThrow(/dangerouslyAllowBrowser: true/);
    expect(new Acme({ apiKey: 'key', dangerouslyAllowBrowser: true })).toBeInstanceOf(Acme);
    vi.unstubAllGlobals();
    expect(new Acme({ apiKey: 'key' })).toBeInstanceOf(Acme);
  });

  it('is not sent to public endpoints, but your own `auth` runs for them', async () => {
    const Service = defineSdk({
      ...SERVICE,
      auth: { apiKey: { in: 'header', name: 'X-Key' } },
      publicEndpoints: ['status'],
      requests: {
        status: defineRequest<object>()({ method: 'GET', path: '/status' }),
        ping: defineRequest<object>()({ method: 'GET', path: '/ping' }),
      },
      resources: (api) => ({ status: () => api.status(), ping: () => api.ping() }),
    });
    const { fetch, sent } = replying(ok({}));
    let count = 0;
    const service = new Service({ fetch, apiKey: () => `key-${(count += 1)}` });
    await service.status();
    await service.client.status();
    await service.ping();
    await service.request({ method: 'GET', path: '/status' });
    expect(sent.map(({ headers }) => headers.get('x-key'))).toEqual([null, null, 'key-1', 'key-2']);
    expect(sent.map(({ redirect }) => redirect)).toEqual([undefined, undefined, 'error', 'error']);
    const auth = new AuthPlugin(async () => ({ token: 't' }));
    await new Service({ fetch, auth }).status();
    expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer t');
  });

  it('is not sent to endpoints that do not accept it, but with requests without a method', async () => {
    const Service = defineSdk({
      ...SERVICE,
      auth: {
        appToken: { in: 'bearer', except: ['me'] },
        userToken: { in: 'bearer', except: ['status'] },
        siteKey: { in: 'query', name: 'site', except: ['status', 'me'] },
      },
      requests: {
        status: defineRequest<object>()({ method: 'GET', path: '/status' }),
        me: defineRequest<object>()({ method: 'GET', path: '/me' }),
      },
      resources: (api) => ({ status: () => api.status(), me: () => api.me() }),
    });
    const { fetch, sent } = replying(ok({}));
    const service = new Service({ fetch, appToken: 'app', userToken: 'user', siteKey: 'site' });
    await service.status();
    await service.me();
    await service.request({ method: 'GET', path: '/other' });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer app',
      'Bearer user',
      'Bearer app',
    ]);
    expect(sent.map(({ url }) => url.slice('https://a.test'.length))).toEqual([
      '/status',
      '/me',
      '/other?site=site',
    ]);
    expect(sent.map(({ redirect }) => redirect)).toEqual([undefined, undefined, 'error']);
  });

  it('is replaced by a plugin', async () => {
    const { fetch, sent } = replying(ok({}));
    await new Acme({ fetch, auth: new AuthPlugin(async () => ({ token: 't' })) }).orders.retrieve('o1');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer t');
  });
});

describe('the places of keys', () => {
  it('are a header, a query param and basic authentication', async () => {
    const Sdk = sdkWith({
      key: { in: 'header', name: 'X-Api-Key' },
      tenant: { in: 'query', name: 'tenant id' },
      user: { in: 'username' },
      pass: { in: 'password' },
    });
    const { fetch, sent } = replying(ok({}));
    await new Sdk({ fetch, key: 'k', tenant: 'a&b', user: 'Ada', pass: 'ü' }).ping();
    expect(sent[0]?.url).toBe('https://api.acme.test/ping?tenant+id=a%26b');
    expect(sent[0]?.headers.get('x-api-key')).toBe('k');
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${Buffer.from('Ada:ü').toString('base64')}`);
  });

  it('do not follow a redirect with a key outside Authorization', async () => {
    const { fetch, sent } = replying(ok({}));
    await new (sdkWith({ key: { in: 'header', name: 'X-Api-Key' } }))({ fetch, key: 'k' }).ping();
    await new (sdkWith({ key: { in: 'bearer' } }))({ fetch, key: 'k' }).ping();
    expect(sent.map(({ redirect }) => redirect)).toEqual(['error', undefined]);
  });

  it('do not follow a redirect if the caller asks for it either', async () => {
    const { fetch, sent } = replying(ok({}));
    const Sdk = sdkWith({ key: { in: 'header', name: 'X-Api-Key' } });
    for (const redirect of ['follow', 'manual'] as const)
      await new Sdk({ fetch, key: 'k', fetchOptions: { redirect } }).ping();
    expect(sent.map(({ redirect }) => redirect)).toEqual(['error', 'manual']);
  });

  it('do not send a user name with a colon, where the password would start', async () => {
    const Sdk = sdkWith({ user: { in: 'username' }, pass: { in: 'password' } });
    const { fetch, sent } = replying(ok({}));
    expect(() => new Sdk({ user: 'a:b', pass: 'c' })).toThrow(
      'acme-sdk: user contains a colon: pass a user name without one.',
    );
    const late = await thrownBy(new Sdk({ fetch, user: () => 'a:b', pass: 'c' }).ping());
    expect(String(late)).toContain('user contains a colon');
    expect(sent).toHaveLength(0);
    await new Sdk({ fetch, user: 'a', pass: 'b:c' }).ping();
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${btoa('a:b:c')}`);
  });

  it('stay empty for an optional key', async () => {
    const Sdk = sdkWith({ adminKey: { in: 'bearer', env: 'ACME_ROOT', optional: true } });
    const { fetch, sent } = replying(ok({}));
    await new Sdk({ fetch }).ping();
    vi.stubEnv('ACME_ROOT', 'root');
    await new Sdk({ fetch }).ping();
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer root']);
  });
});
