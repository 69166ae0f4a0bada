import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import type { Middleware } from '../../../lib/index.js';
import type { SdkRequestOptions } from '../../../lib/entries/sdk.js';
import { Acme, failed, ok, type Reply, replying } from '../../support/sdk.js';
import { until } from '../../support/until.js';

type ClientOptions = ConstructorParameters<typeof Acme>[0];

const clientOf = (options: ClientOptions = {}, ...replies: readonly Reply[]) => {
  const { fetch, sent } = replying(...(replies.length > 0 ? replies : [ok({})]));
  return { acme: new Acme({ apiKey: 'key', fetch, ...options }), sent };
};

const NAMES = ['authorization', 'user-agent', 'accept', 'x-a'] as const;

const NULLS = { Authorization: null, 'USER-AGENT': null, accept: null, 'x-a': null };

describe('a header that is null', () => {
  it('of a call removes what the SDK and the client set', async () => {
    const { acme, sent } = clientOf({ headers: { 'x-a': '1', 'x-b': '2' } });
    await acme.orders.retrieve('o1', { headers: NULLS });
    await acme.orders.list({}, { headers: NULLS });
    await acme.orders.list({}, { headers: NULLS }).pages().next();
    await acme.request({ method: 'GET', path: '/x' }, { headers: NULLS });
    await acme.results.orders.retrieve('o1', { headers: NULLS });
    expect(sent).toHaveLength(5);
    for (const { headers } of sent) {
      expect(NAMES.filter((name) => headers.has(name))).toEqual([]);
      expect(headers.get('x-b')).toBe('2');
      expect(JSON.stringify([...headers])).not.toContain('removed');
    }
  });

  it('of a client, or that its function returns, removes what the SDK sets', async () => {
    for (const headers of [NULLS, () => NULLS, async () => NULLS, Object.entries(NULLS) as never]) {
      const { acme, sent } = clientOf({ headers });
      await acme.orders.retrieve('o1');
      expect(NAMES.filter((name) => sent[0]?.headers.has(name))).toEqual([]);
      await acme.orders.retrieve('o1', { headers: { authorization: 'own', 'x-a': '3' } });
      expect(sent[1]?.headers.get('authorization')).toBe('own');
      expect(sent[1]?.headers.get('x-a')).toBe('3');
    }
  });

  it('removes the type of a body', async () => {
    const { acme, sent } = clientOf();
    await acme.orders.create({ total: 1 }, { headers: { 'content-type': null } });
    expect([sent[0]?.headers.get('content-type'), sent[0]?.body]).toEqual([null, '{"total":1}']);
  });

  it('removes the token of an AuthPlugin, also after a 401', async () => {
    let count = 0;
    const auth = new AuthPlugin(async () => ({ token: `t${(count += 1)}` }));
    const { acme, sent } = clientOf({ auth }, failed(401), ok({}));
    await acme.results.orders.retrieve('o1', { headers: { authorization: null } });
    expect(sent.map(({ headers }) => headers.has('authorization'))).not.toContain(true);
    await acme.orders.retrieve('o1');
    expect(sent.at(-1)?.headers.has('authorization')).toBe(true);
  });

  it('removes the token of an AuthPlugin from a retry, even if another call renews the token', async () => {
    let count = 0;
    const auth = new AuthPlugin(async () => ({ token: `t${(count += 1)}`, owner: 'u' }));
    const { acme, sent } = clientOf({ auth }, failed(500, {}, { 'retry-after-ms': '100' }), ok({}));
    const call = acme.orders.retrieve('o1', { headers: { authorization: null } });
    await until(() => sent.length > 0);
    await auth.set({ token: 'renewed', owner: 'u' });
    await call;
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, null]);
  });

  it('can be set by the middleware of the client, which runs after the keys are set', async () => {
    const seen: unknown[] = [];
    const middleware: Middleware = ({ request }, next) => {
      seen.push(request.getHeader('authorization'));
      request.setHeader('x-a', 'mine');
      return next();
    };
    const { acme, sent } = clientOf({ middleware: [middleware] });
    await acme.orders.retrieve('o1', { headers: NULLS });
    expect([seen, sent[0]?.headers.get('x-a')]).toEqual([[undefined], 'mine']);
  });
});

describe('the mark of a removed header', () => {
  it('is not in the headers that getHeaders() of an endpoint returns', () => {
    const { acme } = clientOf({ headers: { 'x-a': null, 'x-b': '2' } });
    expect(acme.client.getOrder.getHeaders()).toEqual({});
    expect(clientOf({ headers: { 'x-b': '2' } }).acme.client.getOrder.getHeaders()).toEqual({ 'x-b': '2' });
  });

  it('is not a text that a caller can pass as a value', async () => {
    const { acme, sent } = clientOf();
    const values = ['homing:removed', 'a, homing:removed', 'null', 'undefined', ''];
    for (const value of values) await acme.orders.retrieve('o1', { headers: { 'x-a': value } });
    expect(sent.map(({ headers }) => headers.get('x-a'))).toEqual(values);
    await acme.orders.create({ total: 1 }, { idempotencyKey: 'homing:removed' });
    expect(sent.at(-1)?.headers.get('idempotency-key')).toBe('homing:removed');
  });
});

describe('a header that is undefined', () => {
  it('of a call leaves what the SDK and the client set', async () => {
    const { acme, sent } = clientOf({ headers: { 'x-a': '1', 'user-agent': undefined } });
    await acme.orders.retrieve('o1', { headers: { authorization: undefined, 'x-a': undefined } });
    const { headers } = sent[0] ?? {};
    expect(headers?.get('authorization')).toBe('Bearer key');
    expect([headers?.get('user-agent'), headers?.get('x-a')]).toEqual([
      expect.stringContaining('acme-sdk'),
      '1',
    ]);
  });
});

describe('an idempotency key that is null', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const create = async (options: SdkRequestOptions) => {
    const { acme, sent } = clientOf({}, failed(500), ok({}));
    const call = acme.results.orders.create({ total: 1 }, options);
    await vi.runAllTimersAsync();
    await call;
    return sent.map(({ headers }) => headers.get('idempotency-key'));
  };

  it('is not sent, and the call is not retried', async () => {
    expect(await create({ headers: { 'Idempotency-Key': null } })).toEqual([null]);
    expect(await create({})).toHaveLength(2);
  });

  it('is replaced by the option idempotencyKey', async () => {
    const options = { headers: { 'Idempotency-Key': null }, idempotencyKey: 'own' };
    expect(await create(options)).toEqual(['own', 'own']);
  });
});
