import { ApiError } from '../result/api-error.js';
import type { Decoded } from './decoded.js';
import type { OpenBody, ResponseReader } from './response-reader.js';

/** What a reader of the user's own makes of a body. Never rejects. */
export async function opened(reader: ResponseReader<unknown>, body: OpenBody): Promise<Decoded> {
  try {
    return { data: await reader.open(body), kind: undefined };
  } catch (thrown) {
    return {
      kind: 'parse',
      body: thrown,
      cause: thrown,
      reason: (words, status) => `answered ${String(status)}, but its reader failed: ${words.name(thrown)}`,
      ...(ApiError.isOwn(thrown) && { error: thrown }),
    };
  }
}
