import { fails, ok, refuses, same } from './expect.mjs';
import { json, needs } from './kit.mjs';

const post = async (t, value, headers) => {
  const { call, sent } = t.stub({ method: 'POST', headers });
  const { error } = await call(value);
  if (error) throw error.body;
  return { body: sent[0].body, type: sent[0].headers.get('content-type'), init: sent[0].init };
};

const streamOf = (text) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

const OCTETS = 'application/octet-stream';

export const bodies = {
  async 'sends a string as text'(t) {
    const { body, type } = await post(t, 'héllo');
    same([body, type], ['héllo', 'text/plain']);
  },

  async 'sends FormData as it is and leaves its type to the runtime'(t) {
    const form = new FormData();
    form.append('a', '1');
    const { body, type } = await post(t, form);
    ok(body === form, 'the body is the form itself');
    same(type, null);
  },

  async 'sends URLSearchParams as it is'(t) {
    const search = new URLSearchParams({ a: '1' });
    const { body, type } = await post(t, search);
    ok(body === search, 'the body is the params themselves');
    same(type, 'application/x-www-form-urlencoded');
  },

  async 'sends a Blob as octets, whatever its own type'(t) {
    const blob = new Blob(['x'], { type: 'image/png' });
    const { body, type } = await post(t, blob);
    ok(body === blob, 'the body is the Blob itself');
    same(type, OCTETS);
  },

  'sends a File as octets': needs(['File'], async (t) => {
    const file = new File(['x'], 'x.txt', { type: 'text/plain' });
    const { body, type } = await post(t, file);
    ok(body === file, 'the body is the File itself');
    same(type, OCTETS);
  }),

  async 'sends an ArrayBuffer, typed arrays and a DataView as octets'(t) {
    const { buffer } = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const value of [
      buffer,
      new Uint8Array(buffer, 2, 3),
      new Float32Array(buffer),
      new BigInt64Array(buffer),
      new DataView(buffer),
    ]) {
      const { body, type } = await post(t, value);
      ok(body === value, 'the body is the value itself');
      same(type, OCTETS);
    }
  },

  'sends a ReadableStream with duplex half': needs(['ReadableStream'], async (t) => {
    const stream = streamOf('x');
    const { body, type, init } = await post(t, stream);
    ok(body === stream, 'the body is the stream itself');
    same([type, init.duplex], [OCTETS, 'half']);
  }),

  'refuses to send a stream a second time': needs(['ReadableStream'], async (t) => {
    const { call, sent } = t.stub({ method: 'POST' }, () => json({}, 500));
    const first = await call(streamOf('x'));
    fails(first, 'http');
    const error = refuses(await first.retry(), 'ReadableStream');
    same([error.status, sent.length], [0, 1]);
  }),

  async 'keeps a Content-Type that the caller sets, at any level'(t) {
    same(
      (await post(t, { a: 1 }, { 'Content-Type': 'application/merge-patch+json' })).type,
      'application/merge-patch+json',
    );
    const { call, sent } = t.stub({ method: 'POST' });
    await call(new Blob(['x']), { headers: { 'content-type': 'image/png' } });
    same(sent[0].headers.get('content-type'), 'image/png');
  },

  async 'writes nested Dates as JSON has them and nested Maps as {}'(t) {
    const { body } = await post(t, { at: new Date(0), map: new Map([['a', 1]]) });
    same(body, '{"at":"1970-01-01T00:00:00.000Z","map":{}}');
  },

  async 'sends null and undefined as no body'(t) {
    for (const value of [null, undefined, {}]) {
      const { body, type } = await post(t, value);
      same([body, type], [null, null]);
    }
  },

  async 'asks body strategies of the user first'(t) {
    const strategy = {
      accepts: (value) => value instanceof Set,
      encode: (value) => ({ body: [...value].join(), contentType: 'text/csv' }),
    };
    const { call, sent } = t.stub({ method: 'POST' }, undefined, { bodyStrategies: [strategy] });
    await call(new Set([1, 2]));
    same([sent[0].body, sent[0].headers.get('content-type')], ['1,2', 'text/csv']);
  },

  async 'gives fetch an init that inherits nothing'(t) {
    const { init } = await post(t, { a: 1 });
    Object.prototype.polluted = 'yes';
    try {
      same(init.polluted, undefined);
    } finally {
      delete Object.prototype.polluted;
    }
  },
};
