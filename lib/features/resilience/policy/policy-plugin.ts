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

/** Cleanup tasks of each call. */
const AT_END = /* @__PURE__ */ new WeakMap<MiddlewareContext, Set<() => void>>();

/**
 * Runs the task when the call has ended, and returns a function that removes it. All tasks share one `onEnd`, because
 * an `onEnd` task can't be removed and a call can have thousands of attempts.
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

/** A call that runs through the policies. */
class PolicyRun {
  readonly #layers: readonly Policy[];
  readonly #ctx: MiddlewareContext;
  readonly #next: MiddlewareNext;
  /** The call's signal before inner code could replace it; null without one. Read on demand because it's expensive. */
  #signal: AbortSignal | null | undefined;

  /** @param layers Policies, outermost first. */
  constructor(layers: readonly Policy[], ctx: MiddlewareContext, next: MiddlewareNext) {
    this.#layers = layers;
    this.#ctx = ctx;
    this.#next = next;
  }

  /**
   * Runs the policies from index `at`.
   *
   * @param given Signal of an outer policy, which also aborts with the call's signal.
   */
  from(at: number, given?: AbortSignal): Promise<unknown> {
    const layer = this.#layers[at];
    if (!layer) return given ? this.#attempt(given) : this.#next();
    const inner = (signal = given): Promise<Result<unknown>> =>
      this.from(at + 1, signal) as Promise<Result<unknown>>;
    if (isBreaker(layer)) {
      const run = (work: () => Promise<Result<unknown>>): Promise<unknown> =>
        throughBreaker(layer, work, () => (given ?? this.#outer)?.aborted === true);
      // While the circuit is probed, other calls wait for the result, and the breaker ignores their signals.
      return layer.state === CLOSED ? run(inner) : this.#queued(given, inner, run);
    }
    // Don't pass a signal: up to cockatiel 3.2, an abort would block the rest of the queue forever.
    if (isBulkhead(layer)) return this.#queued(given, inner, (work) => layer.execute(work));
    return this.#under(layer, given, inner);
  }

  get #outer(): AbortSignal | undefined {
    if (this.#signal === undefined) this.#signal = this.#ctx.request.signal ?? null;
    return this.#signal ?? undefined;
  }

  /** Runs another policy. A signal that it passes ends the inner code. */
  async #under(
    layer: Policy,
    given: AbortSignal | undefined,
    inner: (signal?: AbortSignal) => Promise<Result<unknown>>,
  ): Promise<unknown> {
    // Without a signal, pass a new one, to recognize whether the policy returns its own.
    const passed = given ?? this.#outer ?? new AbortController().signal;
    let running: Promise<Result<unknown>> | undefined;
    try {
      return await layer.execute((context) => {
        const signal = ownValue(context, 'signal');
        return (running = inner(signal === passed ? undefined : signal));
      }, passed);
    } catch (thrown) {
      if (!isFlagged(thrown, 'isTaskCancelledError')) throw thrown;
      // The call has ended, and the inner code has been notified. It might already have a response.
      return running && this.#outer?.aborted ? this.#whileCalled(running) : this.#ended();
    }
  }

  /** Waits in a queue that ignores signals. Work that has started ends by itself, at the latest with the call. */
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
        // The call has left, so the breaker has nothing to count.
        if (signal?.aborted) throw signal.reason;
        return this.#whileCalled(inner());
      };
      const begin = async (): Promise<unknown> => run(work);
      if (signal?.aborted) leave();
      else begin().then(resolve, reject).finally(forget);
    });
  }

  /** Ends with the call: a middleware that never settles must not hold a slot or the probe forever. */
  #whileCalled(running: Promise<Result<unknown>>): Promise<Result<unknown>> {
    return new Promise((resolve, reject) => {
      const forget = atEnd(this.#ctx, () => reject(new AbortError('The call has ended.')));
      running.finally(forget).then(resolve, reject);
    });
  }

  /** The Result of a call that ended while no request was in flight. */
  #ended(): Promise<Result<never>> {
    const outer = this.#outer;
    // The pipeline recognizes the reason. A signal in React Native might not have one.
    if (outer?.reason !== undefined) return Promise.reject(outer.reason as Error);
    return Promise.resolve(endedBy(outer?.aborted ? abortBy(outer) : timedOut()));
  }

  /** Runs an attempt that the signal of a policy ends. */
  async #attempt(given: AbortSignal): Promise<Result<unknown>> {
    const outer = this.#outer;
    const guard = new DeadlineGuard();
    guard.follow(given, () => (outer?.aborted ? interruptionBy(outer) : timedOut()));
    try {
      return await this.#next({ signal: guard.signal });
    } finally {
      // A timeout aborts its signal even after the attempt, which would end an open stream.
      guard.dispose();
    }
  }
}

/**
 * Runs calls under a policy of cockatiel: a circuit breaker, a timeout, a bulkhead, or several with `wrap()`. The
 * policy receives Results. `isServiceFailure` detects a Result that indicates a failing service.
 *
 * If the policy blocks a call, it returns a `'network'` error whose `cause` is a NotSentError. If the policy's timeout
 * ends it, it returns a `'timeout'` error. An aborted or unsent call doesn't count for a circuit and doesn't close a
 * circuit that is being probed.
 */
export class PolicyPlugin extends Plugin {
  override readonly name: string = 'policy';
  #layersFor: (url: string) => readonly Policy[];

  /**
   * Creates the plugin.
   *
   * @param policy Policy for the calls. `PolicyPlugin.per(make)` creates one for each origin. Required. An object
   * without `execute` doesn't compile.
   */
  constructor(policy: Policy) {
    super();
    const layers = layersOf(policy);
    this.#layersFor = () => layers;
  }

  /**
   * Creates a plugin with a policy for each origin, so that a failing service doesn't open the circuit of another.
   * Stores up to 1,000 policies and removes the least recently used.
   *
   * @param make Creates the policy of an origin, such as `https://api.example.com`. If it throws, the call returns a
   * `'middleware'` error, and the next call tries again.
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
