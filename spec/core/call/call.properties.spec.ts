import { describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import type { Middleware, Result } from '../../../lib/index.js';
import { errorResult, successResult } from '../../../lib/entries/testing.js';
import { createTestClient, type Fetch } from '../../support/client.js';
import { draws } from '../../support/effort.js';

const kinds = ['network', 'http', 'parse', 'timeout', 'abort', 'middleware'];

const anyFetch = fc.oneof(
  fc.anything().map(
    (thrown): Fetch =>
      () =>
        Promise.reject(thrown),
  ),
  fc.anything().map((thrown): Fetch => () => {
    throw thrown;
  }),
  fc.constantFrom([200, '{"a":1}'], [200, '<p>'], [204, null], [404, 'null'], [500, '{"a":1}']).map(
    ([status, body]): Fetch =>
      async () =>
        new Response(body, { status }),
  ),
  fc.anything().map(
    (value): Fetch =>
      async () =>
        value as Response,
  ),
  fc.constant<Fetch>(() => new Promise(() => {})),
);

const middlewares: fc.Arbitrary<Middleware> = fc.oneof(
  fc.constantFrom<Middleware>(
    (_ctx, next) => next(),
    async (_ctx, next) => (await next(), next()),
    async (_ctx, next) => (await Promise.all([next(), next()]))[0],
    () => new Promise(() => {}),
    async (_ctx, next) => (await next(), new Promise<never>(() => {})),
    async () => successResult('own'),
    async () => errorResult(409),
    async (ctx, next) => {
      ctx.request.signal = AbortSignal.abort(new Error('inner'));
      return next();
    },
    async (ctx, next) => {
      await next();
      throw new Error('wrapped', { cause: ctx.request.signal?.reason });
    },
    async (_ctx, next) => next().catch(() => successResult('rescued')),
  ),
  fc.anything().map(
    (thrown): Middleware =>
      () =>
        Promise.reject(thrown),
  ),
  fc.anything().map((value) => value as Middleware),
);

describe('a call with any fetch, middleware and signal (trap 40, rules.md#results)', () => {
  const calls = fc.record({
    fetch: anyFetch,
    middleware: fc.array(middlewares, { maxLength: 3 }),
    reason: fc.option(fc.anything().map((value) => () => value)),
  });

  const run = async (
    { fetch, middleware, reason }: { fetch: Fetch; middleware: Middleware[]; reason: (() => unknown) | null },
    onError: () => void,
  ): Promise<Result<unknown>> => {
    const signal = reason ? AbortSignal.abort(reason()) : null;
    return createTestClient({ fetch, onError }).api.call({}, { middleware, signal, timeout: 5 });
  };

  it('resolves with data or an error of one of the six kinds, and reports every error except an abort once', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (given) => {
        const onError = vi.fn();
        const { data, error, response, retry } = await run(given, onError);
        expect(error === null || data === null).toBe(true);
        expect(error === null || kinds.includes(error.kind)).toBe(true);
        expect(error === null || error.kind === 'http' || error.kind === 'parse' || response === null).toBe(
          true,
        );
        expect(typeof retry).toBe('function');
        expect(onError).toHaveBeenCalledTimes(error && error.kind !== 'abort' ? 1 : 0);
      }),
      draws(150, 400),
    );
  }, 60_000);

  it("sends nothing and returns an 'abort' error when its signal is already aborted", async () => {
    await fc.assert(
      fc.asyncProperty(anyFetch, fc.anything(), async (fetch, reason) => {
        const sent = vi.fn(fetch);
        const { error } = await run({ fetch: sent, middleware: [], reason: () => reason }, () => {});
        expect(error?.kind).toBe('abort');
        expect(sent).not.toHaveBeenCalled();
      }),
    );
  });
});
