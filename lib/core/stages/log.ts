import type { Result } from '../result/result.js';
import type { CallContext } from './call-context.js';
import type { CallLog } from './call-log.js';
import type { Next, Stage } from './stage.js';

/** Writes a pair of lines for each call of a client with `log`, also of one that is refused; of a stream, a third. */
export class LogStage implements Stage<CallContext> {
  readonly #log: CallLog;

  constructor(log: CallLog) {
    this.#log = log;
  }

  async run(call: CallContext, next: Next<CallContext>): Promise<Result<unknown>> {
    const lines = this.#log(call);
    const result = await next(call);
    lines.end(result);
    call.whenOver((stream) => {
      if (stream) lines.endStream(stream);
    });
    return result;
  }
}
