import fc from 'fast-check';

/** How a caller asks again and again, or for page after page. */
export interface AskPlan {
  readonly as: 'poll' | 'pollUntil' | 'paginate';
  /** Through a function of the caller's own, which is polled in the endpoint's place. */
  readonly byHand: boolean;
  readonly every: number;
  readonly maxEvery: number | undefined;
  readonly inBackground: boolean;
  readonly giveUpAfter: number | undefined;
  /** Milliseconds from the start of the scenario until a poll is stopped, or a walk left. */
  readonly stopAt: number;
  /** Of how many answers or pages the caller has enough: stops in the callback, or says that it was waited for. */
  readonly enough: number;
  /** What the caller's own function does at each answer. */
  readonly callback: 'listens' | 'throws' | 'rejects' | 'changes the data';
}

/** Every poll is over by then. */
export const LAST_STOP = 70;

const ask: fc.Arbitrary<AskPlan> = fc.record({
  as: fc.constantFrom('poll', 'poll', 'pollUntil', 'paginate'),
  byHand: fc.boolean(),
  every: fc.constantFrom(1, 5, 10, 10, 25, 0, NaN, Infinity),
  maxEvery: fc.constantFrom(undefined, undefined, 0, 12, 40, NaN),
  inBackground: fc.constantFrom(false, false, true),
  giveUpAfter: fc.constantFrom(undefined, undefined, 0, 7, 30, Infinity),
  stopAt: fc.constantFrom(0, 1, 5, 12, 30, LAST_STOP, LAST_STOP),
  enough: fc.constantFrom(1, 2, 3, 9),
  callback: fc.constantFrom('listens', 'listens', 'throws', 'rejects', 'changes the data'),
});

export const anyAsk: fc.Arbitrary<AskPlan | undefined> = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: ask },
);
