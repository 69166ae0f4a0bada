import type { Dispatcher } from './dispatcher.js';
import { FetchCall } from './fetch-call.js';
import type { NodeRequestInit } from './node-request-init.js';
import { Outcome } from './outcome.js';
import { outgoing } from './outgoing.js';
import { reasonOf } from './signal-watch.js';

/** Sends what the options say. Whatever is wrong with them rejects. */
export function sendUrl(
  dispatcher: Dispatcher,
  url: string | URL,
  init: NodeRequestInit,
  limit: number,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    const request = outgoing(url, init);
    if (signal?.aborted) {
      const reason = reasonOf(signal);
      request.body?.cancel(reason);
      reject(reason);
    } else new FetchCall(dispatcher, request, limit, new Outcome(resolve, reject)).start(signal);
  });
}
