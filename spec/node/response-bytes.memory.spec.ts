import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'esbuild';
import { startRawServer } from '../support/raw-server.js';
import type { LocalServer } from '../support/start-server.cjs';

/** Bytes of a body, each of which comes as a chunk of its own. */
const BYTES = 200_000;
/** What the process may have for its objects, in MB. Node itself takes some 6. */
const HEAP = 16;

/** Reads what the address gives in one way, and prints how many bytes that were. */
const PROGRAM = `
// The timer makes a slow reader: it reads at most one chunk in each millisecond.
import { nodeFetch } from './lib/entries/node.js';

const [url, way] = process.argv.slice(2);
const reads = {
  text: async (answer) => (await answer.text()).length,
  'a stream that was touched': async (answer) => answer.body && (await answer.text()).length,
  'a clone': async (answer) => (await answer.clone().text()).length,
  'a stream whose reader is slow': async ({ body }) => {
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
  // Stored, so that it comes as as many bytes.
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

describe('a body in chunks of one byte costs its bytes, and no object for each', () => {
  it.each(['text', 'a stream that was touched', 'a clone', 'a stream whose reader is slow'])(
    'read as %s',
    async (way) => {
      expect(await readIn(plain.url, way)).toBe(String(BYTES));
    },
  );

  it('read as text that was compressed', async () => {
    expect(await readIn(gzipped.url, 'text')).toBe(String(BYTES));
  });
});
