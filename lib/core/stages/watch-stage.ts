import type { Result } from '../result/result.js';
import type { CallRun } from './call-run.js';
import type { Next, Stage } from './stage.js';
import type { Watch, WatchSlot } from './watch.js';

/** Tells who watches the client of each call, from its beginning to what the caller got. */
export class WatchStage implements Stage<CallRun> {
  readonly #slot: WatchSlot;
  readonly #client: string | undefined;

  constructor(slot: WatchSlot, client: string | undefined) {
    this.#slot = slot;
    this.#client = client;
  }

  run(call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> {
    const { watch } = this.#slot;
    return watch ? this.#watched(watch, call, next) : next(call);
  }

  async #watched(watch: Watch, call: CallRun, next: Next<CallRun>): Promise<Result<unknown>> {
    const watched = watch.begin(call, this.#client);
    if (!watched) return next(call);
    call.watched = watched;
    const result = await watched.around(() => next(call));
    call.whenOver((stream) => watched.end(result, stream));
    return result;
  }
}
