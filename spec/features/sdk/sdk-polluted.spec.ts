import { describe, expect, it } from 'vitest';
import { defineRequest } from '../../../lib/index.js';
import { defineSdk, idempotencyKeys } from '../../../lib/entries/sdk.js';
import { Acme, failed, ok, replying, thrownBy } from '../../support/sdk.js';

/** Runs with these properties on Object.prototype, and returns what the function returns or throws. */
async function under(values: Readonly<Record<string, unknown>>, run: () => unknown): Promise<unknown> {
  const names = Object.keys(values);
  Object.assign(Object.prototype, values);
  try {
    return await run();
  } catch (thrown) {
    return thrown;
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}

describe('an SDK ignores properties of Object.prototype', () => {
  it('as options of a client', async () => {
    const { fetch, sent } = replying(ok({}));
    const fail = (): never => {
      throw new Error('read from Object.prototype');
    };
    const evil = { query: { evil: 1 }, headers: { evil: '1' }, middleware: [fail] };
    const data = await under(evil, () => new Acme({ fetch, apiKey: 'key' }).orders.retrieve('o1'));
    expect(data).toEqual({});
    expect(sent[0]?.url).toBe('https://api.acme.test/orders/o1');
    expect(sent[0]?.headers.get('evil')).toBeNull();
  });

  it('as a timeout', async () => {
    const slow = (): Promise<Response> =>
      new Promise((resolve) => setTimeout(() => resolve(Response.json({ id: 'o1' })), 60));
    const acme = (): Acme => new Acme({ fetch: slow, apiKey: 'key', maxRetries: 0 });
    for (const evil of [{ timeout: 1 }, { attemptTimeout: 1 }])
      expect(await under(evil, () => acme().orders.retrieve('o1'))).toEqual({ id: 'o1' });
  });

  it('as variables of the environment', async () => {
    const error = await under({ ACME_API_KEY: 'key' }, () => new Acme());
    expect(error).toMatchObject({ name: 'AcmeError' });
  });

  it('as a part of its definition', async () => {
    const { fetch } = replying(failed(404));
    const acme = new Acme({ fetch, apiKey: 'key' });
    const error = await under({ errors: { NotFoundError: Date } }, () =>
      thrownBy(acme.orders.retrieve('o1')),
    );
    expect(error).toMatchObject({ name: 'NotFoundError' });
    expect(await under({ optional: true }, () => new Acme())).toMatchObject({ name: 'AcmeError' });
  });

  it('as the body of a request', async () => {
    const { fetch, sent } = replying(ok({}));
    const acme = new Acme({ fetch, apiKey: 'key' });
    const call = () => acme.request({ method: 'POST', path: '/orders' });
    expect(await under({ body: { evil: 1 } }, call)).toEqual({});
    expect(sent[0]?.body ?? null).toBeNull();
  });

  it('as options of idempotency keys', async () => {
    const { fetch, sent } = replying(ok({}));
    const create = () => {
      const Sdk = defineSdk({
        name: 'acme-sdk',
        version: '1.0.0',
        env: 'ACME',
        servers: 'https://api.acme.test',
        requests: { create: defineRequest()({ method: 'POST', path: '/orders' }) },
        idempotency: idempotencyKeys(),
        resources: (api) => ({ orders: { create: () => api.create() } }),
      });
      return new Sdk({ fetch }).orders.create();
    };
    await under({ endpoints: ['other'] }, create);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });
});
