import { bare, isBare } from '../core/platform/bare.js';
import { describeType } from '../core/platform/describe-type.js';
import { isPlain } from '../core/platform/is-plain.js';
import { ownDefined } from '../core/platform/own-properties.js';
import { asResponse } from './as-response.js';
import { checkedOptions } from './checked-options.js';
import { fetchRequest, limited } from './fetch-request.js';
import { foreignRequest } from './foreign-request.js';
import { fromCaller } from './from-caller.js';
import { globalDispatcher } from './global-dispatcher.js';
import type { NodeFetchOptions } from './node-fetch-options.js';
import type { NodeRequestInit } from './node-request-init.js';
import { sendUrl } from './send-url.js';

type Input = string | URL | globalThis.Request;

const NOTHING: NodeRequestInit = /* @__PURE__ */ bare<NodeRequestInit>();

const isRequest = (input: Input | null): input is globalThis.Request =>
  typeof input === 'object' && input !== null && 'bodyUsed' in input;

/** What the platform has in its memory; how much of it is read is limited all the same. */
const LOCAL = /^\s*(?:data|blob):/i;

const NO_COOKIES =
  'nodeFetch sends the cookies of a jar through an undici dispatcher, and here is none: pass one as the option dispatcher.';

const isPlatforms = (request: object): boolean => request instanceof globalThis.Request;

/** What somebody put on Object.prototype is no option; an object with a class, such as a Request, may inherit them. */
const optionsOf = (init: NodeRequestInit): NodeRequestInit =>
  isBare(init) || !isPlain(init) ? init : ownDefined(init);

/**
 * A fetch for Node that hands requests to an undici dispatcher without the web's machinery in between. It is for
 * `createApi({ fetch: nodeFetch() })`, and works wherever a fetch function does. Where no dispatcher can be found it
 * calls the fetch that was the global one when it was made.
 */
export function nodeFetch(
  options?: NodeFetchOptions,
): (input: Input, init?: RequestInit) => Promise<Response> {
  const { given, limitOf, jarOf } = checkedOptions(options);
  asResponse();
  // Not looked up at each call: `globalThis.fetch` may be set to what is made here.
  const platformFetch = globalThis.fetch;

  const send = (target: string | URL, init: NodeRequestInit): Promise<Response> => {
    // Read once: what is judged has to be what is sent.
    const url = String(target);
    const dispatcher = init.dispatcher ?? given ?? globalDispatcher();
    const limit = limitOf(init);
    const cookies = jarOf(init);
    if (!dispatcher) return cookies ? Promise.reject(new TypeError(NO_COOKIES)) : platformFetch(url, init);
    if (LOCAL.test(url)) return platformFetch(url, init).then((response) => limited(response, limit));
    return fromCaller(sendUrl(dispatcher, url, init, limit, cookies));
  };

  const start = (input: Input, init: RequestInit): Promise<Response> => {
    if (typeof init !== 'object') {
      throw new TypeError(`The options have to be an object, and were ${describeType(init)}.`);
    }
    const own = optionsOf(init);
    if (!isRequest(input)) return send(input, own);
    // The platform's fetch knows no jar: with one a Request is sent as what it says.
    return isPlatforms(input) && !jarOf(own)
      ? fetchRequest(platformFetch, input, own, given, limitOf(own))
      : foreignRequest(input, own).then((all) => send(input.url, all));
  };

  const fetch = (input: Input, init: RequestInit | null = NOTHING): Promise<Response> => {
    try {
      return start(input, init ?? NOTHING);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  };
  return fetch;
}
