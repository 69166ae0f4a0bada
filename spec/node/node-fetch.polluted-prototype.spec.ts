import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

/** Names of options that platforms read, each with a value that would break the reader. */
const pollution: Readonly<Record<string, unknown>> = {
  info: true,
  status: 999,
  statusText: '\n',
  endings: 'elsewhere',
  start: 5,
  pull: 5,
  cancel: 5,
  type: 'elsewhere',
  size: 5,
  highWaterMark: -1,
  autoAllocateChunkSize: -1,
  chunkSize: -1,
  finishFlush: 99,
  maxOutputLength: 1,
  upgrade: 'elsewhere',
  blocking: 'elsewhere',
  dispatcher: {},
  maxResponseSize: 0,
  cookies: {},
  method: 'no method',
  headers: { 'no name': 'x' },
  body: 'x',
  integrity: 'sha256-x',
  redirect: 'elsewhere',
};

/** Options of Node's streams would break the server too. Set them one by one, and only for the call. */
const polluted = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
  Object.defineProperty(Object.prototype, name, {
    value: pollution[name],
    configurable: true,
    writable: true,
  });
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
};

afterEach(() => {
  for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
});

const large = 'x'.repeat(2_000_000);

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const body = await buffer(request);
  if (request.url === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('text'));
  else if (request.url === '/large')
    response.setHeader('content-encoding', 'deflate, gzip').end(gzipSync(deflateRawSync(large)));
  else response.end(body.length > 0 ? body : 'text');
};

const post = (body: unknown): RequestInit => ({ method: 'POST', body, duplex: 'half' }) as RequestInit;

const calls: readonly [string, (url: string) => Promise<unknown>, unknown][] = [
  ['text', async (url) => (await ownFetch()(url)).text(), 'text'],
  ['a Blob', async (url) => (await (await ownFetch()(url)).blob()).size, 4],
  ['a stream', async (url) => (await (await ownFetch()(url)).body!.getReader().read()).value?.length, 4],
  ['a clone', async (url) => (await ownFetch()(url)).clone().text(), 'text'],
  ['gzip', async (url) => (await ownFetch()(`${url}/gzip`)).text(), 'text'],
  [
    'large content in deflate and gzip',
    async (url) => (await (await ownFetch()(`${url}/large`)).text()).length,
    large.length,
  ],
  ['a Blob body', async (url) => (await ownFetch()(url, post(new Blob(['sent'])))).text(), 'sent'],
];

describe.each(Object.keys(pollution))('nodeFetch with %s on Object.prototype', (name) => {
  it.each(calls)('makes a correct call: %s', async (_, call, expected) => {
    const { url } = await serve(answer);
    const outcome = await polluted(name, () => call(url));
    expect(outcome).toBe(expected);
  });

  it('sends a form completely', async () => {
    const form = new FormData();
    form.append('a', 'b');
    const { url } = await serve(answer);
    expect(await polluted(name, async () => (await ownFetch()(url, post(form))).text())).toContain(
      'name="a"',
    );
  });
});
