import { quietly } from '../platform/quietly.js';
import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import { Refusal } from '../result/refusal.js';
import type { CallRun } from './call-run.js';
import { type Facts, thrownAs } from './facts.js';
import type { OnError } from './on-error.js';
import { isNews } from './shared-failures.js';
import type { Stage } from './stage.js';

/**
 * Brings every call home with a Result: what is thrown on the way, since params or options can't become a request, is a
 * `'network'` error. Tells `onError` of failures, also of a stream's.
 */
export const reportStage = (onError: OnError | undefined): Stage<CallRun> => {
  const report = (error: ApiError | null | undefined, call: CallRun): void => {
    const { requestName: endpoint, context } = call;
    if (error && error.kind !== 'abort' && isNews(error, call))
      void quietly(() => onError?.(error, { endpoint, context }));
  };
  return {
    async run(call, next) {
      let result: Result<unknown>;
      try {
        result = await next(call);
      } catch (thrown) {
        const facts = thrownAs('network', thrown);
        const reason: Facts['reason'] = (words) => `was not sent: ${words.thrown(thrown)}`;
        result = call.fail(Refusal.is(thrown) ? facts : { ...facts, reason });
      }
      // Whoever is told that the last attempt was held back would take the call for one that did nothing.
      if (call.lastFailure && Refusal.holdsBack(result.error?.cause)) result = call.lastFailure;
      report(result.error, call);
      call.settle(result);
      if (call.request.streams) call.whenOver((stream) => report(stream?.error, call));
      return result;
    },
  };
};
