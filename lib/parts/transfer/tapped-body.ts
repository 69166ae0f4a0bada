import { asReceived } from './as-received.js';
import { tapped } from './tapped.js';

/** The same response, its body `tapped`. One that has none is over. */
export function tappedBody(
  response: Response,
  add: (size: number) => void,
  over: (isWhole: boolean) => void,
): Response {
  const { body } = response;
  if (body) return asReceived(new Response(tapped(body, add, over), response), response);
  over(false);
  return response;
}
