import { afterEach, describe, expect, it } from '@jest/globals';
import { createApi, type ResponseReader, Request, type StandardSchemaV1 } from '../../lib/index.js';
import { events, graphqlEvents } from '../../lib/sse.js';
import { bytes, jsonLines, jsonSequence } from '../../lib/stream.js';
import { withLimit, withProgress } from '../../lib/transfer.js';
import type { Untyped } from '../support/capture.js';
import { optionNames } from '../support/option-names.js';

const explode = (): never => {
  throw new Error('read from Object.prototype');
};

/** What the language, the platform and the validators of other people read from Object.prototype, for everybody. */
const NOT_OURS: readonly string[] = [
  ...['constructor', 'then', 'toJSON', 'toString', 'value', 'issues'],
  // Of a property descriptor, a stream's source and an iterator.
  ...[
    'get',
    'set',
    'writable',
    'configurable',
    'enumerable',
    'start',
    'type',
    'autoAllocateChunkSize',
    'size',
  ],
];

const names = [...optionNames(), 'why', 'fatal', 'onError', 'failure', '{', 'custom'].filter(
  (name) => !NOT_OURS.includes(name),
);

const clean = (): void => {
  for (const name of names) Reflect.deleteProperty(Object.prototype, name);
};

afterEach(clean);

const EVENTS = [
  ': hi\n\nid: 7\ndata: {"n":1}\n\nevent: custom\ndata: {"n":2}\n\nevent: constructor\ndata: {"n":3}\n\n',
  'event: __proto__\ndata: {"n":4}\n\nevent: toString\ndata: {"n":5}\n\ndata: oops\n\n',
].join('');
const RESULTS = 'event: next\ndata: {"data":{"n":1}}\n\nevent: next\ndata: {"errors":[{"message":"a"}]}\n\n';
const LINES = '{"n":1}\noops\n{"n":2}';

/** Not one of a library: those read Object.prototype themselves. */
const N: StandardSchemaV1 = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value) =>
      typeof Object(value).n === 'number' ? { value } : { issues: [{ message: 'no number', path: [] }] },
  },
};

/** Made anew for each, as their options are read when they are made. */
const READERS: readonly (readonly [string, () => ResponseReader<unknown>, string])[] = [
  ['events without options', () => events(), EVENTS],
  ['events with none given', () => events({}), EVENTS],
  [
    'events with types',
    () => events({ types: { message: N, error: N } }),
    `${EVENTS}event: error\ndata: 1\n\n`,
  ],
  ['events that end with an error', () => events(), `${EVENTS}event: error\ndata: {"n":1}\n\n`],
  ['events with a schema', () => events({ schema: N }), EVENTS],
  ['events that reconnect', () => events({ reconnect: { max: 1, baseDelay: 0 } }), EVENTS],
  ['events of GraphQL', () => graphqlEvents(), `${RESULTS}event: complete\ndata:\n\n`],
  ['events of GraphQL that are cut', () => graphqlEvents({}), RESULTS],
  ['lines', () => jsonLines(), LINES],
  ['lines with none given', () => jsonLines({}), LINES],
  ['lines with a schema', () => jsonLines({ schema: N }), LINES],
  ['a sequence', () => jsonSequence(), '\u001e{"n":1}\n\u001e12'],
  ['bytes', () => bytes(), LINES],
  ['bytes as text', () => bytes({ maxSize: 1000 }), LINES],
];

/** Taken apart before the names are there: the platform reads its own options from Object.prototype. */
const bodyOf = (text: string): ReadableStream<Uint8Array> => {
  const chunks = [new TextEncoder().encode(text)];
  const source = Object.assign(Object.create(null) as object, {
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return new ReadableStream(source);
};

const headersOf = (init: Untyped): unknown[] => Object.entries(init.headers).sort();

/** What a reader comes to, and what it sends, with these names on Object.prototype. */
const under = async (
  polluted: readonly string[],
  value: unknown,
  make: () => ResponseReader<unknown>,
  text: string,
): Promise<string> => {
  const responses = [1, 2].map(
    () => new Response(bodyOf(text), { headers: { 'content-type': 'text/event-stream' } }),
  );
  const seen: unknown[] = [];
  const send = async (_url: string, init: RequestInit): Promise<Response> => {
    seen.push(headersOf(init), (init as Untyped).cache, (init as Untyped).maxResponseSize);
    return responses.shift() ?? Response.error();
  };
  for (const name of polluted)
    Object.defineProperty(Object.prototype, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  try {
    const fetch = withLimit({ maxResponseSize: 1e6, fetch: withProgress({ fetch: send }) });
    const api = createApi({
      baseUrl: 'http://a.test',
      fetch,
      requests: {
        read: new Request<Untyped, Untyped>({ method: 'GET', path: '/a', responseType: make() }),
      },
    });
    const { data, error } = await api.read();
    if (error) return `no stream: ${error.message}`;
    for await (const item of data) {
      const { error: failed, ...more } = item;
      seen.push(Object.entries(more));
      if (failed) seen.push([failed.kind, failed.message, failed.status, String(failed.body)]);
    }
    clean();
    return JSON.stringify(seen);
  } catch (thrown) {
    clean();
    return `threw ${String((thrown as Error).stack)}`;
  } finally {
    clean();
  }
};

describe('trap 6: a polluted Object.prototype changes nothing about a stream', () => {
  it.each(READERS)('of %s', async (_name, make, text) => {
    const expected = await under([], undefined, make, text);
    expect(expected).toMatch(/^\[/);
    for (const value of [true, 1, 'evil', '{"n":1}', { n: 1, custom: N }, explode, N]) {
      if ((await under(names, value, make, text)) === expected) continue;
      const found: string[] = [];
      for (const name of names) if ((await under([name], value, make, text)) !== expected) found.push(name);
      expect([typeof value, found]).toEqual([typeof value, []]);
    }
  });
});
