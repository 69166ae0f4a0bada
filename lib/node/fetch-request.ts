import { bare } from '../core/platform/bare.js';
import { Bridge } from './bridge.js';
import type { Dispatcher } from './dispatcher.js';
import { globalDispatcher } from './global-dispatcher.js';
import { NodeResponse } from './node-response.js';
import type { NodeRequestInit } from './node-request-init.js';
import { ownDispatcher } from './own-dispatcher.js';
import { PlatformBytes } from './platform-bytes.js';
import { ResponseBody } from './response-body.js';

type PlatformFetch = (input: globalThis.Request, init: RequestInit) => Promise<Response>;

/**
 * Sends a `Request`. It is the web's machinery made already, and its body, its own dispatcher and how its headers are
 * spelled are known to the platform's fetch alone; so that sends it, through the dispatcher that counts.
 */
export async function fetchRequest(
  fetch: PlatformFetch,
  request: globalThis.Request,
  init: NodeRequestInit,
  given: Dispatcher | undefined,
  limit: number,
): Promise<Response> {
  const dispatcher = init.dispatcher ?? ownDispatcher(request) ?? given;
  if (!dispatcher && !globalDispatcher()) return fetch(request, init);
  const response = await fetch(
    request,
    dispatcher ? bare<NodeRequestInit>(init, { dispatcher: new Bridge(dispatcher) }) : init,
  );
  return limited(response, limit);
}

/** The same response with the limit on its size. */
export function limited(response: Response, limit: number): Response {
  const { status, statusText, headers, url, redirected, type } = response;
  const answer = { status, statusText, headers: [...headers].flat(), url, redirected, type };
  const bytes = response.body && new PlatformBytes(response, limit);
  const own = new NodeResponse(answer, bytes && new ResponseBody(bytes));
  bytes?.ownedBy(own);
  return own;
}
