import { givenOptions, Refusal } from '../../core/seats.js';

/** What a `RetryBudget` takes. */
export interface RetryBudgetOptions {
  /** How many retries an origin has when all is well. Default 20. Below 1, or no finite number: it throws when it is made. */
  readonly capacity?: number | undefined;
  /**
   * What a success gives back, in retries. Default 0.2: after five successes there is one more. 0, negative, or no finite
   * number: it throws when it is made.
   */
  readonly perSuccess?: number | undefined;
  /**
   * Is told the origin whose retries are used up, when the first one is refused; again only once its budget was half full
   * meanwhile. Default: none. What it throws, or rejects with, is reported. No function: it throws when it is made.
   */
  readonly onExhausted?: ((origin: string) => unknown) | undefined;
}

/** The options, read once. */
export interface OwnBudgetOptions extends Pick<RetryBudgetOptions, 'onExhausted'> {
  readonly capacity: number;
  readonly perSuccess: number;
}

const check = (name: string, given: unknown, isFit: boolean, wanted: string): void => {
  if (!isFit) throw Refusal.of(`RetryBudget: ${name}`, given, wanted);
};

/** Throws a Refusal that names what can't be an option. */
export function readBudgetOptions(options: RetryBudgetOptions | undefined): OwnBudgetOptions {
  const { capacity = 20, perSuccess = 0.2, onExhausted } = givenOptions(options);
  check('capacity', capacity, Number.isFinite(capacity) && capacity >= 1, 'a finite number from 1 on');
  check('perSuccess', perSuccess, Number.isFinite(perSuccess) && perSuccess > 0, 'a finite number above 0');
  check(
    'onExhausted',
    onExhausted,
    onExhausted === undefined || typeof onExhausted === 'function',
    'a function',
  );
  return { capacity, perSuccess, onExhausted };
}
