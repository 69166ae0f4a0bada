import { bodyParts, type ExchangeBody, formFields, redactedBody, textOfBytes } from '../archive/archive.js';
import { isBlob, isBytes, isFormData, isSearchParams } from '../../core/internal.js';

/** Which parts of bodies the inspector stores. */
export interface Keeping {
  /** Maximum size of a stored body, in bytes or characters. */
  readonly limit: number;
  /** Media types that are stored without redaction if homing can't redact them. */
  readonly unredacted: readonly string[];
}

/** Characters. A longer body or item isn't redacted, which would block the caller; only its length is stored. */
const READABLE = 1_048_576;

const most = ({ limit }: Keeping): number => Math.max(limit, READABLE);

/** Redacts a complete text, then cuts it to the limit. */
function shown(body: ExchangeBody, type: string, keeping: Keeping): ExchangeBody {
  const { length } = bodyParts(body).text ?? '';
  if (length > most(keeping)) return { size: length };
  const kept = redactedBody(body, type, keeping.unredacted);
  const text = bodyParts(kept).text?.slice(0, keeping.limit);
  return text === undefined ? kept : { ...kept, text };
}

/** Returns the stored form of a request body, if it can be obtained without reading a stream. */
export function sentBody(
  body: RequestInit['body'],
  type: string,
  keeping: Keeping,
): ExchangeBody | undefined {
  if (keeping.limit === 0) return undefined;
  if (typeof body === 'string') return shown({ text: body }, type, keeping);
  if (isSearchParams(body))
    return shown({ text: body.toString() }, 'application/x-www-form-urlencoded', keeping);
  if (isFormData(body)) return shown({ fields: formFields(body) }, type, keeping);
  if (isBlob(body)) return { size: body.size };
  return isBytes(body) ? { size: (body as ArrayBuffer).byteLength } : undefined;
}

/** A copy of a body that is being read. */
export interface Copying {
  /** Ends the copy when the body is no longer read. Data that has already arrived is kept. */
  stop(): void;
}

/**
 * Reads a copy of a response's body.
 *
 * @param add Receives a chunk; returns false to end the copy.
 * @param end Called with whether the body was read completely.
 */
function copy(
  response: Response,
  add: (chunk: Uint8Array) => boolean,
  end: (isWhole: boolean) => void,
): Copying {
  const reader = response.clone().body?.getReader();
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read())
      if (!add(step.value)) {
        isStopped = true;
        break;
      }
    end(!isStopped);
    await reader?.cancel();
  };
  // The copy fails when the caller's body fails.
  run().catch(() => end(false));
  return {
    stop: () => {
      isStopped = true;
      void reader?.cancel().catch(() => undefined);
    },
  };
}

/** Copies a whole body and calls `tell` with it at the end. */
export function copyBody(response: Response, keeping: Keeping, tell: (body: ExchangeBody) => void): Copying {
  const chunks: Uint8Array[] = [];
  const type = response.headers.get('content-type') ?? '';
  let size = 0;
  return copy(
    response,
    (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      return size <= most(keeping);
    },
    (isWhole) => tell(isWhole ? shown(textOfBytes(chunks), type, keeping) : { size }),
  );
}

/** Copies a text stream item by item. Event streams are split at empty lines, other text at line breaks. */
export function copyItems(
  response: Response,
  { limit, unredacted }: Keeping,
  tell: (items: string[]) => void,
): Copying | undefined {
  const type = response.headers.get('content-type') ?? '';
  if (!/event-stream|json|text/i.test(type)) return undefined;
  const isEvents = /event-stream/i.test(type);
  const decoder = new TextDecoder();
  let left = limit;
  let items: string[] = [];
  // State of the current item: its lines, and the pieces of its last line.
  let lines: string[] = [];
  let pieces: string[] = [];
  let size = 0;
  let isReadable = true;
  const endItem = (isWhole: boolean): void => {
    const body =
      isWhole && isReadable ? redactedBody({ text: lines.join('\n') }, type, unredacted) : { size };
    const { text } = bodyParts(body);
    // In indented JSON, a single line doesn't show which field it belongs to, so later lines can't be redacted.
    isReadable = isEvents || text !== undefined;
    const item = (text ?? `(${size} characters)`).slice(0, left);
    if (item !== '') items.push(item);
    left -= item.length;
    lines = [];
    size = 0;
  };
  const endLine = (): void => {
    const line = pieces.join('').replace(/\r$/, '');
    pieces = [];
    if (line !== '') lines.push(line);
    if (!isEvents || line === '') endItem(true);
  };
  const add = (text: string): boolean => {
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) endLine();
      pieces.push(piece);
      size += piece.length;
    }
    if (items.length > 0) tell(items);
    items = [];
    return left > 0 && size <= READABLE;
  };
  return copy(
    response,
    (chunk) => add(decoder.decode(chunk, { stream: true })),
    (isWhole) => {
      if (isWhole) endLine();
      if (size > 0) endItem(isWhole);
      if (items.length > 0) tell(items);
    },
  );
}
