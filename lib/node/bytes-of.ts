import { codingsOf } from './content-codings.js';
import { DecodedBody } from './decoded-body.js';
import type { IncomingBody } from './incoming-body.js';
import { rawHeader } from './raw-headers.js';
import type { ResponseHead } from './response-head.js';
import type { TrackedBytes } from './tracked-bytes.js';

/** Statuses whose responses have no body, fetch standard, "null body status". */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * What there is to read of an answer, decompressed; null for one that has no body.
 *
 * @param over Called when nothing more will be read of what is decompressed.
 */
export function bytesOf(
  method: string,
  { status, headers }: ResponseHead,
  body: IncomingBody,
  limit: number,
  over: () => void,
): TrackedBytes | null {
  if (method === 'HEAD' || BODILESS.has(status)) return null;
  const encoding = rawHeader(headers, 'content-encoding');
  const codings = encoding ? codingsOf(encoding) : [];
  return codings.length > 0 ? new DecodedBody(body, codings, limit, over) : body;
}
