import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError, defineRequest, Request } from '../../../lib/index.js';
import * as sdk from '../../../lib/entries/sdk.js';
import { Acme, failed, ok, type Problem, type Reply, replying, thrownBy } from '../../support/sdk.js';

const { APIError, defineSdk, NotFoundError, SdkError } = sdk;

const errorOf = async (...replies: readonly Reply[]): Promise<sdk.APIError> => {
  const acme = new Acme({ apiKey: 'key', maxRetries: 0, ...replying(...replies) });
  return (await thrownBy(acme.orders.retrieve('o1'))) as sdk.APIError;
};

describe('the error of a call', () => {
  it.each([
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [402, 'APIError'],
    [403, 'PermissionDeniedError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [418, 'APIError'],
    [422, 'UnprocessableEntityError'],
    [429, 'RateLimitError'],
    [500, 'InternalServerError'],
    [599, 'InternalServerError'],
  ] as const)('has a class for status %i: %s', async (status, name) => {
    const error = await errorOf(failed(status));
    expect(error).toBeInstanceOf(sdk[name]);
    expect(error).toBeInstanceOf(SdkError);
    expect(error).toMatchObject({ name, status, kind: 'http' });
    expect(String(error)).toMatch(`${name}: GET /orders/:id returned ${status}`);
  });

  it('has classes for a failed connection, a timeout and an abort', async () => {
    const broken = await errorOf(new TypeError('fetch failed'));
    expect(broken).toMatchObject({ name: 'APIConnectionError', kind: 'network', status: undefined });
    const never = replying(() => new Promise(() => undefined));
    const acme = new Acme({ apiKey: 'key', maxRetries: 0, ...never });
    const late = await thrownBy(acme.orders.retrieve('o1', { timeout: 1 }));
    expect(late).toBeInstanceOf(sdk.APIConnectionError);
    expect(late).toMatchObject({ name: 'APITimeoutError', kind: 'timeout' });
    const aborted = await thrownBy(acme.orders.retrieve('o1', { signal: AbortSignal.abort() }));
    expect(aborted).toMatchObject({ name: 'APIUserAbortError', kind: 'abort' });
  });

  it('is an APIError for invalid data, with the status of the response', async () => {
    const error = await errorOf(new Response('<html>', { headers: { 'content-type': 'application/json' } }));
    expect(error).toMatchObject({ name: 'APIError', kind: 'parse', status: 200 });
  });

  it('is an APIError for an invalid option, because the connection did not fail', async () => {
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ apiKey: 'key', fetch });
    const error = await thrownBy(acme.orders.retrieve('o1', { headers: { 'bad name': 'x' } }));
    expect(error).toMatchObject({ name: 'APIError', kind: 'network' });
    const withKey = { headers: { 'bad name': 'x' }, idempotencyKey: 'k' };
    expect(await thrownBy(acme.orders.retrieve('o1', withKey))).toMatchObject({ name: 'APIError' });
    expect(sent).toHaveLength(0);
  });

  it('is an APIError for params that throw or can not be encoded, because nothing was sent', async () => {
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ apiKey: 'key', fetch });
    const throwingGetter = {
      get total(): number {
        throw new Error('no total');
      },
    };
    const cyclic: { total: number; self?: object } = { total: 1 };
    cyclic.self = cyclic;
    for (const params of [throwingGetter, cyclic]) {
      const error = await thrownBy(acme.orders.create(params));
      expect(error).toMatchObject({ name: 'APIError', kind: 'network' });
      expect(error).not.toBeInstanceOf(sdk.APIConnectionError);
    }
    const headers = (): never => {
      throw new Error('no token');
    };
    expect(await thrownBy(new Acme({ apiKey: 'key', fetch, headers }).orders.retrieve('o1'))).toMatchObject({
      name: 'APIError',
    });
    expect(sent).toHaveLength(0);
  });

  it('shows the ApiError of the call, which is its cause', async () => {
    const error = await errorOf(failed(404, { message: 'No order' }, { 'x-request-id': 'r1', 'x-a': 'b' }));
    expect(error.cause).toBeInstanceOf(ApiError);
    expect(error.body).toBe(error.cause.body);
    expect(error.headers.get('x-a')).toBe('b');
    expect([error.requestId, error.cause.attempts]).toEqual(['r1', 1]);
  });

  it('takes the id of the request from one of the usual headers, or from the header of the SDK', async () => {
    expect((await errorOf(failed(500, {}, { 'request-id': 'r2' }))).requestId).toBe('r2');
    expect((await errorOf(failed(500))).requestId).toBeUndefined();
    const own = sdk.defineSdk({
      name: 'a',
      version: '1',
      env: 'A',
      servers: 'https://a.test',
      requestIdHeader: 'x-trace',
      requests: { ping: defineRequest<string>()({ method: 'GET', path: '/' }) },
      resources: (api) => ({ ping: () => api.ping() }),
    });
    const { fetch } = replying(failed(404, {}, { 'x-trace': 't', 'x-request-id': 'r' }));
    expect(await thrownBy(new own({ fetch }).ping())).toMatchObject({ requestId: 't' });
  });

  it('tells the customer what happened if only the authors of the SDK can fix it', async () => {
    const empty = await errorOf(new Response(null, { status: 204 }));
    expect(empty.message).toBe(
      'GET /orders/:id returned 204 without the expected data: report it to the authors of the SDK',
    );
    expect(empty.cause.message).toContain("declare responseType 'none'");
    const repeated = ok({ data: [], next: 'c1' });
    const acme = new Acme({ apiKey: 'key', ...replying(repeated) });
    for (const list of [acme.orders.list(), acme.orders.list().pages()]) {
      const walk = async (): Promise<void> => {
        for await (const page of list) expect(page).toBeDefined();
      };
      const error = await thrownBy(walk());
      expect(error).toMatchObject({
        name: 'APIError',
        message: "GET /orders returned a page that this SDK can't read: report it to the authors of the SDK",
      });
      expect((error as sdk.APIError).cause.message).toContain('The page\'s "next" is its own cursor');
    }
  });

  it('tells the customer to report a status that the SDK does not declare', async () => {
    const Own = sdk.defineSdk({
      name: 'a',
      version: '1',
      env: 'A',
      servers: 'https://a.test',
      requests: { ping: new Request({ method: 'GET', path: '/', responses: { 200: z.object({}) } }) },
      resources: (api) => ({ ping: () => api.ping() }),
    });
    const error = await thrownBy(new Own(replying(Response.json({}, { status: 202 }))).ping());
    expect(error).toMatchObject({
      name: 'APIError',
      status: 202,
      message: 'GET / returned 202 without the expected data: report it to the authors of the SDK',
    });
    const html = await errorOf(new Response('<p>', { headers: { 'content-type': 'text/html' } }));
    expect(html.message).toBe("GET /orders/:id returned 200 with text/html, which isn't JSON");
  });

  it('prints neither headers nor the body', async () => {
    const { inspect } = await import('node:util');
    const error = await errorOf(failed(422, { message: 'm', card: '4111' }, { 'x-secret': 'hush' }));
    expect(inspect(error) + JSON.stringify(error)).not.toMatch(/4111|hush/);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ status: 422, kind: 'http' });
  });
});

describe('the text of the service', () => {
  it('follows the message, in one line', async () => {
    const error = await errorOf(failed(404, { message: 'No\nsuch\u0000 order' }));
    expect(error.message).toBe('GET /orders/:id returned 404: No such order');
  });

  it('adds nothing if it is missing, not a string, or the body has another form', async () => {
    for (const body of [{}, { message: 5 }, { message: '' }, [], 'text', null])
      expect((await errorOf(failed(404, body))).message).toBe('GET /orders/:id returned 404');
  });

  it('adds nothing for an async function, whose rejection is handled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    for (const errorMessage of [
      () => Promise.resolve('late'),
      () => Promise.reject(new Error('no text')),
    ] as never[]) {
      const own = defineSdk({
        name: 'a',
        version: '1',
        env: 'A',
        servers: 'https://a.test',
        errorMessage,
        requests: { ping: defineRequest<string>()({ method: 'GET', path: '/' }) },
        resources: (api) => ({ ping: () => api.ping() }),
      });
      const error = (await thrownBy(new own({ fetch: replying(failed(404)).fetch }).ping())) as Error;
      expect(error.message).toBe('GET / returned 404');
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('is at most 200 characters long', async () => {
    expect((await errorOf(failed(404, { message: 'x'.repeat(1000) }))).message).toMatch(/: x{150,200}…$/);
  });
});

describe('own classes of an SDK', () => {
  class OwnNotFound extends NotFoundError<Problem> {}

  const own = defineSdk({
    name: 'a',
    version: '1',
    env: 'A',
    servers: 'https://a.test',
    errors: { NotFoundError: OwnNotFound },
    requests: { ping: defineRequest<string>()({ method: 'GET', path: '/' }) },
    resources: (api) => ({ ping: () => api.ping() }),
  });

  it('replace the others, and type the body', async () => {
    const { fetch } = replying(failed(404, { message: 'gone' }));
    const error = await thrownBy(new own({ fetch }).ping());
    expect(error).toBeInstanceOf(OwnNotFound);
    if (error instanceof OwnNotFound) {
      expectTypeOf(error.body).toEqualTypeOf<Problem>();
      expectTypeOf(error.status).toEqualTypeOf<404>();
      expect(error.body.message).toBe('gone');
    }
    expect(error).toBeInstanceOf(APIError);
  });
});

/** An SDK with these error classes. */
const sdkOf = (errors: Partial<sdk.SdkErrorClasses>) =>
  defineSdk({
    name: 'a',
    version: '1',
    env: 'A',
    servers: 'https://a.test',
    errors,
    requests: { ping: defineRequest<string>()({ method: 'GET', path: '/' }) },
    resources: (api) => ({ ping: (options?: sdk.SdkRequestOptions) => api.ping({}, options) }),
  });

describe('own parent classes of an SDK', () => {
  class OwnConnectionError extends sdk.APIConnectionError {}
  class OwnTimeoutError extends OwnConnectionError {}

  it('are rejected without the classes that must extend them', () => {
    expect(() => sdkOf({ APIConnectionError: OwnConnectionError })).toThrow(
      "defineSdk: errors.APITimeoutError doesn't extend the SDK's APIConnectionError: pass a class that does.",
    );
    expect(() => sdkOf({ APIError: class extends APIError {} })).toThrow("doesn't extend the SDK's APIError");
    expect(() => sdkOf({ NotFoundError: 5 as never })).toThrow('errors.NotFoundError');
  });

  it('have timeouts as instances, which keep their name', async () => {
    const { fetch } = replying(() => new Promise(() => undefined));
    const Own = sdkOf({ APIConnectionError: OwnConnectionError, APITimeoutError: OwnTimeoutError });
    const error = await thrownBy(new Own({ fetch, maxRetries: 0 }).ping({ timeout: 1 }));
    expect(error).toBeInstanceOf(OwnConnectionError);
    expect(error).toMatchObject({ name: 'APITimeoutError', kind: 'timeout' });
  });
});

describe('deriveErrors', () => {
  class Own extends APIError<{ code?: string }> {
    get code(): string | undefined {
      return this.body.code;
    }
  }
  const errors = sdk.deriveErrors(Own);
  const Derived = sdkOf(errors);

  it('returns classes for each status, which extend the own APIError', async () => {
    const error = await thrownBy(new Derived(replying(failed(404, { code: 'gone' }))).ping());
    expect(error).toBeInstanceOf(errors.NotFoundError);
    expect(error).toBeInstanceOf(Own);
    expect(error).not.toBeInstanceOf(errors.ConflictError);
    if (error instanceof errors.NotFoundError) {
      expectTypeOf(error.status).toEqualTypeOf<404>();
      expect(error.code).toBe('gone');
    }
    expect(error).toMatchObject({ name: 'NotFoundError' });
    expect(errors.NotFoundError.name).toBe('NotFoundError');
    expect(errors.APIError).toBe(Own);
  });

  it('returns a class of timeouts that extends the class of failed connections', async () => {
    const { fetch } = replying(() => new Promise(() => undefined));
    const error = await thrownBy(new Derived({ fetch }).ping({ timeout: 1 }));
    expect(error).toBeInstanceOf(errors.APITimeoutError);
    expect(error).toBeInstanceOf(errors.APIConnectionError);
    expect(error).toMatchObject({ name: 'APITimeoutError' });
  });
});

describe('an error that nobody handles', () => {
  it('is reported once for a call, and not at all for a list that is only iterated', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { fetch } = replying(failed(404));
    const acme = new Acme({ apiKey: 'key', fetch });
    const seen = await thrownBy(
      (async () => {
        for await (const { id } of acme.orders.list()) expect(id).toBe('none');
      })(),
    );
    await thrownBy(acme.orders.retrieve('o1').withResponse());
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(seen).toBeInstanceOf(NotFoundError);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
