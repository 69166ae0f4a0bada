import { bare } from '../../core/platform/bare.js';

/** What a response knows of its way, and nobody can hand to the constructor. */
type Way = Pick<Response, 'url' | 'redirected' | 'type'>;

/** Gives a response that was made here the way of one that came from the network, and each clone of it, too. */
export function asReceived(made: Response, way: Way): Response {
  for (const name of ['url', 'redirected', 'type'] as const)
    Object.defineProperty(made, name, bare({ value: way[name] }));
  made.clone = () => asReceived(Response.prototype.clone.call(made), made);
  return made;
}

/** The same response with another stream for its body. */
export const withBody = (response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
  asReceived(new Response(body, response), response);
