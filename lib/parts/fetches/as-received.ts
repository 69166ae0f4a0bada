import { bare } from '../../core/seats.js';

/**
 * What a response knows that came from the network, and that nobody can hand to the constructor: its way, and any status
 * that a server may send, where the constructor throws for those above 599.
 */
const KNOWN = ['url', 'redirected', 'type', 'status', 'statusText', 'ok'] as const;

type Known = Pick<Response, (typeof KNOWN)[number]>;

/** Gives a response that was made here what one knows that came from the network, and each clone of it, too. */
export function asReceived(made: Response, known: Known): Response {
  for (const name of KNOWN)
    Object.defineProperty(made, name, bare<PropertyDescriptor>({ value: known[name] }));
  made.clone = () => asReceived(Response.prototype.clone.call(made), made);
  return made;
}

/** The same response with another stream for its body. */
export const withBody = (response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
  asReceived(new Response(body, bare<ResponseInit>({ headers: response.headers })), response);
