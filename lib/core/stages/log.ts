import type { Result } from '../result/result.js';
import type { CallRun } from './call-run.js';
import type { CallLog } from './call-log.js';
import type { Next, Stage } from './stage.js';

/** Writes a pair of lines for each call of a client with `log`, also of one that is refused; of a stream, a third. */
export class LogStage implements Stage<CallRun> {
  readonly #log: CallLog;

  constructor(log: CallLog) {
    this.#log = log;
  }

  async run(call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> {
    const lines = this.#log(call);
    const result = await next(call);
    lines.end(result);
    call.whenOver((stream) => {
      if (stream) lines.endStream(stream);
    });
    return result;
  }
}
