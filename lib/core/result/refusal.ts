import { hasBrand, setBrand } from '../platform/brand.js';
import { describeType } from '../platform/describe-type.js';
import { quietly } from '../platform/quietly.js';
import { markOwnWords } from '../platform/own-words.js';

/**
 * Something the caller gave can't become a request, so nothing is sent. The sentence names the thing that was
 * wrong and what to do about it, and never a param's value: it ends up in logs.
 */
export class Refusal extends TypeError {
  /** Whether the request is as it should be, and somebody on this side would not let it go out now. */
  readonly isHeldBack: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    setBrand(this, 'Refusal');
    markOwnWords(this);
  }

  /** True for one of another copy of the package too: a plugin's may be one. Safe on anything that can be thrown. */
  static is(value: unknown): value is Refusal {
    return hasBrand(value, 'Refusal');
  }

  /** Whether a request was held back: what came of those that were sent before it says more. */
  static holdsBack(thrown: unknown): boolean {
    return Refusal.is(thrown) && thrown.isHeldBack;
  }

  /**
   * What an error's message tells of it, when a refusal is behind the error: its sentence holds no values, so it may be
   * logged.
   *
   * @param attempts How many were sent before.
   */
  static outcome(thrown: unknown, attempts: number): string | undefined {
    if (!Refusal.is(thrown)) return undefined;
    return `was not sent${attempts > 0 ? ' again' : ''}. ${thrown.message}`;
  }

  /** "`name` is a Set: pass `wanted`." */
  static of(name: string, value: unknown, wanted: string): Refusal {
    // Nobody waits for a promise that is refused: that it rejects later must not end the process.
    if (value instanceof Promise) void quietly(() => value);
    return new Refusal(`${name} is ${describeType(value)}: pass ${wanted}.`);
  }
}
