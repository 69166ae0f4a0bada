import { identities } from '../cache/identities.js';
import type { Caller, PreparedCall } from '../client/caller.js';
import { isPlain } from '../platform/is-plain.js';
import type { ApiError } from '../result/api-error.js';
import { asResult, describeResult } from '../result/as-result.js';
import type { Result } from '../result/result.js';
import type { CallOptions } from '../settings/call-options.js';
import type { SentRequest } from './poller.js';

/** What a poll is told of each request while it runs, and ends it by. */
interface Listener {
  readonly signal: AbortSignal;
  onSend(sent: SentRequest): void;
}

/** A question that can be asked any number of times. */
interface Prepared {
  /** What it sends, where that is known. */
  readonly wire?: PreparedCall['wire'] | undefined;
  run(listener: Listener): Promise<Result<unknown>>;
}

/** What a poll needs of what it asks: of an endpoint all, and of a function of the user's own what there is. */
export interface Asked extends Pick<Caller, 'pollScope'> {
  readonly parts: {
    readonly surroundings: object;
    readonly protocol: { readonly path: string | undefined; readonly urlTemplate: string | undefined };
  };
  prepare(params: unknown, options: CallOptions): Prepared;
  /** Where it is not known what is sent: a text for an object of which more may be sent than its fields show. */
  readonly identityOf?: ((value: object) => string | undefined) | undefined;
}

const IDENTITIES = /* @__PURE__ */ identities();

/** Classes of the platform whose content is all that there is to them. */
const KNOWN = /^\[object (Date|Map|Set|\w+Array|DataView)\]$/;

const identityOf = (value: object): string | undefined =>
  Array.isArray(value) || isPlain(value) || KNOWN.test(Object.prototype.toString.call(value))
    ? undefined
    : IDENTITIES(value);

/** A function of the user's own, as polls see an endpoint. It shares with callers of the same function only. */
export const handWritten = (
  ask: (params: never, options: CallOptions) => Promise<Result<unknown>>,
): Asked => ({
  parts: { surroundings: ask, protocol: { path: undefined, urlTemplate: undefined } },
  pollScope: '',
  identityOf,
  prepare: (params, options) => ({
    async run(listener) {
      const answer: unknown = await ask(params as never, { ...options, signal: listener.signal });
      const result = asResult(answer, () => this.run(listener));
      if (!result)
        throw new TypeError(
          `The polled function gave ${describeResult(answer)}, which is no Result: return that of a call.`,
        );
      // All that is known of what it sends.
      const sent: SentRequest | undefined = (result.error as Partial<ApiError> | null)?.request;
      if (sent) listener.onSend(sent);
      return result;
    },
  }),
});
