import { EventEmitter } from 'node:events';
import { Stream } from 'node:stream';
import axios from 'axios';
import { describe, expect, it } from '@jest/globals';
import FormDataPackage from 'form-data';
import { FormData as UndiciForm } from 'undici';
import { post } from '../support/capture.js';
import { refusal } from '../support/refusal.js';

const told = async (params: unknown): Promise<string> => refusal(await post('/items', params)).body.message;

class Emitter extends EventEmitter {
  readonly id = 7;
}

/** As the package bl has it. */
class BufferList {
  readonly _bufs = [Buffer.from('a')];
  readonly length = 1;
  slice(): Buffer {
    return Buffer.concat(this._bufs);
  }
}

describe('what is a body for somebody else (rules.md#bodies)', () => {
  it.each<[string, unknown, string]>([
    [
      'the form of form-data',
      new FormDataPackage(),
      "params is a FormData: pass the platform's own FormData",
    ],
    ['an old stream', new Stream(), 'params is a Stream: pass a Readable, an async iterable'],
    ['an emitter', new Emitter(), 'params is an Emitter: pass what it gives as an async iterable'],
    ['a plain emitter', { on: () => {}, emit: () => {} }, 'params is an Object: pass what it gives'],
    ['a list of buffers of bl', new BufferList(), 'params is a BufferList: pass its bytes'],
    [
      'an array of buffers',
      [Buffer.from('a'), Buffer.from('b')],
      'params is a list of bytes: pass them as one',
    ],
    ['a promise', Promise.resolve({ a: 1 }), 'params is a Promise: pass what it resolves with'],
    ['a Request', new Request('http://x.test'), 'params is a Request: pass what is in it'],
    ['a Response', new Response('x'), 'params is a Response: pass what is in it'],
    ['shared memory', new SharedArrayBuffer(2), 'params is a SharedArrayBuffer: pass a copy of its bytes'],
    ['a generator', (function* () {})(), 'params is a Generator: pass an array, or an async generator'],
    [
      'a generator function',
      async function* () {},
      'params is a function: pass what it gives when it is called',
    ],
    ['a function', () => {}, 'params is a function: pass an object'],
    ['a symbol', Symbol('s'), 'params is a symbol: pass an object'],
    ['a bigint', 1n, 'params is a bigint: pass an object'],
  ])('is refused by name: %s', async (_kind, params, message) => {
    expect(await told(params)).toContain(message);
  });

  it.each<[string, object]>([
    ['with a form as its data', { url: '/x', method: 'post', data: new FormData() }],
    ['as axios keeps it', { ...axios.defaults, url: '/x', method: 'post', data: '{}' }],
    ['with a signal', { method: 'POST', signal: new AbortController().signal, data: {} }],
    ['of fetch', { method: 'POST', headers: {}, body: new Uint8Array(1) }],
    ['with progress', { headers: {}, data: { a: 1 }, onUploadProgress: () => {} }],
  ])('is refused when it is the options of a request %s', async (_kind, params) => {
    expect(await told(params)).toContain('params has the form of the options of a request (an axios config');
  });

  it.each<[object]>([
    [{ url: 'https://x.test/hook', method: 'POST', headers: { a: 'b' }, data: { a: 1 }, body: 'text' }],
    [{ data: [1, 2], params: { a: 1 } }],
    [{ on: true, emit: ['a'], pipe: 'x' }],
    [[{ a: 1 }]],
  ])('is not what only has such names: %j', async (params) => {
    expect((await post('/items', params)).body).toBe(JSON.stringify(params));
  });

  it.each<[string, unknown, string]>([
    ['a stream', new ReadableStream(), 'The param "file" is a ReadableStream: pass it alone as the params'],
    ['an async generator', (async function* () {})(), 'The param "file" is an AsyncGenerator: pass it alone'],
    ['a form of form-data', new FormDataPackage(), 'The param "file" is a FormData: pass the platform'],
    ['an emitter', new Emitter(), 'The param "file" is an Emitter: pass what it gives'],
  ])('is refused inside of an object too: %s', async (_kind, file, message) => {
    expect(await told({ title: 'a', file })).toContain(message);
  });

  it('is JSON where its toJSON says so', async () => {
    const file = Object.assign(new Emitter(), { toJSON: () => 'seven' });
    expect((await post('/items', { file })).body).toBe('{"file":"seven"}');
  });

  it('is for a strategy of the user to take', async () => {
    const strategy = {
      accepts: (value: unknown) => value instanceof Emitter,
      encode: () => ({ body: 'x', contentType: null }),
    };
    expect((await post('/items', new Emitter(), { client: { bodyStrategies: [strategy] } })).body).toBe('x');
  });
});

/** As the packages fetch-blob and formdata-node have them. */
class PackageBlob {
  readonly size = 1;
  get [Symbol.toStringTag](): string {
    return 'Blob';
  }
}

class PackageFile extends PackageBlob {
  override get [Symbol.toStringTag](): string {
    return 'File';
  }
}

class PackageForm {
  *[Symbol.iterator](): Generator<[string, unknown]> {
    yield ['photo', new PackageFile()];
  }
  get [Symbol.toStringTag](): string {
    return 'FormData';
  }
}

describe('forms and blobs of a package, which fetch would send the name of (rules.md#bodies)', () => {
  it('are sent as a form of the platform', async () => {
    const form = new UndiciForm();
    form.append('a', '1');
    form.append('file', new File(['x'], 'x.txt'));
    const { body } = await post('/items', form);
    expect(body).toBeInstanceOf(FormData);
    expect((body as FormData).get('a')).toBe('1');
    expect((body as FormData).get('file')).toMatchObject({ name: 'x.txt' });
  });

  it.each<[string, object, string]>([
    ['a blob', new PackageBlob(), 'params is a PackageBlob: pass its bytes, or a Blob of the platform'],
    ['a file', new PackageFile(), 'params is a PackageFile: pass its bytes'],
    ['a file in a form', new PackageForm(), 'The field "photo" is a PackageFile: pass its bytes'],
  ])('are refused where they can not be read at once: %s', async (_kind, params, message) => {
    expect(refusal(await post('/items', params)).body.message).toContain(message);
  });

  it('alone: what the platform made is sent as it is', async () => {
    for (const params of [new FormData(), new Blob(['x']), new File(['x'], 'x')])
      expect((await post('/items', params)).body).toBe(params);
  });
});
