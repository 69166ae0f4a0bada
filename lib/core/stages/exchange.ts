import { isAborted } from '../platform/foreign-signal.js';
import { abortBy, AbortError } from '../platform/interruption.js';
import type { Attempt } from './attempt.js';
import { exchangesOf } from './call-settings.js';
import type { Send } from './plugin.js';
import { requireResponse } from './require-response.js';
import { initOf, sendOut } from './send.js';

/**
 * Hands the request on towards the network as it stands: through the plugins that stand around the wire, in the order of
 * the list, and then to fetch.
 *
 * @param signal Ends it: the attempt's, or that of a request which several calls share.
 */
export function exchange(attempt: Attempt, signal: AbortSignal | undefined): Promise<Response> {
  const { request, settings } = attempt.call;
  const init = initOf(request, signal);
  const exchanges = exchangesOf(settings);
  return exchanges.length === 0
    ? sendOut(attempt, request.url, init)
    : through(exchanges, attempt, signal)(request.url, init);
}

/**
 * Takes notice of what the sending of an attempt was refused with. Where plugins stand around the wire, they may have
 * refused it themselves, and sent before: what fetch has thrown was noticed further in.
 */
export function noteRefusal(thrown: unknown, attempt: Attempt): void {
  if (exchangesOf(attempt.call.settings).length === 0) attempt.takeBack(thrown);
}

const through = (
  exchanges: ReturnType<typeof exchangesOf>,
  attempt: Attempt,
  signal: AbortSignal | undefined,
): Send => {
  const { call } = attempt;
  let isAnswered = false;
  const send: Send = async (url, init) => {
    // A plugin may wait as long as it likes: nothing goes out under the signal of a call that has ended meanwhile.
    if (signal && init.signal === signal) {
      attempt.notice();
      if (isAnswered && call.isOver)
        throw new AbortError('The call has ended: send with a signal of your own.');
    }
    if (init.signal && isAborted(init.signal)) throw abortBy(init.signal).reason;
    try {
      const response = await sendOut(attempt, url, init);
      requireResponse(response, 'fetch');
      return response;
    } catch (thrown) {
      attempt.takeBack(thrown);
      throw thrown;
    }
  };
  const outermost = exchanges.reduceRight<Send>(
    (inner, plugin) => async (url, init) => {
      const response = await plugin.exchange(call, url, init, inner);
      requireResponse(response, `exchange of "${plugin.name}"`);
      return response;
    },
    send,
  );
  const answered = (): void => {
    isAnswered = true;
  };
  return (url, init) => {
    const answer = outermost(url, init);
    answer.then(answered, answered);
    return answer;
  };
};
