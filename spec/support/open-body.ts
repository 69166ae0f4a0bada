import { ApiError } from '../../lib/core/result/api-error.js';
import { type BodySource } from '../../lib/core/http/response-reader.js';
import { sourceOf } from '../../lib/core/http/response-decoder.js';
import type { OpenBody } from '../../lib/core/http/response-reader.js';

/** The body of a response, as passed to a reader, without a call. */
export const openBody = (response: Response, read: BodySource = sourceOf(response)): OpenBody => ({
  response,
  read,
  timeout: 0,
  interruption: undefined,
  onAbort: () => () => undefined,
  error: (kind, body) => new ApiError({ kind, body, request: { method: 'GET', url: '' } }),
  end: () => undefined,
  abort: () => undefined,
  note: () => undefined,
  again: () => Promise.reject(new Error('This body has no call.')),
});
