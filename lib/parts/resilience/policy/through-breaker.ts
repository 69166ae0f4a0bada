import { ApiError, type Result } from '../../../core/seats.js';
import { saysNothing } from './failed.js';
import { isFlagged } from './held-back.js';
import type { Breaker } from './layers.js';

/** As far as the breaker knows. */
const CLOSED = 0;

/** By policies further in. */
const HELD_BACK = ['isBrokenCircuitError', 'isBulkheadRejectedError'];

/** What a breaker is told of a probe that came to nothing: a failure by whatever it goes by. */
const noAnswer = (cause: unknown): Result<never> =>
  ({
    data: null,
    error: new ApiError({
      kind: 'http',
      status: 503,
      request: { method: '', url: '', params: undefined },
      reason: 'was a probe of the circuit that ended without an answer',
      cause,
    }),
    response: null,
  }) as unknown as Result<never>;

/**
 * Runs the work under a circuit breaker, which is told only what tells of the service. A breaker takes all that it does
 * not know for a failure for a success, and a success closes the circuit, or makes it forget the failures before it.
 *
 * @param isOver Whether nobody waits for the call any more.
 */
export function throughBreaker(
  breaker: Breaker,
  work: () => Promise<Result<unknown>>,
  isOver: () => boolean,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let told: Result<never> | undefined;
    let settle = (): void => undefined;
    const probe = (ended: () => void, cause: unknown): Result<never> => {
      settle = ended;
      return (told = noAnswer(cause));
    };
    // A breaker that hears of no end counts nothing, and holds nothing while it is closed.
    const unheard = (ended: () => void): Promise<never> => {
      ended();
      return new Promise(() => undefined);
    };
    const run = async (): Promise<Result<unknown>> => {
      // One that begins in any other state is a probe, or about to be one.
      const tell = breaker.state === CLOSED ? unheard : probe;
      try {
        const result = await work();
        return saysNothing(result) ? await tell(() => resolve(result), result.error) : result;
      } catch (thrown) {
        const isNews = !isOver() && !HELD_BACK.some((flag) => isFlagged(thrown, flag));
        if (tell === unheard && isNews) throw thrown;
        return tell(() => reject(thrown), thrown);
      }
    };
    const ended = (value: unknown): void => {
      if (told && value === told) settle();
      else resolve(value);
    };
    breaker.execute(run).then(ended, reject);
  });
}
