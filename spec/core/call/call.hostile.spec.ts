import { describe, expect, it, jest } from '@jest/globals';
import { type Middleware, Plugin, type Result } from '../../../lib/index.js';
import { successResult } from '../../../lib/testing.js';
import {
  explosiveProxy,
  hostileValues,
  isBody,
  revokedProxy,
  withGetter,
} from '../../support/hostile-values.js';
import { answering, deaf, type Fetch, heeding, oneEndpoint, rejecting } from '../../support/one-endpoint.js';
import { effort } from '../../support/effort.js';

describe('anything thrown (trap 40, rules.md#results)', () => {
  it.each(hostileValues)("by fetch, %s is a 'network' error with it as body", async (_what, make) => {
    const thrown = make();
    const { error } = await oneEndpoint({ fetch: rejecting(thrown) }).call();
    expect(error?.kind).toBe('network');
    expect(isBody(error?.body, thrown)).toBe(true);
  });

  it.each(hostileValues)("by fetch under a deadline, %s is a 'network' error", async (_what, make) => {
    const { error } = await oneEndpoint({ fetch: rejecting(make()) }).call({}, { timeout: 1000 });
    expect(error?.kind).toBe('network');
  });

  it.each(hostileValues)(
    "by a middleware, %s is a 'middleware' error with it as body",
    async (_what, make) => {
      const thrown = make();
      const { error } = await oneEndpoint().call({}, { middleware: [() => Promise.reject(thrown)] });
      expect(error?.kind).toBe('middleware');
      expect(isBody(error?.body, thrown)).toBe(true);
    },
  );

  it.each(hostileValues)(
    "by a middleware after an abort, %s is a 'middleware' error",
    async (_what, make) => {
      const options = {
        signal: AbortSignal.abort(new Error('own')),
        middleware: [() => Promise.reject(make())],
      };
      expect((await oneEndpoint().call({}, options)).error?.kind).toBe('middleware');
    },
  );
});

describe('anything as the reason of an abort (rules.md#which-kind-it-is)', () => {
  const UNREADABLE = /throwing (cause|name|message)|proxy/;
  const readable = hostileValues.filter(([what]) => !UNREADABLE.test(what));

  const withReason = async (reason: unknown, fetch: Fetch, middleware: Middleware[] = []) => {
    const controller = new AbortController();
    const running = oneEndpoint({ fetch }).call({}, { signal: controller.signal, middleware });
    await Promise.resolve();
    controller.abort(reason);
    const { error } = await running;
    return { kind: error?.kind, isReason: isBody(error?.body, controller.signal.reason) };
  };

  it.each(hostileValues)("%s is an 'abort' error with it as body", async (_what, make) => {
    expect(await withReason(make(), heeding())).toEqual({ kind: 'abort', isReason: true });
  });

  it.each(hostileValues)("%s is an 'abort' error when the chain is stuck", async (_what, make) => {
    const stuck: Middleware = () => new Promise(() => {});
    expect(await withReason(make(), deaf(), [stuck])).toEqual({ kind: 'abort', isReason: true });
  });

  it.each(readable.filter(([, make]) => make() != null))(
    "%s is an 'abort' error when a middleware rethrows it as a cause",
    async (_what, make) => {
      const rethrow: Middleware = async (ctx, next) => {
        await next();
        throw new Error('wrapped', { cause: ctx.request.signal?.reason });
      };
      expect(await withReason(make(), heeding(), [rethrow])).toEqual({ kind: 'abort', isReason: true });
    },
  );

  it.each(hostileValues)(
    '%s on a signal of a middleware never makes the call reject',
    async (_what, make) => {
      const install: Middleware = (ctx, next) => {
        ctx.request.signal = AbortSignal.abort(make());
        return next();
      };
      const { error } = await oneEndpoint().call({}, { middleware: [install] });
      expect(['abort', 'timeout', 'network']).toContain(error?.kind);
    },
  );
});

describe('hostile options and params (rules.md#the-client)', () => {
  const api = oneEndpoint({ endpoint: { method: 'POST' } });

  it.each(['headers', 'timeout', 'signal', 'middleware', 'skipMiddleware', 'fetchOptions'])(
    "a throwing getter for %s is a 'network' error",
    async (name) => {
      expect((await api.call({}, withGetter(name, {}))).error?.kind).toBe('network');
    },
  );

  it.each<[string, () => object]>([
    ['a revoked proxy', revokedProxy],
    ['a proxy that throws', explosiveProxy],
    ['headers that throw', () => ({ headers: withGetter('a', {}) })],
    ['fetchOptions that throw', () => ({ fetchOptions: withGetter('mode', {}) })],
    ['headers that are a revoked proxy', () => ({ headers: revokedProxy() })],
    ['a middleware list that is a revoked proxy', () => ({ middleware: revokedProxy() })],
    ['a signal that is a revoked proxy', () => ({ signal: revokedProxy() })],
  ])("%s as options is a 'network' error, and sends nothing", async (_what, make) => {
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call({}, make());
    expect(error?.kind).toBe('network');
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each<[string, () => unknown]>([
    ['a revoked proxy', revokedProxy],
    ['a proxy that throws', explosiveProxy],
    ['a throwing getter', () => withGetter('name', {})],
    ['a throwing toJSON', () => ({ at: { toJSON: explosiveThrow } })],
    ['a nested revoked proxy', () => ({ inner: revokedProxy() })],
  ])("%s as params is a 'network' error, and sends nothing", async (_what, make) => {
    const fetch = answering();
    const endpoint = { method: 'POST' as const };
    const { error } = await oneEndpoint({ fetch, endpoint }).call(make() as {});
    expect(error?.kind).toBe('network');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('a polyfilled signal, which is no AbortSignal of the platform, is taken', async () => {
    const signal = Object.assign(new EventTarget(), { aborted: false, reason: undefined });
    const { error } = await oneEndpoint().call({}, { signal: signal as unknown as AbortSignal });
    expect(error).toBeNull();
  });
});

const explosiveThrow = (): never => {
  throw new Error('do not touch');
};

describe('hostile Results of a middleware (rules.md#middleware)', () => {
  const returning =
    (value: unknown): Middleware =>
    () =>
      Promise.resolve(value as Result<unknown>);

  /** A Result, one of whose fields throws from the nth reading on. */
  const souring = (field: string, calm: number): object => {
    const good: Record<string, unknown> = { ...successResult('ok') };
    let readings = 0;
    const read = (): unknown => (readings++ < calm ? good[field] : explosiveThrow());
    return Object.defineProperty({ ...good }, field, { get: read, enumerable: true });
  };

  it.each(['data', 'error', 'response'])("a throwing %s gives 'middleware'", async (field) => {
    const { error } = await oneEndpoint().call({}, { middleware: [returning(souring(field, 0))] });
    expect(error?.kind).toBe('middleware');
  });

  it.each(['data', 'error', 'response', 'retry'])(
    'a %s that throws later never makes the call reject',
    async (field) => {
      const pass: Middleware = (_ctx, next) => next();
      for (let calm = 1; calm <= 8; calm += 1) {
        for (const outer of [[], [pass], [pass, pass]]) {
          const middleware = [...outer, returning(souring(field, calm))];
          await expect(oneEndpoint().call({}, { middleware })).resolves.toBeInstanceOf(Object);
        }
      }
    },
  );

  it.each(['kind', 'message', 'status'])(
    'an error with a throwing %s never makes the call reject',
    async (field) => {
      const error = withGetter(field, Object.assign(new Error('x'), { kind: 'http' }));
      const onError = jest.fn();
      const api = oneEndpoint({ client: { onError } });
      const result = await api.call(
        {},
        { middleware: [returning({ ...successResult(1), data: null, error })] },
      );
      expect(result.error).not.toBeNull();
      expect(onError).toHaveBeenCalledTimes(1);
    },
  );

  it.each<[string, () => unknown]>([
    ['a revoked proxy', revokedProxy],
    ['a proxy that throws', explosiveProxy],
    ['a Result whose error is a revoked proxy', () => ({ ...successResult(1), error: revokedProxy() })],
    ['a thenable that throws', () => ({ then: explosiveThrow })],
    ['an object with a throwing then', () => withGetter('then', {})],
    ['an object with data and error of no kind', () => ({ data: null, error: { message: 'no kind' } })],
  ])("%s gives 'middleware'", async (_what, make) => {
    const middleware = (() => make()) as Middleware;
    expect((await oneEndpoint().call({}, { middleware: [middleware] })).error?.kind).toBe('middleware');
  });

  it.each([1, 2, 3, 4, 5])('a then that turns up after %d readings never hangs the call', async (calm) => {
    let readings = 0;
    const get = (): unknown => (readings++ < calm ? undefined : () => {});
    const shifty = Object.defineProperty({ ...successResult('ok') }, 'then', { get });
    const middleware = (() => shifty) as unknown as Middleware;
    const running = oneEndpoint().call({}, { middleware: [middleware] });
    const patience = new Promise((resolve) => setTimeout(resolve, 50, 'hung'));
    expect(await Promise.race([running.then(() => 'settled'), patience])).toBe('settled');
  });

  it('a thenable that resolves with a Result is awaited', async () => {
    const thenable = { then: (resolve: (result: unknown) => void) => resolve(successResult('later')) };
    const middleware = (() => thenable) as unknown as Middleware;
    expect((await oneEndpoint().call({}, { middleware: [middleware] })).data).toBe('later');
  });
});

describe('hostile entries of a middleware list (rules.md#middleware)', () => {
  class Explosive extends Plugin {}
  withGetter('handle', Explosive.prototype);

  it.each<[string, () => unknown]>([
    ['a plugin whose handle throws', () => new Explosive()],
    [
      'a function whose name is a symbol',
      () => Object.defineProperty(() => undefined, 'name', { value: Symbol('s') }),
    ],
    ['a symbol', () => Symbol('s')],
  ])('%s never makes the call reject', async (_what, make) => {
    const { error } = await oneEndpoint().call({}, { middleware: [make() as Middleware] });
    expect(['middleware', 'network']).toContain(error?.kind);
  });
});

describe('hostile changes of ctx.request (rules.md#middleware)', () => {
  it.each<[string, unknown]>([
    ['method', Symbol('m')],
    ['url', Symbol('u')],
    ['headers', null],
    ['headers', revokedProxy()],
    ['fetchOptions', null],
    ['fetchOptions', withGetter('mode', {})],
    ['signal', {}],
    ['signal', null],
    ['signal', revokedProxy()],
    ['body', revokedProxy()],
  ])('%s never makes the call reject or hang', async (field, value) => {
    const change: Middleware = (ctx, next) => {
      Reflect.set(ctx.request, field, value);
      return next();
    };
    for (const options of [{}, { timeout: 1000 }]) {
      const running = oneEndpoint().call({}, { ...options, middleware: [change] });
      const { data, error } = await running;
      expect((data === null) !== (error === null)).toBe(true);
      expect(error?.kind).not.toBe('timeout');
    }
  });
});

describe('many calls at once (rules.md#errors)', () => {
  it('thousands of failing calls are as many reports', async () => {
    const many = effort(2000, 10_000);
    const onError = jest.fn();
    const api = oneEndpoint({ fetch: rejecting(new Error('down')), client: { onError } });
    const results = await Promise.all(Array.from({ length: many }, () => api.call()));
    expect(results.every(({ error }) => error?.kind === 'network')).toBe(true);
    expect(onError).toHaveBeenCalledTimes(many);
  });
});

describe('a request that a middleware left in an odd state', () => {
  const leaving =
    (change: (request: Parameters<Middleware>[0]['request']) => void): Middleware =>
    (ctx, next) => {
      change(ctx.request);
      return next();
    };

  it.each<[string, (request: Parameters<Middleware>[0]['request']) => void]>([
    ['a method that is a symbol', (request) => Object.assign(request, { method: Symbol('m') })],
    ['nothing that can be changed', (request) => Object.freeze(request)],
  ])('%s never makes the call reject', async (_what, change) => {
    for (const endpoint of [{}, { share: true }]) {
      const fetch = answering({}, { status: 500 });
      const client = { middleware: [leaving(change)], timeout: 20, log: { enabled: false } };
      expect((await oneEndpoint({ fetch, client, endpoint }).call()).error).toBeInstanceOf(Error);
    }
  });

  it('a URL object is as good as its text', async () => {
    const fetch = answering();
    const middleware = [leaving((request) => Object.assign(request, { url: new URL('http://b.test/x') }))];
    await oneEndpoint({ fetch, endpoint: { middleware } }).call();
    expect(fetch.mock.lastCall![0]).toBe('http://b.test/x');
  });
});

describe('an error whose status has no text', () => {
  it.each<[string, unknown]>([
    ['one that throws', withGetter('status', { kind: 'http' })],
    [
      'an object',
      {
        kind: 'http',
        status: {
          toString: () => {
            throw new Error('status');
          },
        },
      },
    ],
    ['a symbol', { kind: 'http', status: Symbol('s') }],
  ])('%s never makes a logged call reject', async (_what, error) => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const made: Middleware = async () => ({ error }) as never;
    const result = await oneEndpoint({ client: { log: true, middleware: [made] } }).call();
    expect(result.error).toBeInstanceOf(Error);
    log.mockRestore();
  });
});

describe('what throws while a call is made', () => {
  it.each<[string, unknown, unknown]>([
    ['params', withGetter('q', {}), {}],
    ['headers', {}, { headers: withGetter('x', {}) }],
    ['options', {}, withGetter('timeout', {})],
  ])('%s: the message says that nothing was sent', async (_what, params, options) => {
    const fetch = answering();
    const { error } = await oneEndpoint({ fetch }).call(params as never, options as never);
    expect([error?.kind, fetch.mock.calls.length]).toEqual(['network', 0]);
    expect(error?.message).toContain('was not sent');
  });
});
