import { givenOptions, originOf, InvalidInputError, callReporting } from '../../core/internal.js';
import type { Budget } from '../retry/retry-options.js';

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
   * meanwhile. Default: none. What it throws, or rejects with, is reported.
   */
  readonly onExhausted?: ((origin: string) => unknown) | undefined;
}

/** Throws a InvalidInputError that names what can't be an option. */
function readBudgetOptions(options: RetryBudgetOptions | undefined) {
  const { capacity = 20, perSuccess = 0.2, onExhausted } = givenOptions(options);
  if (!Number.isFinite(capacity) || capacity < 1)
    throw InvalidInputError.ofOption('RetryBudget capacity', capacity, 'a finite number from 1');
  if (!Number.isFinite(perSuccess) || perSuccess <= 0)
    throw InvalidInputError.ofOption('RetryBudget perSuccess', perSuccess, 'a finite number above 0');
  return { capacity, perSuccess, onExhausted };
}

/** Five times 0.2 is to be 1, whatever the sum of these fractions is. */
const ROUNDING = 1e-9;

const MAX_ORIGINS = 1000;

/** Sets what is kept of an origin, as the newest; of more than 1,000 the one that was used longest ago goes. */
export function keepNewest<T>(kept: Map<string, T>, origin: string, value: T): T {
  kept.delete(origin);
  kept.set(origin, value);
  const [oldest = ''] = kept.keys();
  if (kept.size > MAX_ORIGINS) kept.delete(oldest);
  return value;
}

interface Account {
  /** How many retries are left. */
  left: number;
  /** Whether it is known that there are none left. */
  isExhausted: boolean;
}

/**
 * Retries for as long as they help: each costs one, and only successes give some back, so that a service which is down
 * gets hardly more requests than there are calls. One for each origin; any number of clients and plugins may have it in
 * common.
 */
export class RetryBudget implements Budget {
  readonly #options: ReturnType<typeof readBudgetOptions>;
  /** By origin, those used longest ago first. What is full is not kept. */
  readonly #accounts = new Map<string, Account>();

  /** @throws TypeError for an option that is none. */
  constructor(options?: RetryBudgetOptions) {
    this.#options = readBudgetOptions(options);
  }

  /** Takes one retry; false when the origin has none left. */
  take(url: string): boolean {
    const origin = originOf(url);
    const account = this.#used(origin);
    if (account.left < 1 - ROUNDING) {
      this.#refuse(origin, account);
      return false;
    }
    account.left -= 1;
    return true;
  }

  /** Gives a part of a retry back. */
  credit(url: string): void {
    // As long as all is well, nothing is kept, and a URL need not be parsed.
    if (this.#accounts.size === 0) return;
    const origin = originOf(url);
    if (!this.#accounts.has(origin)) return;
    const { capacity, perSuccess } = this.#options;
    const account = this.#used(origin);
    account.left += perSuccess;
    if (account.left >= capacity / 2 - ROUNDING) account.isExhausted = false;
    if (account.left >= capacity - ROUNDING) this.#accounts.delete(origin);
  }

  #used(origin: string): Account {
    const account = this.#accounts.get(origin) ?? { left: this.#options.capacity, isExhausted: false };
    return keepNewest(this.#accounts, origin, account);
  }

  #refuse(origin: string, account: Account): void {
    const { onExhausted } = this.#options;
    if (account.isExhausted) return;
    account.isExhausted = true;
    if (onExhausted) callReporting(() => onExhausted(origin));
  }
}
