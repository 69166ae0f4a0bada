import { describeType } from '../core/platform/describe-type.js';
import type { CookieJar } from './cookie-jar.js';
import type { Dispatcher } from './dispatcher.js';
import { FetchCall } from './fetch-call.js';
import type { NodeRequestInit } from './node-request-init.js';
import { Outcome } from './outcome.js';
import { outgoing } from './outgoing.js';
import { reasonOf } from './signal-watch.js';

/** Those of polyfills are no instances of the platform's class. */
const checkSignal = (signal: unknown): void => {
  if (signal == null) return;
  if (typeof (signal as Partial<AbortSignal>).addEventListener === 'function') return;
  throw new TypeError(`The option signal has to be an AbortSignal, and was ${describeType(signal)}.`);
};

/** Sends what the options say. Whatever is wrong with them rejects. */
export function sendUrl(
  dispatcher: Dispatcher,
  url: string | URL,
  init: NodeRequestInit,
  limit: number,
  jar: CookieJar | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    checkSignal(signal);
    const request = outgoing(url, init, jar);
    if (signal?.aborted) {
      const reason = reasonOf(signal);
      request.body?.cancel(reason);
      reject(reason);
    } else new FetchCall(dispatcher, request, limit, new Outcome(resolve, reject)).start(signal);
  });
}
