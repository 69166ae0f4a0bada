import {
  isKey,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  Refusal,
  type Result,
  systemClock,
} from '../../core/seats.js';
import {
  type IdempotencyOptions,
  type OwnIdempotencyOptions,
  readIdempotencyOptions,
} from './idempotency-options.js';
import { NotSentError, notSent } from './not-sent.js';
import { randomKey } from './random-key.js';

/** What is kept of a call, over its attempts and its `retry()`. */
interface Kept {
  /** By the day's clock, which goes on while a machine sleeps. */
  readonly madeAt: number;
  /** By the clock that nobody can set back. */
  readonly madeAtTick: number;
  /** How often the call has come by. */
  runs: number;
  key: string | undefined;
}

const WRONG_REQUEST: readonly number[] = [400, 422];

const begun = (): Kept => ({
  madeAt: systemClock.now(),
  madeAtTick: systemClock.ticks(),
  runs: 0,
  key: undefined,
});

const ageOf = ({ madeAt, madeAtTick }: Kept): number =>
  Math.max(systemClock.now() - madeAt, systemClock.ticks() - madeAtTick);

/** As a string of RFC 9651, 3.3.3. */
const inQuotes = (key: string): string => {
  if (!/^[ -~]*$/.test(key)) throw new Refusal('A key in quotes takes ASCII only: give another in keyFor.');
  return `"${key.replace(/["\\]/g, '\\$&')}"`;
};

const never = (): false => false;

/**
 * Gives each call that writes a key, by which a service that gets the request twice does the work once. So what such a
 * call sends may be sent again: a retry takes it for one that is repeatable. Stands outside of auth and retry.
 *
 * The key is the same for all attempts and for `result.retry()`, and another for each other call. A key that the caller
 * gives, at any level, is sent as it is.
 */
export class IdempotencyPlugin extends Plugin {
  override readonly name: string = 'idempotency';
  readonly #options: OwnIdempotencyOptions;
  /** The header as records have it: any other way of writing it takes longer to find. */
  readonly #field: string;

  /** @throws TypeError for an option that is none. */
  constructor(options?: IdempotencyOptions) {
    super();
    this.#options = readIdempotencyOptions(options);
    this.#field = this.#options.header.toLowerCase();
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const { request } = ctx;
    const { methods, header, maxAge } = this.#options;
    if (!methods.has(request.method.toUpperCase())) return next();
    const kept = ctx.once<Kept>(this, begun);
    kept.runs += 1;
    if (!isKey(request.getHeader(this.#field))) {
      kept.key ??= this.#newKey(ctx);
      if (kept.key === undefined) return next();
      request.setHeader(header, kept.key);
    }
    if (kept.runs > 1 && ageOf(kept) > maxAge)
      return notSent(
        new NotSentError(
          'key-expired',
          'Its idempotency key is too old for another attempt: the service may have forgotten it, and do the work again. Make a new call.',
        ),
      );
    request.repeatable = true;
    // A second attempt would only say that the stream is spent, in the place of what went wrong.
    if (!request.replayable) request.veto(never);
    request.veto(this.#decide);
    return next();
  }

  /**
   * The key of a call, which is kept over its attempts and `retry()`; undefined for a call that gets none, as it only
   * reads, say. Default: a random UUID.
   */
  protected keyFor(_ctx: MiddlewareContext): string | undefined {
    return randomKey();
  }

  #newKey(ctx: MiddlewareContext): string | undefined {
    const key: unknown = this.keyFor(ctx);
    if (key === undefined) return undefined;
    if (typeof key !== 'string') throw Refusal.of('What keyFor gave', key, 'text, or undefined for no key');
    if (!isKey(key)) throw new Refusal('What keyFor gave is empty: give text, or undefined for no key.');
    return this.#options.quoted ? inQuotes(key) : key;
  }

  /** Whether a Result is tried again: a service that has done the work, or says that it never will, is left alone. */
  readonly #decide = ({ error, response }: Result<unknown>): boolean | undefined => {
    const said = (name: string): string | undefined =>
      (error?.headers ?? response?.headers)?.get(name)?.toLowerCase();
    if (said('idempotent-replayed') === 'true' || said('stripe-should-retry') === 'false') return false;
    if (error?.status === 409) return this.#options.retriesConflicts;
    return error && WRONG_REQUEST.includes(error.status) ? false : undefined;
  };
}
