import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { events } from '../../../lib/entries/sse.js';
import {
  bytesOfText,
  collect,
  eventAnswer,
  itemsOf,
  itemsOfBody,
  shown,
  streamClient,
} from '../../support/event-streams.js';
import { useManualTime, inTime, type Reply, refused, status } from '../../support/reconnecting.js';
import { expectNothingLeft } from '../../support/streaming.js';
import { draws } from '../../support/effort.js';

beforeEach(useManualTime);
afterEach(() => {
  vi.useRealTimers();
});

/** Building blocks of streams, so that most random streams contain events. */
const streamText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'data',
        'event',
        'id',
        'retry',
        ':',
        ' ',
        '\n',
        '\r',
        '\r\n',
        '\n\n',
        'data: 1',
        'é',
        '😀',
        '\ufeff',
        '\0',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** A body in pieces that are cut at these positions. */
const pieces = (bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> => {
  const places = [
    0,
    ...[...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b),
    bytes.length,
  ];
  return new ReadableStream({
    start(controller) {
      for (const [at, from] of places.entries()) {
        const piece = bytes.slice(from, places[at + 1]);
        if (piece.length > 0) controller.enqueue(piece);
      }
      controller.close();
    },
  });
};

describe('an event stream', () => {
  it('yields the same items for all chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(streamText, fc.array(fc.nat(200), { maxLength: 10 }), async (text, cuts) => {
        const reader = events({ parse: 'text' });
        const bytes = bytesOfText(text);
        const whole = (await itemsOf(reader, bytes)).map(shown);
        expect((await itemsOfBody(reader, pieces(bytes, cuts))).map(shown)).toEqual(whole);
        expect((await itemsOf(reader, bytes, 1)).map(shown)).toEqual(whole);
      }),
      draws(80, 300),
    );
  });

  it('yields every event once and in order after any interruptions, if the server resumes after the id', async () => {
    const TOTAL = 12;
    const text = (from: number): string =>
      Array.from(
        { length: TOTAL - from },
        (_, at) => `id: ${String(from + at + 1)}\ndata: ${String(from + at + 1)}\n\n`,
      ).join('');
    const fault = fc.oneof(
      fc.record({ cutAfter: fc.nat(150), isClean: fc.boolean(), size: fc.integer({ min: 1, max: 40 }) }),
      fc.constantFrom<Reply>(refused, status(503), status(429), status(408)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 8 }), async (faults) => {
        const left = [...faults];
        let isHome = false;
        const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
          const from = Number(new Headers(init.headers).get('last-event-id') ?? 0);
          const next = left.shift();
          if (typeof next === 'function' && isHome) return next(init);
          isHome = true;
          if (from === TOTAL) return new Response(null, { status: 204 });
          const bytes = bytesOfText(text(from));
          if (!next || typeof next === 'function') return eventAnswer(bytes);
          const { cutAfter, isClean, size } = next;
          let at = 0;
          return eventAnswer(
            new ReadableStream<Uint8Array>(
              {
                pull(controller) {
                  const piece = bytes.slice(at, Math.min(at + size, cutAfter));
                  at += size;
                  if (piece.length > 0) controller.enqueue(piece);
                  else if (isClean) controller.close();
                  else controller.error(new TypeError('terminated'));
                },
              },
              { highWaterMark: 0 },
            ),
          );
        };
        const { data } = await streamClient(events({ reconnect: true }), fetch).read();
        const items = await inTime(collect(data));
        expect(items.map((item) => item.data)).toEqual(Array.from({ length: TOTAL }, (_, at) => at + 1));
        await expectNothingLeft();
      }),
      draws(40, 100),
    );
  });
});
