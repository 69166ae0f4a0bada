import {
  abortBy,
  AbortError,
  DeadlineGuard,
  type Interruption,
  interruptionBy,
  type MiddlewareContext,
  type MiddlewareNext,
  onAbort,
  originOf,
  ownValue,
  Plugin,
  type Result,
  thrownChain,
  timeoutError,
} from '../../../core/internal.js';
import { endedBy, notSent } from '../not-sent.js';
import { keepNewest } from '../retry-budget.js';
import {
  CLOSED,
  heldBack,
  isBreaker,
  isBulkhead,
  isFlagged,
  layersOf,
  type Policy,
  throughBreaker,
} from './policy.js';

const timedOut = (): Interruption => ({
  kind: 'timeout',
  reason: timeoutError('A policy ended the attempt before its response.'),
});

/** By call, what is to be done when it ends. */
const AT_END = /* @__PURE__ */ new WeakMap<MiddlewareContext, Set<() => void>>();

/**
 * Runs the task when the call has ended; gives what takes it back. A call has one task of `onEnd` for all of them: what
 * is added there stays, and there may be thousands of attempts.
 */
const atEnd = (ctx: MiddlewareContext, task: () => void): (() => void) => {
  const known = AT_END.get(ctx);
  const tasks = known ?? new Set();
  tasks.add(task);
  if (!known) {
    AT_END.set(ctx, tasks);
    ctx.onEnd(() => {
      AT_END.delete(ctx);
      for (const each of tasks) each();
    });
  }
  return () => tasks.delete(task);
};

/** One call on its way through the policies. */
class PolicyRun {
  readonly #layers: readonly Policy[];
  readonly #ctx: MiddlewareContext;
  readonly #next: MiddlewareNext;
  /** The call's, as it was before anything inside could replace it; null for none. Dear to ask for: most never need it. */
  #signal: AbortSignal | null | undefined;

  /** @param layers From the outside in. */
  constructor(layers: readonly Policy[], ctx: MiddlewareContext, next: MiddlewareNext) {
    this.#layers = layers;
    this.#ctx = ctx;
    this.#next = next;
  }

  /**
   * What the policies from number `at` inwards come to.
   *
   * @param given The signal of a policy further out, which ends with the call's too.
   */
  from(at: number, given?: AbortSignal): Promise<unknown> {
    const layer = this.#layers[at];
    if (!layer) return given ? this.#attempt(given) : this.#next();
    const inner = (signal = given): Promise<Result<unknown>> =>
      this.from(at + 1, signal) as Promise<Result<unknown>>;
    if (isBreaker(layer)) {
      const run = (work: () => Promise<Result<unknown>>): Promise<unknown> =>
        throughBreaker(layer, work, () => (given ?? this.#outer)?.aborted === true);
      // While it is probed, others wait for the outcome, and it doesn't look at their signals.
      return layer.state === CLOSED ? run(inner) : this.#queued(given, inner, run);
    }
    // Without a signal: one that aborts would leave those behind it in the queue for ever, up to version 3.2.
    if (isBulkhead(layer)) return this.#queued(given, inner, (work) => layer.execute(work));
    return this.#under(layer, given, inner);
  }

  get #outer(): AbortSignal | undefined {
    if (this.#signal === undefined) this.#signal = this.#ctx.request.signal ?? null;
    return this.#signal ?? undefined;
  }

  /** Any other policy. What it hands in as a signal ends what is inside. */
  async #under(
    layer: Policy,
    given: AbortSignal | undefined,
    inner: (signal?: AbortSignal) => Promise<Result<unknown>>,
  ): Promise<unknown> {
    // One of its own where there is none, so that what comes back can be told from it.
    const passed = given ?? this.#outer ?? new AbortController().signal;
    let running: Promise<Result<unknown>> | undefined;
    try {
      return await layer.execute((context) => {
        const signal = ownValue(context, 'signal');
        return (running = inner(signal === passed ? undefined : signal));
      }, passed);
    } catch (thrown) {
      if (!isFlagged(thrown, 'isTaskCancelledError')) throw thrown;
      // It was the call that ended, which what runs inside is told, too: it may have an answer from before.
      return running && this.#outer?.aborted ? this.#whileCalled(running) : this.#ended();
    }
  }

  /** Waits in a queue that looks at no signal. What has begun ends by itself, and with the call at the latest. */
  #queued(
    given: AbortSignal | undefined,
    inner: () => Promise<Result<unknown>>,
    run: (work: () => Promise<Result<unknown>>) => PromiseLike<unknown>,
  ): Promise<unknown> {
    const signal = given ?? this.#outer;
    return new Promise((resolve, reject) => {
      let forget = (): void => undefined;
      const leave = (): void => {
        forget();
        resolve(this.#ended());
      };
      if (signal) forget = onAbort(signal, leave);
      const work = async (): Promise<Result<unknown>> => {
        forget();
        // Nothing for a breaker to count: the call has left.
        if (signal?.aborted) throw signal.reason;
        return this.#whileCalled(inner());
      };
      const begin = async (): Promise<unknown> => run(work);
      if (signal?.aborted) leave();
      else begin().then(resolve, reject).finally(forget);
    });
  }

  /** A middleware that never comes back must not hold a place, or be the probe, for ever. */
  #whileCalled(running: Promise<Result<unknown>>): Promise<Result<unknown>> {
    return new Promise((resolve, reject) => {
      const forget = atEnd(this.#ctx, () => reject(new AbortError('The call has ended.')));
      running.finally(forget).then(resolve, reject);
    });
  }

  /** What a call comes to that was ended while nothing was on its way. */
  #ended(): Promise<Result<never>> {
    const outer = this.#outer;
    // Whose it is, the pipeline knows. A signal of React Native may have none.
    if (outer?.reason !== undefined) return Promise.reject(outer.reason as Error);
    return Promise.resolve(endedBy(outer?.aborted ? abortBy(outer) : timedOut()));
  }

  async #attempt(given: AbortSignal): Promise<Result<unknown>> {
    const { request } = this.#ctx;
    const outer = this.#outer;
    const guard = new DeadlineGuard();
    if (outer) guard.follow(outer);
    guard.follow(given, () => (outer?.aborted ? interruptionBy(outer) : timedOut()));
    const { signal } = guard;
    request.signal = signal;
    let isStream = false;
    try {
      const result = await this.#next();
      isStream = request.streams && result.error === null;
      return result;
    } catch (thrown) {
      const { interruption } = guard;
      // A middleware that waited under the signal, as it should. The call's own deadline is the pipeline's to tell.
      const isIts = thrownChain(thrown).some(({ value }) => value === interruption?.reason);
      if (interruption?.kind === 'timeout' && isIts && !outer?.aborted) return endedBy(interruption);
      throw thrown;
    } finally {
      // A policy may run the next while this one still ends.
      if (request.signal === signal) request.signal = outer;
      // A timeout aborts its signal when it is over, whatever stream is open then.
      guard.release();
      if (outer && isStream) {
        guard.follow(outer);
        atEnd(this.#ctx, () => guard.release());
      }
    }
  }
}

/**
 * Runs calls under a policy of cockatiel: a circuit breaker, a timeout, a bulkhead, several in a `wrap()`. The policy sees
 * Results, of which `failed` says whether they tell of a service that is ill.
 *
 * A call that the policy holds back is a `'network'` error whose `cause` is a NotSentError; one that its timeout ends is a
 * `'timeout'`. A call that was aborted, or never sent, tells a circuit nothing: it doesn't close one that is being probed.
 */
export class PolicyPlugin extends Plugin {
  override readonly name: string = 'policy';
  #layersFor: (url: string) => readonly Policy[];

  /**
   * @param policy What calls run under; `PolicyPlugin.per(make)` makes one for each origin. Required. What has no `execute`
   *   doesn't compile.
   */
  constructor(policy: Policy) {
    super();
    const layers = layersOf(policy);
    this.#layersFor = () => layers;
  }

  /**
   * A plugin with a policy for each origin: a service that is ill opens no circuit of another. It keeps 1,000; those that
   * were used longest ago make room.
   *
   * @param make Makes the policy of an origin, such as `https://api.example.com`. What it throws is a `'middleware'` error
   *   of the call, and the next call asks again.
   */
  static per(make: (origin: string) => Policy): PolicyPlugin {
    const kept = new Map<string, readonly Policy[]>();
    const plugin = new PolicyPlugin({ execute: (run) => run({}) });
    plugin.#layersFor = (url) => {
      const origin = originOf(url);
      return keepNewest(kept, origin, kept.get(origin) ?? layersOf(make(origin)));
    };
    return plugin;
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const layers = this.#layersFor(ctx.request.url);
    try {
      return (await new PolicyRun(layers, ctx, next).from(0)) as Result<unknown>;
    } catch (thrown) {
      const error = heldBack(thrown, layers);
      if (error) return notSent(error);
      throw thrown;
    }
  }
}
