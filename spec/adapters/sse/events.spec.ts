import { describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { createApi, defineRequest, Request } from '../../../lib/index.js';
import { events } from '../../../lib/sse.js';
import { collect, eventAnswer, shown, streamClient } from '../../support/event-streams.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const fetching = (stream = 'data: 1\n\n') => jest.fn<Fetch>(async () => eventAnswer(stream));

const sentHeaders = (fetch: ReturnType<typeof fetching>): Record<string, string> =>
  Object.fromEntries(new Headers(fetch.mock.lastCall![1].headers));

describe('the request of an event stream (rules.md#server-sent-events)', () => {
  it('asks for events that no cache keeps, and sends no id', async () => {
    const fetch = fetching();
    await collect((await streamClient(events(), fetch).read()).data);
    expect(sentHeaders(fetch)).toEqual({ accept: 'text/event-stream' });
    expect(fetch.mock.lastCall![1]).toMatchObject({ method: 'GET', cache: 'no-store' });
  });

  it('asks as its caller says instead', async () => {
    const fetch = fetching();
    const api = streamClient(events({ lastEventId: '5' }), fetch, { headers: { accept: 'text/x-events' } });
    await api.read({}, { headers: { 'last-event-id': '6' }, fetchOptions: { cache: 'reload' } });
    expect(sentHeaders(fetch)).toEqual({ accept: 'text/x-events', 'last-event-id': '6' });
    expect(fetch.mock.lastCall![1].cache).toBe('reload');
  });

  it('sends the id that it is to go on after', async () => {
    const fetch = fetching();
    const { data } = await streamClient(events({ lastEventId: 'é' }), fetch).read();
    expect(sentHeaders(fetch)['last-event-id']).toBe('Ã©');
    expect((await collect(data)).map(shown)).toEqual(['message#é 1']);
  });

  it.each(['a\nb', '\0', 'x'.repeat(8193)])('refuses an id that can not be sent', (lastEventId) => {
    expect(() => events({ lastEventId })).toThrow('the option lastEventId can not be sent');
  });

  it('may be a POST with a body', async () => {
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

describe('an endpoint of events (rules.md#server-sent-events)', () => {
  it('takes neither share nor a schema beside its reader', () => {
    const client = (more: object) =>
      createApi({
        baseUrl: 'http://api.test',
        requests: { read: new Request({ method: 'GET', path: '/', responseType: events(), ...more }) },
      });
    expect(() => client({ share: true })).toThrow('has both share and reader');
    expect(() => client({ schema: z.number() })).toThrow('has both schema and reader');
  });

  it('is told of where the platform has no streams', async () => {
    const answer = {
      ok: true,
      status: 200,
      statusText: '',
      url: '',
      headers: new Headers({ 'content-type': 'text/event-stream' }),
    };
    const native = Object.assign(Object.create(Response.prototype) as object, {});
    for (const [name, value] of Object.entries({ ...answer, body: undefined }))
      Object.defineProperty(native, name, { value });
    const { error } = await streamClient(events(), async () => native as Response).read();
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error!.message).toContain('expo/fetch');
    expect(error!.cause).toBeInstanceOf(TypeError);
  });
});
