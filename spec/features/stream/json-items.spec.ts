import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, retryMiddleware } from '../../../lib/index.js';
import {
  type FailedItem,
  type Item,
  type ItemStream,
  jsonLines,
  jsonSequence,
} from '../../../lib/entries/stream.js';
import { bodyOf, nextOf, pieces, rest, streamed } from '../../support/streamed.js';
import { CHUNK_SIZES, utf8 } from '../../support/framed.js';
import { turn } from '../../support/streaming.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ROWS = '{"id":1}\n{"id":2}\n{"id":3}\n';
const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];

/** Accepts numbers, rejects other values with an issue, and throws at 13. */
const numbers = {
  '~standard': {
    version: 1 as const,
    vendor: 'spec',
    validate: (value: unknown) => {
      if (value === 13) throw new RangeError('bad luck with 13');
      if (typeof value === 'number') return { value: value * 10 };
      return { issues: [{ message: 'no number', path: ['n'] }] };
    },
  },
};

/** A client whose responses have this string as their body. */
const answered = <T>(
  reader: Parameters<typeof streamed<T>>[0],
  text: string,
  {
    size = Infinity,
    init,
    ...setup
  }: { size?: number; init?: ResponseInit } & Parameters<typeof streamed<T>>[1] = {},
) =>
  streamed<T>(reader, {
    fetch: async () => new Response(bodyOf(pieces(utf8(text), size)).stream, init),
    ...setup,
  });

describe.each(CHUNK_SIZES)('from chunks of %s bytes', (size) => {
  it('jsonLines returns each line as an item', async () => {
    const stream = await answered(jsonLines(), `\ufeff${ROWS}\r\n\n"é😀"`, { size }).open();
    expect(await rest(stream)).toEqual([...rows, 'é😀']);
  });

  it('jsonSequence returns each string as an item', async () => {
    const stream = await answered(jsonSequence(), '\u001e{"id":\n1}\n\u001e"é😀"\n\u001e12', { size }).open();
    expect(await rest(stream)).toEqual([{ id: 1 }, 'é😀', 'parse']);
  });

  it('an item that is not JSON is a parse item, and the next follows', async () => {
    const stream = await answered(jsonLines(), '1\n{oops\n3\n', { size }).open();
    expect(await rest(stream)).toEqual([1, 'parse', 3]);
  });

  it('an item over maxItemSize is the last, after the items before it', async () => {
    const stream = await answered(jsonLines({ maxItemSize: 4 }), '1\n1234\n12345\n6\n', { size }).open();
    expect(await rest(stream)).toEqual([1, 1234, 'parse!']);
  });

  it('an item that is cut at the end is a parse item if it is not JSON', async () => {
    expect(await rest(await answered(jsonLines(), '1\n{"id":', { size }).open())).toEqual([1, 'parse']);
  });
});

describe('an invalid item (rules.md#streams)', () => {
  const second = async (reader: Parameters<typeof streamed>[0], text: string) => {
    const { open, onError } = answered(reader, text);
    const stream = (await open()) as ItemStream<Item<unknown>>;
    await stream.next();
    const { value } = await stream.next();
    expect(await rest(stream)).toHaveLength(1);
    expect(onError).not.toHaveBeenCalled();
    return value as FailedItem;
  };

  it('that is not JSON contains its string, and an error that quotes nothing of it', async () => {
    const item = await second(jsonLines(), '1\n{"token":"s3cret"oops\n3');
    expect(item).toMatchObject({ data: null, ended: false, raw: '{"token":"s3cret"oops' });
    expect(item.error).toBeInstanceOf(ApiError);
    expect(item.error).toMatchObject({ kind: 'parse', status: 200, endpoint: 'read' });
    expect(item.error.message).toBe("GET /rows sent an item that isn't JSON");
    expect(JSON.stringify(item.error)).not.toContain('s3cret');
    expect(item.error.cause).toBeInstanceOf(SyntaxError);
  });

  it('that the schema rejects contains the issues, with their paths in the message', async () => {
    const item = await second(jsonLines({ schema: numbers }), '1\n"s3cret"\n3');
    expect(item).toMatchObject({ ended: false, raw: '"s3cret"' });
    expect(item.error.issues).toEqual([{ message: 'no number', path: ['n'] }]);
    expect(item.error.message).toBe('GET /rows returned 200, but the item has 1 problem, at n');
  });

  it('whose validator throws has the thrown error as its cause', async () => {
    const item = await second(jsonLines({ schema: numbers }), '1\n13\n3');
    expect(item).toMatchObject({ ended: false, raw: '13', error: { kind: 'parse' } });
    expect(item.error.cause).toEqual(new RangeError('bad luck with 13'));
    expect(item.error.message).toBe('GET /rows returned 200, but its schema failed: RangeError');
  });

  it('whose parse throws has the name of the error in its message', async () => {
    const parse = (text: string): string => {
      if (text === '2') throw new RangeError('s3cret');
      return text;
    };
    const item = await second(jsonLines({ parse }), '1\n2\n3');
    expect(item).toMatchObject({ ended: false, raw: '2', error: { kind: 'parse' } });
    expect(item.error.message).toBe('GET /rows sent an item, but parse failed: RangeError');
  });

  it('that might be cut, by RFC 7464, has a message about that', async () => {
    const item = await second(jsonSequence(), '\u001e1\n\u001e2\u001e3\n');
    expect(item).toMatchObject({ ended: false, raw: '2', error: { kind: 'parse' } });
    expect(item.error.message).toBe('GET /rows sent a possibly cut item');
  });
});

describe('the data of an item', () => {
  it('is the output of the schema', async () => {
    expect(await rest(await answered(jsonLines({ schema: numbers }), '1\n2\n').open())).toEqual([10, 20]);
  });

  it("is its string under parse: 'text', which a schema can check", async () => {
    const texts = await answered(jsonLines({ parse: 'text' }), ' 1 \n{oops\r\n').open();
    expect(await rest(texts)).toEqual([' 1 ', '{oops']);
    const checked = await answered(jsonLines({ parse: 'text', schema: numbers }), '1\n').open();
    expect(await rest(checked)).toEqual(['parse']);
  });

  it('is the value that parse returns, including falsy values and undefined', async () => {
    const given = [undefined, null, 0, '', false];
    const stream = await answered(
      jsonLines({ parse: (text) => given[Number(text)] }),
      '0\n1\n2\n3\n4\n',
    ).open();
    expect(await rest(stream)).toEqual(given);
  });
});

describe('the option until', () => {
  it('as a string ends the stream, and is not an item', async () => {
    const { open, ends, onError } = answered(jsonLines({ until: '[DONE]' }), '1\n[DONE]\n2\n');
    expect(await rest(await open())).toEqual([1]);
    expect(ends).toEqual([['data', { items: 1 }]]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('as a string that never arrives makes the end a network item', async () => {
    const { open, onError } = answered(jsonLines({ until: '[DONE]' }), '1\n2\n');
    const stream = await open();
    expect([await nextOf(stream), await nextOf(stream)]).toEqual([1, 2]);
    const { value } = await stream.next();
    expect(value).toMatchObject({ ended: true, error: { kind: 'network', status: 200, body: null } });
    expect(value!.error!.message).toBe('GET /rows ended before its end mark');
    expect(onError).toHaveBeenCalledTimes(1);
    expect(await rest(stream)).toEqual([]);
  });

  it('as a function makes the item for which it returns true the last', async () => {
    const until = vi.fn(({ data }: { data: unknown }) => data === 2);
    expect(await rest(await answered(jsonLines({ until }), '1\n2\n3\n').open())).toEqual([1, 2]);
    expect(until).toHaveBeenCalledTimes(2);
  });

  it('as a function is called for failed items too', async () => {
    const stream = await answered(jsonLines({ until: ({ error }) => error !== null }), '1\noops\n3\n').open();
    expect(await rest(stream)).toEqual([1, 'parse']);
  });

  it('as a function that throws is reported, and counts as false', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const mistake = new Error('mistaken');
    const until = (): boolean => {
      throw mistake;
    };
    expect(await rest(await answered(jsonLines({ until }), '1\n2\n').open())).toEqual([1, 2]);
    expect(reported.mock.calls).toEqual([[mistake], [mistake]]);
  });
});

describe('the rest after the end mark', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** A stream after its end mark. `passes` waits this number of milliseconds, and returns whether the connection was closed. */
  const marked = async () => {
    const { open, sent, ...all } = streamed(jsonLines({ until: 'end' }));
    const stream = await open();
    sent[0]!.write('1\nend\n');
    expect(await rest(stream)).toEqual([1]);
    const passes = async (ms = 0): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(ms);
      const { cancelled, signal } = sent[0]!;
      expect(signal.aborted).toBe(cancelled);
      return cancelled;
    };
    return { ...all, body: sent[0]!, passes };
  };

  afterEach(() => expect(vi.getTimerCount()).toBe(0));

  it('is read in the background, so that the connection can be reused', async () => {
    const { body, passes } = await marked();
    body.write('2\n');
    body.close();
    expect(await passes()).toBe(false);
  });

  it('is cancelled after a second', async () => {
    const { passes, listeners } = await marked();
    expect(listeners()).toBe(0);
    expect([await passes(999), await passes(1)]).toEqual([false, true]);
  });

  it('is cancelled after 64 KiB', async () => {
    const { body, passes } = await marked();
    body.write('x'.repeat(65_535));
    expect(await passes()).toBe(false);
    body.write('x');
    expect(await passes()).toBe(true);
  });

  it('can break off without an error', async () => {
    const { body, passes, onError } = await marked();
    body.breakOff(new Error('reset'));
    expect([await passes(), onError.mock.calls]).toEqual([false, []]);
  });
});

describe('backpressure in a stream', () => {
  it('reads only what is waited for, and at most one chunk ahead', async () => {
    const { stream: body, seen } = bodyOf(Array.from({ length: 5 }, () => utf8('1\n2\n')));
    const { open } = streamed(jsonLines(), { fetch: async () => new Response(body) });
    const stream = await open();
    await turn();
    expect(seen.pulls).toBe(0);
    const pulls: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      await stream.next();
      await turn();
      pulls.push(seen.pulls);
    }
    expect(pulls).toEqual([1, 1, 2, 2]);
    await stream.cancel();
    expect(seen.isCancelled).toBe(true);
  });
});

describe('a call that returns a stream', () => {
  it("fails like any other call before its headers: it returns an 'http' Result with the error body", async () => {
    const { read, onError } = answered(jsonLines(), '{"slow":"down"}', { init: { status: 429 } });
    const { data, error } = await read();
    expect(data).toBeNull();
    expect(error).toMatchObject({ kind: 'http', status: 429, body: { slow: 'down' } });
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a 204', () => new Response(null, { status: 204 })],
    ['a null body', () => new Response(null)],
    ['an empty body', () => new Response('')],
  ])('has no items of %s', async (_name, answer) => {
    const { open, ends } = streamed(jsonLines(), { fetch: async () => answer() });
    expect(await rest(await open())).toEqual([]);
    expect(ends).toEqual([['data', { items: 0 }]]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'undefined, as in React Native',
      undefined,
      /can't be read as a stream\. This fetch can't stream: in React Native, pass expo\/fetch to createApi\(\{ fetch \}\)\./,
    ],
    [
      'something else',
      'text',
      /can't be read as a stream\. This fetch returns a string as body: use one that returns a ReadableStream\./,
    ],
  ])("returns a 'parse' Result if the body is %s", async (_name, body, sentence) => {
    const response = Object.defineProperty(new Response('1\n'), 'body', { value: body });
    const { read, onError, listeners } = streamed(jsonLines(), { fetch: async () => response });
    const { error } = await read();
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error!.cause).toBeInstanceOf(TypeError);
    expect(error!.message).toMatch(sentence);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(listeners()).toBe(0);
  });

  it("returns a 'parse' Result if the body has another reader", async () => {
    const locked = new Response('1\n');
    locked.body!.getReader();
    const { error } = await streamed(jsonLines(), { fetch: async () => locked }).read();
    expect(error).toMatchObject({ kind: 'parse' });
    expect(error!.message).toMatch(
      /can't be read as a stream\. The body is already being read: read a response\.clone\(\) in middleware\./,
    );
  });

  it('is retried until it opens, and not after it breaks off', async () => {
    const { open, sent } = streamed(jsonLines(), {
      status: (count) => (count === 1 ? 503 : 200),
      client: { middleware: [retryMiddleware({ max: 3, delay: () => 0 })] },
    });
    const stream = await open();
    expect(sent).toHaveLength(2);
    sent[1]!.breakOff(new Error('reset'));
    expect(await rest(stream)).toEqual(['network!']);
    expect(sent).toHaveLength(2);
  });
});

describe.each([
  ['jsonLines', jsonLines, 'application/x-ndjson, application/jsonl;q=0.9, */*;q=0.1'],
  ['jsonSequence', jsonSequence, 'application/json-seq, */*;q=0.1'],
] as const)('%s', (name, read, accept) => {
  it.each([
    [{}, accept],
    [{ headers: { Accept: 'text/plain' } }, 'text/plain'],
  ])(
    "accepts its type without the limit of whole responses, and the caller's header wins: %o",
    async (endpoint, type) => {
      const { open, sent } = streamed(read(), { endpoint });
      await (await open()).cancel();
      expect(new Headers(sent[0]!.init.headers).get('accept')).toBe(type);
      expect(sent[0]!.init).toMatchObject({ maxResponseSize: Infinity });
    },
  );

  it.each<[string, object, string]>([
    ['parse', { parse: 'xml' }, "parse is a string: pass 'json', 'text' or a function."],
    ['schema', { schema: {} }, 'schema is an Object: pass a Standard Schema.'],
    ['until', { until: 1 }, 'until is 1: pass a string or a function.'],
    ['idleTimeout', { idleTimeout: '5s' }, 'idleTimeout is a string: pass a number.'],
    ['maxDuration', { maxDuration: NaN }, 'maxDuration is NaN: pass a number.'],
    ['maxItemSize', { maxItemSize: '1' }, 'maxItemSize is a string: pass a number.'],
  ])('rejects an invalid %s by its name', (_option, options, sentence) => {
    expect(() => read(options as never)).toThrow(TypeError);
    expect(() => read(options as never)).toThrow(`${name}: ${sentence}`);
  });

  it('replaces an option that is null by its default', async () => {
    const text = name === 'jsonLines' ? '1\n2\n' : '\u001e1\n\u001e2\n';
    const names = ['parse', 'schema', 'until', 'idleTimeout', 'maxDuration', 'maxItemSize'];
    const options = Object.fromEntries(names.map((each) => [each, null]));
    expect(await rest(await answered(read(options as never), text).open())).toEqual([1, 2]);
  });
});
