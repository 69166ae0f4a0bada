import { quietly } from '../../core/platform/quietly.js';
import type { ApiError } from '../../core/result/api-error.js';
import type { OpenBody } from '../../core/wire/response-reader.js';
import { bytesOf, Utf8 } from '../../streaming.js';

/** How much of another answer is kept for the error, in bytes. */
const KEPT_BYTES = 65_536;

const typeOf = ({ response }: OpenBody): string => response.headers.get('content-type') ?? '';

/** Whether the answer says that it is an event stream, or has nothing to say. */
export const isEventStream = (body: OpenBody): boolean =>
  body.response.body === null || /^\s*text\/event-stream\s*(;|$)/i.test(typeOf(body));

/** The beginning of a body as text, as far as it comes; the rest is dropped. */
const beginningOf = async (body: OpenBody): Promise<string> => {
  const reader = bytesOf(body)?.getReader();
  const forget = body.onAbort(() => void quietly(() => reader?.cancel()));
  const decoder = new Utf8();
  let text = '';
  let left = KEPT_BYTES;
  await quietly(async () => {
    while (reader && left > 0) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value.subarray(0, left));
      left -= value.byteLength;
    }
  });
  forget();
  void quietly(() => reader?.cancel());
  return text;
};

/** Types that tell what went wrong, and nothing of the call. */
const WELL_KNOWN = /^(text\/(html|plain|xml)|application\/(problem\+)?(json|xml)|application\/x-ndjson)$/;

/** The error of an answer that is no event stream, with the beginning of its text as body. */
export async function wrongType(body: OpenBody): Promise<ApiError> {
  const type = (typeOf(body).split(';')[0] ?? '').trim();
  return body.error('parse', await beginningOf(body), {
    // A server may say again what it was asked.
    reason: (words) => {
      const told = WELL_KNOWN.test(type) ? type : words.text(/^[\w.+/-]{1,100}$/.test(type) ? type : '');
      return `answered with ${told || 'another type'}, and not with text/event-stream`;
    },
  });
}
