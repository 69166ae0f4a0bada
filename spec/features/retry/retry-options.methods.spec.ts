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
  ])("under 'idempotent' make of a failing %s %d requests (trap 31)", async (method, count) => {
    expect(await attempts({ methods: 'idempotent' }, method)).toBe(count);
  });

  it("let a POST with an idempotency key through under 'idempotent'", async () => {
    const options = { headers: { 'idempotency-key': '7' } };
    expect(await attempts({ methods: 'idempotent' }, 'POST', { options })).toBe(2);
  });

  it('may be a list, in any case', async () => {
    const methods = ['post', 'Get'] as unknown as HttpMethod[];
    expect([await attempts({ methods }, 'POST'), await attempts({ methods }, 'GET')]).toEqual([2, 2]);
    expect([await attempts({ methods }, 'PUT'), await attempts({ methods: [] }, 'GET')]).toEqual([1, 1]);
  });

  it('are read once: what becomes of the list changes nothing', async () => {
    const methods: HttpMethod[] = ['GET'];
    const retry = retryMiddleware({ max: 1, methods });
    methods.pop();
    expect((await retried(0, { middleware: [retry] })).attempts).toBe(2);
  });

  it('only filter: what is left out is still for the default to decide', async () => {
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

  it('filter before what a plugin inside says', async () => {
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

  it('are those of what is sent, as a middleware leaves it', async () => {
    const turned: Middleware = (ctx, next) => {
      ctx.request.method = 'POST';
      return next();
    };
    expect(await attempts({ methods: ['GET'] }, 'GET', { middleware: [turned] })).toBe(1);
  });
});
