import { describe, expect, it } from 'vitest';
import { ownFetch } from '../support/node-server.js';

const url = 'http://127.0.0.1:2/';

const stream = (): ReadableStream => new ReadableStream();
const send = (init: object): Promise<unknown> => ownFetch()(url, init);
const post = (body: unknown, init: object = {}): Promise<unknown> =>
  send({ method: 'POST', body, duplex: 'half', ...init });

/** Later versions of the platform's fetch would send an empty body by mistake. */
const givenAway = (): Uint8Array<ArrayBuffer> => {
  const view = new Uint8Array([120]);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
};

describe('nodeFetch', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a stream with keepalive', () => post(stream(), { keepalive: true }), /keepalive/],
    ['a generator with keepalive', () => post((async function* () {})(), { keepalive: true }), /keepalive/],
    ['a Symbol', () => post(Symbol('x')), /body .*symbol/],
    ['a SharedArrayBuffer', () => post(new SharedArrayBuffer(1)), /SharedArrayBuffer/],
    [
      'a view of a SharedArrayBuffer',
      () => post(new Uint8Array(new SharedArrayBuffer(1))),
      /SharedArrayBuffer/,
    ],
    ['a transferred ArrayBuffer', () => post(givenAway().buffer), /detached/],
    ['a view of a transferred ArrayBuffer', () => post(givenAway()), /detached/],
    ['an object as the signal', () => send({ signal: {} }), /signal .*AbortSignal/],
    ['a number as the signal', () => send({ signal: 0 }), /signal .*AbortSignal/],
    ['an unknown duplex', () => post(stream(), { duplex: 'full' }), /duplex is 'full': pass 'half'/],
    ['a stream without duplex', () => post(stream(), { duplex: undefined }), /needs duplex: 'half'/],
    ['an unknown duplex with a string body', () => post('x', { duplex: 'bad' }), /: pass 'half'/],
    ['an unknown duplex without a body', () => send({ duplex: null }), /duplex is 'null': pass 'half'/],
    ['a Symbol as the duplex', () => send({ duplex: Symbol('x') }), /duplex is a symbol: pass a string/],
    ['a Symbol as the method', () => send({ method: Symbol('x') }), /method/],
    ['a Symbol as the integrity', () => send({ integrity: Symbol('x') }), /integrity/],
    ['an object as the method', () => send({ method: {} }), /is not a method/],
  ])('rejects %s by name', async (_, call, said) => {
    await expect(call()).rejects.toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(said),
    });
  });
});
