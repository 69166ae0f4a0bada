import { describe, expect, it, vi } from 'vitest';
import { events } from '../../../lib/entries/sse.js';
import { rest, streamed } from '../../support/streamed.js';

const answer = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });

/** One whose body somebody else reads. */
const locked = (): Response => {
  const response = answer('data: 2\n\n');
  response.body!.getReader();
  return response;
};

/** As React Native has it. */
const withoutStream = (): Response =>
  Object.defineProperty(answer('data: 2\n\n'), 'body', { value: undefined });

describe('a reconnection whose further body can not be read (rules.md#streams)', () => {
  it.each([
    ['is read by somebody else', locked],
    ['is no stream', withoutStream],
  ])('ends the stream with its error where it %s', async (_name, further) => {
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
