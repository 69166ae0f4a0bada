import { ownWords } from '../platform/own-errors.js';
import { describeType, hasBrand, setBrand } from '../platform/values.js';

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
    ownWords(this);
  }

  /** True for one of another copy of the package too: a plugin's may be one. Safe on anything that can be thrown. */
  static is(value: unknown): value is Refusal {
    return hasBrand(value, 'Refusal');
  }

  /** Whether a request was held back: what came of those that were sent before it says more. */
  static holdsBack(thrown: unknown): boolean {
    return Refusal.is(thrown) && thrown.isHeldBack;
  }

  /** "`name` is a Set: pass `wanted`." */
  static of(name: string, value: unknown, wanted: string): Refusal {
    return new Refusal(`${name} is ${describeType(value)}: pass ${wanted}.`);
  }
}
