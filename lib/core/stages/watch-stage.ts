import type { Result } from '../result/result.js';
import type { CallContext } from './call-context.js';
import type { Next, Stage } from './stage.js';
import type { Watch, WatchSlot } from './watch.js';

/** Tells who watches the client of each call, from its beginning to what the caller got. */
export class WatchStage implements Stage<CallContext> {
  readonly #slot: WatchSlot;
  readonly #client: string | undefined;

  constructor(slot: WatchSlot, client: string | undefined) {
    this.#slot = slot;
    this.#client = client;
  }

  run(call: CallContext, next: Next<CallContext>): Promise<Result<unknown>> {
    const { watch } = this.#slot;
    return watch ? this.#watched(watch, call, next) : next(call);
  }

  async #watched(watch: Watch, call: CallContext, next: Next<CallContext>): Promise<Result<unknown>> {
    const watched = watch.begin({
      client: this.#client,
      name: call.requestName,
      request: call.request,
      origin: call.origin,
      get deadline() {
        return call.timeout || undefined;
      },
    });
    call.watched = watched;
    const result = await watched.around(() => next(call));
    call.whenOver((stream) => watched.end(result, stream));
    return result;
  }
}
