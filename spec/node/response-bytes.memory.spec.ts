import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'esbuild';
import { startRawServer } from '../support/raw-server.js';
import type { LocalServer } from '../support/start-server.cjs';

/** Size of the body in bytes. Each byte is a separate chunk. */
const BYTES = 200_000;
/** Heap limit of the process in MB. Node itself needs about 6. */
const HEAP = 16;

/** Reads the response of the URL in one way, and prints its size in bytes. */
const PROGRAM = `
// The timer makes a slow reader: it reads at most one chunk in each millisecond.
import { nodeFetch } from './lib/entries/node.js';

const [url, way] = process.argv.slice(2);
const reads = {
  text: async (answer) => (await answer.text()).length,
  'text after its stream was accessed': async (answer) => answer.body && (await answer.text()).length,
  'a clone': async (answer) => (await answer.clone().text()).length,
  'a stream with a slow reader': async ({ body }) => {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return size;
  },
};
const answer = await nodeFetch()(url);
process.stdout.write(String(await reads[way](answer)), () => process.exit());
`;

let program = '';
let plain: LocalServer;
let gzipped: LocalServer;

const serve = (bytes: Buffer, headers = ''): Promise<LocalServer> => {
  const chunks = Array.from(bytes, (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
  return startRawServer(
    `HTTP/1.1 200 OK\r\nconnection: close\r\n${headers}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  );
};

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd(), sourcefile: join(process.cwd(), 'program.mjs') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  program = outputFiles[0]!.text;
  plain = await serve(Buffer.alloc(BYTES, 'x'));
  // Stored without compression, so that the number of bytes stays the same.
  gzipped = await serve(gzipSync(Buffer.alloc(BYTES, 'x'), { level: 0 }), 'content-encoding: gzip\r\n');
});

afterAll(() => Promise.all([plain, gzipped].map((server) => server.close())));

const readIn = async (url: string, way: string): Promise<string> => {
  const limits = [`--max-old-space-size=${HEAP}`, '--max-semi-space-size=1'];
  const child = spawn(process.execPath, [...limits, '--input-type=module', '-', url, way], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 25_000,
  });
  child.stdin.end(program);
  return text(child.stdout);
};

describe('a body in chunks of one byte needs memory for its bytes, and no object for each', () => {
  it.each(['text', 'text after its stream was accessed', 'a clone', 'a stream with a slow reader'])(
    'when it is read as %s',
    async (way) => {
      expect(await readIn(plain.url, way)).toBe(String(BYTES));
    },
  );

  it('when it is compressed and read as text', async () => {
    expect(await readIn(gzipped.url, 'text')).toBe(String(BYTES));
  });
});
