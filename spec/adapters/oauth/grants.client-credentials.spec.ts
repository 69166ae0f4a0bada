import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientSecretBasic, ClientSecretPost } from 'oauth4webapi';
import { type AuthError, AuthPlugin } from '../../../lib/entries/auth.js';
import { createApi, Request } from '../../../lib/index.js';
import { clientCredentials } from '../../../lib/entries/oauth.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import type { Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { answering, BEARER, ISSUER, METADATA, signalOf } from '../../support/oauth.js';

const clientAuth = ClientSecretPost('top-secret-word');

const JSON_TYPE = { 'content-type': 'application/json' };

/** A source whose token endpoint returns these responses in turn, and repeats the last one. */
const sourceWith = (options: object, ...answers: Parameters<typeof answering>) => {
  const { fetch, sent } = answering(...answers);
  const source = clientCredentials({ issuer: METADATA, clientId: 'billing', clientAuth, fetch, ...options });
  return { sent, ask: (signal = signalOf()) => source.refresh(undefined, signal) };
};

describe('clientCredentials (rules.md#credentials)', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('sends the grant to the token endpoint, and returns the token with its expiry', async () => {
    const { ask, sent } = sourceWith({ scope: 'read write' }, { ...BEARER, expires_in: 60 });
    expect(await ask()).toEqual({ token: 'A', expiresAt: 1_060_000 });
    const [{ url, body, method }] = sent as [(typeof sent)[0]];
    expect({ method, url }).toEqual({ method: 'POST', url: `${ISSUER}/token` });
    expect(Object.fromEntries(body)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'billing',
      client_secret: 'top-secret-word',
      scope: 'read write',
    });
  });

  it('counts the lifetime of a token from the request', async () => {
    const answer = async (): Promise<Response> => {
      vi.setSystemTime(1_005_000);
      return jsonResponse({ ...BEARER, expires_in: 60 });
    };
    expect(await sourceWith({}, answer).ask()).toMatchObject({ expiresAt: 1_060_000 });
  });

  it.each([
    ['no expires_in', {}, undefined],
    ['a string as expires_in', { expires_in: '60' }, 1_060_000],
  ])('with %s returns the expiresAt %o', async (_what, rest, expiresAt) => {
    expect((await sourceWith({}, { ...BEARER, ...rest }).ask())?.expiresAt).toBe(expiresAt);
  });

  it("ignores a refresh token, which this grant doesn't use", async () => {
    const given = await sourceWith({}, { ...BEARER, refresh_token: 'R' }).ask();
    expect(given?.refreshToken).toBeUndefined();
  });

  it('sends additional parameters, an array item by item, without overwriting its own', async () => {
    const parameters = {
      audience: 'orders',
      resource: ['https://a.test', 'https://b.test'],
      grant_type: 'password',
      client_id: 'other',
    };
    const { ask, sent } = sourceWith({ parameters }, BEARER);
    await ask();
    expect([...sent[0]!.body].sort()).toEqual([
      ['audience', 'orders'],
      ['client_id', 'billing'],
      ['client_secret', 'top-secret-word'],
      ['grant_type', 'client_credentials'],
      ['resource', 'https://a.test'],
      ['resource', 'https://b.test'],
    ]);
  });

  it('authenticates with clientAuth', async () => {
    const { ask, sent } = sourceWith({ clientAuth: ClientSecretBasic('pass') }, BEARER);
    await ask();
    expect(sent[0]!.headers.get('authorization')).toBe(`Basic ${btoa('billing:pass')}`);
    expect(sent[0]!.body.has('client_secret')).toBe(false);
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const never = (_url: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const asking = sourceWith({}, never).ask(controller.signal);
    await flush();
    controller.abort('late');
    await expect(asking).rejects.toBe(controller.signal.reason);
  });

  it.each([
    [
      'DPoP tokens',
      { ...BEARER, token_type: 'DPoP' },
      "The authorization server returned a DPoP token, which AuthPlugin can't send.",
    ],
    ['tokens of an unknown type', { ...BEARER, token_type: 'mac' }, 'unsupported `token_type`'],
    ['no token', { token_type: 'bearer' }, '"access_token" property'],
    ['a lifetime that is not a number', { ...BEARER, expires_in: 'soon' }, '"expires_in" property'],
    ['a text', new Response('A-token-in-plain-words'), 'content-type'],
    [
      'a response that is not JSON',
      async () => new Response('{"access_token":"A-to', { headers: JSON_TYPE }),
      'as JSON',
    ],
  ])('throws without quoting the response if the server returns %s', async (_what, answer, words) => {
    const thrown = await sourceWith({}, answer as object)
      .ask()
      .catch((error: unknown) => error as Error);
    expect((thrown as Error).message).toContain(words);
    // The errors of oauth4webapi contain the response in their cause.
    expect((thrown as Error).cause).toBeUndefined();
  });
});

const refusing = (status: number, body: unknown, headers = {}): Response =>
  jsonResponse(body, { status, headers });

describe('a token endpoint that rejects a client', () => {
  it.each([
    [
      'an error with a description, which could quote the request,',
      refusing(400, { error: 'invalid_client', error_description: 'top-secret-word is wrong' }),
      '400, invalid_client',
    ],
    [
      'a challenge',
      refusing(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="a"' }),
      '401, invalid_client',
    ],
    ['a server error', new Response('<h1>Oh no</h1>', { status: 503 }), '503'],
    ['an error without a valid code', refusing(400, { error: 'look: <b>' }), '400'],
    ['an empty response', new Response(null, { status: 500 }), '500'],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://b.test' } }), '302'],
  ])('%s causes an error with its status and its code', async (_how, answer, words) => {
    await expect(sourceWith({}, answer).ask()).rejects.toMatchObject({
      name: 'OAuthRefusal',
      message: `No token issued: ${words}`,
    });
  });

  it("doesn't end the session, because a client has none, and the next call tries again", async () => {
    const { fetch } = answering(refusing(400, { error: 'invalid_grant' }), BEARER);
    const source = clientCredentials({ issuer: METADATA, clientId: 'billing', clientAuth, fetch });
    const auth = new AuthPlugin(source);
    const requests = { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/' }) };
    const serve = async (): Promise<Response> => jsonResponse({});
    const api = createApi({ baseUrl: 'https://api.test', fetch: serve, middleware: [auth], requests });
    const { error } = await api.read({});
    expect((error?.cause as AuthError).reason).toBe('failed');
  });
});

describe('a call that waits for a token (rules.md#credentials)', () => {
  const secret = 'tok-3f9a7c1e';
  const body = { access_token: secret, token_type: 'Bearer', error_description: secret };

  it.each<[string, object, string]>([
    [
      'a rejection by the server',
      refusing(400, { ...body, error: 'invalid_client' }, { 'x-echo': secret }),
      'No token issued: 400, invalid_client',
    ],
    [
      'a response that is too large',
      () => new Response(secret, { headers: { 'content-length': '2000000' } }),
      'The token endpoint returned more than 1 MiB.',
    ],
    [
      'a DPoP token',
      { ...body, token_type: 'DPoP' },
      "The authorization server returned a DPoP token, which AuthPlugin can't send.",
    ],
    [
      'a response that oauth4webapi rejects',
      { ...body, token_type: secret },
      "The authorization server can't be used: unsupported `token_type` value.",
    ],
    [
      'a response that is not JSON',
      async () => new Response(`{"access_token":"${secret}`, { headers: JSON_TYPE }),
      'The authorization server can\'t be used: failed to parse "response" body as JSON.',
    ],
  ])('reports %s, and no secret', async (_what, answer, words) => {
    const { fetch } = answering(answer);
    const auth = new AuthPlugin(
      clientCredentials({ issuer: METADATA, clientId: 'billing', clientAuth, fetch }),
    );
    const requests = { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/' }) };
    const { error } = await createApi({ baseUrl: 'https://api.test', middleware: [auth], requests }).read({});
    expect(error?.message).toBe(`GET / failed in the middleware "auth": token refresh failed: ${words}`);
    const { stack } = error?.cause as Error;
    const told = [error?.stack, JSON.stringify(error), stack].join('\n');
    expect(told).not.toMatch(/tok-3f9a7c1e|top-secret-word/);
  });
});

describe('a failure before the token request', () => {
  it('is thrown unchanged', async () => {
    const failure = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
    await expect(sourceWith({}, () => Promise.reject(failure)).ask()).rejects.toBe(failure);
  });

  it.each([
    ['is rejected', {}, 'only requests to HTTPS are allowed'],
    ['is accepted with allowInsecureRequests', { allowInsecureRequests: true }, undefined],
  ])('without HTTPS %s', async (_what, options, words) => {
    const issuer = { issuer: 'http://a.test', token_endpoint: 'http://a.test/token' };
    const { ask, sent } = sourceWith({ issuer, ...options }, BEARER);
    const failed = await ask().then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    if (words) expect(failed).toContain(words);
    expect([failed === undefined, sent.length]).toEqual(words ? [false, 0] : [true, 1]);
  });
});

describe('the options of clientCredentials', () => {
  const good = { issuer: METADATA, clientId: 'billing', clientAuth };

  it.each([
    ['no clientId', { ...good, clientId: undefined }, 'clientId is undefined'],
    ['an empty clientId', { ...good, clientId: '' }, 'clientId is an empty string'],
    [
      'no issuer',
      { ...good, issuer: undefined },
      'OAuthClient: issuer is not a URL: pass one such as "https://login.example.com".',
    ],
    [
      'an issuer that is not a URL',
      { ...good, issuer: 'login' },
      'OAuthClient: issuer is not a URL: pass one such as "https://login.example.com".',
    ],
  ])('cause an error that names the option and no value with %s', (_what, client, words) => {
    const make = (): unknown => clientCredentials(client as typeof good);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(words);
    expect(make).not.toThrow('top-secret');
  });
});
