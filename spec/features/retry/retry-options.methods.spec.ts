import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type HttpMethod,
  type Middleware,
  Plugin,
  retryMiddleware,
  type RetryOptions,
} from '../../../lib/index.js';
import { decideRetry } from '../../../lib/entries/retry.js';
import { retried } from '../../support/retried.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attempts = async (
  options: RetryOptions,
  method: HttpMethod,
  more: Parameters<typeof retried>[1] = {},
): Promise<number> => (await retried({ max: 1, ...options }, { ...more, endpoint: { method } })).attempts;

const everything: RetryOptions['retryOn'] = () => true;

describe('methods (rules.md#retry)', () => {
  it("are all by default, as with 'all'", async () => {
    expect([await attempts({}, 'POST'), await attempts({ methods: 'all' }, 'POST')]).toEqual([2, 2]);
  });

  it.each<[HttpMethod, number]>([
    ['GET', 2],
    ['HEAD', 2],
    ['OPTIONS', 2],
    ['PUT', 2],
    ['DELETE', 2],
    ['POST', 1],
    ['PATCH', 1],
  ])("with 'idempotent' and a failing %s lead to %d requests (trap 31)", async (method, count) => {
    expect(await attempts({ methods: 'idempotent' }, method)).toBe(count);
  });

  it("with 'idempotent' include a POST with an idempotency key", async () => {
    const options = { headers: { 'idempotency-key': '7' } };
    expect(await attempts({ methods: 'idempotent' }, 'POST', { options })).toBe(2);
  });

  it('can be an array, in any case', async () => {
    const methods = ['post', 'Get'] as unknown as HttpMethod[];
    expect([await attempts({ methods }, 'POST'), await attempts({ methods }, 'GET')]).toEqual([2, 2]);
    expect([await attempts({ methods }, 'PUT'), await attempts({ methods: [] }, 'GET')]).toEqual([1, 1]);
  });

  it('are read once, and a later change of the array has no effect', async () => {
    const methods: HttpMethod[] = ['GET'];
    const retry = retryMiddleware({ max: 1, methods });
    methods.pop();
    expect((await retried(0, { middleware: [retry] })).attempts).toBe(2);
  });

  it('only filter, and the default still decides about the other methods', async () => {
    const answers = [new TypeError('reset')];
    expect(await attempts({ methods: ['POST'] }, 'POST', { answers })).toBe(1);
    expect(await attempts({ methods: ['GET'] }, 'GET', { answers })).toBe(2);
  });

  it('filter before retryOn, which then decides alone', async () => {
    const retryOn = vi.fn(everything);
    expect(await attempts({ methods: ['GET'], retryOn }, 'POST')).toBe(1);
    expect(retryOn).not.toHaveBeenCalled();
    expect(await attempts({ methods: ['POST'], retryOn }, 'POST', { answers: [404] })).toBe(2);
    expect(await attempts({ methods: ['GET'], retryOn: () => false }, 'GET')).toBe(1);
  });

  it('filter before the decision of an inner plugin', async () => {
    class Insisting extends Plugin {
      override readonly name = 'insisting';
      protected override onRequest(ctx: Parameters<Middleware>[0]): void {
        decideRetry(ctx, () => true);
      }
    }
    const more = { middleware: [new Insisting()] };
    expect(await attempts({ methods: 'idempotent' }, 'POST', more)).toBe(1);
    expect(await attempts({ methods: 'idempotent' }, 'GET', { ...more, answers: [404] })).toBe(2);
  });

  it('are compared with the sent method, after the middleware', async () => {
    const turned: Middleware = (ctx, next) => {
      ctx.request.method = 'POST';
      return next();
    };
    expect(await attempts({ methods: ['GET'] }, 'GET', { middleware: [turned] })).toBe(1);
  });
});
