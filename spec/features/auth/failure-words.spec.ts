import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthError, AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import { markSafeText, InvalidInputError, TimeoutError } from '../../../lib/core/platform/errors.js';
import { type ApiError, createApi, defineRequest, orThrow } from '../../../lib/index.js';
import { createGraphQL, gql, Operation } from '../../../lib/entries/graphql.js';
import { NotSentError } from '../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient } from '../../support/client.js';
import { Exchanging } from '../../support/exchanging.js';
import { printed } from '../../support/printed.js';

const SECRET = 'tok-3f9a7c1e';
const HEAD = 'token refresh failed: ';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The message of a call whose token comes from this source. */
const errorOf = async (refresh: () => Promise<unknown>, options = {}): Promise<ApiError> => {
  const auth = new AuthPlugin(refresh as () => Promise<Credentials | null>, options);
  const { api } = createTestClient({ middleware: [auth] });
  const call = api.call();
  await vi.advanceTimersByTimeAsync(10_000);
  const { error } = await call;
  expect(error?.kind).toBe('middleware');
  return error!;
};

/** The message of its AuthError. */
const wordsOf = async (refresh: () => Promise<unknown>, options = {}): Promise<string> => {
  const error = await errorOf(refresh, options);
  const { message, stack } = error.cause as AuthError;
  expect(error.message).toBe(`GET /things failed in the middleware "auth": ${message}`);
  expect([error.stack, stack, JSON.stringify(error)].join('\n')).not.toContain(SECRET);
  expect(message.startsWith(HEAD)).toBe(true);
  return message.slice(HEAD.length);
};

/** A source that calls a token service, with a secret in every possible position. */
const tokenCall =
  (fetch: () => Promise<Response>, more: object = {}) =>
  async (): Promise<unknown> => {
    const api = createApi({
      baseUrl: `https://user:${SECRET}@tokens.test`,
      fetch,
      headers: { 'x-key': SECRET },
      ...more,
      requests: {
        token: defineRequest<Credentials, { user: string; refreshToken: string }>()({
          method: 'POST',
          path: '/token/:user',
        }),
      },
    });
    return orThrow(api.token({ user: SECRET, refreshToken: SECRET }));
  };

const throwing = (thrown: unknown) => async (): Promise<never> => Promise.reject(thrown);

describe('an AuthError whose refresh failed with an error of homing (rules.md#credentials)', () => {
  it.each([
    ['invalid_request', ' (invalid_request)'],
    ['invalid_client', ' (invalid_client)'],
    [SECRET, ''],
    [[SECRET], ''],
    [undefined, ''],
  ])('names the error code %s of the token endpoint only if RFC 6749 defines it', async (code, shown) => {
    const fetch = async () => jsonResponse({ error: code, error_description: SECRET }, { status: 400 });
    expect(await wordsOf(tokenCall(fetch))).toBe(`POST /token/:user returned 400${shown}`);
  });

  it("names the error code of a source that ends the session with 'invalid_grant'", async () => {
    const fetch = async () => jsonResponse({ error: 'invalid_grant' }, { status: 400 });
    const { reason, message } = (await errorOf(tokenCall(fetch))).cause as AuthError;
    expect({ reason, message }).toMatchObject({
      message: expect.stringContaining(
        'token refresh failed: POST /token/:user returned 400 (invalid_grant)',
      ),
    });
  });

  const status = (code: number) => async () =>
    jsonResponse({ token: SECRET }, { status: code, statusText: SECRET, headers: { 'x-echo': SECRET } });

  it.each<[string, () => Promise<unknown>, string]>([
    ['an http error', tokenCall(status(503)), 'POST /token/:user returned 503'],
    [
      'a parse error',
      tokenCall(async () => new Response(`{"token":"${SECRET}`, { statusText: SECRET })),
      'POST /token/:user returned an unusable body: 200',
    ],
    [
      'a network error',
      tokenCall(
        throwing(
          new TypeError(SECRET, { cause: Object.assign(new Error(SECRET), { code: 'ECONNREFUSED' }) }),
        ),
      ),
      'POST /token/:user got no response: ECONNREFUSED',
    ],
    [
      'a timeout',
      tokenCall(() => new Promise(() => undefined), { timeout: 1 }),
      'POST /token/:user timed out after 1 ms',
    ],
    [
      'an error of a middleware',
      tokenCall(status(200), { middleware: [throwing(new RangeError(SECRET))] }),
      'POST /token/:user failed in a middleware: RangeError',
    ],
    [
      'an error of a plugin around fetch',
      tokenCall(status(200), { middleware: [new Exchanging(throwing(new RangeError(SECRET)))] }),
      'POST /token/:user was not sent: RangeError',
    ],
    [
      'a InvalidInputError',
      tokenCall(status(200), {
        middleware: [async (_: unknown, next: () => unknown) => next()],
        headers: { 'x\n': SECRET },
      }),
      'POST /token/:user was not sent.',
    ],
    [
      'a NotSentError',
      tokenCall(throwing(new NotSentError('circuit-open', 'The circuit is open.'))),
      'POST /token/:user was not sent. The circuit is open.',
    ],
    [
      'an AuthError of another plugin, whose own source failed',
      tokenCall(status(200), { middleware: [new AuthPlugin(tokenCall(status(502)) as never)] }),
      `POST /token/:user failed in a middleware: ${HEAD}POST /token/:user returned 502`,
    ],
    ['a TimeoutError', throwing(new TimeoutError(40)), 'timed out after 40 ms'],
    [
      'a description of a platform error by homing',
      throwing(markSafeText(new TypeError(SECRET), 'got 5 of 10 bytes')),
      'got 5 of 10 bytes',
    ],
    ['an AuthError', throwing(new AuthError('rejected')), new AuthError('rejected').message],
    ['an UnsentRequestError of its own', throwing(new InvalidInputError('Pass an id.')), 'Pass an id.'],
    [
      'a homing error inside of a foreign error',
      async () =>
        tokenCall(status(503))().catch(async (cause: unknown) => throwing(new Error(SECRET, { cause }))()),
      'POST /token/:user returned 503',
    ],
    [
      'no credentials at all',
      async () => [SECRET],
      'The credentials are an Array: set an object with a token.',
    ],
  ])('names %s', async (_what, refresh, words) => {
    expect(await wordsOf(refresh)).toContain(words);
  });

  it('names a GraphQL error without the message of the server', async () => {
    const body = { errors: [{ message: SECRET }], data: null };
    const operations = {
      renew: new Operation({
        operation: gql`
          mutation {
            renew {
              token
            }
          }
        `,
      }),
    };
    const endpoint = `https://tokens.test/graphql?key=${SECRET}`;
    const client = createGraphQL({ endpoint, fetch: async () => jsonResponse(body), operations });
    expect(await wordsOf(async () => orThrow(client.renew({})))).toBe(
      'POST https://tokens.test/graphql mutation renew returned 200 GraphQL Error',
    );
  });

  it('names its own timeout', async () => {
    const refresh = () => new Promise(() => undefined);
    expect(await wordsOf(refresh, { refreshTimeout: 1 })).toBe('The refresh timed out after 1 ms.');
  });

  it("names a store that couldn't be read when the refresh was rejected", async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = vi.fn<() => undefined>().mockReturnValueOnce(undefined).mockReturnValueOnce(undefined);
    load.mockImplementation(() => {
      throw new Error(SECRET);
    });
    const words = await wordsOf(async () => null, { store: { load, save: () => 0 } });
    expect(words).toBe("The store can't be read.");
    report.mockRestore();
  });
});

describe('an AuthError whose refresh failed with a foreign error (rules.md#credentials)', () => {
  it.each<[string, unknown, string]>([
    ['its name', new RangeError(SECRET), 'RangeError'],
    ['its code', Object.assign(new Error(SECRET), { code: 'E_GRANT' }), 'E_GRANT'],
    [
      'the code of its cause',
      new TypeError('fetch failed', { cause: Object.assign(new Error(SECRET), { code: 'ECONNRESET' }) }),
      'ECONNRESET',
    ],
    ['the type of a value that is not an error', SECRET, 'string'],
  ])('names %s, and never its message', async (_what, thrown, words) => {
    expect(await wordsOf(throwing(thrown))).toBe(words);
  });
});

describe('the error of a call that waited for a refresh (rules.md#credentials)', () => {
  it('names the inner error in message, toJSON(), stack and log, without any secret', async () => {
    const lines = printed();
    const fetch = async () => jsonResponse({ token: SECRET }, { status: 503, statusText: SECRET });
    const auth = new AuthPlugin(tokenCall(fetch) as never);
    await auth.set({ token: SECRET, refreshToken: SECRET, expiresAt: 0 });
    const { api } = createTestClient({ middleware: [auth], log: true });
    const call = api.call();
    await vi.advanceTimersByTimeAsync(10_000);
    const { error } = await call;
    const words = `failed in the middleware "auth": ${HEAD}POST /token/:user returned 503`;
    expect(error?.message).toBe(`GET /things ${words}`);
    expect(error?.toJSON()).toMatchObject({
      message: `GET /things ${words}`,
      cause: [{ name: 'AuthError' }, { name: 'ApiError' }],
    });
    const told = [error?.stack, JSON.stringify(error), (error?.cause as Error).stack, ...lines.flat()].join(
      '\n',
    );
    expect(told).not.toContain(SECRET);
    expect(lines.flat().join('\n')).toContain(words);
  });
});
