import type { RequestListener } from 'node:http';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { closed, ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const MB = 1024 * 1024;

/** Writes until the client closes the connection. */
const endless: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', write);
  write();
};

const zeros = Buffer.alloc(20 * MB);
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const bombs = [
  ['gzip', gzipSync(zeros)],
  ['deflate', deflateSync(zeros)],
  ['br', brotliCompressSync(zeros, fast)],
] as const;

const reads: readonly [string, (response: Response) => Promise<unknown>][] = [
  ['text', (response) => response.text()],
  ['json', (response) => response.json()],
  ['arrayBuffer', (response) => response.arrayBuffer()],
  ['blob', (response) => response.blob()],
  ['formData', (response) => response.formData()],
  [
    'a stream',
    async ({ body }) => {
      const reader = body!.getReader();
      while (!(await reader.read()).done);
    },
  ],
];

const tooLarge = {
  name: 'TypeError',
  message: expect.stringMatching(/exceeds 1048576 bytes.*maxResponseSize/),
};

describe.each(reads)('a body that is read as %s', (_, read) => {
  it('ends at the limit and closes the connection (trap 14: CVE-2026-44488)', async () => {
    let hungUp: Promise<void> | undefined;
    const { url } = await serve((request, response) => {
      hungUp = closed(request);
      endless(request, response);
    });
    const response = await ownFetch({ maxResponseSize: MB })(url);
    await expect(read(response)).rejects.toMatchObject(tooLarge);
    await hungUp;
  });

  it.each(bombs)(
    'ends at the limit of decompressed bytes for %s (trap 15: CVE-2026-22036)',
    async (coding, bomb) => {
      const { url } = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': coding }).end(bomb);
      });
      const response = await ownFetch({ maxResponseSize: MB })(url);
      await expect(read(response)).rejects.toMatchObject(tooLarge);
    },
  );
});

describe('a body that is compressed several times', () => {
  it('is rejected before it is read (trap 15: CVE-2026-22036)', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': Array(1000).fill('gzip').join(', ') }).end('x');
    });
    await expect(ownFetch()(url)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/at most 5/) },
    });
  });

  it('ends at the limit if its inner layer is a bomb (trap 15: CVE-2026-22036)', async () => {
    const bomb = gzipSync(bombs[0][1]);
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb);
    });
    await expect((await ownFetch({ maxResponseSize: MB })(url)).text()).rejects.toMatchObject(tooLarge);
  });
});

/** gzip without content, padded to this size with empty blocks. */
const hollow = (size: number): Buffer => {
  const empty = gzipSync('');
  const block = [0, 0, 0, 0xff, 0xff];
  return Buffer.concat([empty.subarray(0, 10), Buffer.alloc(size, Buffer.from(block)), empty.subarray(10)]);
};

const packed: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  'deflate without its header': (bytes) => deflateRawSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, fast),
};

describe.each([
  ['gzip', 'gzip'],
  ['gzip', 'br'],
  ['br', 'gzip'],
  ['deflate', 'deflate without its header'],
])('a body that is large only between its codings, %s and %s', (inner, outer) => {
  const bomb = packed[outer]!(packed[inner]!(hollow(5 * MB)));
  const codings = ['gzip', inner, outer].map((name) => name.split(' ')[0]).join(', ');

  it.each(reads.filter(([name]) => /text|stream/.test(name)))(
    'ends at the limit when it is read as %s',
    async (_, read) => {
      const { url } = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': codings }).end(bomb);
      });
      await expect(read(await ownFetch({ maxResponseSize: MB })(url))).rejects.toMatchObject(tooLarge);
      await expect(read(await ownFetch({ maxResponseSize: 6 * MB })(url))).resolves.not.toThrow();
    },
  );
});

describe('the option maxResponseSize', () => {
  it('accepts a body that is exactly as large as the limit, plain and compressed', async () => {
    const { url } = await serve((request, response) => {
      const body = 'x'.repeat(MB);
      if (request.url === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
      else response.end(body);
    });
    const fetch = ownFetch({ maxResponseSize: MB });
    for (const path of ['/', '/gzip']) expect(await (await fetch(url + path)).text()).toHaveLength(MB);
  });

  it('can be Infinity', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(MB)));
    expect(await (await ownFetch({ maxResponseSize: Infinity })(url)).text()).toHaveLength(MB);
  });
});

describe('maxResponseSize in the init of a request', () => {
  it('overrides the limit of nodeFetch, also for a Request and a data: URL', async () => {
    const { url } = await serve((_request, response) => response.end('x'.repeat(20)));
    const fetch = ownFetch({ maxResponseSize: 10 });
    const data = `data:text/plain,${'x'.repeat(20)}`;
    for (const input of [url, new Request(url), data]) {
      expect(await (await fetch(input, { maxResponseSize: 20 })).text()).toHaveLength(20);
      await expect((await fetch(input, { maxResponseSize: 19 })).text()).rejects.toThrow(/19 bytes/);
    }
  });

  it.each([-1, NaN, '5', {}])('rejects %o by name', async (maxResponseSize) => {
    const sent = ownFetch()('http://127.0.0.1:2/', { maxResponseSize } as never);
    await expect(sent).rejects.toThrow(/^maxResponseSize is .*: pass 0 or more/);
  });
});
