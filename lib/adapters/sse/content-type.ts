import { type ApiError, type Clock, type OpenBody, quietly, systemClock } from '../../core/seats.js';
import { bytesOf, inTime, LONGEST_WAIT, Utf8 } from '../../streaming.js';

/** How much of another answer is kept for the error, in bytes. */
const KEPT_BYTES = 65_536;

const typeOf = ({ response }: OpenBody): string => response.headers.get('content-type') ?? '';

/** Whether the answer says that it is an event stream, or has nothing to say. */
export const isEventStream = (body: OpenBody): boolean =>
  body.response.body === null || /^\s*text\/event-stream\s*(;|$)/i.test(typeOf(body));

/** The beginning of a body as text, as far as it comes in so many milliseconds; the rest is dropped. */
const beginningOf = async (body: OpenBody, ms: number, clock: Clock): Promise<string> => {
  const reader = bytesOf(body)?.getReader();
  const drop = (): void => void quietly(() => reader?.cancel());
  const forget = body.onAbort(drop);
  const decoder = new Utf8();
  let text = '';
  let left = KEPT_BYTES;
  const reading = quietly(async () => {
    while (reader && left > 0) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value.subarray(0, left));
      left -= value.byteLength;
    }
  });
  await inTime(reading, ms, clock);
  forget();
  drop();
  return text;
};

/** Types that tell what went wrong, and nothing of the call. */
const WELL_KNOWN = /^(text\/(html|plain|xml)|application\/(problem\+)?(json|xml)|application\/x-ndjson)$/;

/**
 * The error of an answer that is no event stream, with the beginning of its text as body. The text is read for as long as
 * the call may take, or the stream may be silent; for a minute where there is no limit.
 *
 * @param idleTimeout Milliseconds; 0 for none.
 */
export async function wrongType(
  body: OpenBody,
  idleTimeout: number,
  clock: Clock = systemClock,
): Promise<ApiError> {
  const type = (typeOf(body).split(';')[0] ?? '').trim();
  const limits = [body.timeout, idleTimeout].filter((ms) => ms > 0);
  const text = await beginningOf(body, limits.length > 0 ? Math.min(...limits) : LONGEST_WAIT, clock);
  return body.error('parse', text, {
    // A server may say again what it was asked.
    reason: (words) => {
      const told = WELL_KNOWN.test(type) ? type : words.text(/^[\w.+/-]{1,100}$/.test(type) ? type : '');
      return `answered with ${told || 'another type'}, and not with text/event-stream`;
    },
  });
}
