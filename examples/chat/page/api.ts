import { createApi, defineRequest, retryMiddleware } from 'homing';
import { events } from 'homing/sse';
import type { Chunk, Prompt } from './openai.js';

export const api = createApi({
  baseUrl: `${location.origin}/v1`,
  // For the headers; how long the answer itself may take is another matter.
  timeout: 30_000,
  middleware: [
    // No word was said yet, so the question may be asked again.
    retryMiddleware({ retryOn: ({ error }) => error?.status === 429 || (error?.status ?? 0) >= 500 }),
  ],
  requests: {
    chat: defineRequest<unknown, Prompt>()({
      method: 'POST',
      path: '/chat/completions',
      // A new question ends the answer to the one before.
      dedupe: true,
      responseType: events<Chunk>({ until: '[DONE]', idleTimeout: 20_000 }),
    }),
  },
});
