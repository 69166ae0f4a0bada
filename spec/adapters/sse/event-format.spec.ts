import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { StandardSchemaV1 } from '../../../lib/index.js';
import { events } from '../../../lib/entries/sse.js';
import { itemsOf, shown } from '../../support/event-streams.js';
import { flush } from '../../support/flush.js';

const Progress = z.object({ percent: z.number() });
const Done = z.object({ url: z.string() });

/** An asynchronous schema, such as one that queries a database. */
const slow: StandardSchemaV1<unknown, number> = {
  '~standard': {
    version: 1,
    vendor: 'spec',
    validate: async (value) => {
      await flush();
      return typeof value === 'number' ? { value: value * 2 } : { issues: [{ message: 'not a number' }] };
    },
  },
};

describe('the data of an event (rules.md#server-sent-events)', () => {
  it('is parsed as JSON by default', async () => {
    const items = await itemsOf(events(), 'data: {"a":[1]}\n\ndata: 5\n\ndata: null\n\n');
    expect(items.map(({ data }) => data)).toEqual([{ a: [1] }, 5, null]);
  });

  it("is a string under parse: 'text'", async () => {
    expect((await itemsOf(events({ parse: 'text' }), 'data: {"a":1}\n\n'))[0]!.data).toBe('{"a":1}');
  });

  it('is the result of a parse function', async () => {
    const items = await itemsOf(events({ parse: (text) => text.length }), 'data: abc\n\ndata:\n\n');
    expect(items.map(({ data }) => data)).toEqual([3, 0]);
  });

  it('is the result of the schema for the JSON', async () => {
    const items = await itemsOf(events({ schema: slow }), 'data: 1\n\ndata: 2\n\n');
    expect(items.map(({ data }) => data)).toEqual([2, 4]);
  });

  it('is the result of the schema for the output of parse', async () => {
    const reader = events({ schema: slow, parse: (text) => text.length });
    expect((await itemsOf(reader, 'data: abc\n\n')).map(({ data }) => data)).toEqual([6]);
  });

  it('comes with the type and the last id, and nothing else', async () => {
    expect(await itemsOf(events(), 'event: a\nid: 7\ndata: 1\n\ndata: 2\n\n')).toEqual([
      { data: 1, error: null, type: 'a', id: '7' },
      { data: 2, error: null, type: 'message', id: '7' },
    ]);
  });
});

describe('an event with unusable data (rules.md#server-sent-events)', () => {
  const stream =
    'id: 1\ndata: {"percent":1}\n\nevent: a\nid: 2\ndata: {oops\n\nid: 3\ndata: {"percent":3}\n\n';

  it('is an item with the raw text, and the next event follows', async () => {
    const items = await itemsOf(events(), stream);
    expect(items.map(shown)).toEqual(['message#1 {"percent":1}', 'a#2 (parse)', 'message#3 {"percent":3}']);
    expect(items[1]).toMatchObject({
      data: null,
      ended: false,
      raw: '{oops',
      type: 'a',
      id: '2',
      error: { kind: 'parse', status: 200 },
    });
    expect(items[1]!.error!.message).toBe("GET /events sent an item that isn't JSON");
    expect(items[1]!.error!.cause).toBeInstanceOf(SyntaxError);
  });
});

describe('types (rules.md#server-sent-events)', () => {
  const reader = events({ types: { progress: Progress, done: Done } });
  const progress = 'event: progress\ndata: {"percent":50}\n\n';

  it('validate each event with its own schema', async () => {
    const items = await itemsOf(reader, `${progress}event: done\ndata: {"url":"/x"}\n\n`);
    expect(items.map(shown)).toEqual(['progress {"percent":50}', 'done {"url":"/x"}']);
  });

  it('reject data that fits only another type', async () => {
    const [item] = await itemsOf(reader, 'event: done\ndata: {"percent":50}\n\n');
    expect(item).toMatchObject({ type: 'done', ended: false, error: { kind: 'parse' } });
  });

  it('ignore other event types without reading their data', async () => {
    const items = await itemsOf(reader, `event: ping\ndata: {oops\n\ndata: 1\n\n${progress}`);
    expect(items.map(shown)).toEqual(['progress {"percent":50}']);
  });

  it('ignore names that every object inherits', async () => {
    const items = await itemsOf(
      reader,
      'event: constructor\ndata: 1\n\nevent: __proto__\ndata: 1\n\nevent: toString\ndata: 1\n\n',
    );
    expect(items).toEqual([]);
  });

  it("can list 'message' and 'error', which are data then", async () => {
    const own = events({ types: { message: z.number(), error: z.object({ code: z.number() }) } });
    const items = await itemsOf(own, 'data: 1\n\nevent: error\ndata: {"code":2}\n\n');
    expect(items.map(shown)).toEqual(['message 1', 'error {"code":2}']);
  });

  it('keep the id of an ignored event', async () => {
    const items = await itemsOf(reader, `event: ping\nid: 9\ndata: 1\n\n${progress}`);
    expect(items.map(shown)).toEqual(['progress#9 {"percent":50}']);
  });
});

describe('an error event (rules.md#server-sent-events)', () => {
  it.each([
    ['JSON', '{"type":"overloaded_error"}', { type: 'overloaded_error' }],
    ['text', 'something broke', 'something broke'],
    ['nothing', '', ''],
  ])("is an 'http' item with %s as its body, and the next event follows", async (_what, sent, body) => {
    const items = await itemsOf(
      events({ parse: 'text' }),
      `event: error\nid: 4\ndata: ${sent}\n\ndata: a\n\n`,
    );
    expect(items.map(shown)).toEqual(['error#4 (http)', 'message#4 "a"']);
    expect(items[0]).toMatchObject({
      data: null,
      ended: false,
      raw: sent,
      error: { kind: 'http', status: 200, body },
    });
  });

  it('is an error next to types, too', async () => {
    const items = await itemsOf(
      events({ types: { a: z.number() } }),
      'event: error\ndata: 1\n\nevent: a\ndata: 2\n\n',
    );
    expect(items.map(shown)).toEqual(['error (http)', 'a 2']);
  });
});

describe('until (rules.md#server-sent-events)', () => {
  it('as a string is compared before parsing, and yields no item', async () => {
    const stream = 'data: 1\n\ndata: [DONE]\n\ndata: 2\n\n';
    for (const size of [1, 3, Infinity])
      expect((await itemsOf(events({ until: '[DONE]' }), stream, size)).map(shown)).toEqual(['message 1']);
  });

  it('as a string ends the stream for any event type', async () => {
    const reader = events({ types: { a: z.number() }, until: 'bye' });
    expect(await itemsOf(reader, 'event: end\ndata: bye\n\nevent: a\ndata: 1\n\n')).toEqual([]);
  });

  it('as a string is required: an end without it is a network error', async () => {
    const items = await itemsOf(events({ until: '[DONE]' }), 'data: 1\n\ndata: [DONE');
    expect(items.map(shown)).toEqual(['message 1', 'error (network)']);
    expect(items[1]).toMatchObject({ ended: true, error: { status: 200 } });
    expect(items[1]!.error!.message).toBe('GET /events ended before its end mark');
  });

  it('as a string can be empty', async () => {
    expect((await itemsOf(events({ until: '' }), 'data: 1\n\ndata:\n\ndata: 2\n\n')).map(shown)).toEqual([
      'message 1',
    ]);
  });

  it('as a function includes the last item', async () => {
    const reader = events<number>({ until: ({ data }) => data === 2 });
    expect((await itemsOf(reader, 'data: 1\n\ndata: 2\n\ndata: 3\n\n')).map(shown)).toEqual([
      'message 1',
      'message 2',
    ]);
  });

  it('as a function can check the type', async () => {
    const reader = events({ parse: 'text', until: ({ type }) => type === 'message_stop' });
    const items = await itemsOf(
      reader,
      'event: ping\ndata: a\n\nevent: message_stop\ndata: b\n\ndata: c\n\n',
    );
    expect(items.map(shown)).toEqual(['ping "a"', 'message_stop "b"']);
  });
});

describe('onComment (rules.md#server-sent-events)', () => {
  it.each([1, 2, 3, 7, Infinity])(
    'receives the text of each comment in order, in chunks of %d bytes',
    async (size) => {
      const seen: string[] = [];
      const reader = events({ onComment: (comment) => void seen.push(comment) });
      const items = await itemsOf(reader, ': ping\r\n:\n:no space\rdata: 1\n:  two\n\n: last\n: cut', size);
      expect(seen).toEqual(['ping', '', 'no space', ' two', 'last']);
      expect(items).toHaveLength(1);
    },
  );
});

describe('a callback that fails (rules.md#server-sent-events)', () => {
  const mistake = new Error('mistaken');
  const failures: [string, () => never][] = [
    [
      'throws',
      () => {
        throw mistake;
      },
    ],
    ['rejects', () => Promise.reject(mistake) as never],
  ];

  it.each(failures)('because it %s is reported, and the stream continues', async (_how, fail) => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const reader = events({ onComment: fail, until: fail });
    const items = await itemsOf(reader, ': a\ndata: 1\n\n');
    await new Promise((resolve) => setImmediate(resolve));
    expect(items).toMatchObject([{ data: 1 }]);
    expect(report.mock.calls).toEqual([[mistake], [mistake]]);
    report.mockRestore();
  });
});
