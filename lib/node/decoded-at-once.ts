import { bare } from '../core/platform/bare.js';
import { type Coding, fittingCoding } from './content-codings.js';

/** In bytes. */
const LARGEST = 1024 * 1024;

/** Decompresses on this thread, which is faster than a stream; undefined when it grows too large for that. */
export function decodedAtOnce(
  codings: readonly Coding[],
  bytes: Uint8Array,
  limit: number,
): Uint8Array | undefined {
  const maxOutputLength = Math.min(limit, LARGEST);
  try {
    return codings.reduce((raw, coding) => {
      const { sync, options } = fittingCoding(coding, raw);
      // An empty body is no error, whatever it should have been.
      return raw.length === 0 ? raw : sync(raw, bare(options, { maxOutputLength }));
    }, bytes);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw thrown;
  }
}
