import { afterEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { RetryBudget, type RetryBudgetOptions } from '../../../lib/entries/resilience.js';

const URL_OF_A = 'https://a.test/users/1?x=1';
const URL_OF_B = 'https://b.test/';

const times = (count: number, task: () => unknown): unknown[] => Array.from({ length: count }, task);
const takenOf = (budget: RetryBudget, url = URL_OF_A, most = 10_000): number => {
  let taken = 0;
  while (taken < most && budget.take(url)) taken += 1;
  return taken;
};
const credited = (budget: RetryBudget, count: number, url = URL_OF_A): RetryBudget => {
  times(count, () => budget.credit(url));
  return budget;
};

afterEach(() => void vi.restoreAllMocks());

describe('RetryBudget (rules.md#retry-budget)', () => {
  it('has 20 retries, and one more after each five successes', () => {
    const budget = new RetryBudget();
    expect(takenOf(budget)).toBe(20);
    expect(takenOf(credited(budget, 4))).toBe(0);
    expect(takenOf(credited(budget, 1))).toBe(1);
    expect(takenOf(credited(budget, 50))).toBe(10);
  });

  it('is separate for each origin', () => {
    const budget = new RetryBudget({ capacity: 2 });
    expect([takenOf(budget), takenOf(budget, URL_OF_B), takenOf(budget, 'https://a.test:444/')]).toEqual([
      2, 2, 2,
    ]);
    credited(budget, 5, URL_OF_B);
    expect([takenOf(budget), takenOf(budget, URL_OF_B)]).toEqual([0, 1]);
  });

  it('is the same for all paths and all spellings of an origin', () => {
    const budget = new RetryBudget({ capacity: 2 });
    budget.take('https://A.test:443/other');
    expect(takenOf(budget)).toBe(1);
  });

  it('has one budget for all invalid URLs', () => {
    const budget = new RetryBudget({ capacity: 2 });
    expect([budget.take('/relative'), budget.take('::'), budget.take('')]).toEqual([true, true, false]);
  });

  it('allows no more retries than it had and earned, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 300 }), (isCredit) => {
        const budget = new RetryBudget({ capacity: 4, perSuccess: 0.1 });
        let had = 40;
        for (const credit of isCredit) {
          if (credit) {
            budget.credit(URL_OF_A);
            had = Math.min(had + 1, 40);
          } else {
            expect(budget.take(URL_OF_A)).toBe(had >= 10);
            if (had >= 10) had -= 10;
          }
        }
      }),
    );
  });
});

describe('the origins of a RetryBudget', () => {
  const originAt = (at: number): string => `https://${String(at)}.test/`;

  it('are kept after failures: at most 1,000, and the one used longest ago is evicted first', () => {
    const budget = new RetryBudget({ capacity: 1 });
    for (let at = 0; at < 1000; at += 1) budget.take(originAt(at));
    expect(budget.take(originAt(0))).toBe(false);
    budget.take(originAt(1000));
    expect(takenOf(budget, originAt(0))).toBe(0);
    expect(takenOf(budget, originAt(2))).toBe(0);
    expect(takenOf(budget, originAt(1))).toBe(1);
  });

  it('that are full are evicted first', () => {
    const budget = new RetryBudget({ capacity: 1, perSuccess: 1 });
    budget.take(originAt(0));
    for (let at = 1; at <= 1000; at += 1) {
      budget.take(originAt(at));
      budget.credit(originAt(at));
    }
    expect(budget.take(originAt(0))).toBe(false);
  });

  it('without a failure are not kept', () => {
    const budget = new RetryBudget({ capacity: 1 });
    budget.take(URL_OF_A);
    for (let at = 0; at < 2000; at += 1) budget.credit(originAt(at));
    expect(budget.take(URL_OF_A)).toBe(false);
  });
});

describe('onExhausted', () => {
  const noted = (options: RetryBudgetOptions = {}) => {
    const origins: string[] = [];
    return {
      origins,
      budget: new RetryBudget({ capacity: 4, onExhausted: (origin) => origins.push(origin), ...options }),
    };
  };

  it('receives the origin when the first retry is rejected', () => {
    const { origins, budget } = noted();
    times(4, () => budget.take(URL_OF_A));
    expect(origins).toEqual([]);
    budget.take(URL_OF_A);
    expect(origins).toEqual(['https://a.test']);
  });

  it('is called once, and not for each rejected retry, nor for a retry that a few successes paid for', () => {
    const { origins, budget } = noted();
    takenOf(budget);
    times(10, () => takenOf(credited(budget, 5)));
    expect(origins).toHaveLength(1);
  });

  it('is called again after the budget was half full', () => {
    const { origins, budget } = noted();
    takenOf(budget);
    takenOf(credited(budget, 10));
    expect(origins).toHaveLength(2);
    takenOf(credited(budget, 1000));
    expect(origins).toHaveLength(3);
  });

  it('is reported if it throws or rejects, and the retry is still rejected', async () => {
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const thrown = new Error('mine');
    const failing = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ];
    for (const onExhausted of failing) expect(takenOf(new RetryBudget({ onExhausted }))).toBe(20);
    await Promise.resolve();
    expect(report.mock.calls).toEqual([[thrown], [thrown]]);
  });
});

describe('an option of RetryBudget', () => {
  it.each<[keyof RetryBudgetOptions, unknown, string]>([
    ['capacity', 0.9, 'RetryBudget capacity is 0.9: pass a finite number from 1.'],
    ['capacity', NaN, 'RetryBudget capacity is NaN: pass a finite number from 1.'],
    ['capacity', Infinity, 'RetryBudget capacity is Infinity: pass a finite number from 1.'],
    ['perSuccess', 0, 'RetryBudget perSuccess is 0: pass a finite number above 0.'],
    ['perSuccess', -1, 'RetryBudget perSuccess is -1: pass a finite number above 0.'],
  ])('%s of %o is rejected when the budget is created', (name, value, sentence) => {
    expect(() => new RetryBudget({ [name]: value })).toThrow(new TypeError(sentence));
  });

  it('has its default if it is undefined or null', () => {
    for (const none of [undefined, null]) {
      const options = { capacity: none, perSuccess: none, onExhausted: none } as RetryBudgetOptions;
      const budget = new RetryBudget(options);
      expect([takenOf(budget), takenOf(credited(budget, 5))]).toEqual([20, 1]);
    }
  });
});
