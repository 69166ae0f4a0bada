// Values that exist in every runtime. `sent` is the expected body, or a test for it. Without `sent`, homing must
// reject it.
const hidden = new WeakMap();

class Point {
  x = 1;
}

class Money {
  constructor() {
    hidden.set(this, 5);
  }
  toJSON() {
    return { cents: hidden.get(this) };
  }
}

class Service {
  run() {}
}

const BYTES = [1, 2, 3, 4, 5, 6, 7, 8];
const binary = () => new Uint8Array(BYTES);
const bytesAsText = String.fromCharCode(...BYTES);

const TYPED = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
];

const form = () => {
  const made = new FormData();
  made.set('title', 'Holiday');
  made.set('photo', new File(['bytes'], 'beach.jpg', { type: 'image/jpeg' }));
  return made;
};

const isForm = (text, type) =>
  /^multipart\/form-data; ?boundary=/.test(type) &&
  ['name="title"', 'Holiday', 'filename="beach.jpg"', 'image/jpeg', 'bytes'].every((part) =>
    text.includes(part),
  );

const locked = () => {
  const stream = new Blob(['x']).stream();
  stream.getReader();
  return stream;
};

/** Skipped if the runtime doesn't have the class. */
const sharedBytes = () => (typeof SharedArrayBuffer === 'function' ? new SharedArrayBuffer(8) : undefined);

/** Yields one part and then waits. Calls `tell` when its `return()` is called. */
const idle = (tell) => {
  let parts = ['begun'];
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        parts.length > 0 ? Promise.resolve({ value: parts.pop(), done: false }) : new Promise(() => {}),
      return: () => {
        tell();
        return Promise.resolve({ done: true });
      },
    }),
  };
};

export const KINDS = [
  {
    name: 'plain object',
    make: () => ({ a: 1, at: new Date(0) }),
    sent: '{"a":1,"at":"1970-01-01T00:00:00.000Z"}',
  },
  { name: 'array', make: () => [1, 'a'], sent: '[1,"a"]' },
  { name: '`Map` with string keys', make: () => new Map([['a', 1]]), sent: '{"a":1}' },
  { name: 'class instance with fields', make: () => new Point(), sent: '{"x":1}' },
  { name: 'class instance with nothing but `toJSON()`', make: () => new Money(), sent: '{"cents":5}' },
  { name: '`null`, undefined', make: () => null, sent: '' },
  { name: 'string', make: () => 'héllo', sent: 'héllo' },
  { name: '`URLSearchParams`', make: () => new URLSearchParams({ a: 'b c' }), sent: 'a=b+c' },
  { name: '`FormData`', make: form, sent: isForm },
  { name: '`Blob`', make: () => new Blob(['blob']), sent: 'blob' },
  { name: '`File`', make: () => new File(['file'], 'a.txt'), sent: 'file' },
  { name: '`ArrayBuffer`', make: () => binary().buffer, sent: bytesAsText },
  ...TYPED.map((name) => ({
    name: `\`${name}\``,
    make: () => new globalThis[name](binary().buffer),
    sent: bytesAsText,
  })),
  { name: '`DataView`', make: () => new DataView(binary().buffer, 1, 3), sent: bytesAsText.slice(1, 4) },
  { name: '`ReadableStream`', make: () => new Blob(['stream']).stream(), sent: 'stream' },
  {
    name: 'async generator of bytes',
    make: async function* () {
      yield binary().subarray(0, 3);
      yield binary().subarray(3);
    },
    sent: bytesAsText,
  },
  {
    name: 'async generator of text',
    make: async function* () {
      yield 'hé';
      yield '€\ud83d';
      yield '\ude00';
    },
    sent: 'hé€😀',
  },
  {
    name: 'object with `Symbol.asyncIterator`',
    make: () => ({
      async *[Symbol.asyncIterator]() {
        yield 'iterated';
      },
    }),
    sent: 'iterated',
  },
  {
    name: 'async generator that throws midway',
    make: async function* () {
      yield 'a';
      throw new RangeError('midway');
    },
    fails: ({ kind, body }) => kind === 'network' && body?.message === 'midway',
  },
  {
    name: 'async generator of numbers',
    make: async function* () {
      yield 'a';
      yield 1;
    },
    fails: ({ kind, body }) =>
      kind === 'network' && String(body).includes('yielded a number: yield bytes or strings'),
  },
  { name: 'async iterable whose call passes its deadline', make: idle, timeout: 300, closes: true },
  { name: '`ReadableStream` that is locked', make: locked },
  { name: '`SharedArrayBuffer`', make: sharedBytes },
  { name: '`Set`', make: () => new Set([1]) },
  { name: '`Date`', make: () => new Date(0) },
  { name: '`Map` with other keys', make: () => new Map([[1, 1]]) },
  { name: 'class instance without fields', make: () => new Service() },
  { name: '`Promise`', make: () => Promise.resolve({ a: 1 }) },
  { name: '`Request`', make: () => new Request('http://localhost', { method: 'POST', body: 'x' }) },
  { name: '`Response`', make: () => new Response('x') },
  { name: 'generator', make: () => (function* () {})() },
  { name: 'function', make: () => () => 1 },
  { name: 'generator function', make: () => async function* () {} },
  { name: 'symbol', make: () => Symbol('s') },
  { name: 'bigint', make: () => 1n },
  { name: 'number', make: () => 1 },
  { name: 'boolean', make: () => true },
];
