import type { Result } from '../../lib/index.js';
import { copiedEcho } from './echo.js';
import type { CallPlan, EndpointPlan } from './plans.js';
import type { Run } from './report.js';
import type { Abortable } from './signals.js';
import { whoAsks } from './who-asks.js';

/** What a run has before it begins. */
export interface CallParts {
  readonly call: CallPlan;
  readonly endpoint: EndpointPlan;
  readonly signal: Abortable | undefined;
  /** In milliseconds; 0 for none. */
  readonly deadline: number;
  readonly now: () => number;
  readonly requests: () => number;
  /** Told of each Result, before the call is run again. */
  readonly onResult: (result: Result<unknown>) => void;
  /** Told before `result.retry()` is called. */
  readonly beforeRetry: () => void;
}

/** Runs a call, then as many retries as are planned; gives what became of each. */
export const runCall = (
  runs: Run[],
  parts: CallParts,
  retries: number,
  start: () => Promise<unknown>,
): void => {
  const { call, endpoint, signal, deadline, now } = parts;
  const run: Run = {
    call,
    endpoint,
    began: now(),
    endsAt: deadline > 0 ? now() + deadline : Infinity,
    isOver: () => signal?.done ?? false,
    firstSent: parts.requests(),
    aborted: signal?.done ?? false,
  };
  runs.push(run);
  const end = (): void => {
    run.settledAt = now();
  };
  const comeHome = (result: Result<unknown>): void => {
    end();
    run.result = result;
    run.echo = copiedEcho(result);
    parts.onResult(result);
    if (retries === 0 || typeof result.retry !== 'function') return;
    parts.beforeRetry();
    runCall(runs, parts, retries - 1, result.retry);
  };
  try {
    whoAsks.run(run, start).then(comeHome as (result: unknown) => void, (thrown: unknown) => {
      end();
      run.rejected = { thrown };
    });
  } catch (thrown) {
    end();
    Object.assign(run, { threw: { thrown } });
  }
};
