import { identities } from '../../core/platform/identities.js';
import { hasOnlyContent, type Manner } from '../../keys.js';
import type { Caller, PreparedCall } from '../../core/client/caller.js';
import { asResult, describeResult } from '../../core/result/as-result.js';
import type { Result } from '../../core/result/result.js';
import type { CallOptions } from '../../core/settings/call-options.js';
import type { SentRequest } from './poller.js';

/** What a poll is told of each request while it runs, and ends it by. */
interface Listener {
  readonly signal: AbortSignal;
  onSend(sent: SentRequest): void;
}

/** A question that can be asked any number of times. */
interface Prepared {
  /** What it sends, where that is known. */
  readonly wire?: PreparedCall['wire'];
  readonly takeOver?: PreparedCall['takeOver'];
  run(listener: Listener): Promise<Result<unknown>>;
}

/** What a poll needs of what it asks: of an endpoint all, and of a function of the user's own what there is. */
export interface Asked extends Pick<Caller, 'group' | 'path' | 'urlTemplate' | 'pollScope' | 'streams'> {
  prepare(params: unknown, options: CallOptions): Prepared;
  /** How params are told apart where it is not known what is sent. */
  readonly manner?: Manner;
}

const identityOf = /* @__PURE__ */ identities();

/** An instance may be sent as more than its fields show. */
const manner: Manner = {
  exact: true,
  asJson: false,
  identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
};

/** A function of the user's own, as polls see an endpoint. It shares with callers of the same function only. */
export const handWritten = (
  ask: (params: never, options: CallOptions) => Promise<Result<unknown>>,
): Asked => ({
  group: ask,
  path: 'a function of your own',
  urlTemplate: '',
  streams: false,
  pollScope: '',
  manner,
  prepare: (params, options) => ({
    async run(listener) {
      const answer: unknown = await ask(params as never, { ...options, signal: listener.signal });
      const result = asResult(answer, {
        retry: () => this.run(listener),
        request: { method: '', url: '', params },
      });
      if (!result)
        throw new TypeError(
          `The polled function gave ${describeResult(answer)}, which is no Result: return that of a call.`,
        );
      // All that is known of what it sends.
      if (result.error) listener.onSend(result.error.request);
      return result;
    },
  }),
});
