import { describe, expect, it } from 'vitest';
import { ownFetch } from '../support/node-server.js';

const url = 'http://127.0.0.1:2/';

const stream = (): ReadableStream => new ReadableStream();
const send = (init: object): Promise<unknown> => ownFetch()(url, init);
const post = (body: unknown, init: object = {}): Promise<unknown> =>
  send({ method: 'POST', body, duplex: 'half', ...init });

/** Later versions of the platform's fetch would send an empty body, which nobody means. */
const givenAway = (): Uint8Array<ArrayBuffer> => {
  const view = new Uint8Array([120]);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
};

describe('what can not be sent is refused by name', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a stream with keepalive', () => post(stream(), { keepalive: true }), /keepalive/],
    ['a generator with keepalive', () => post((async function* () {})(), { keepalive: true }), /keepalive/],
    ['a Symbol', () => post(Symbol('x')), /body .*symbol/],
    ['a SharedArrayBuffer', () => post(new SharedArrayBuffer(1)), /SharedArrayBuffer/],
    ['a view of one', () => post(new Uint8Array(new SharedArrayBuffer(1))), /SharedArrayBuffer/],
    ['bytes that were given away', () => post(givenAway().buffer), /detached/],
    ['a view of such', () => post(givenAway()), /detached/],
    ['a signal that is none', () => send({ signal: {} }), /signal .*AbortSignal/],
    ['a number for a signal', () => send({ signal: 0 }), /signal .*AbortSignal/],
    ['a duplex that is none', () => post(stream(), { duplex: 'full' }), /duplex is 'full': pass 'half'/],
    ['no duplex for a stream', () => post(stream(), { duplex: undefined }), /needs duplex: 'half'/],
    ["another's duplex, with text", () => post('x', { duplex: 'bad' }), /: pass 'half'/],
    ["another's duplex, with no body", () => send({ duplex: null }), /duplex is 'null': pass 'half'/],
    ['a Symbol for the duplex', () => send({ duplex: Symbol('x') }), /duplex is a symbol: pass a string/],
    ['a Symbol for the method', () => send({ method: Symbol('x') }), /method/],
    ['a Symbol for the integrity', () => send({ integrity: Symbol('x') }), /integrity/],
    ['an object for the method', () => send({ method: {} }), /is not a method/],
  ])('%s', async (_, call, said) => {
    await expect(call()).rejects.toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(said),
    });
  });
});
