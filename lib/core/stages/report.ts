import { quietly } from '../platform/quietly.js';
import type { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import { Refusal } from '../wire/refusal.js';
import type { CallRun } from './call-run.js';
import { type Facts, thrownAs } from './facts.js';
import type { OnError } from './on-error.js';
import { isNews } from './shared-failures.js';
import type { Next, Stage } from './stage.js';

/**
 * Brings every call home with a Result: what is thrown on the way, since params or options can't become a request, is a
 * `'network'` error. Tells `onError` of failures, also of a stream's.
 */
export class ReportStage implements Stage<CallRun> {
  readonly #onError: OnError | undefined;

  constructor(onError: OnError | undefined) {
    this.#onError = onError;
  }

  async run(call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> {
    let result: Result<unknown>;
    try {
      result = await next(call);
    } catch (thrown) {
      const facts = thrownAs('network', thrown);
      const reason: Facts['reason'] = (words) => `was not sent: ${words.thrown(thrown)}`;
      result = call.fail(Refusal.is(thrown) ? facts : { ...facts, reason });
    }
    if (result.error) this.#report(result.error, call);
    call.settle(result);
    if (call.request.streams)
      call.whenOver((stream) => {
        if (stream?.error) this.#report(stream.error, call);
      });
    return result;
  }

  #report(error: ApiError, call: CallRun): void {
    const { requestName: endpoint, context } = call;
    if (error.kind !== 'abort' && isNews(error, call))
      void quietly(() => this.#onError?.(error, { endpoint, context }));
  }
}
