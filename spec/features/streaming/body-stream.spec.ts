import { describe, expect, it, vi } from 'vitest';
import { jsonLines } from '../../../lib/entries/stream.js';
import { ManualClock } from '../../support/manual-clock.js';
import { linesBy, nextOf, rest, streamed } from '../../support/streamed.js';
import { turn } from '../../support/streaming.js';

const done = { done: true, value: undefined };

const schemaBy = (validate: (value: unknown) => unknown) => ({
  '~standard': { version: 1 as const, vendor: 'spec', validate: validate as () => { value: unknown } },
});

const hanging = schemaBy(() => new Promise(() => {}));

describe('the items of a stream (rules.md#streams)', () => {
  it('arrive one by one, as soon as their bytes are there', async () => {
    const { open, sent, ends } = streamed(jsonLines());
    const stream = await open();
    const first = stream.next();
    sent[0]!.write('1\n2');
    expect(await first).toEqual({ done: false, value: { data: 1, error: null } });
    const second = nextOf(stream);
    sent[0]!.write('3\n');
    expect(await second).toBe(23);
    expect(ends).toEqual([]);
    sent[0]!.close();
    expect(await stream.next()).toEqual(done);
    expect(ends).toEqual([['data', { items: 2 }]]);
  });

  it('arrive in order if several are requested at once', async () => {
    const { open, sent } = streamed(jsonLines());
    const stream = await open();
    const five = Promise.all([1, 2, 3, 4, 5].map(() => nextOf(stream)));
    sent[0]!.write('1\n');
    await turn();
    sent[0]!.write('2\n3\n4\n');
    sent[0]!.close();
    expect(await five).toEqual([1, 2, 3, 4, undefined]);
  });

  it('are done after the end, for any number of calls', async () => {
    const { open, sent } = streamed(jsonLines());
    const stream = await open();
    sent[0]!.write('1\n');
    sent[0]!.close();
    expect(await rest(stream)).toEqual([1]);
    expect(await rest(stream)).toEqual([]);
    expect([await stream.next(), await stream.next()]).toEqual([done, done]);
  });

  it('stay in order if a validator is slow', async () => {
    let release = (): void => undefined;
    const schema = schemaBy((value) =>
      value === 1 ? new Promise((resolve) => (release = () => resolve({ value: 'one' }))) : { value },
    );
    const { open, sent } = streamed(jsonLines({ schema }));
    const stream = await open();
    sent[0]!.write('1\n2\n');
    const both = Promise.all([nextOf(stream), nextOf(stream)]);
    await turn();
    release();
    expect(await both).toEqual(['one', 2]);
    await stream.cancel();
  });
});

describe('an abandoned stream', () => {
  const written = async () => {
    const all = streamed(jsonLines());
    const stream = await all.open();
    all.sent[0]!.write('1\n2\n3\n');
    return { ...all, stream };
  };

  it.each<[string, (stream: Awaited<ReturnType<typeof written>>['stream']) => unknown]>([
    [
      'break',
      async (stream) => {
        for await (const { data } of stream) if (data === 1) break;
      },
    ],
    [
      'a throw in the loop',
      async (stream) => {
        const loop = async () => {
          for await (const { data } of stream) throw new Error(String(data));
        };
        await expect(loop()).rejects.toThrow('1');
      },
    ],
    ['return()', async (stream) => expect(await stream.return()).toEqual(done)],
    ['cancel()', (stream) => stream.cancel()],
    ['await using', (stream) => stream[Symbol.asyncDispose]()],
  ])(
    'closes the connection on %s: the signal aborts, the body is cancelled, and nothing is reported or left',
    async (_name, leave) => {
      const { stream, sent, listeners, onError, ends } = await written();
      expect(listeners()).toBe(1);
      await leave(stream);
      await turn();
      expect(sent[0]!.signal.aborted).toBe(true);
      expect(sent[0]!.cancelled).toBe(true);
      expect(listeners()).toBe(0);
      expect(onError).not.toHaveBeenCalled();
      expect(ends).toEqual([['data', { items: expect.any(Number) }]]);
      expect(await stream.next()).toEqual(done);
    },
  );

  it('cancels its reader too, if the body ignores the signal', async () => {
    const { open, sent } = streamed(jsonLines(), { heeds: false });
    const stream = await open();
    const next = stream.next();
    await stream.cancel();
    expect(await next).toEqual(done);
    expect(sent[0]!.cancelled).toBe(true);
  });

  it('ends all pending reads', async () => {
    const { open } = streamed(jsonLines());
    const stream = await open();
    const waiting = Promise.all([stream.next(), stream.next(), stream.next()]);
    await stream.cancel();
    expect(await waiting).toEqual([done, done, done]);
  });

  it("drops the buffered items, and the last one that wasn't read", async () => {
    const { stream, sent } = await written();
    expect(await nextOf(stream)).toBe(1);
    sent[0]!.breakOff(new Error('reset'));
    await stream.cancel();
    expect(await rest(stream)).toEqual([]);
  });
});

describe("a stream that the caller's signal ends", () => {
  it("ends with an 'abort' item, and leaves nothing", async () => {
    const { open, sent, controller, listeners, onError, ends } = streamed(jsonLines());
    const stream = await open();
    sent[0]!.write('1\n2\n');
    expect(await nextOf(stream)).toBe(1);
    controller.abort(new Error('enough'));
    const { value } = await stream.next();
    expect(value).toMatchObject({ data: null, ended: true, error: { kind: 'abort', status: 0 } });
    expect(value!.error!.body).toEqual(new Error('enough'));
    expect(await stream.next()).toEqual(done);
    expect(sent[0]!.cancelled).toBe(true);
    expect(listeners()).toBe(0);
    expect(onError).not.toHaveBeenCalled();
    expect(ends).toEqual([['data', { items: 1, error: value!.error }]]);
  });

  it.each([true, false])(
    'ends while it waits for bytes (a body that listens to the signal: %s)',
    async (heeds) => {
      const { open, controller } = streamed(jsonLines(), { heeds });
      const stream = await open();
      const waiting = Promise.all([nextOf(stream), nextOf(stream)]);
      await turn();
      controller.abort();
      expect(await waiting).toEqual(['abort!', undefined]);
    },
  );

  it('ends while a validator never settles', async () => {
    const { open, sent, controller, listeners } = streamed(jsonLines({ schema: hanging }));
    const stream = await open();
    sent[0]!.write('1\n');
    const next = nextOf(stream);
    await turn();
    controller.abort();
    expect(await next).toBe('abort!');
    expect(listeners()).toBe(0);
  });

  it('ends if the validator itself aborts it and never settles', async () => {
    const schema = schemaBy(() => (controller.abort(), new Promise(() => {})));
    const { open, sent, controller } = streamed(jsonLines({ schema }));
    const stream = await open();
    sent[0]!.write('1\n');
    expect(await nextOf(stream)).toBe('abort!');
  });

  it('is superseded by a newer call under dedupe', async () => {
    const { open, sent, onError } = streamed(jsonLines(), { endpoint: { dedupe: true } });
    const older = await open();
    const newer = await open();
    expect(await rest(older)).toEqual(['abort!']);
    expect(sent.map(({ cancelled }) => cancelled)).toEqual([true, false]);
    sent[1]!.write('1\n');
    expect(await nextOf(newer)).toBe(1);
    await newer.cancel();
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a stream whose connection breaks off', () => {
  it("returns the items before, and then a 'network' item with the status, once", async () => {
    const { open, sent, onError, ends, listeners } = streamed(jsonLines());
    const stream = await open();
    sent[0]!.write('1\n2\n3');
    const reset = new Error('reset');
    expect(await nextOf(stream)).toBe(1);
    sent[0]!.breakOff(reset);
    expect(await nextOf(stream)).toBe(2);
    const { value } = await stream.next();
    expect(value).toMatchObject({ ended: true, error: { kind: 'network', status: 200, body: reset } });
    expect(value!.error!.message).toBe('GET /rows broke off after 200: reset');
    expect(await stream.next()).toEqual(done);
    expect(onError.mock.calls).toEqual([[value!.error, expect.anything()]]);
    expect(ends).toEqual([['data', { items: 2, error: value!.error }]]);
    expect(listeners()).toBe(0);
  });
});

describe('the time limits of a stream', () => {
  const limited = (limits: { idleTimeout?: number; maxDuration?: number }, setup = {}) => {
    const clock = new ManualClock();
    return { clock, ...streamed(linesBy(clock, {}, limits), setup) };
  };

  it.each([true, false])(
    "end an idle stream with a 'timeout' item (a body that listens to the signal: %s)",
    async (heeds) => {
      const { clock, open, sent, onError, listeners } = limited({ idleTimeout: 100 }, { heeds });
      const stream = await open();
      sent[0]!.write('1\n');
      expect(await nextOf(stream)).toBe(1);
      const next = stream.next();
      clock.move(100);
      clock.move(0);
      const { value } = await next;
      expect(value).toMatchObject({ ended: true, error: { kind: 'timeout', status: 0 } });
      expect(value!.error!.message).toBe('GET /rows was silent for 100 ms');
      expect(value!.error!.body).toMatchObject({ name: 'TimeoutError', message: 'No data for 100 ms.' });
      expect({
        cancelled: sent[0]!.cancelled,
        aborted: sent[0]!.signal.aborted,
        pending: clock.pending,
      }).toEqual({ cancelled: true, aborted: true, pending: 0 });
      expect(onError).toHaveBeenCalledTimes(1);
      expect(listeners()).toBe(0);
    },
  );

  it("measure the time between bytes, even if the bytes aren't an item yet", async () => {
    const { clock, open, sent } = limited({ idleTimeout: 100 });
    const stream = await open();
    const next = nextOf(stream);
    for (const piece of ['1', '2', '\n\n', '3']) {
      clock.move(90);
      sent[0]!.write(piece);
      await turn();
    }
    expect(await next).toBe(12);
    const last = nextOf(stream);
    await turn();
    clock.move(99);
    await turn();
    expect(clock.pending).toBe(1);
    clock.move(1);
    clock.move(0);
    expect(await last).toBe('timeout!');
  });

  it('count bytes that arrived while the thread was busy', async () => {
    const { clock, open, sent } = limited({ idleTimeout: 100 });
    const stream = await open();
    const next = nextOf(stream);
    await turn();
    // The timer fires before the bytes that have arrived are read.
    clock.move(500);
    sent[0]!.write('1\n');
    expect(await next).toBe(1);
    await stream.cancel();
    expect(clock.pending).toBe(0);
  });

  it('are paused without a reader', async () => {
    const { clock, open, sent } = limited({ idleTimeout: 100 });
    const stream = await open();
    clock.move(1000);
    sent[0]!.write('1\n');
    expect(await nextOf(stream)).toBe(1);
    clock.move(1000);
    sent[0]!.write('2\n');
    expect(await nextOf(stream)).toBe(2);
    await stream.cancel();
    expect(clock.pending).toBe(0);
  });

  it('share one timer for many reads', async () => {
    const { clock, open, sent } = limited({ idleTimeout: 100 });
    const set = vi.spyOn(clock, 'setTimeout');
    const stream = await open();
    for (let count = 0; count < 1000; count += 1) {
      sent[0]!.write(`${count}\n`);
      expect(await nextOf(stream)).toBe(count);
    }
    expect(set).toHaveBeenCalledTimes(1);
    await stream.cancel();
  });

  it.each([
    ['during a read', true],
    ['between two reads', false],
  ])("end a stream that takes too long with a 'timeout' item: %s", async (_name, reads) => {
    const { clock, open, sent, onError, listeners } = limited({ maxDuration: 500 });
    const stream = await open();
    sent[0]!.write('1\n2\n');
    expect(await nextOf(stream)).toBe(1);
    if (reads) expect(await nextOf(stream)).toBe(2);
    const next = reads ? stream.next() : undefined;
    clock.move(500);
    expect(onError).toHaveBeenCalledTimes(1);
    expect([sent[0]!.cancelled, sent[0]!.signal.aborted, listeners(), clock.pending]).toEqual([
      true,
      true,
      0,
      0,
    ]);
    const { value } = await (next ?? stream.next());
    expect(value).toMatchObject({ ended: true, error: { kind: 'timeout', status: 0 } });
    expect(value!.error!.message).toBe('GET /rows did not end within 500 ms');
    expect(await stream.next()).toEqual(done);
  });

  it('end a stream that takes too long while a validator works', async () => {
    const clock = new ManualClock();
    const { open, sent } = streamed(linesBy(clock, { schema: hanging }, { maxDuration: 500 }));
    const stream = await open();
    sent[0]!.write('1\n');
    const next = nextOf(stream);
    await turn();
    clock.move(500);
    expect(await next).toBe('timeout!');
  });

  it('leave no timer after a normal end', async () => {
    const { clock, open, sent } = limited({ idleTimeout: 100, maxDuration: 500 });
    const stream = await open();
    sent[0]!.write('1\n');
    sent[0]!.close();
    expect(await rest(stream)).toEqual([1]);
    expect(clock.pending).toBe(0);
  });
});

describe('maxDuration over the items of one chunk (rules.md#streams)', () => {
  it('ends the stream between them, although no timer can fire', async () => {
    const clock = new ManualClock();
    const { open, sent, onError } = streamed(linesBy(clock, {}, { maxDuration: 100 }));
    const stream = await open();
    sent[0]!.write('1\n'.repeat(1000));
    const seen: unknown[] = [];
    // Time passes without a turn of the event loop.
    vi.spyOn(clock, 'ticks').mockImplementation(() => seen.length * 10);
    for await (const { data, error } of stream) seen.push(data ?? error?.kind);
    expect(seen).toEqual([...Array<number>(10).fill(1), 'timeout']);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(clock.pending).toBe(0);
  });
});
