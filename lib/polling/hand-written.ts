import type { Caller } from '../client/caller.js';
import { describeType } from '../platform/describe-type.js';
import { asResult } from '../result/as-result.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import type { SentRequest } from './poller.js';

/** What a poll needs of what it asks: of an endpoint all, and of a function of the user's own what there is. */
export interface Asked extends Pick<Caller, 'pollScope'> {
  readonly parts: {
    readonly surroundings: object;
    readonly protocol: { readonly path: string | undefined; readonly urlTemplate: string | undefined };
  };
  call(params: unknown, options: CallOptions, onSend: (sent: SentRequest) => void): Promise<Result<unknown>>;
}

/** A function of the user's own, as polls see an endpoint. It shares with callers of the same function only. */
export const handWritten = (
  ask: (params: never, options: CallOptions) => Promise<Result<unknown>>,
): Asked => ({
  parts: { surroundings: ask, protocol: { path: undefined, urlTemplate: undefined } },
  pollScope: '',
  async call(params, options, onSend) {
    const answer: unknown = await ask(params as never, options);
    const result = asResult(answer, () => this.call(params, options, onSend));
    if (!result)
      throw new TypeError(
        `The polled function gave ${describeType(answer)}, which is no Result: return that of a call.`,
      );
    // All that is known of what it sends.
    if (result.error) onSend(result.error.request);
    return result;
  },
});
