import fc from 'fast-check';
import {
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  type Result,
  type Send,
} from '../../lib/index.js';
import { errorResult, successResult } from '../../lib/testing.js';
import { type Behaviour, does, type MiddlewarePlan, type Trait } from './behaviour.js';
import { changeDeeply } from './changes.js';
import { malformed } from './malformed.js';
import { makeSignal, type SignalPlan } from './signals.js';
import { anyThrown, anyWait, makeThrown } from './thrown.js';
import { unawaited } from './unawaited.js';
import type { World } from './world.js';

const never = (): Promise<never> => new Promise(() => {});

const is = (entry: Behaviour['entry'] & {}, ...traits: Trait[]): Behaviour => ({ entry, traits });

const returns = (make: () => unknown): Behaviour => does((_ctx, next) => next().then(make), 'result');

const installs = (abortAt: SignalPlan['abortAt']): Behaviour =>
  does((ctx, next, { thrown, wait }, world) => {
    const installed = makeSignal(thrown, world.noteThrown);
    world.watchSignal(installed);
    if (abortAt === -1) installed.abort();
    else if (abortAt !== null) world.time.after(wait, () => installed.abort());
    ctx.request.signal = installed.signal;
    return next();
  }, 'signal');

const changes = (change: (request: MiddlewareContext['request'], plan: MiddlewarePlan) => void): Behaviour =>
  does((ctx, next, plan) => {
    change(ctx.request, plan);
    return next();
  }, 'request');

class Hooked extends Plugin {
  readonly #plan: MiddlewarePlan;

  constructor(plan: MiddlewarePlan) {
    super();
    this.#plan = plan;
  }

  protected override onRequest(): void {
    if (this.#plan.wait > 5) throw makeThrown(this.#plan.thrown);
  }

  protected override onResult(result: Result<unknown>): Result<unknown> | undefined {
    return this.#plan.wait > 0 ? successResult('replaced') : result.error ? undefined : result;
  }
}

/** Waits before it sends, or throws in its place. */
class Around extends Plugin {
  readonly #world: World;
  readonly #plan: MiddlewarePlan;

  constructor(world: World, plan: MiddlewarePlan) {
    super();
    this.#world = world;
    this.#plan = plan;
  }

  override async exchange(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: Send,
  ): Promise<Response> {
    this.#world.reach('an exchange');
    const start = ctx.request.pauseAttempt();
    await this.#world.time.wait(this.#plan.wait);
    start();
    if (this.#plan.wait === 5) throw makeThrown(this.#plan.thrown);
    return send(url, init);
  }
}

const flow: Record<string, Behaviour> = {
  passes: does((_ctx, next) => next()),
  'waits, then passes': does(async (_ctx, next, { wait }, world) => {
    await world.time.wait(wait);
    const calledAt = world.time.now;
    const result = await next();
    world.noteNext({ calledAt, result });
    return result;
  }),
  'passes, then waits': does(async (_ctx, next, { wait }, { time }) => {
    const result = await next();
    await time.wait(wait);
    return result;
  }),
  'calls next twice': does(async (_ctx, next) => (await next(), next()), 'repeats'),
  'never settles': does(never, 'hangs'),
  'never settles after next': does(async (_ctx, next) => (await next(), never()), 'hangs'),
  throws: does((_ctx, _next, { thrown }) => {
    throw makeThrown(thrown);
  }),
  'rejects after a wait': does(async (_ctx, _next, { thrown, wait }, { time }) => {
    await time.wait(wait);
    throw makeThrown(thrown);
  }),
  'throws after next': does(async (_ctx, next, { thrown }) => {
    await next();
    throw makeThrown(thrown);
  }),
  'throws the reason': does(async (ctx, next) => {
    const { error } = await next();
    if (error) throw ctx.request.signal?.aborted ? ctx.request.signal.reason : error.body;
    return successResult('fine');
  }, 'result'),
  'wraps the reason': does(async (_ctx, next) => {
    const { error } = await next();
    throw new Error('wrapped', { cause: error?.body });
  }),
  'mends errors': does(async (_ctx, next) => {
    const result = await next().catch(() => undefined);
    return result?.error === null ? result : successResult('mended');
  }, 'result'),
  'has a success of its own': does(async () => successResult('own'), 'result'),
  'has an error of its own': does(async () => errorResult(409, 'own'), 'result'),
  'has null for data': does(async () => ({ data: null, error: null }), 'result', 'null'),
  'has data beside an error': does(async () => ({ ...errorResult(418), data: 1 }), 'result'),
};

const signals: Record<string, Behaviour> = {
  'installs an aborted signal': installs(-1),
  'installs a signal that aborts': installs(1),
  'installs a signal that never aborts': installs(null),
  'takes the signal away': does((ctx, next) => {
    ctx.request.signal = undefined;
    return next();
  }, 'signal'),
};

const requests: Record<string, Behaviour> = {
  'sets a header': does((ctx, next) => (ctx.request.headers.set('x-added', '1'), next())),
  'sets authorization': changes((request) => request.headers.set('authorization', 'other')),
  'has headers of its own': changes((request) => (request.headers = new Headers({ 'x-own': '1' }))),
  'adds to the query': does((ctx, next) => {
    ctx.request.url += `${ctx.request.url.includes('?') ? '&' : '?'}added=1`;
    return next();
  }),
  'changes the URL': changes((request) => (request.url = 'https://other.example/')),
  'changes the body': changes((request) => (request.body = 'other')),
  'limits each attempt': does((ctx, next, { wait }, world) => {
    ctx.request.attemptTimeout = wait + 1;
    world.reach('an attempt with a limit');
    return next();
  }, 'limits'),
  'puts a stream in the body': changes((request) => (request.body = new Blob(['a']).stream())),
  'changes the method': changes((request) => (request.method = 'PUT')),
  'changes the params': does((ctx, next) => (changeDeeply(ctx.request.params), next())),
  'waits, then changes the params': does(async (ctx, next, { wait }, { time }) => {
    await time.wait(wait);
    changeDeeply(ctx.request.params);
    return next();
  }),
  'has fetch options of its own': does((ctx, next) => {
    ctx.request.fetchOptions = { cache: 'no-store', redirect: undefined };
    return next();
  }),
};

const garbage: Record<string, Behaviour> = {
  'returns nothing': returns(() => undefined),
  'returns a Response': returns(() => new Response('')),
  'returns a number': returns(() => 5),
  'returns data alone': returns(() => ({ data: 1 })),
  'returns an error without a kind': returns(() => ({ data: null, error: new Error('bare') })),
  'returns no promise': does(() => successResult('plain'), 'result'),
};

const plugins: Record<string, Behaviour> = {
  'is a plugin with hooks': is((_world, plan) => new Hooked(plan), 'result'),
  'is the cache': is(({ cache }) => cache),
  'is a cache with an odd store': is(({ oddCache }) => oddCache, 'store'),
  'is a retry middleware': is(({ retry }) => retry, 'repeats', 'retries'),
  'is a retry plugin': is(({ retryPlugin }) => retryPlugin, 'repeats', 'retries'),
  'is a log plugin': is(({ logPlugin }) => logPlugin),
  'stands around the wire': is((world, plan) => new Around(world, plan), 'exchange'),
};

export const MIDDLEWARES: Readonly<Record<string, Behaviour>> = {
  ...flow,
  ...unawaited,
  ...signals,
  ...requests,
  ...garbage,
  ...malformed,
  ...plugins,
};

const groups = [
  ...[flow, flow, unawaited, signals, requests, garbage, malformed],
  ...[plugins, plugins, plugins],
];

export const anyMiddleware: fc.Arbitrary<MiddlewarePlan> = fc.record({
  does: fc.oneof(...groups.map((group) => fc.constantFrom(...Object.keys(group)))),
  wait: anyWait,
  thrown: anyThrown,
});

export const hasTrait = (trait: Trait, plans: readonly MiddlewarePlan[]): boolean =>
  plans.some((plan) => MIDDLEWARES[plan.does]!.traits.includes(trait));

/** The middleware as it is handed over. */
export const makeMiddleware = (plan: MiddlewarePlan, world: World): unknown => {
  const { act, entry } = MIDDLEWARES[plan.does]!;
  const name = `middleware ${plan.does}`;
  if (entry) {
    world.reach(name);
    return entry(world, plan);
  }
  return (ctx: MiddlewareContext, next: MiddlewareNext) => {
    world.reach(name);
    return act!(ctx, next, plan, world);
  };
};
