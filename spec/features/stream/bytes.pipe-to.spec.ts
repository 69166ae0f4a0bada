import { describe, expect, it } from 'vitest';
import { pour } from '../../../lib/features/stream/bytes.js';
import { bytes } from '../../../lib/entries/stream.js';
import { utf8 } from '../../support/framed.js';
import { ManualClock } from '../../support/manual-clock.js';
import { openBody } from '../../support/open-body.js';
import { bodyOf, streamed } from '../../support/streamed.js';
import { turn } from '../../support/streaming.js';

/** A sink, and the chunks that it received. */
const collecting = (
  { write, ...own }: UnderlyingSink<Uint8Array> = {},
  strategy?: QueuingStrategy<Uint8Array>,
) => {
  const got: string[] = [];
  const seen = { isClosed: false, aborted: undefined as unknown };
  const sink = new WritableStream<Uint8Array>(
    {
      close: () => void (seen.isClosed = true),
      abort: (reason) => void (seen.aborted = reason),
      ...own,
      async write(chunk, controller) {
        await write?.(chunk, controller);
        got.push(new TextDecoder().decode(chunk));
      },
    },
    strategy,
  );
  return { sink, got, seen };
};

const answered = (chunks: string[], error?: { with: unknown }) => {
  const { stream: body, seen } = bodyOf(chunks.map(utf8), error);
  return { ...streamed(bytes(), { fetch: async () => new Response(body) }), body: seen };
};

const full = new Error('The disk is full.');

describe('pipeTo (rules.md#streams)', () => {
  it('writes everything, closes the sink and counts the bytes', async () => {
    const { sink, got, seen } = collecting();
    const { open, ends } = answered(['ab', 'c', 'def']);
    expect(await (await open()).pipeTo(sink)).toEqual({ data: 6, error: null });
    expect(got).toEqual(['ab', 'c', 'def']);
    expect({ isClosed: seen.isClosed, locked: sink.locked }).toEqual({ isClosed: true, locked: false });
    expect(ends).toEqual([['data', { items: 3 }]]);
  });

  it('writes the rest of a stream that was partly read', async () => {
    const { sink, got } = collecting();
    const stream = await answered(['ab', 'c']).open();
    await stream.next();
    expect(await stream.pipeTo(sink)).toEqual({ data: 1, error: null });
    expect(got).toEqual(['c']);
  });

  it('follows the pace of a slow sink, and reads nothing while it is full', async () => {
    const writes: (() => void)[] = [];
    const { sink, got } = collecting({ write: () => new Promise<void>((resolve) => writes.push(resolve)) });
    const { open, body } = answered(['a', 'b', 'c', 'd']);
    const piping = (await open()).pipeTo(sink);
    await turn();
    // One chunk is being written, and one waits for its turn.
    expect({ pulls: body.pulls, length: writes.length }).toEqual({ pulls: 2, length: 1 });
    for (let count = 0; count < 4; count += 1) {
      writes[count]!();
      await turn();
    }
    expect(await piping).toEqual({ data: 4, error: null });
    expect(got).toEqual(['a', 'b', 'c', 'd']);
  });

  it('writes into a sink without a buffer', async () => {
    const { sink, got } = collecting({ write: turn }, { highWaterMark: 0 });
    expect(await (await answered(['a', 'b', 'c']).open()).pipeTo(sink)).toEqual({ data: 3, error: null });
    expect(got).toEqual(['a', 'b', 'c']);
  });

  it('aborts the sink with the error of a stream that breaks off, and returns the error', async () => {
    const { sink, got, seen } = collecting();
    const { open, onError } = answered(['a', 'b'], { with: new Error('reset') });
    const item = await (await open()).pipeTo(sink);
    await turn();
    expect(item).toMatchObject({ data: null, ended: true, error: { kind: 'network', status: 200 } });
    expect(seen).toEqual({ isClosed: false, aborted: item.error });
    expect(got).toEqual(['a', 'b']);
    expect(sink.locked).toBe(false);
    expect(onError.mock.calls.map(([error]) => error)).toEqual([item.error]);
  });

  it.each<[string, UnderlyingSink<Uint8Array>]>([
    ['at its start', { start: () => Promise.reject(full) }],
    ['amid', { write: (chunk) => (chunk[0] === 98 ? Promise.reject(full) : undefined) }],
    ['at the last bytes', { write: (chunk) => (chunk[0] === 99 ? Promise.reject(full) : undefined) }],
    ['when it closes', { close: () => Promise.reject(full) }],
  ])("returns a 'parse' item and closes the connection if the sink fails %s", async (_name, own) => {
    const { sink } = collecting(own);
    const { open, listeners } = answered(['a', 'b', 'c']);
    const item = await (await open()).pipeTo(sink);
    expect(item).toMatchObject({ data: null, ended: true, error: { kind: 'parse', cause: full } });
    expect(item.error!.message).toMatch(/^GET \/rows can't be written to its sink: /);
    expect([listeners(), sink.locked]).toEqual([0, false]);
  });

  it('closes the connection if the sink fails while no data arrives', async () => {
    let fail = (_reason: unknown): void => undefined;
    const { sink } = collecting({ start: (controller) => void (fail = (why) => controller.error(why)) });
    const { open, sent } = streamed(bytes());
    const piping = (await open()).pipeTo(sink);
    await turn();
    fail(full);
    expect(await piping).toMatchObject({ error: { kind: 'parse', cause: full } });
    expect({ cancelled: sent[0]!.cancelled, aborted: sent[0]!.signal.aborted }).toEqual({
      cancelled: true,
      aborted: true,
    });
  });

  it.each<[string, (sink: WritableStream<Uint8Array>) => unknown]>([
    ['is locked', (sink) => sink.getWriter()],
    ['has failed before', (sink) => sink.abort(full)],
    ['is closed', (sink) => sink.close()],
  ])("returns a 'parse' item and closes the connection if the sink %s", async (_name, spoil) => {
    const { open, body, listeners } = answered(['a', 'b']);
    const { sink } = collecting();
    spoil(sink);
    expect(await (await open()).pipeTo(sink)).toMatchObject({
      data: null,
      ended: true,
      error: { kind: 'parse' },
    });
    expect([body.isCancelled, listeners()]).toEqual([true, 0]);
  });

  it.each(['while it waits for bytes', 'while the sink hangs'])(
    "ends with an 'abort' if the signal aborts %s",
    async (when) => {
      const stuck = when === 'while the sink hangs';
      const { sink } = collecting(stuck ? { write: () => new Promise(() => {}) } : {});
      const { open, sent, controller, listeners } = streamed(bytes());
      const piping = (await open()).pipeTo(sink);
      if (stuck) sent[0]!.write('a');
      if (stuck) sent[0]!.write('b');
      await turn();
      controller.abort();
      expect(await piping).toMatchObject({ data: null, ended: true, error: { kind: 'abort' } });
      expect([sink.locked, listeners(), sent[0]!.cancelled]).toEqual([false, 0, true]);
    },
  );

  it('leaves no complete file if the stream is cancelled', async () => {
    const { sink, seen } = collecting();
    const { open, sent, onError } = streamed(bytes());
    const stream = await open();
    const piping = stream.pipeTo(sink);
    sent[0]!.write('a');
    await turn();
    await stream.cancel();
    const item = await piping;
    await turn();
    expect(item).toMatchObject({ data: null, ended: true, error: { kind: 'abort' } });
    expect(seen).toEqual({ isClosed: false, aborted: item.error });
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a sink that hangs at the end (rules.md#streams)', () => {
  const forever = (): Promise<void> => new Promise(() => undefined);

  it.each([
    ['when it is closed', { close: forever }],
    ['in its last write', { write: forever }],
  ])('is aborted after a minute, %s', async (_name, own) => {
    const clock = new ManualClock();
    const { sink, seen } = collecting(own);
    const { open, onError } = answered(['ab']);
    const body = openBody(new Response(null));
    const pouring = pour(await open(), sink, body, clock);
    await turn();
    clock.move(59_999);
    await turn();
    expect(sink.locked).toBe(true);
    clock.move(1);
    const { data, error } = await pouring;
    expect({ data, kind: error?.kind }).toEqual({ data: null, kind: 'timeout' });
    expect({ locked: sink.locked, pending: clock.pending }).toEqual({ locked: false, pending: 0 });
    await turn();
    if ('close' in own) expect(seen.isClosed).toBe(false);
    expect(onError).not.toHaveBeenCalled();
  });

  it('can take up to a minute for each of the two steps', async () => {
    const clock = new ManualClock();
    const steps: (() => void)[] = [];
    const later = (): Promise<void> => new Promise((resolve) => void steps.push(resolve));
    const { sink } = collecting({ write: later, close: later });
    const pouring = pour(await answered(['ab']).open(), sink, openBody(new Response(null)), clock);
    for (const step of [0, 1]) {
      await turn();
      clock.move(59_000);
      steps[step]!();
    }
    expect(await pouring).toEqual({ data: 2, error: null });
    expect(clock.pending).toBe(0);
  });
});
