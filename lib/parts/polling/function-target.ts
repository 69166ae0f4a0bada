import { asResult, type CallOptions, describeResult, identities, type Result } from '../../core/seats.js';
import { type KeyRules, hasOnlyContent } from '../../keys.js';
import { noListener } from './no-listener.js';
import type { PollTarget, RequestListener } from './poll-target.js';

/** A function of the user's own that can be polled. */
type AskingFunction = (params: never, options: CallOptions) => Promise<Result<unknown>>;

const identityOf = /* @__PURE__ */ identities();

/** It is not known what the function sends of an instance, which may be more than its fields show. */
const INSTANCES_BY_IDENTITY: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => (hasOnlyContent(value) ? undefined : identityOf(value)),
};

const run = async (
  ask: AskingFunction,
  params: unknown,
  options: CallOptions,
  listener: RequestListener,
): Promise<Result<unknown>> => {
  const answer: unknown = await ask(params as never, { ...options, signal: listener.signal });
  const result = asResult(answer, {
    // The signal ends the poll, and must not end what is asked again after that.
    retry: () => run(ask, params, options, noListener()),
    errorFacts: { request: { method: '', url: '', params } },
  });
  if (!result)
    throw new TypeError(
      `The polled function gave ${describeResult(answer)}, which is no Result: return that of a call.`,
    );
  // All that is known of what it sends.
  if (result.error) {
    const { request, attempts } = result.error;
    listener.onSend({ ...request, attempts });
  }
  return result;
};

/** A function of the user's own as a poll sees it. It shares with callers of the same function only. */
export const functionTarget = (ask: AskingFunction): PollTarget => ({
  group: ask,
  scope: '',
  signals: [],
  name: undefined,
  refusal: undefined,
  path: 'a function of your own',
  urlTemplate: '',
  paramsRules: INSTANCES_BY_IDENTITY,
  prepare(params, options) {
    return {
      wire: undefined,
      takeOver: () => undefined,
      run: (listener) => run(ask, params, options, listener),
    };
  },
});
