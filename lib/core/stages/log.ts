import type { CallRun } from './call-run.js';
import type { CallLog } from './call-log.js';
import type { Stage } from './stage.js';

/** Writes a pair of lines for each call of a client with `log`, also of one that is refused; of a stream, a third. */
export const logStage = (log: CallLog): Stage<CallRun> => ({
  async run(call, next) {
    const lines = log(call);
    call.lines = lines;
    const result = await next(call);
    lines.end(result);
    call.whenOver((stream) => {
      if (stream) lines.endStream(stream);
    });
    return result;
  },
});
