import { bare } from '../core/platform/bare.js';
import { ownDefined } from '../core/platform/own-properties.js';
import { untilAborted } from '../core/platform/wait.js';
import type { NodeRequestInit } from './node-request-init.js';
import { ownDispatcher } from './own-dispatcher.js';

/**
 * The options that a `Request` of another library stands for, under those given beside it: the platform's fetch takes
 * none but its own. The body is read whole, so that its length is known.
 */
export async function foreignRequest(
  request: globalThis.Request,
  init: NodeRequestInit,
): Promise<NodeRequestInit> {
  const { method, headers, redirect, cache, credentials, integrity, signal } = request;
  const dispatcher = ownDispatcher(request);
  const own = { method, headers, redirect, cache, credentials, integrity, signal, dispatcher };
  const all = bare<NodeRequestInit>(own, ownDefined(init));
  if (all.body != null || !request.body) return all;
  const reading = request.blob();
  const body = await (all.signal ? untilAborted(reading, all.signal) : reading);
  return bare<NodeRequestInit>(all, { body });
}
