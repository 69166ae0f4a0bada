import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-defined.js';
import type { Dispatcher } from './dispatcher.js';
import { FetchCall } from './fetch-call.js';
import { globalDispatcher } from './global-dispatcher.js';
import { DEFAULT_MAX_RESPONSE_SIZE, type NodeFetchOptions } from './node-fetch-options.js';
import { type NodeRequestInit, outgoing } from './outgoing.js';
import { requestInit } from './request-init.js';
import { asResponse } from './as-response.js';

type Input = string | URL | globalThis.Request;

const NOTHING: NodeRequestInit = Object.create(null) as NodeRequestInit;

const isRequest = (input: Input): input is globalThis.Request =>
  typeof input === 'object' && 'bodyUsed' in input;

/**
 * A fetch for Node that hands requests to an undici dispatcher without the web's machinery in between. It is for
 * `createApi({ fetch: nodeFetch() })`, and works wherever a fetch function does. Where no dispatcher can be found it
 * calls the global fetch.
 */
export function nodeFetch(
  options?: NodeFetchOptions,
): (input: Input, init?: RequestInit) => Promise<Response> {
  const { dispatcher: given, maxResponseSize = DEFAULT_MAX_RESPONSE_SIZE } = ownDefined(options);
  if (given !== undefined && typeof (given as Partial<Dispatcher> | null)?.dispatch !== 'function') {
    throw new TypeError(
      `The option dispatcher has to be an undici dispatcher, and was ${describeType(given)}.`,
    );
  }
  if (typeof maxResponseSize !== 'number' || !(maxResponseSize >= 0)) {
    throw new TypeError(
      `The option maxResponseSize has to be a number of bytes, 0 or more, and was ${describeType(maxResponseSize)}.`,
    );
  }
  asResponse();

  const send = (url: string | URL, init: NodeRequestInit): Promise<Response> => {
    const dispatcher = init.dispatcher ?? given ?? globalDispatcher();
    if (!dispatcher) return globalThis.fetch(url, init);
    return new Promise((resolve, reject) => {
      const { signal } = init;
      const request = outgoing(url, init);
      if (signal?.aborted) {
        request.body?.cancel(signal.reason);
        reject(signal.reason);
      } else new FetchCall(dispatcher, request, maxResponseSize, resolve, reject).start(signal);
    });
  };

  return (input, init = NOTHING) =>
    isRequest(input) ? requestInit(input, init).then((own) => send(input.url, own)) : send(input, init);
}
