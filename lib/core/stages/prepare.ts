import type { CallContext } from './call-context.js';
import type { Stage } from './stage.js';

/** Makes the request of what the call was asked for. Throws what params or options were refused with. */
export const prepare: Stage<CallContext> = {
  run(call, next) {
    call.prepare();
    return next(call);
  },
};
