import { ApiError, InvalidInputError, type Result } from '../../../core/internal.js';
import { NotSentError, type NotSentReason } from '../../retry/transient.js';
import { transienceOf } from '../../transience/transience.js';

/** The argument that a policy passes to the function that it runs. */
export interface PolicyContext {
  /**
   * Ends the function, for example after a timeout. Default: the call's signal. A value that isn't a signal causes a
   * `'middleware'` error.
   */
  readonly signal?: AbortSignal | undefined;
}

/** A policy of cockatiel, or an object with the same interface. */
export interface Policy {
  /**
   * Runs the function once, several times or not at all, and resolves with its Result or another one. Required. Another
   * value, or an error that isn't from cockatiel, causes a `'middleware'` error.
   *
   * @param run Resolves with the Result of the inner middleware. It rejects only if an inner middleware threw.
   * @param signal Aborts when the call no longer waits for the Result.
   */
  execute(
    run: (context: PolicyContext) => Promise<Result<unknown>>,
    signal?: AbortSignal,
  ): PromiseLike<unknown>;
}

/** The used parts of a circuit breaker. */
interface Breaker extends Policy {
  /** 0: closed, 1: open, 2: half-open, 3: held open manually. */
  readonly state: number;
}

/** The `state` of a breaker whose circuit is closed. */
export const CLOSED = 0;

export const isBreaker = (policy: Policy): policy is Breaker => {
  const { state, isolate } = policy as { state?: unknown; isolate?: unknown };
  return typeof state === 'number' && typeof isolate === 'function';
};

export const isBulkhead = (policy: Policy): boolean =>
  typeof (policy as { queueSlots?: unknown }).queueSlots === 'number';

/**
 * The single policies of a policy, outermost first. The policies of a `wrap()` are separated, because each needs
 * different treatment.
 */
export function layersOf(policy: Policy): readonly Policy[] {
  const { wrapped } = policy as Policy & { wrapped?: unknown };
  return Array.isArray(wrapped) ? (wrapped as Policy[]).flatMap(layersOf) : [policy];
}

/** The error of a Result; an empty object for a success and for another value. */
const errorOf = (result: unknown): Partial<ApiError> =>
  (result as { error?: Partial<ApiError> | null } | null | undefined)?.error ?? {};

/** Whether a Result says nothing about the service: no request was sent, or the caller aborted. */
const saysNothing = (result: unknown): boolean => {
  const { kind, cause } = errorOf(result);
  return kind === 'abort' || InvalidInputError.is(cause);
};

/**
 * Whether a Result indicates a failing service: a network error, a timeout or a status from 500 on. False for an
 * aborted or unsent call, a lower status, and a value that isn't a Result. Pass it to
 * `handleWhenResult(isServiceFailure)` of cockatiel.
 */
export function isServiceFailure(result: unknown): boolean {
  const transience = transienceOf(errorOf(result));
  return !saysNothing(result) && transience !== undefined && transience !== 'declined';
}

/** Whether a thrown value has this flag of cockatiel. */
export const isFlagged = (thrown: unknown, flag: string): boolean =>
  (thrown as Record<string, unknown> | null | undefined)?.[flag] === true;

/** Private state of cockatiel's breakers with an open circuit. */
interface OpenCircuit {
  readonly innerState?: { readonly openedAt?: number; readonly backoff?: { readonly duration?: number } };
}

/** Milliseconds until the open circuit permits a call; undefined if it's unknown. */
const retryAfterOf = (layers: readonly Policy[]): number | undefined => {
  const open = layers.find((layer) => isBreaker(layer) && layer.state !== CLOSED);
  const { openedAt = NaN, backoff } = (open as OpenCircuit | undefined)?.innerState ?? {};
  const left = openedAt + (backoff?.duration ?? NaN) - Date.now();
  return Number.isFinite(left) ? Math.max(left, 0) : undefined;
};

/** The reason and message for each flag of cockatiel's errors for a blocked call. */
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

/** Converts the error of a policy that blocked the call to a NotSentError; undefined for other errors. */
export function heldBack(thrown: unknown, layers: readonly Policy[]): NotSentError | undefined {
  const flag = heldBackBy(thrown);
  const said = flag && HELD_BACK[flag];
  if (!said) return undefined;
  return new NotSentError(...said, flag === 'isBrokenCircuitError' ? retryAfterOf(layers) : undefined);
}

/** The failure that a breaker counts for a probe without a response, whichever condition it uses. */
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
 * Runs the work under a circuit breaker, which receives only Results that say something about the service. A breaker
 * counts everything that isn't a failure as a success, which closes the circuit or resets its failure count.
 *
 * @param isOver Whether the call has ended.
 */
export function throughBreaker(
  breaker: Breaker,
  work: () => Promise<Result<unknown>>,
  isOver: () => boolean,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    /** The Result for the breaker, and the outcome for the call. */
    let substitute: { readonly standIn: unknown; readonly outcome: unknown } | undefined;
    const run = async (): Promise<Result<unknown>> => {
      // In any other state, the call is a probe or about to be one.
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
        substitute = { standIn, outcome };
        return standIn;
      }
      resolve(outcome);
      // Never settle: a closed breaker then counts nothing, and keeps no resources.
      return new Promise(() => undefined);
    };
    breaker
      .execute(run)
      .then(
        (value) => resolve(substitute && value === substitute.standIn ? substitute.outcome : value),
        reject,
      );
  });
}
