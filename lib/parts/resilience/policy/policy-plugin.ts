import {
  describeResult,
  describeType,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  type Result,
} from '../../../core/seats.js';
import { notSent } from '../not-sent.js';
import { heldBack } from './held-back.js';
import { layersOf } from './layers.js';
import { PerOrigin } from './per-origin.js';
import type { Policy } from './policy.js';
import { PolicyRun } from './policy-run.js';

const MOST_ORIGINS = 1000;

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

  /** @throws TypeError for what has no `execute`. */
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
   *   of the call, as is a policy that is none.
   * @throws TypeError for what is no function.
   */
  static per(make: (origin: string) => Policy): PolicyPlugin {
    if (typeof make !== 'function')
      throw new TypeError(`PolicyPlugin.per: what makes policies is ${describeType(make)}: pass a function.`);
    const policies = new PerOrigin((origin) => layersOf(make(origin)), MOST_ORIGINS);
    const plugin = new PolicyPlugin({ execute: (run) => run({}) });
    plugin.#layersFor = (url) => policies.for(url);
    return plugin;
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const layers = this.#layersFor(ctx.request.url);
    let value: unknown;
    try {
      value = await new PolicyRun(layers, ctx, next).from(0);
    } catch (thrown) {
      const error = heldBack(thrown, layers);
      if (error) return notSent(error);
      throw thrown;
    }
    const given = Object(value) as Partial<Result<unknown>>;
    if (given.error == null && !Object.hasOwn(given, 'data'))
      throw new TypeError(
        `Its policy gave ${describeResult(value)}: what stands in for a call, as in fallback(), is a Result, such as { data: [] }.`,
      );
    return value as Result<unknown>;
  }
}
