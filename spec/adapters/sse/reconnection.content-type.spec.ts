import { describe, expect, it } from 'vitest';
import { events } from '../../../lib/entries/sse.js';
import { bytesOfText, collect, inChunks, shown, streamClient } from '../../support/event-streams.js';

const EVENT = 'data: 1\n\n';

const answering = (body: BodyInit | null, type: string | undefined, status = 200) => {
  const response = new Response(body, {
    status,
    ...(type !== undefined && { headers: { 'content-type': type } }),
  });
  // A string body would add its own type.
  if (type === undefined) response.headers.delete('content-type');
  return async () => response;
};

describe('the Content-Type of an event stream (rules.md#server-sent-events)', () => {
  it.each([
    'text/event-stream',
    'text/event-stream;',
    'text/event-stream;charset=UTF-8',
    'text/event-stream; charset=windows-1251',
    'text/event-stream ; a=b',
    'Text/Event-Stream',
    ' text/event-stream ',
  ])('can be %j, and the body is read as UTF-8', async (type) => {
    const { data } = await streamClient(events(), answering(EVENT, type)).read();
    expect((await collect(data)).map(shown)).toEqual(['message 1']);
  });

  it.each([
    ['text/x-bogus', 'text/x-bogus'],
    ['x bogus', 'another type'],
    ['text/event-stream-foobar', 'text/event-stream-foobar'],
    ['text/event-streams', 'text/event-streams'],
    ['text/html; charset=utf-8', 'text/html'],
    ['application/json', 'application/json'],
    [undefined, 'another type'],
    ['', 'another type'],
  ])("causes a 'parse' error for %j, with the text as its body", async (type, told) => {
    const { data, error, response } = await streamClient(
      events(),
      answering('<h1>Welcome</h1>', type),
    ).read();
    expect(data).toBeNull();
    expect(error).toMatchObject({ kind: 'parse', status: 200, body: '<h1>Welcome</h1>' });
    expect(error!.message).toBe(`GET /events returned ${told} instead of text/event-stream`);
    expect(response?.status).toBe(200);
  });

  it('is ignored under ignoreContentType', async () => {
    for (const type of ['text/plain', undefined]) {
      const { data } = await streamClient(events({ ignoreContentType: true }), answering(EVENT, type)).read();
      expect((await collect(data)).map(shown)).toEqual(['message 1']);
    }
  });

  it('is not required without a body, and there are no items', async () => {
    const { data, error } = await streamClient(events(), answering(null, undefined, 204)).read();
    expect(error).toBeNull();
    expect(await collect(data)).toEqual([]);
  });

  it('is ignored if the response is an error', async () => {
    const { error } = await streamClient(events(), answering('{"why":1}', 'application/json', 401)).read();
    expect(error).toMatchObject({ kind: 'http', status: 401, body: { why: 1 } });
  });
});

describe('the text of a response with another type (rules.md#server-sent-events)', () => {
  it.each([1, 7, 1000, Infinity])('is kept up to 64 KiB, in chunks of %d bytes', async (size) => {
    const text = 'é'.repeat(size === 1 ? 40 : 100_000);
    const { error } = await streamClient(
      events(),
      answering(inChunks(bytesOfText(text), size), 'text/html'),
    ).read();
    expect(error!.body).toBe(text.slice(0, 32_768));
  });

  it('is not read further, and the rest is discarded', async () => {
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 10_000;
          controller.enqueue(new Uint8Array(10_000).fill(97));
        },
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    const { error } = await streamClient(events(), answering(endless, 'text/plain')).read();
    expect((error!.body as string).length).toBe(65_536);
    expect(sent).toBe(70_000);
    expect(isCancelled).toBe(true);
  });

  it('is the part before the connection broke', async () => {
    let isSent = false;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isSent) controller.error(new Error('cut'));
        else controller.enqueue(bytesOfText('<h1>We'));
        isSent = true;
      },
    });
    const { error } = await streamClient(events(), answering(broken, 'text/html')).read();
    expect(error).toMatchObject({ kind: 'parse', body: '<h1>We' });
  });

  it('is awaited only until the deadline of the call', async () => {
    const stalled = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const { error } = await streamClient(events(), answering(stalled, 'text/html')).read({}, { timeout: 20 });
    expect(error?.kind).toBe('timeout');
  });
});
