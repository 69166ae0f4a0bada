import { getEventListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes, type Item, jsonLines, jsonSequence } from '../../lib/entries/stream.js';
import { effort } from '../support/effort.js';
import { flush } from '../support/flush.js';
import { type Answer, connectionIsFree, FETCHES, thenAfter, useServedStreams } from '../support/served.js';
import { useManualTime } from '../support/reconnecting.js';
import { nextOf, rest, shortly } from '../support/streamed.js';
import { until } from '../support/until.js';

const serve = useServedStreams();

afterEach(() => {
  vi.useRealTimers();
});

/** Lines without an end. */
const endless: Answer = (response) => {
  response.write('1\n2\n');
  const timer = setInterval(() => response.write('3\n'), 5);
  response.once('close', () => clearInterval(timer));
};

/** As much as the other side takes, and how much that was. */
const flood = () => {
  const seen = { written: 0 };
  const piece = Buffer.from(`"${'x'.repeat(65_533)}"\n`);
  const answer: Answer = (response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(piece)) seen.written += piece.length;
      seen.written += piece.length;
    };
    response.on('drain', write);
    write();
  };
  return { seen, answer };
};

describe.each(FETCHES)('a stream over %s', (_name, fetchOf) => {
  it('comes item by item, in whatever chunks the server sends', async () => {
    const { open, nothingLeft, onError } = await serve(fetchOf(), jsonLines(), async (response) => {
      for (const byte of Buffer.from('{"a":"é😀"}\r\n\n2')) {
        response.write(Buffer.from([byte]));
        await pause(1);
      }
      response.end();
    });
    expect(await rest(await open())).toEqual([{ a: 'é😀' }, 2]);
    expect(onError).not.toHaveBeenCalled();
    await nothingLeft();
  });

  it('comes as JSON texts of RFC 7464', async () => {
    const { open, nothingLeft } = await serve(fetchOf(), jsonSequence(), (response) => {
      response.end('\u001e{"a":\n1}\n\u001e2\n\u001e3');
    });
    expect(await rest(await open())).toEqual([{ a: 1 }, 2, 'parse']);
    await nothingLeft();
  });

  it('comes unpacked, each item as soon as the server has sent it', async () => {
    const { open, nothingLeft } = await serve(fetchOf(), jsonLines(), (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('1\n2\n3\n'));
    });
    expect(await rest(await open())).toEqual([1, 2, 3]);
    await nothingLeft();
  });

  it('has no items of a 204', async () => {
    const { open, nothingLeft } = await serve(fetchOf(), bytes(), (response) =>
      response.writeHead(204).end(),
    );
    expect(await rest(await open())).toEqual([]);
    await nothingLeft();
  });

  it.each<[string, object, (response: ServerResponse) => unknown]>([
    ['in chunks', {}, (response) => response.destroy()],
    ['of a length that it does not reach', { 'content-length': 100 }, (response) => response.destroy()],
    ['that ends its connection in the middle', { 'content-length': 100 }, ({ socket }) => socket!.end()],
  ])(
    "ends with 'network' and the status when a body %s is cut, behind what was whole",
    async (_kind, headers, cut) => {
      let end = (): void => undefined;
      const { open, nothingLeft, onError } = await serve(fetchOf(), jsonLines(), (response) => {
        response.writeHead(200, { ...headers }).write('1\n2\n{"cut":');
        end = () => void cut(response);
      });
      expect(await rest(thenAfter(await open(), 2, () => end()))).toEqual([1, 2, 'network!']);
      expect(onError.mock.calls.map(([error]) => error)).toMatchObject([{ kind: 'network', status: 200 }]);
      await nothingLeft();
    },
  );

  it.each<[string, (packed: Buffer) => Buffer]>([
    ['breaks', (packed) => Buffer.from(packed).fill(0xff, packed.length / 2)],
    ['fails its checksum', (packed) => Buffer.from(packed).fill(0, packed.length - 8)],
    ['is none', () => Buffer.from('1\n2\n')],
  ])("ends with 'network' and the status when its gzip %s", async (_kind, spoil) => {
    const text = Array.from({ length: 20_000 }, (_, at) => `${at}\n`).join('');
    const { open, nothingLeft, onError } = await serve(fetchOf(), jsonLines(), (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(spoil(gzipSync(text)));
    });
    const seen = await rest(await open());
    expect(seen.pop()).toBe('network!');
    expect(seen).toEqual(seen.map((_, at) => at));
    expect(onError.mock.calls.map(([error]) => error)).toMatchObject([{ kind: 'network', status: 200 }]);
    await nothingLeft();
  });

  it('ends when the server stalls, and closes its connection', async () => {
    const { open, nothingLeft, noSockets } = await serve(
      fetchOf(),
      jsonLines({ idleTimeout: 100 }),
      (response) => response.write('1\n'),
    );
    useManualTime();
    const stream = await open();
    expect(await nextOf(stream)).toBe(1);
    const items = rest(stream);
    await flush();
    await vi.advanceTimersByTimeAsync(101);
    expect(await items).toEqual(['timeout!']);
    vi.useRealTimers();
    await nothingLeft();
    await noSockets();
  });

  it('ends after its time also while nobody reads, and closes its connection', async () => {
    const { open, nothingLeft, noSockets, onError } = await serve(
      fetchOf(),
      jsonLines({ maxDuration: 150 }),
      endless,
    );
    useManualTime();
    const stream = await open();
    expect(await nextOf(stream)).toBe(1);
    vi.advanceTimersByTime(150);
    vi.useRealTimers();
    await nothingLeft();
    await noSockets();
    expect(onError.mock.calls.map(([error]) => error.kind)).toEqual(['timeout']);
    expect(await rest(stream)).toEqual(['timeout!']);
  });

  it.each<[string, (stream: AsyncIterableIterator<Item<unknown>> & { cancel(): unknown }) => unknown]>([
    [
      'break',
      async (stream) => {
        for await (const { data } of stream) if (data === 2) break;
      },
    ],
    ['cancel(), before anything was read', (stream) => stream.cancel()],
  ])('closes its connection on %s', async (_kind, leave) => {
    const { open, nothingLeft, noSockets, onError } = await serve(fetchOf(), jsonLines(), endless);
    await leave(await open());
    await nothingLeft();
    await noSockets();
    expect(onError).not.toHaveBeenCalled();
  });

  it('closes its connection when the signal aborts, read or not', async () => {
    const { open, nothingLeft, noSockets, controller } = await serve(fetchOf(), jsonLines(), endless);
    const [read, unread] = await Promise.all([open(), open()]);
    const items = rest(thenAfter(read, 3, () => controller.abort()));
    expect((await items).at(-1)).toBe('abort!');
    await nothingLeft();
    await noSockets();
    expect(await rest(unread)).toEqual(['abort!']);
  });

  it('leaves its connection to the next call after its end mark', async () => {
    let end = (): void => undefined;
    const { open, nothingLeft, sockets, requests } = await serve(
      fetchOf(),
      jsonLines({ until: 'end' }),
      (response) => {
        response.write('1\nend\n');
        end = () => void response.end('what nobody reads\n');
      },
    );
    for (let count = 0; count < 3; count += 1) {
      expect(await rest(await open())).toEqual([1]);
      end();
      await nothingLeft();
      await connectionIsFree();
    }
    expect({ length: requests.length, size: sockets.size }).toEqual({ length: 3, size: 1 });
  });

  it('closes its connection when too much comes after its end mark', async () => {
    const { answer } = flood();
    const { open, nothingLeft, noSockets } = await serve(fetchOf(), jsonLines({ until: () => true }), answer);
    expect(await rest(await open())).toHaveLength(1);
    await nothingLeft();
    await noSockets();
  });

  it('lets the server stall while nobody reads', async () => {
    const { seen, answer } = flood();
    const { open, nothingLeft } = await serve(fetchOf(), jsonLines(), answer);
    const stream = await open();
    await stream.next();
    let before = -1;
    while (seen.written > before) {
      before = seen.written;
      await pause(100);
    }
    // What the sockets and the streams of the platform hold, and no more.
    expect(seen.written).toBeLessThan(32 * 1024 * 1024);
    await stream.cancel();
    await nothingLeft();
  });

  it('goes into a file at its pace, and is whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homing-'));
    const whole = Buffer.alloc(8 * 1024 * 1024, 'homing ');
    const { open, nothingLeft } = await serve(fetchOf(), bytes(), (response) => response.end(whole));
    const file = join(folder, 'whole');
    const sink = Writable.toWeb(createWriteStream(file)) as WritableStream<Uint8Array>;
    expect(await (await open()).pipeTo(sink)).toEqual({ data: whole.length, error: null });
    expect((await readFile(file)).equals(whole)).toBe(true);
    await rm(folder, { recursive: true });
    await nothingLeft();
  });

  it('closes its connection when the file can not be written', async () => {
    const { answer } = flood();
    const { open, nothingLeft, noSockets } = await serve(fetchOf(), bytes(), answer);
    const sink = Writable.toWeb(createWriteStream(join(tmpdir(), 'no', 'such', 'folder')));
    const item = await (await open()).pipeTo(sink as WritableStream<Uint8Array>);
    expect(item).toMatchObject({ error: { kind: 'parse', cause: { code: 'ENOENT' } } });
    await nothingLeft();
    await noSockets();
  });

  it('is a body that another server gets, and hangs up when that one does', async () => {
    const { answer } = flood();
    const { open, nothingLeft, noSockets } = await serve(fetchOf(), bytes(), answer);
    const reader = (await open()).toReadable().getReader();
    await reader.read();
    await reader.cancel('enough');
    await nothingLeft();
    await noSockets();
  });

  it('leaves nothing of hundreds on one signal', async () => {
    const { open, nothingLeft, controller, sockets } = await serve(
      fetchOf(),
      jsonLines({ idleTimeout: 60_000, maxDuration: 60_000, until: 'end' }),
      (response, _request, count) => {
        const fate = count % 4;
        response.write(`${fate}\n`);
        if (fate === 0) response.end('end\n');
        // Most readers have the line by then. The spec needs only one of them.
        else if (fate === 1) setTimeout(() => response.destroy(), 5);
      },
    );
    const outcomes = new Set<unknown>();
    for (let round = 0; round < effort(4, 20); round += 1) {
      const streams = await Promise.all(Array.from({ length: 50 }, () => open()));
      await Promise.all(
        streams.map(async (stream) => {
          for await (const item of stream) {
            outcomes.add(shortly(item));
            if ((item.data as number) >= 2) break;
          }
        }),
      );
    }
    expect(outcomes).toEqual(new Set([0, 1, 2, 3, 'network!']));
    await nothingLeft();
    const left = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    expect((await Promise.all(left.map((stream) => rest(stream)))).flat()).toContain('abort!');
    await nothingLeft();
    await until(() => [...sockets].filter(({ destroyed }) => !destroyed).length <= 1);
  });
});
