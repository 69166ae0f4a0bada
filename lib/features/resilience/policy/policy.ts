import { ApiError, ownValue, InvalidInputError, type Result } from '../../../core/internal.js';
import { NotSentError, type NotSentReason } from '../../retry/transient.js';
import { transienceOf } from '../../transience/transience.js';

/** What a policy hands to what it runs. */
export interface PolicyContext {
  /** Ends what it runs: that of a timeout, say. Default: the call's. What is no signal: a `'middleware'` error. */
  readonly signal?: AbortSignal | undefined;
}

/** A policy of cockatiel, or anything of its shape. */
export interface Policy {
  /**
   * Runs the function once, several times or not at all, and gives its Result or another. Required. What is no Result,
   * and what it throws: a `'middleware'` error, but for errors of cockatiel.
   *
   * @param run Gives the Result of the rest of the chain. It rejects only with what an inner middleware threw.
   * @param signal Aborts when nobody waits for the Result any more.
   */
  execute(
    run: (context: PolicyContext) => Promise<Result<unknown>>,
    signal?: AbortSignal,
  ): PromiseLike<unknown>;
}

/** A circuit breaker, as far as one is looked at. */
interface Breaker extends Policy {
  /** 0 closed, 1 open, 2 half-open, 3 held open by hand. */
  readonly state: number;
}

/** As far as the breaker knows. */
export const CLOSED = 0;

export const isBreaker = (policy: Policy): policy is Breaker => {
  const { state, isolate } = policy as { state?: unknown; isolate?: unknown };
  return typeof state === 'number' && typeof isolate === 'function';
};

export const isBulkhead = (policy: Policy): boolean =>
  typeof (policy as { queueSlots?: unknown }).queueSlots === 'number';

/**
 * The policies that one is made of, from the outside in: those of a `wrap()` each by itself, as what one of them has to be
 * told is none of the others' business.
 */
export function layersOf(policy: Policy): readonly Policy[] {
  const wrapped = ownValue(policy as Policy & { wrapped?: unknown }, 'wrapped');
  return Array.isArray(wrapped) ? (wrapped as Policy[]).flatMap(layersOf) : [policy];
}

/** The error of a Result; one that says nothing for a success, and for what is no Result. */
const errorOf = (result: unknown): Partial<ApiError> =>
  (result as { error?: Partial<ApiError> | null } | null | undefined)?.error ?? {};

/** Whether nothing was sent, or this side ended it: such a Result tells nothing of the service. */
const saysNothing = (result: unknown): boolean => {
  const { kind, cause } = errorOf(result);
  return kind === 'abort' || InvalidInputError.is(cause);
};

/**
 * Whether a Result tells of a service that is ill: a network error, a timeout, a status of 500 and above. Not a call that
 * was aborted or never sent, and no status below. Made for `handleWhenResult(failed)` of cockatiel; false for what is no
 * Result.
 */
export function isServiceFailure(result: unknown): boolean {
  const transience = transienceOf(errorOf(result));
  return !saysNothing(result) && transience !== undefined && transience !== 'declined';
}

/** Whether a thrown value has a flag of cockatiel's. */
export const isFlagged = (thrown: unknown, flag: string): boolean =>
  (thrown as Record<string, unknown> | null | undefined)?.[flag] === true;

/** What cockatiel's breakers know of an open circuit, and don't tell. */
interface OpenCircuit {
  readonly innerState?: { readonly openedAt?: number; readonly backoff?: { readonly duration?: number } };
}

/** Milliseconds until the circuit that is open lets a call through; undefined where it can't be known. */
const retryAfterOf = (layers: readonly Policy[]): number | undefined => {
  const open = layers.find((layer) => isBreaker(layer) && layer.state !== CLOSED);
  const { openedAt = NaN, backoff } = (open as OpenCircuit | undefined)?.innerState ?? {};
  const left = openedAt + (backoff?.duration ?? NaN) - Date.now();
  return Number.isFinite(left) ? Math.max(left, 0) : undefined;
};

/** What the flags of cockatiel's errors say of a call that was held back. */
const HELD_BACK: Readonly<Record<string, readonly [NotSentReason, string]>> = {
  isIsolatedCircuitError: ['circuit-open', 'The circuit was opened with isolate(): dispose its handle.'],
  isBrokenCircuitError: ['circuit-open', 'The circuit is open after failed calls: try again later.'],
  isBulkheadRejectedError: [
    'queue-full',
    'The bulkhead and its queue are full: try later, or raise their limits.',
  ],
};

const heldBackBy = (thrown: unknown): string | undefined =>
  Object.keys(HELD_BACK).find((flag) => isFlagged(thrown, flag));

/** The error of a call that a policy held back, where it was that what it threw; else undefined. */
export function heldBack(thrown: unknown, layers: readonly Policy[]): NotSentError | undefined {
  const flag = heldBackBy(thrown);
  const said = flag && HELD_BACK[flag];
  if (!said) return undefined;
  return new NotSentError(...said, flag === 'isBrokenCircuitError' ? retryAfterOf(layers) : undefined);
}

/** What a breaker is told of a probe that came to nothing: a failure by whatever it goes by. */
const noAnswer = (cause: unknown): Result<never> =>
  ({
    data: null,
    error: new ApiError({
      kind: 'http',
      status: 503,
      request: { method: '', url: '', params: undefined },
      reason: 'was a circuit probe that ended without a response',
      cause,
    }),
    response: null,
  }) as unknown as Result<never>;

/**
 * Runs the work under a circuit breaker, which is told only what tells of the service. A breaker takes all that it does
 * not know for a failure for a success, and a success closes the circuit, or makes it forget the failures before it.
 *
 * @param isOver Whether the call has ended.
 */
export function throughBreaker(
  breaker: Breaker,
  work: () => Promise<Result<unknown>>,
  isOver: () => boolean,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    /** What the breaker was told, and what the call has come to. */
    let told: { readonly standIn: unknown; readonly outcome: unknown } | undefined;
    const run = async (): Promise<Result<unknown>> => {
      // One that begins in any other state is a probe, or about to be one.
      const isProbe = breaker.state !== CLOSED;
      const outcome = work();
      let cause: unknown;
      try {
        const result = await outcome;
        if (!saysNothing(result)) return result;
        cause = result.error;
      } catch (thrown) {
        if (!isProbe && !isOver() && !heldBackBy(thrown)) throw thrown;
        cause = thrown;
      }
      if (isProbe) {
        const standIn = noAnswer(cause);
        told = { standIn, outcome };
        return standIn;
      }
      resolve(outcome);
      // A breaker that hears of no end counts nothing, and holds nothing while it is closed.
      return new Promise(() => undefined);
    };
    breaker
      .execute(run)
      .then((value) => resolve(told && value === told.standIn ? told.outcome : value), reject);
  });
}
