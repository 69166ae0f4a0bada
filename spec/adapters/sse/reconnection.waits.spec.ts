import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { events } from '../../../lib/entries/sse.js';
import { collect, shown, streamClient } from '../../support/event-streams.js';
import {
  ended,
  useManualTime,
  inTime,
  reconnecting,
  status,
  stalled,
  unanswered,
} from '../../support/reconnecting.js';
import { expectNothingLeft } from '../../support/streaming.js';

/** A response with another type, which stalls after its start and ignores its signal. */
const stalledPage =
  (code = 200) =>
  () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('<h1>Wel')),
    });
    return new Response(body, { status: code, headers: { 'content-type': 'text/html' } });
  };

const noJitter = { baseDelay: 0, jitter: false };

beforeEach(useManualTime);

afterEach(() => {
  vi.useRealTimers();
});

describe('the text of a reconnection response that is not an event stream (rules.md#reconnecting)', () => {
  it.each([
    ['the timeout of the call', { endpoint: { timeout: 500 } }, 500],
    ['idleTimeout', { options: { idleTimeout: 700 } }, 700],
    ['the shorter of both', { endpoint: { timeout: 5000 }, options: { idleTimeout: 700 } }, 700],
    ['a minute without either timeout', {}, 60_000],
  ])('is read for %s', async (_name, setup, ms) => {
    const { api, onError } = reconnecting([ended('data: 1\n\n'), stalledPage()], {
      reconnect: noJitter,
      ...setup,
    });
    const { data } = await api.watch();
    const start = performance.now();
    const items = await inTime(collect(data));
    expect(items.map(shown)).toEqual(['message 1', 'error (parse)']);
    expect(items[1]).toMatchObject({ ended: true, error: { status: 200, body: '<h1>Wel' } });
    expect(performance.now() - start).toBe(ms);
    expect(onError).toHaveBeenCalledTimes(1);
    await expectNothingLeft();
  });

  it.each([
    ['the signal of the caller', 'abort'],
    ['maxDuration', 'timeout'],
  ])('is abandoned at once at %s', async (_name, kind) => {
    const stop = new AbortController();
    const page = stalledPage();
    const reply = (): Response => {
      if (kind === 'abort') setImmediate(() => stop.abort());
      return page();
    };
    const { api } = reconnecting([ended('data: 1\n\n'), reply], {
      reconnect: noJitter,
      options: { maxDuration: kind === 'timeout' ? 300 : 0 },
    });
    const start = performance.now();
    const all = collect((await api.watch({}, { signal: stop.signal })).data);
    expect((await inTime(all)).map(shown)).toEqual(['message 1', `error (${kind})`]);
    expect(performance.now() - start).toBeLessThan(1000);
    await expectNothingLeft(stop.signal);
  });
});

describe('an attempt to reconnect (rules.md#reconnecting)', () => {
  it.each([
    ['no response', unanswered],
    ['an endless error body', stalledPage(503)],
  ])('with %s ends after idleTimeout if the call has no timeout, or after a minute', async (_name, reply) => {
    for (const [idleTimeout, ms] of [
      [2000, 2000],
      [0, 60_000],
    ] as const) {
      const { api, told, waits } = reconnecting(
        [ended('data: 1\n\n'), reply, ended('data: 2\n\n'), status(204)],
        {
          reconnect: noJitter,
          options: { idleTimeout },
        },
      );
      const { data } = await api.watch();
      const start = performance.now();
      expect((await inTime(collect(data))).map(shown)).toEqual(['message 1', 'message 2']);
      expect(told.map(({ error }) => error?.kind)).toEqual([undefined, 'timeout', undefined]);
      const waited = waits().reduce((sum, each) => sum + each, 0);
      expect(performance.now() - start).toBe(ms + waited);
    }
    await expectNothingLeft();
  });

  it('ends after the timeout of the call, even if idleTimeout is longer', async () => {
    const { api } = reconnecting([ended('data: 1\n\n'), unanswered, status(204)], {
      reconnect: { ...noJitter, max: 1 },
      endpoint: { timeout: 300 },
      options: { idleTimeout: 9000 },
    });
    const { data } = await api.watch();
    const start = performance.now();
    expect((await inTime(collect(data))).map(shown)).toEqual(['message 1', 'error (timeout)']);
    expect(performance.now() - start).toBe(300);
  });
});

describe('the text of a response that is not an event stream (rules.md#server-sent-events)', () => {
  it('is read for a minute if the call has no timeout', async () => {
    const page = stalledPage();
    const reading = streamClient(events(), async () => page()).read();
    const start = performance.now();
    const { error } = await inTime(reading);
    expect(error).toMatchObject({ kind: 'parse', body: '<h1>Wel' });
    expect(performance.now() - start).toBe(60_000);
    await expectNothingLeft();
  });
});

describe('a stream that stalls after an error event (rules.md#server-sent-events)', () => {
  it('ends after its idleTimeout', async () => {
    const { api } = reconnecting([stalled('event: error\ndata: 1\n\n')], {
      reconnect: false,
      options: { idleTimeout: 100 },
    });
    const items = await inTime(collect((await api.watch()).data));
    expect(items.map(shown)).toEqual(['error (http)', 'error (timeout)']);
  });
});
