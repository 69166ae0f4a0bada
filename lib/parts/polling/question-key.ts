import { type CallOptions, hasWindow } from '../../core/seats.js';
import { contentKey, type KeyRules, noKeyFor, hasOnlyContent, wireContent } from '../../keys.js';
import type { PollTarget } from './poll-target.js';

/** Options are no JSON, and one of a class may do more than its fields show. */
const OPTIONS_BY_VALUE: KeyRules = {
  exact: true,
  asJson: false,
  identityOf: (value) => {
    if (!hasOnlyContent(value)) throw noKeyFor('an instance');
    return undefined;
  },
};

/** What would be sent: a body strategy may send two params of equal content as different texts. */
const contentSent = (target: PollTarget, params: unknown, options: CallOptions): unknown => {
  const { wire } = target.prepare(params, options);
  return wire && [...wireContent(wire), wire.headers];
};

/** What is asked, as text: equal for those who may share a poll. Undefined where nobody may, or can be compared. */
export function questionKey(
  target: PollTarget,
  params: unknown,
  callOptions: CallOptions,
): string | undefined {
  const { headers, ...options } = callOptions;
  const { middleware, skipMiddleware } = callOptions;
  // On a server, polls of different users must not meet. Two plugins may well look the same, and be two users'.
  if (!hasWindow() || middleware || skipMiddleware) return undefined;
  try {
    return JSON.stringify([
      target.scope,
      contentKey(params, target.paramsRules),
      contentKey(contentSent(target, params, callOptions)),
      contentKey(headers, OPTIONS_BY_VALUE),
      contentKey(options, OPTIONS_BY_VALUE),
    ]);
  } catch {
    // A FormData, a Headers or an agent, say: its content can't be read, or not at once, or is not all there is to it.
    return undefined;
  }
}
