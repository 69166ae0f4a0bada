import { type ExchangeBody, formFields, shownFields, textOfBytes } from '../../archive.js';
import { isFormData, isSearchParams } from '../../core/seats.js';
import { redactBody, redactText } from '../../redaction.js';

const shown = (text: string, type: string, limit: number): ExchangeBody => ({
  text: redactBody(text.slice(0, limit), type),
});

/** The body that goes out, where that can be had without reading it. */
export function sentBody(body: RequestInit['body'], type: string, limit: number): ExchangeBody | undefined {
  if (limit === 0) return undefined;
  if (typeof body === 'string') return shown(body, type, limit);
  if (isSearchParams(body)) return shown(body.toString(), 'application/x-www-form-urlencoded', limit);
  return isFormData(body) ? { fields: shownFields(formFields(body)) } : undefined;
}

/** The body of an answer as it is kept. */
const receivedBody = (chunks: readonly Uint8Array[], type: string, isCut: boolean): ExchangeBody => {
  const body = textOfBytes(chunks, isCut);
  return body.encoding ? body : { text: redactBody(body.text, type) };
};

/** A copy of a body that is being read. */
export interface Copying {
  /** Nobody reads the body any more: what is there already is taken, and nothing is waited for. */
  stop(): void;
}

/** Reads a copy of a response's body up to a size; nothing of it is read ahead of the caller beyond that. */
function copy(
  response: Response,
  limit: number,
  add: (chunk: Uint8Array) => void,
  end: (isCut: boolean) => void,
): Copying {
  const reader = response.clone().body?.getReader();
  let left = limit;
  const run = async (): Promise<void> => {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      add(step.value.subarray(0, left));
      left -= step.value.length;
      if (left <= 0) break;
    }
    end(left <= 0);
    await reader?.cancel();
  };
  // It breaks off where the caller's does.
  run().catch(() => end(true));
  return { stop: () => void reader?.cancel().catch(() => undefined) };
}

/** Copies a body whole; tells it when it is there. */
export function copyBody(response: Response, limit: number, tell: (body: ExchangeBody) => void): Copying {
  const chunks: Uint8Array[] = [];
  const type = response.headers.get('content-type') ?? '';
  return copy(
    response,
    limit,
    (chunk) => chunks.push(chunk),
    (isCut) => tell(receivedBody(chunks, type, isCut)),
  );
}

/** Copies a stream of text item by item: events are told apart by an empty line, anything else by its lines. */
export function copyItems(
  response: Response,
  limit: number,
  tell: (items: string[]) => void,
): Copying | undefined {
  const type = response.headers.get('content-type') ?? '';
  if (!/event-stream|json|text/i.test(type)) return undefined;
  const end = /event-stream/i.test(type) ? /\r?\n\r?\n/ : /\r?\n/;
  const decoder = new TextDecoder();
  let rest = '';
  const take = (texts: readonly string[]): void =>
    tell(texts.filter(Boolean).map((text) => redactText(text)));
  return copy(
    response,
    limit,
    (chunk) => {
      const texts = (rest + decoder.decode(chunk, { stream: true })).split(end);
      rest = texts.pop() ?? '';
      take(texts);
    },
    () => take([rest]),
  );
}
