import { givenOptions, originOf, InvalidInputError, callReporting } from '../../core/internal.js';
import type { Budget } from '../retry/retry-options.js';

/** Options of `RetryBudget`. */
export interface RetryBudgetOptions {
  /**
   * Maximum number of retries for each origin. The constructor throws a TypeError for a number below 1 or a value that
   * isn't a finite number.
   *
   * @default 20
   */
  readonly capacity?: number | undefined;
  /**
   * Retries that each success adds: with 0.2, five successes permit one more retry. The constructor throws a TypeError
   * for 0, a negative number, or a value that isn't a finite number.
   *
   * @default 0.2
   */
  readonly perSuccess?: number | undefined;
  /**
   * Called with the origin when its budget first rejects a retry. Called again only after the budget was half full in
   * the meantime. Default: none. If it throws or rejects, the error is reported.
   */
  readonly onExhausted?: ((origin: string) => unknown) | undefined;
}

/** Reads the options. Throws an InvalidInputError that names the invalid option. */
function readBudgetOptions(options: RetryBudgetOptions | undefined) {
  const { capacity = 20, perSuccess = 0.2, onExhausted } = givenOptions(options);
  if (!Number.isFinite(capacity) || capacity < 1)
    throw InvalidInputError.ofOption('RetryBudget capacity', capacity, 'a finite number from 1');
  if (!Number.isFinite(perSuccess) || perSuccess <= 0)
    throw InvalidInputError.ofOption('RetryBudget perSuccess', perSuccess, 'a finite number above 0');
  return { capacity, perSuccess, onExhausted };
}

/** Tolerance for floating-point sums: five times 0.2 must count as 1. */
const ROUNDING = 1e-9;

const MAX_ORIGINS = 1000;

/** Stores the value of an origin as the newest. Above 1,000 origins, removes the least recently used. */
export function keepNewest<T>(kept: Map<string, T>, origin: string, value: T): T {
  kept.delete(origin);
  kept.set(origin, value);
  const [oldest = ''] = kept.keys();
  if (kept.size > MAX_ORIGINS) kept.delete(oldest);
  return value;
}

interface Account {
  /** Number of remaining retries. */
  left: number;
  /** Whether `onExhausted` was called for the empty budget. */
  isExhausted: boolean;
}

/**
 * Limits retries while they don't help: each retry costs one, and only successes add some. A failing service then gets
 * hardly more requests than there are calls. Counts for each origin. Several clients and plugins can share a budget.
 */
export class RetryBudget implements Budget {
  readonly #options: ReturnType<typeof readBudgetOptions>;
  /** Accounts by origin, the least recently used first. Full accounts aren't stored. */
  readonly #accounts = new Map<string, Account>();

  /**
   * Creates the budget.
   *
   * @throws TypeError for an invalid option.
   */
  constructor(options?: RetryBudgetOptions) {
    this.#options = readBudgetOptions(options);
  }

  /** Takes one retry; returns false if none is left for the origin. */
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

  /** Adds part of a retry after a success. */
  credit(url: string): void {
    // A shortcut: while all budgets are full, the URL isn't parsed.
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
