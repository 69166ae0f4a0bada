import { describe, expect, it, vi } from 'vitest';
import { events } from '../../../lib/entries/sse.js';
import { rest, streamed } from '../../support/streamed.js';

const answer = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });

/** A response whose body another reader has locked. */
const locked = (): Response => {
  const response = answer('data: 2\n\n');
  response.body!.getReader();
  return response;
};

/** A response without a body stream, as in React Native. */
const withoutStream = (): Response =>
  Object.defineProperty(answer('data: 2\n\n'), 'body', { value: undefined });

describe('a reconnection with an unreadable body (rules.md#streams)', () => {
  it.each([
    ['has another reader', locked],
    ['is not a stream', withoutStream],
  ])('ends the stream with its error if the body %s', async (_name, further) => {
    const fetch = vi.fn<() => Promise<Response>>(async () => further());
    fetch.mockResolvedValueOnce(answer('data: 1\n\n'));
    const { open, onError, listeners } = streamed(events({ reconnect: { baseDelay: 0, jitter: false } }), {
      fetch,
    });
    expect(await rest(await open())).toEqual([1, 'parse!']);
    expect(onError.mock.calls.map(([error]) => error.kind)).toEqual(['parse']);
    expect(listeners()).toBe(0);
  });
});
