import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallOptions, Middleware, StandardSchemaV1 } from '../../../lib/index.js';
import { successResult } from '../../../lib/entries/testing.js';
import { effort } from '../../support/effort.js';
import { createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';

const mine = new Error('mine');
const throwing = (): never => {
  throw mine;
};
const rejected = (() => Promise.reject(mine)) as () => never;
const hanging = (() => new Promise(() => undefined)) as () => never;
const givingNothing = (): never => undefined as never;

/** The ways in which a user function can fail. A call that waits for the hanging function ends at its deadline. */
const failing: readonly [string, () => never][] = [
  ['throws', throwing],
  ['rejects', rejected],
  ['hangs', hanging],
  ['returns nothing', givingNothing],
];

const schemaOf = (validate: () => never): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'spec', validate },
});

const causingItself = new Error('cyclic');
causingItself.cause = causingItself;

/** Values that can be thrown, or be the reason of an abort. */
const thrown: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['an empty string', ''],
  ['a string', 'broken'],
  ['0', 0],
  ['NaN', NaN],
  ['a bigint', 1n],
  ['a symbol', Symbol('s')],
  ['a function', throwing],
  ['a plain object', { code: 'E' }],
  ['a frozen Error', Object.freeze(new Error('frozen'))],
  ['an Error that causes itself', causingItself],
  ['an Error named AbortError', new DOMException('gone', 'AbortError')],
  ['an Error named TimeoutError', new DOMException('late', 'TimeoutError')],
];

afterEach(() => {
  vi.restoreAllMocks();
});

const kindOf = async (setup: TestClientOptions, options: CallOptions = {}): Promise<unknown> =>
  (await createTestClient(setup).api.call({}, options)).error?.kind;

describe.each(failing)('a user function that %s (trap 40, rules.md#results)', (how, does) => {
  const late = how === 'hangs' ? 'timeout' : undefined;
  const timeout = late ? 20 : 10_000;

  it("makes the call a 'network' error when it is fetch", async () => {
    expect(await kindOf({ fetch: does }, { timeout })).toBe(late ?? 'network');
  });

  it("makes the call a 'middleware' error when it is a middleware, before or after next()", async () => {
    const after: Middleware = async (_ctx, next) => (await next(), does());
    for (const each of [does, after])
      expect(await kindOf({}, { timeout, middleware: [each] })).toBe(late ?? 'middleware');
  });

  it("makes the call a 'parse' error when it is a schema or parseJson", async () => {
    expect(await kindOf({ endpoint: { timeout, schema: schemaOf(does) } })).toBe(late ?? 'parse');
    const read = how === 'returns nothing' ? undefined : 'parse';
    expect(await kindOf({ endpoint: { timeout, parseJson: does } })).toBe(late ?? read);
  });

  it('changes nothing when it is onError, the log label, or a task of onEnd or onSend', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const listening: Middleware = (ctx, next) => {
      ctx.onEnd(does);
      ctx.request.onSend(does);
      return next();
    };
    const client: TestClientOptions = {
      throws: mine,
      onError: does,
      log: { label: does },
      middleware: [listening],
    };
    expect(await kindOf(client)).toBe('network');
    // Vitest fails the run if a rejection stays unhandled.
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('any thrown value (rules.md#which-kind-it-is)', () => {
  it.each(thrown)(
    '%s is the body of the error when fetch or a middleware throws it',
    async (_what, value) => {
      for (const options of [{}, { timeout: 1000 }]) {
        const { error } = await createTestClient({ throws: value }).api.call({}, options);
        expect({ kind: error?.kind, body: error?.body }).toEqual({ kind: 'network', body: value ?? null });
      }
      for (const options of [{}, { signal: AbortSignal.abort(mine) }]) {
        const middleware = [() => Promise.reject(value)];
        const { error } = await createTestClient().api.call({}, { ...options, middleware });
        expect({ kind: error?.kind, body: error?.body }).toEqual({ kind: 'middleware', body: value ?? null });
      }
    },
  );

  it.each(thrown)('%s can be the reason of an abort', async (_what, reason) => {
    const stuck: Middleware = () => new Promise(() => undefined);
    const rethrow: Middleware = async (ctx, next) => {
      await next();
      throw new Error('wrapped', { cause: ctx.request.signal?.reason });
    };
    for (const middleware of [[], [stuck], [rethrow]]) {
      if (middleware[0] === rethrow && reason === null) continue;
      const controller = new AbortController();
      const running = createTestClient({ held: true }).api.call(
        {},
        { signal: controller.signal, middleware },
      );
      await Promise.resolve();
      controller.abort(reason);
      const { error } = await running;
      expect({ kind: error?.kind, body: error?.body }).toEqual({
        kind: 'abort',
        body: controller.signal.reason ?? null,
      });
    }
  });
});

describe('values that plain JavaScript can pass', () => {
  it.each<[string, unknown, unknown]>([
    ['params with a toJSON that throws', { at: { toJSON: throwing } }, {}],
    ['headers that are a string', {}, { headers: 'a: b' }],
    ['options that are a string', {}, 'GET'],
    ['a middleware array that contains undefined', {}, { middleware: [undefined] }],
  ])('a call with %s sends nothing', async (_what, params, options) => {
    const fetch = stubFetch();
    const { api } = createTestClient({ fetch, endpoint: { method: 'POST' } });
    const { error } = await api.call(params, options as never);
    expect(['network', 'middleware']).toContain(error?.kind);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('a middleware can return a thenable that resolves with a Result', async () => {
    const thenable = { then: (resolve: (result: unknown) => void) => resolve(successResult('later')) };
    const middleware = (() => thenable) as unknown as Middleware;
    expect((await createTestClient().api.call({}, { middleware: [middleware] })).data).toBe('later');
  });

  it.each([
    ['url', new URL('http://b.test/x')],
    ['headers', null],
    ['fetchOptions', null],
    ['signal', null],
  ])('ctx.request.%s accepts %o', async (field, value) => {
    const fetch = stubFetch();
    const change: Middleware = (ctx, next) => {
      Reflect.set(ctx.request, field, value);
      return next();
    };
    const { error } = await createTestClient({ fetch }).api.call({}, { middleware: [change] });
    expect({ error, length: fetch.mock.calls.length }).toEqual({ error: null, length: 1 });
  });

  it('thousands of failing calls call onError once each', async () => {
    const many = effort(2000, 10_000);
    const onError = vi.fn();
    const { api } = createTestClient({ throws: mine, onError });
    const results = await Promise.all(Array.from({ length: many }, () => api.call()));
    expect(results.every(({ error }) => error?.kind === 'network')).toBe(true);
    expect(onError).toHaveBeenCalledTimes(many);
  });
});
