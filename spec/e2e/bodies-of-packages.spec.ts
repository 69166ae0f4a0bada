import { EventEmitter } from 'node:events';
import { Readable, Stream } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import FormDataPackage from 'form-data';
import { FormData as UndiciForm } from 'undici';
import { createApi, Request as Endpoint } from '../../lib/index.js';
import { nodeFetch } from '../../lib/entries/node.js';
import { placed } from '../../lib/entries/openapi.js';
import { callOnce } from '../support/client.js';
import { refusal } from '../support/refusal.js';
import { type LocalServer, startServer } from '../support/start-server.cjs';

const told = async (params: unknown): Promise<string> =>
  refusal(await callOnce({ method: 'POST', params })).body.message;

class Emitter extends EventEmitter {
  readonly id = 7;
}

const OF_PLATFORM = 'pass a platform body: FormData, a Blob, a stream or bytes.';

describe('params from another package that look like a body (rules.md#bodies)', () => {
  it.each<[string, unknown, string]>([
    ['a form from the package form-data', new FormDataPackage(), `params is a FormData: ${OF_PLATFORM}`],
    ['a legacy stream', new Stream(), `params is a Stream: ${OF_PLATFORM}`],
    ['an emitter', new Emitter(), `params is an Emitter: ${OF_PLATFORM}`],
    ['a promise', Promise.resolve({ a: 1 }), 'params is a Promise: pass an object'],
    ['a Request', new Request('http://x.test'), 'params is a Request: pass an object'],
    ['a Response', new Response('x'), 'params is a Response: pass an object'],
    ['a SharedArrayBuffer', new SharedArrayBuffer(2), 'params is a SharedArrayBuffer: pass an object'],
    [
      'a generator',
      (function* () {})(),
      'params is a Generator: pass an object, array, string or a body such as FormData.',
    ],
    ['a generator function', async function* () {}, 'params is a function: pass an object'],
    ['a function', () => {}, 'params is a function: pass an object'],
    ['a symbol', Symbol('s'), 'params is a symbol: pass an object'],
    ['a bigint', 1n, 'params is a bigint: pass an object'],
  ])('are rejected by name: %s', async (_kind, params, message) => {
    expect(await told(params)).toContain(message);
  });

  it('are rejected by name if place makes them the body', async () => {
    const refused = await callOnce({
      method: 'POST',
      params: {},
      place: placed(() => ({ body: new Emitter() })),
    });
    expect(refusal(refused).body.message).toContain(`body is an Emitter: ${OF_PLATFORM}`);
  });

  it.each<[object]>([
    [{ url: 'https://x.test/hook', method: 'POST', headers: { a: 'b' }, data: { a: 1 }, body: 'text' }],
    [{ data: [1, 2], params: { a: 1 } }],
    [{ on: true, emit: ['a'], pipe: 'x' }],
    [[{ a: 1 }]],
  ])('are sent as JSON if they only share member names with a stream or a response: %j', async (params) => {
    expect((await callOnce({ method: 'POST', params })).body).toBe(JSON.stringify(params));
  });

  it('are serialized by JSON.stringify if they are nested in an object', async () => {
    const params = { title: 'a', file: Object.assign(new Emitter(), { toJSON: () => 'seven' }) };
    expect((await callOnce({ method: 'POST', params })).body).toBe('{"title":"a","file":"seven"}');
    const stream = new ReadableStream();
    expect((await callOnce({ method: 'POST', params: { streams: [stream] } })).body).toBe('{"streams":[{}]}');
    expect(stream.locked).toBe(false);
  });

  it('are encoded by a body strategy of the user that accepts them', async () => {
    const strategy = {
      accepts: (value: unknown) => value instanceof Emitter,
      encode: () => ({ body: 'x', contentType: null }),
    };
    expect(
      (
        await callOnce({
          method: 'POST',
          params: new Emitter(),
          client: { bodyStrategies: [strategy] },
        })
      ).body,
    ).toBe('x');
  });
});

describe('a native body (rules.md#bodies)', () => {
  let server: LocalServer;

  beforeAll(async () => {
    server = await startServer((request, response) => {
      void buffer(request).then((body) => {
        const type = request.headers['content-type'];
        response.end(JSON.stringify({ type, text: body.toString('latin1') }));
      });
    });
  });

  afterAll(() => server.close());

  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));

  describe.each([
    ['the global fetch', undefined],
    ['nodeFetch', nodeFetch()],
  ])('sent with %s', (_name, fetch) => {
    const send = async (params: unknown): Promise<{ type: string; text: string } | null> => {
      const api = createApi({
        baseUrl: server.url,
        fetch,
        requests: {
          send: new Endpoint<unknown, { type: string; text: string }>({ method: 'POST', path: '/' }),
        },
      });
      return (await api.send(params)).data;
    };

    it.each<[string, () => unknown]>([
      ['a Buffer', () => bytes],
      ['a part of a larger ArrayBuffer', () => Buffer.concat([bytes, bytes]).subarray(256)],
      ['an ArrayBuffer', () => new Uint8Array(bytes).buffer],
      ['a DataView', () => new DataView(new Uint8Array(bytes).buffer)],
      ['a Blob', () => new Blob([bytes])],
      ['a ReadableStream', () => new Blob([bytes]).stream()],
      ['a Readable', () => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)])],
    ])('arrives byte for byte: %s', async (_kind, make) => {
      expect(await send(make())).toEqual({
        type: 'application/octet-stream',
        text: bytes.toString('latin1'),
      });
    });

    it.each<[string, () => FormData]>([
      ['the platform', () => new FormData()],
      ['undici', () => new UndiciForm() as unknown as FormData],
    ])('arrives with its fields and files: a form from %s', async (_whose, make) => {
      const form = make();
      form.append('a', '1');
      form.append('file', new File([bytes], 'x.bin'));
      const { type, text } = (await send(form))!;
      expect(type).toMatch(/^multipart\/form-data; boundary=/);
      expect(text).toContain('name="a"\r\n\r\n1\r\n');
      expect(text).toContain(`filename="x.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`);
      expect(text).toContain(bytes.toString('latin1'));
    });
  });

  it('is passed to fetch without copying it', async () => {
    for (const params of [new FormData(), new Blob(['x']), new File(['x'], 'x'), bytes])
      expect((await callOnce({ method: 'POST', params })).body).toBe(params);
  });

  it('is the same object when the Result is retried', async () => {
    const { result, requests } = await callOnce({ method: 'POST', params: bytes });
    await result.retry();
    expect(requests.map(({ body }) => body)).toEqual([bytes, bytes]);
    expect(requests.every(({ body }) => body === bytes)).toBe(true);
  });
});
