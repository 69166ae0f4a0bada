import { createApi, defineRequest, retryMiddleware } from 'homing';
import { events } from 'homing/sse';
import type { Chunk, Prompt } from './openai.js';

export const api = createApi({
  baseUrl: `${location.origin}/v1`,
  // Covers only the connection and the headers, not the stream.
  timeout: 30_000,
  middleware: [
    // A retry is safe: it happens before the response starts.
    retryMiddleware({ retryOn: ({ error }) => error?.status === 429 || (error?.status ?? 0) >= 500 }),
  ],
  requests: {
    chat: defineRequest<unknown, Prompt>()({
      method: 'POST',
      path: '/chat/completions',
      // A new question aborts the previous response.
      dedupe: true,
      responseType: events<Chunk>({ until: '[DONE]', idleTimeout: 20_000 }),
    }),
  },
});
