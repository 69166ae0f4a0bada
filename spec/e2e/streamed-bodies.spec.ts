import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nodeFetch } from '../../lib/entries/node.js';
import { createApi, type Middleware, Request, type Result, retryMiddleware } from '../../lib/index.js';
import { type LocalServer, startServer } from '../support/start-server.cjs';

let server: LocalServer;
let arrived = 0;
let folder: string;
let file: string;

beforeAll(async () => {
  server = await startServer((request, response) => {
    arrived += 1;
    if (request.url === '/early') {
      response.writeHead(413).end('"too large"');
      return;
    }
    buffer(request).then(
      (bytes) => {
        const { 'content-type': type, 'transfer-encoding': encoding } = request.headers;
        response
          .writeHead(request.url === '/busy' ? 503 : 200)
          .end(JSON.stringify({ hex: bytes.toString('hex'), type, encoding }));
      },
      // The body broke off, so nobody waits for a response.
      () => undefined,
    );
  });
  folder = await mkdtemp(join(tmpdir(), 'homing-bodies-'));
  file = join(folder, 'file.bin');
  await writeFile(file, 'from a file');
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const hex = (text: string): string => Buffer.from(text).toString('hex');

interface Echo {
  hex: string;
  type: string;
  encoding: string;
}

/** Throws before the runner times out: otherwise the loop would continue after the test. */
const eventually = async (isSo: () => boolean): Promise<void> => {
  const began = performance.now();
  while (!isSo()) {
    if (performance.now() - began > 10_000) throw new Error('The condition never became true.');
    await turn();
  }
};

/** Yields these parts in turn, and throws a part that is an error. */
async function* generated(...parts: readonly unknown[]): AsyncGenerator {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield await Promise.resolve(part);
  }
}

const BYTES = [
  ...[new Uint8Array([97]), Buffer.from('b'), new Uint8Array([0, 99, 100, 0]).subarray(1, 3)],
  ...[new Uint16Array([0x6565]), new DataView(new Uint8Array([102]).buffer), new Uint8Array([103]).buffer],
];

class Iterated {
  readonly a = 1;

  [Symbol.asyncIterator](): AsyncGenerator {
    return generated('instance');
  }
}

const midway = new RangeError('midway');

function fail(this: Readable): void {
  this.push('a');
  this.destroy(midway);
}

/** A source that yields a part when the test triggers it, and records how it was used. */
class Source implements AsyncIterable<unknown> {
  returned = 0;
  asked = 0;
  readonly #parts: unknown[];

  constructor(...parts: unknown[]) {
    this.#parts = parts;
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return {
      next: async () => {
        this.asked += 1;
        if (this.#parts.length > 0) return { done: false, value: this.#parts.shift() };
        return new Promise(() => {});
      },
      return: async () => {
        this.returned += 1;
        return { done: true, value: undefined };
      },
    };
  }
}

describe.each([
  ['the global fetch', undefined],
  ['nodeFetch', nodeFetch()],
])('an iterated request body, with %s (rules.md#bodies)', (_name, fetch) => {
  const api = (path = '/', middleware: Middleware[] = []) =>
    createApi({
      baseUrl: server.url,
      fetch,
      requests: {
        send: new Request<unknown, Echo>({ method: 'POST', path, middleware }),
        get: new Request<unknown, Echo>({ method: 'GET', path }),
      },
    });

  it.each<[string, () => unknown, string]>([
    ['a Readable', () => Readable.from([Buffer.from('a'), Buffer.from('b')]), 'ab'],
    ['a Readable of strings', () => Readable.from(['é', 'ü']), 'éü'],
    ['a Readable with an encoding', () => createReadStream(file, 'utf8'), 'from a file'],
    ['a file stream', () => createReadStream(file), 'from a file'],
    ['a range of a file', () => createReadStream(file, { start: 5, end: 5 }), 'a'],
    ['a PassThrough', () => new PassThrough().end('through'), 'through'],
    ['an async generator of binary data', () => generated(...BYTES), 'abcdeefg'],
    ['an async generator of strings', () => generated('ä', '', '€'), 'ä€'],
    ['strings that split a surrogate pair', () => generated('\ud83d', '\ude00!'), '😀!'],
    ['strings that end with half a surrogate pair', () => generated('a\ud83d'), 'a\ufffd'],
    ['binary data after half a surrogate pair', () => generated('a\ud83d', Buffer.from('b')), 'a\ufffdb'],
    [
      'an iterator with a thousand empty parts',
      () => generated(...Array<string>(1000).fill(''), 'end'),
      'end',
    ],
    ['a plain object', () => ({ [Symbol.asyncIterator]: () => generated('plain') }), 'plain'],
    ['an instance', () => new Iterated(), 'instance'],
    ['a ReadableStream', () => new Blob(['web']).stream(), 'web'],
  ])('is sent from %s', async (_kind, source, text) => {
    const { data, error } = await api().send(source());
    expect(error).toBeNull();
    expect(data).toEqual({ hex: hex(text), type: 'application/octet-stream', encoding: 'chunked' });
  });

  it('is empty if the source yields nothing', async () => {
    expect((await api().send(generated())).data?.hex).toBe('');
  });

  it('is sent as a megabyte in many parts', async () => {
    const parts = Array.from({ length: 64 }, (_, at) => Buffer.alloc(16_384, at));
    const { data } = await api().send(generated(...parts));
    expect(data?.hex).toHaveLength(2 * 1_048_576);
  });

  it('is sent once: a retry reports that it was already sent', async () => {
    const { error } = await api('/busy', [retryMiddleware({ baseDelay: 0 })]).send(Readable.from(['a']));
    expect(error).toMatchObject({ kind: 'network', status: 0 });
    expect(String(error?.body)).toContain(
      'The Readable was already sent: to resend it, read it into a Blob or ArrayBuffer first.',
    );
    const first = await api().send(generated('a'));
    const again = await first.retry();
    expect(String(again.error?.body)).toContain('The AsyncGenerator was already sent');
  });

  it('is sent by only one call for one source', async () => {
    const source = Readable.from(['a']);
    const results = await Promise.all([api().send(source), api().send(source)]);
    expect(results.map(({ data }) => data?.hex)).toEqual([hex('a'), undefined]);
    expect(String(results[1]?.error?.body)).toContain('The Readable was already sent');
  });

  it.each<[string, () => unknown]>([
    ['an async generator', () => generated('a', midway)],
    ['an async generator that throws at once', () => generated(midway)],
    ['a Readable', () => new Readable({ read: fail })],
  ])(
    'returns a network error with the thrown value if the source throws midway: %s',
    async (_kind, source) => {
      const { error } = await api().send(source());
      expect(error).toMatchObject({ kind: 'network', status: 0, body: midway });
    },
  );

  it.each<[string, () => unknown, string]>([
    [
      'returns no iterator',
      () => ({
        [Symbol.asyncIterator]: () => {
          throw midway;
        },
      }),
      'was not sent: RangeError: midway',
    ],
    [
      'is destroyed by an error before sending',
      () =>
        new Readable({
          read() {},
          construct(done) {
            done(midway);
          },
        }),
      'was not sent: RangeError: midway',
    ],
    ['throws while it is sent', () => generated('a', midway), 'got no response: midway'],
  ])('is reported by the stage of the request if the source %s', async (_how, source, told) => {
    const wait: Middleware = async (_ctx, next) => (await turn(), await turn(), next());
    const { error } = await api('/', [wait]).send(source());
    expect(error).toMatchObject({ kind: 'network', sent: !told.startsWith('was not'), body: midway });
    expect(error?.message).toBe(`POST / ${told}`);
  });

  it("returns a network error for a file that doesn't exist, without an uncaught error", async () => {
    const { error } = await api('/', [async (_ctx, next) => (await turn(), await turn(), next())]).send(
      createReadStream(join(folder, 'none')),
    );
    expect(error).toMatchObject({ kind: 'network', body: { code: 'ENOENT' } });
  });

  it.each<[string, unknown, string]>([
    ['an object', { a: 1 }, 'The Readable body yielded an Object: yield bytes or strings.'],
    ['a number', 5, 'The Readable body yielded a number: yield bytes or strings.'],
    ['a Blob', new Blob(['x']), 'The Readable body yielded a Blob: yield bytes or strings.'],
  ])(
    'returns a network error with the reason if the source yields %s, and closes the source',
    async (_kind, part, message) => {
      const source = Readable.from(['a', part, 'b']);
      const { error } = await api().send(source);
      expect(error?.kind).toBe('network');
      expect(String(error?.body)).toContain(message);
      expect(source.destroyed).toBe(true);
    },
  );

  describe('is closed', () => {
    it.each<[string, (source: Source) => Promise<Result<unknown>>]>([
      ['a deadline', (source) => api().send(source, { timeout: 30 })],
      [
        'an abort',
        (source) => {
          const controller = new AbortController();
          void eventually(() => source.asked > 1).then(() => controller.abort());
          return api().send(source, { signal: controller.signal });
        },
      ],
      [
        'an attempt that takes too long',
        (source) => api('/', [(ctx, next) => ((ctx.request.attemptTimeout = 30), next())]).send(source),
      ],
      ['an early response', (source) => api('/early').send(source)],
      [
        'a middleware that returns its own Result',
        (source) => api('/', [async () => ({ data: 1, error: null }) as never]).send(source),
      ],
      [
        'a middleware that throws',
        (source) => api('/', [() => Promise.reject(new Error('broken'))]).send(source),
      ],
      ['invalid options', (source) => api().send(source, { headers: { 'a b': '1' } })],
      ["params that can't form a query", (source) => api().get(source)],
      ['a path with params', (source) => api('/:id').send(source)],
      ['an abort before the call', (source) => api().send(source, { signal: AbortSignal.abort() })],
    ])('once, after %s', async (_how, run) => {
      const source = new Source('a');
      await run(source);
      await eventually(() => source.returned > 0);
      await turn();
      expect(source.returned).toBe(1);
    });

    it.each<[string, (stream: Readable) => Promise<Result<unknown>>]>([
      ['an invalid call', (stream) => api().get(stream)],
      ['a deadline', (stream) => api().send(stream, { timeout: 30 })],
      ['an early response', (stream) => (stream.push('a'), api('/early').send(stream))],
      ['a complete upload', (stream) => (stream.push('a'), stream.push(null), api().send(stream))],
    ])('if it is a Node stream, after %s', async (_how, run) => {
      const stream = new Readable({ read() {} });
      await run(stream);
      await eventually(() => stream.closed);
      expect(stream.destroyed).toBe(true);
    });

    it('but not while another call sends it', async () => {
      const { readable, writable } = new TransformStream<Uint8Array>();
      const source = Readable.fromWeb(readable as never);
      const writer = writable.getWriter();
      const first = api().send(source);
      const second = await api().send(source);
      await writer.write(Buffer.from('still'));
      await writer.close();
      expect(second.error?.kind).toBe('network');
      expect((await first).data?.hex).toBe(hex('still'));
    });
  });

  it('is not read before it is sent', async () => {
    const source = new Source('a');
    const seen: number[] = [];
    const controller = new AbortController();
    const look: Middleware = async (_ctx, next) => {
      await turn();
      seen.push(source.asked);
      controller.abort();
      return next();
    };
    await api('/', [look]).send(source, { signal: controller.signal });
    await eventually(() => seen.length > 0);
    expect(seen).toEqual([0]);
  });

  it('delays no call if the return method of its source never settles, or rejects', async () => {
    for (const leave of [() => new Promise<never>(() => {}), () => Promise.reject(new Error('no'))]) {
      const next = () => new Promise<never>(() => {});
      const source = { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
      expect((await api().send(source, { timeout: 20 })).error?.kind).toBe('timeout');
    }
  });

  it('ends with the deadline if it never ends', async () => {
    let parts = 0;
    const source = async function* () {
      for (;;) {
        parts += 1;
        yield parts % 2 ? '' : 'x';
      }
    };
    expect((await api().send(source(), { timeout: 50 })).error?.kind).toBe('timeout');
    const then = parts;
    await turn();
    expect(parts - then).toBeLessThanOrEqual(2);
  });

  it('is rejected if it was destroyed, or read to its end, before', async () => {
    const before = arrived;
    const read = Readable.from(['a']);
    await read.toArray();
    for (const source of [new Readable({ read() {} }).destroy(), read]) {
      const { error } = await api().send(source);
      expect(String(error?.body)).toContain(
        'The body is a Readable: pass a stream that is unread and not destroyed.',
      );
    }
    expect(arrived).toBe(before);
  });

  it('is rejected if it is locked', async () => {
    const stream = new Blob(['x']).stream();
    stream.getReader();
    const { error } = await api().send(stream);
    expect(String(error?.body)).toContain(
      'The body is a ReadableStream: pass a stream that is unread and not destroyed.',
    );
  });

  it('is sent in the same way from a middleware, with a new stream for each attempt', async () => {
    const made: Readable[] = [];
    const fresh: Middleware = ({ request }, next) => {
      const stream = Readable.from(['fresh']);
      made.push(stream);
      request.body = stream as never;
      bodyReusable.push(request.bodyReusable);
      return next();
    };
    const bodyReusable: boolean[] = [];
    const { error } = await api('/busy', [retryMiddleware({ max: 1, baseDelay: 0 }), fresh]).send('old');
    expect({ status: error?.status, length: made.length }).toEqual({ status: 503, length: 2 });
    expect(bodyReusable).toEqual([false, false]);
    expect(error?.body).toMatchObject({ hex: hex('fresh') });
  });

  it('is sent in the same way from a body strategy', async () => {
    const strategy = {
      accepts: () => true,
      encode: () => ({ body: Readable.from(['made']) as never, contentType: 'text/csv' }),
    };
    const client = createApi({
      baseUrl: server.url,
      fetch,
      bodyStrategies: [strategy],
      requests: { send: new Request<unknown, Echo>({ method: 'PUT', path: '/' }) },
    });
    expect((await client.send({ a: 1 })).data).toMatchObject({ hex: hex('made'), type: 'text/csv' });
  });
});

it('an unsent stream is closed only if no call can use it any more', async () => {
  const cancel = vi.fn<() => void>();
  const api = createApi({
    baseUrl: 'http://x.test',
    requests: { get: new Request<unknown>({ method: 'GET', path: '/' }) },
  });
  const stream = new ReadableStream({ cancel });
  await api.get(stream);
  expect(cancel).toHaveBeenCalledTimes(1);
});
