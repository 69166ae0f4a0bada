import type { NodeRequestInit } from './outgoing.js';

/** The options that a `Request` stands for, under those given beside it. Its body is read whole, so that its length is known. */
export async function requestInit(
  request: globalThis.Request,
  init: NodeRequestInit,
): Promise<NodeRequestInit> {
  const { method, headers, redirect, cache, integrity, signal } = request;
  const ownBody = request.body && init.body == null ? await request.blob() : null;
  return { method, headers, redirect, cache, integrity, signal, ...init, body: init.body ?? ownBody };
}
