import { describe, expect, it, vi } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { events } from '../../../lib/entries/sse.js';
import { collect, eventAnswer, shown, streamClient } from '../../support/event-streams.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const fetching = (stream = 'data: 1\n\n') => vi.fn<Fetch>(async () => eventAnswer(stream));

const sentHeaders = (fetch: ReturnType<typeof fetching>): Record<string, string> =>
  Object.fromEntries(new Headers(fetch.mock.lastCall![1].headers));

describe('the request of an event stream (rules.md#server-sent-events)', () => {
  it('accepts events, bypasses caches, and sends no id', async () => {
    const fetch = fetching();
    await collect((await streamClient(events(), fetch).read()).data);
    expect(sentHeaders(fetch)).toEqual({ accept: 'text/event-stream' });
    expect(fetch.mock.lastCall![1]).toMatchObject({ method: 'GET', cache: 'no-store' });
  });

  it("has the caller's own headers and options instead", async () => {
    const fetch = fetching();
    const api = streamClient(events({ lastEventId: '5' }), fetch, { headers: { accept: 'text/x-events' } });
    await api.read({}, { headers: { 'last-event-id': '6' }, fetchOptions: { cache: 'reload' } });
    expect(sentHeaders(fetch)).toEqual({ accept: 'text/x-events', 'last-event-id': '6' });
    expect(fetch.mock.lastCall![1].cache).toBe('reload');
  });

  it('sends the id of the lastEventId option', async () => {
    const fetch = fetching();
    const { data } = await streamClient(events({ lastEventId: 'é' }), fetch).read();
    expect(sentHeaders(fetch)['last-event-id']).toBe('Ã©');
    expect((await collect(data)).map(shown)).toEqual(['message#é 1']);
  });

  it('rejects an id that is too long or has control characters', () => {
    for (const lastEventId of ['a\nb', '\0', '\u007f', 'x'.repeat(8193), 'é'.repeat(4097)])
      expect(() => events({ lastEventId })).toThrow('lastEventId has control characters');
    for (const lastEventId of ['a\tb', 'x'.repeat(8192), 'é'.repeat(4096)])
      expect(() => events({ lastEventId })).not.toThrow();
  });

  it('can be a POST with a body', async () => {
    const fetch = fetching();
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch,
      requests: {
        chat: defineRequest<unknown, { prompt: string }>()({
          method: 'POST',
          path: '/chat',
          responseType: events({ until: '[DONE]' }),
        }),
      },
    });
    await api.chat({ prompt: 'Hi' });
    expect(fetch.mock.lastCall![1]).toMatchObject({ method: 'POST', body: '{"prompt":"Hi"}' });
  });
});
