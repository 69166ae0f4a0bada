import { getEventListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type ApiConfig, type ApiError, createApi, Request, type ResponseReader } from '../../lib/index.js';
import { bytes, type Item, jsonLines, jsonSequence } from '../../lib/stream.js';
import { ownFetch } from '../support/node-server.js';
import { type LocalServer, startServer } from '../support/start-server.cjs';
import { nextOf, rest, shortly } from '../support/streamed.js';
import { effort } from '../support/effort.js';

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => unknown;

const servers: LocalServer[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** Waits for what a runtime does in its own time; the spec's time limit ends a wait in vain. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await pause(5);
};

/** A server of one stream and a client of it; what is open at the server, and what is left on this side. */
const serve = async <T>(fetch: ApiConfig['fetch'], reader: ResponseReader<T>, answer: Answer) => {
  const sockets = new Set<Socket>();
  let requests = 0;
  let answering = 0;
  const server = await startServer((request, response) => {
    sockets.add(request.socket);
    requests += 1;
    answering += 1;
    response.once('close', () => (answering -= 1));
    void answer(response, request, requests);
  });
  servers.push(server);
  const onError = jest.fn<(error: ApiError) => void>();
  const controller = new AbortController();
  const api = createApi({
    baseUrl: server.url,
    fetch,
    onError,
    requests: {
      read: new Request<Record<string, unknown>, T>({ method: 'GET', path: '/rows', responseType: reader }),
    },
  });
  const open = async (): Promise<T> => {
    const { data, error } = await api.read({}, { signal: controller.signal });
    if (error) throw error;
    return data;
  };
  const before = countTimers();
  const nothingLeft = async (): Promise<void> => {
    await until(() => answering === 0);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    // Each runtime of fetch has a slow timer of its own for its idle connections.
    expect(countTimers()).toBeLessThanOrEqual(before + 3);
  };
  const openSockets = (): number => [...sockets].filter(({ destroyed }) => !destroyed).length;
  return { open, controller, onError, nothingLeft, openSockets, sockets, requests: () => requests };
};

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

describe.each<[string, () => ApiConfig['fetch']]>([
  ['the global fetch', () => undefined],
  ['nodeFetch', () => ownFetch()],
])('a stream over %s', (_name, fetchOf) => {
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

  it.each<[string, Answer]>([
    [
      'in chunks',
      (response) => {
        response.write('1\n2\n{"cut":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'of a length that it does not reach',
      (response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('1\n2\n{"cut":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'that ends its connection in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('1\n2\n{"cut":');
        setTimeout(() => response.socket!.end(), 20);
      },
    ],
  ])(
    "ends with 'network' and the status when a body %s is cut, behind what was whole",
    async (_kind, answer) => {
      const { open, nothingLeft, onError } = await serve(fetchOf(), jsonLines(), answer);
      expect(await rest(await open())).toEqual([1, 2, 'network!']);
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
    const { open, nothingLeft, openSockets } = await serve(
      fetchOf(),
      jsonLines({ idleTimeout: 100 }),
      (response) => response.write('1\n'),
    );
    expect(await rest(await open())).toEqual([1, 'timeout!']);
    await nothingLeft();
    await until(() => openSockets() === 0);
  });

  it('ends after its time also while nobody reads, and closes its connection', async () => {
    const { open, nothingLeft, openSockets, onError } = await serve(
      fetchOf(),
      jsonLines({ maxDuration: 150 }),
      endless,
    );
    const stream = await open();
    expect(await nextOf(stream)).toBe(1);
    await nothingLeft();
    await until(() => openSockets() === 0);
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
    const { open, nothingLeft, openSockets, onError } = await serve(fetchOf(), jsonLines(), endless);
    await leave(await open());
    await nothingLeft();
    await until(() => openSockets() === 0);
    expect(onError).not.toHaveBeenCalled();
  });

  it('closes its connection when the signal aborts, read or not', async () => {
    const { open, nothingLeft, openSockets, controller } = await serve(fetchOf(), jsonLines(), endless);
    const [read, unread] = await Promise.all([open(), open()]);
    const items = rest(read);
    await pause(20);
    controller.abort();
    expect((await items).at(-1)).toBe('abort!');
    await nothingLeft();
    await until(() => openSockets() === 0);
    expect(await rest(unread)).toEqual(['abort!']);
  });

  it('leaves its connection to the next call after its end mark', async () => {
    const { open, nothingLeft, sockets, requests } = await serve(
      fetchOf(),
      jsonLines({ until: 'end' }),
      (response) => {
        response.write('1\nend\n');
        setTimeout(() => response.end('what nobody reads\n'), 30);
      },
    );
    for (let count = 0; count < 3; count += 1) {
      expect(await rest(await open())).toEqual([1]);
      await nothingLeft();
      await pause(20);
    }
    expect([requests(), sockets.size]).toEqual([3, 1]);
  });

  it('closes its connection when too much comes after its end mark', async () => {
    const { answer } = flood();
    const { open, nothingLeft, openSockets } = await serve(
      fetchOf(),
      jsonLines({ until: () => true }),
      answer,
    );
    expect(await rest(await open())).toHaveLength(1);
    await nothingLeft();
    await until(() => openSockets() === 0);
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
    folders.push(folder);
    const whole = Buffer.alloc(8 * 1024 * 1024, 'homing ');
    const { open, nothingLeft } = await serve(fetchOf(), bytes(), (response) => response.end(whole));
    const file = join(folder, 'whole');
    const sink = Writable.toWeb(createWriteStream(file)) as WritableStream<Uint8Array>;
    expect(await (await open()).pipeTo(sink)).toEqual({ data: whole.length, error: null });
    expect((await readFile(file)).equals(whole)).toBe(true);
    await nothingLeft();
  });

  it('closes its connection when the file can not be written', async () => {
    const { answer } = flood();
    const { open, nothingLeft, openSockets } = await serve(fetchOf(), bytes(), answer);
    const sink = Writable.toWeb(createWriteStream(join(tmpdir(), 'no', 'such', 'folder')));
    const item = await (await open()).pipeTo(sink as WritableStream<Uint8Array>);
    expect(item).toMatchObject({ error: { kind: 'parse', cause: { code: 'ENOENT' } } });
    await nothingLeft();
    await until(() => openSockets() === 0);
  });

  it('is a body that another server gets, and hangs up when that one does', async () => {
    const { answer } = flood();
    const { open, nothingLeft, openSockets } = await serve(fetchOf(), bytes(), answer);
    const reader = (await open()).toReadable().getReader();
    await reader.read();
    await reader.cancel('enough');
    await nothingLeft();
    await until(() => openSockets() === 0);
  });

  it('leaves nothing of hundreds on one signal', async () => {
    const { open, nothingLeft, controller, openSockets } = await serve(
      fetchOf(),
      jsonLines({ idleTimeout: 60_000, maxDuration: 60_000, until: 'end' }),
      (response, _request, count) => {
        const fate = count % 4;
        response.write(`${fate}\n`);
        if (fate === 0) response.end('end\n');
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
    await until(() => openSockets() <= 1);
  });
});
