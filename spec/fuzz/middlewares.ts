import fc from 'fast-check';
import {
  ApiError,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  type Result,
  type SendRequest,
} from '../../lib/index.js';
import { errorResult, successResult } from '../../lib/entries/testing.js';
import { changeDeeply } from './params.js';
import { anyThrown, anyWait, makeSignal, makeThrown, type SignalPlan, type Thrown } from './signals.js';
import type { World } from './world.js';

/** One middleware of a scenario. */
export interface MiddlewarePlan {
  readonly does: string;
  readonly wait: number;
  readonly thrown: Thrown;
}

/**
 * Traits for the invariants. `hangs`: hangs without a timeout. `signal`, `request`, `result`: replaces these of the
 * call. `repeats`: calls next more than once. `background`: leaves a next running. `store`, `retries`: waits by
 * itself. `null`: can create a success with null as data. `foreign`: returns the Result of another call. `limits`:
 * can end an attempt by itself. `exchange`: only calls with the same middleware join.
 */
export type Trait =
  | 'hangs'
  | 'signal'
  | 'request'
  | 'result'
  | 'repeats'
  | 'exchange'
  | 'background'
  | 'store'
  | 'retries'
  | 'null'
  | 'foreign'
  | 'limits';

type Act = (ctx: MiddlewareContext, next: MiddlewareNext, plan: MiddlewarePlan, world: World) => unknown;

/** A middleware, and its traits for the invariants. */
interface Behaviour {
  readonly traits: readonly Trait[];
  readonly act?: Act;
  /** A plugin instead of a function. */
  readonly entry?: (world: World, plan: MiddlewarePlan) => unknown;
}

const does = (act: Act, ...traits: Trait[]): Behaviour => ({ act, traits });

const stale = (): Promise<unknown> => Promise.resolve(successResult('stale'));

/** Leaves one or more next calls running when it returns. */
const leaves = (act: Act): Behaviour => does(act, 'result', 'repeats', 'background');

/** Returns only the first. The others must not cause unhandled rejections. */
const ignored = (): undefined => undefined;

/** Middleware that doesn't wait for `next()`, calls it late, or calls it concurrently. */
const unawaited: Readonly<Record<string, Behaviour>> = {
  'leaves a next behind': leaves((_ctx, next) => {
    void next();
    return stale();
  }),
  'leaves a next behind for later': leaves((_ctx, next, { wait }, { time }) => {
    void time.wait(wait).then(() => void next());
    return stale();
  }),
  'leaves a next behind for much later': leaves((_ctx, next, { wait }, { time }) => {
    void time.wait(3 * wait).then(() => void next());
    return stale();
  }),
  'leaves one next behind after another': leaves((_ctx, next, { wait }, { time }) => {
    void next()
      .catch(ignored)
      .then(() => time.wait(wait))
      .then(() => void next());
    return stale();
  }),
  'leaves two nexts behind': leaves((_ctx, next) => {
    void next();
    void next();
    return stale();
  }),
  'stops waiting for a next': leaves((_ctx, next, { wait }, { time }) =>
    Promise.race([next(), time.wait(wait).then(stale)]),
  ),
  'calls next again after it returned': leaves(async (_ctx, next, { wait }, { time }) => {
    const result = await next();
    void time.wait(wait).then(() => void next());
    return result;
  }),
  'calls next twice at once': does(
    async (_ctx, next) => (await Promise.all([next(), next()]))[1],
    'repeats',
    'background',
  ),
  'races two nexts': does((_ctx, next) => Promise.race([next(), next()]), 'repeats', 'background'),
};

type Make = (result: Result<unknown>, plan: MiddlewarePlan, world: World) => unknown;

/** Changes the Result of `next()`. */
const makes = (make: Make, ...traits: Trait[]): Behaviour =>
  does(async (_ctx, next, plan, world) => make(await next(), plan, world), 'result', ...traits);

const withError = (make: () => unknown): Behaviour =>
  makes((result) => ({ ...result, data: null, error: make() }), 'null');

const madeError = (): ApiError =>
  new ApiError({ kind: 'http', status: 418, request: { method: '', url: '' } });

/** Values that are not Results. */
const malformed: Readonly<Record<string, Behaviour>> = {
  'adds data to its error': makes((result) => ({ ...result, data: 'fallback' })),
  'sets the error to null': makes((result) => ({ ...result, error: null }), 'null'),
  'leaves the error out': makes(({ data, response, retry }) => ({ data, response, retry }), 'null'),
  'leaves data and error out': makes(({ response, retry }) => ({ response, retry })),
  'puts its error into the Result': makes((result) => Object.assign(result, { error: madeError() })),
  'sets the error of the Result itself to null': makes(
    (result) => Object.assign(result, { error: null }),
    'null',
  ),
  'has an error of an unknown kind': withError(() => Object.assign(new Error('odd'), { kind: 'odd' })),
  'has a plain object as error': withError(() => ({ kind: 'http', status: 500 })),
  'has a retry that is not a function': makes((result) => ({ ...result, retry: 5 })),
  'has a response that is not a Response': makes((result) => ({ ...result, response: 5 })),
  'changes the Result later': makes((result, { wait }, { time }) => {
    time.after(wait, () => Object.assign(result, { data: 'later', error: madeError() }));
    return result;
  }),
  'freezes the Result': makes((result) => Object.freeze(result)),
  'has the Result of another call': makes((result, _plan, { others }) => others.at(-1) ?? result, 'foreign'),
};

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

/** Waits before it sends, or throws instead. */
class Around extends Plugin {
  readonly #world: World;
  readonly #plan: MiddlewarePlan;

  constructor(world: World, plan: MiddlewarePlan) {
    super();
    this.#world = world;
    this.#plan = plan;
  }

  override async wrapFetch(
    ctx: MiddlewareContext,
    url: string,
    init: RequestInit,
    send: SendRequest,
  ): Promise<Response> {
    this.#world.reach('a call of wrapFetch');
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
    // A message quotes a thrown string, so this middleware never throws the text of a response.
    const thrown = typeof error?.body === 'string' ? error : error?.body;
    if (error) throw ctx.request.signal?.aborted ? ctx.request.signal.reason : thrown;
    return successResult('fine');
  }, 'result'),
  'wraps the reason': does(async (_ctx, next) => {
    const { error } = await next();
    throw new Error('wrapped', { cause: error?.body });
  }),
  'replaces errors': does(async (_ctx, next) => {
    const result = await next().catch(() => undefined);
    return result?.error === null ? result : successResult('mended');
  }, 'result'),
  'returns its own success': does(async () => successResult('own'), 'result'),
  'returns its own error': does(async () => errorResult(409, 'own'), 'result'),
  'returns null as data': does(async () => ({ data: null, error: null }), 'result', 'null'),
  'returns data together with an error': does(async () => ({ ...errorResult(418), data: 1 }), 'result'),
};

const signals: Record<string, Behaviour> = {
  'installs an aborted signal': installs(-1),
  'installs a signal that aborts': installs(1),
  'installs a signal that never aborts': installs(null),
  'removes the signal': does((ctx, next) => {
    ctx.request.signal = undefined;
    return next();
  }, 'signal'),
};

const requests: Record<string, Behaviour> = {
  'sets a header': does((ctx, next) => (ctx.request.headers.set('x-added', '1'), next())),
  'sets authorization': changes((request) => request.headers.set('authorization', 'other')),
  'sets its own headers': changes((request) => (request.headers = new Headers({ 'x-own': '1' }))),
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
  'sets its own fetch options': does((ctx, next) => {
    ctx.request.fetchOptions = { cache: 'no-store', redirect: undefined };
    return next();
  }),
};

const garbage: Record<string, Behaviour> = {
  'returns nothing': returns(() => undefined),
  'returns a Response': returns(() => new Response('')),
  'returns a number': returns(() => 5),
  'returns only data': returns(() => ({ data: 1 })),
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
  'wraps fetch': is((world, plan) => new Around(world, plan), 'exchange'),
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

/** The middleware as passed to homing. */
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
