import type { RequestListener } from './poll-target.js';

/** Nobody ends the request, and nobody is told of it. */
export const noListener = (): RequestListener => ({
  signal: new AbortController().signal,
  onSend: () => undefined,
});
