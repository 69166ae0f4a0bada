import { describe, expect, it } from 'vitest';
import { events } from '../../../lib/entries/sse.js';
import { bytesOfText, CHUNK_SIZES, itemsOf, itemsOfBody, shown } from '../../support/event-streams.js';

type Row = [what: string, stream: string | Uint8Array, items: readonly string[]];

const NUL = String.fromCharCode(0);
const BOM = String.fromCharCode(0xfeff);
const LONG = 'x'.repeat(2048);

/** Repeats each row with line feeds, with both characters, and with carriage returns. */
const withEachLineEnd = (rows: readonly Row[]): Row[] =>
  ['\n', '\r\n', '\r'].flatMap((end) =>
    rows.map(([what, stream, items]): Row => [
      `${what}, lines ended by ${JSON.stringify(end)}`,
      (stream as string).replaceAll('\n', end),
      items,
    ]),
  );

const raw = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...bytesOfText(part)] : part)));

const data: Row[] = withEachLineEnd([
  ['one line', 'data: Hello\n\n', ['message "Hello"']],
  ['two events', 'data: Hello\n\ndata: World\n\n', ['message "Hello"', 'message "World"']],
  ['two lines of one event', 'data: Hello\ndata:World\n\n', ['message "Hello\\nWorld"']],
  ['empty data', 'data:\n\n', ['message ""']],
  ['a space alone', 'data: \n\n', ['message ""']],
  ['a field without a colon', 'data\n\ndata\ndata\n\n', ['message ""', 'message "\\n"']],
  [
    'data and fields around them',
    'data:\n\ndata\ndata\n\ndata:test\n\n',
    ['message ""', 'message "\\n"', 'message "test"'],
  ],
  ['an empty line of data first', 'data:\ndata: b\ndata: c\n\n', ['message "\\nb\\nc"']],
  ['an empty line of data between', 'data: a\ndata:\ndata: c\n\n', ['message "a\\n\\nc"']],
  ['an empty line of data last', 'data: a\ndata\n\n', ['message "a\\n"']],
  ['more empty lines than necessary', '\n\n\ndata: a\n\n\n\n\ndata: b\n\n\n', ['message "a"', 'message "b"']],
  ['several leading spaces, of which one is removed', 'data:  a \ndata:\tb\n\n', ['message " a \\n\\tb"']],
  ['an end without an empty line', 'retry:1000\ndata:test1\n\nid:test\ndata:test2', ['message "test1"']],
  ['an end in the middle of the empty line', 'data: a\n\ndata: b\n', ['message "a"']],
  ['JSON over several lines', 'data: {\ndata: "a": 1\ndata: }\n\n', ['message "{\\n\\"a\\": 1\\n}"']],
]);

const fields: Row[] = withEachLineEnd([
  ['a type', 'event: greeting\ndata: Hello\n\n', ['greeting "Hello"']],
  ['a type of one event only', 'event:test\ndata:a\n\ndata:b\n\n', ['test "a"', 'message "b"']],
  ['an empty type', 'event: \ndata:a\n\n', ['message "a"']],
  ['the last of several types', 'event: a\nevent: b\ndata:1\n\n', ['b "1"']],
  ['a type that is cleared again', 'event: a\nevent\ndata:1\n\n', ['message "1"']],
  ['a type with an additional space', 'event:  greeting\ndata:  Hello\n\n', [' greeting " Hello"']],
  ['a type without data', 'event: lonely\n\ndata: a\n\n', ['message "a"']],
  ['an id', 'id: abc\ndata: Hello\n\n', ['message#abc "Hello"']],
  ['fields in any order', 'data: Hello\nid: abc\nevent: greeting\n\n', ['greeting#abc "Hello"']],
  ['an id that stays', 'id: abc\ndata: 1\n\ndata: 2\n\n', ['message#abc "1"', 'message#abc "2"']],
  [
    'an id that an empty one clears',
    'id: abc\ndata: 1\n\nid: \ndata: 2\n\n',
    ['message#abc "1"', 'message "2"'],
  ],
  [
    'an id that a bare field clears',
    'id: abc\ndata: 1\n\nid\ndata: 2\n\n',
    ['message#abc "1"', 'message "2"'],
  ],
  ['an id of a block without data', 'id: 7\n\ndata: a\n\n', ['message#7 "a"']],
  ['the last of several ids', 'id: 1\nid: 2\ndata: a\n\n', ['message#2 "a"']],
  ['an id of an incomplete block', 'data: a\n\nid: 7\n', ['message "a"']],
  ['an id with NUL', `id: a${NUL}b\ndata: 1\n\n`, ['message "1"']],
  ['an id with NUL after another', `id: 1\nid: ${NUL}\ndata: 1\n\n`, ['message#1 "1"']],
  ['an id of any characters', 'id: …€ 豆\ndata: 1\n\n', ['message#…€ 豆 "1"']],
  ['a retry', 'retry:3\ndata:a\n\n', ['message "a"']],
  ['an invalid retry', 'retry:3000\nretry:1000x\ndata:x\n\n', ['message "x"']],
  ['an empty retry', 'retry\ndata:test\n\n', ['message "test"']],
  ['an unknown field', 'event: greeting\ncolor: blue\ndata: Hello\n\n', ['greeting "Hello"']],
  [
    'fields of any other case or form',
    'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\n\n',
    ['message "test\\n"'],
  ],
  [
    'fields with something before their name',
    ` data:1\n\tdata:1\n Data:2\nDATA:3\nxdata:4\ndata:5\n\n`,
    ['message "5"'],
  ],
  [
    'fields with something between name and colon',
    `data :1\ndata${NUL}:2\nda-ta:3\n\ndata:4\n\n`,
    ['message "4"'],
  ],
  ['fields with less than their name', 'd:1\nda:2\ndat:3\ne:4\ni:5\nr:6\ndata:7\n\n', ['message "7"']],
  ['a comment', ': hello\ndata: a\n\n', ['message "a"']],
  ['a comment that looks like a field', ':data: no\ndata: a\n:\n:id: 1\n\n', ['message "a"']],
  ['comments alone', ':\n\n: ping\n\n:\n', []],
  ['long comments', `data:1\n:${LONG}\ndata:2\n:data:fail\n:${LONG}\ndata:3\n\n`, ['message "1\\n2\\n3"']],
  ['long lines without a field', `${LONG}\n${LONG}:x\ndata:1\n\n`, ['message "1"']],
]);

const bytes: Row[] = [
  ['a byte order mark', `${BOM}data: Hello\n\n`, ['message "Hello"']],
  ['a byte order mark before a type', `${BOM}event: a\nid: 1\ndata: b\n\n`, ['a#1 "b"']],
  ['a byte order mark before a comment', `${BOM}:c\ndata: b\n\n`, ['message "b"']],
  [
    'a second byte order mark, which makes the first field unknown',
    `${BOM}${BOM}data:1\n\ndata:2\n\ndata:3\n\n`,
    ['message "2"', 'message "3"'],
  ],
  [
    'a byte order mark in the middle, which makes a field unknown',
    `${BOM}data:1\n\n${BOM}data:2\n\ndata:3\n\n`,
    ['message "1"', 'message "3"'],
  ],
  ['a byte order mark in the data', `${BOM}data: ${BOM}Hello\n\n`, [`message "${BOM}Hello"`]],
  ['a byte order mark that was encoded twice', 'ï»¿data: 1\n\ndata: 2\n\n', ['message "2"']],
  ['a byte order mark alone', BOM, []],
  ['characters of two, three and four bytes', 'data: ok … €豆腐 é 😀\n\n', ['message "ok … €豆腐 é 😀"']],
  ['NUL as data', `data:${NUL}\n\n`, [`message ${JSON.stringify(NUL)}`]],
  ['invalid UTF-8', raw('data: a', [0xff], 'b', [0xc3], '\n\n'), ['message "a�b�"']],
  ['an incomplete character at the end', raw('data: a\n\ndata: b', [0xe2, 0x82]), ['message "a"']],
  ['line breaks of all kinds', 'data:test\r\ndata\ndata:test\r\n\r', ['message "test\\n\\ntest"']],
  [
    'mixed line breaks',
    'data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\rdata: e\n\ndata: f\r\n\n',
    ['message "a\\nb\\nc"', 'message "d"', 'message "e"', 'message "f"'],
  ],
  [
    'fields with NUL before them',
    `data:${NUL}\ndata:  2\rData:1\ndata${NUL}:2\ndata:1\r${NUL}data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n`,
    [`message ${JSON.stringify(`${NUL}\n 2\n1\n3\n\n4`)}`],
  ],
  ['nothing', '', []],
];

const table = [...data, ...fields, ...bytes].flatMap(([what, stream, items]) =>
  CHUNK_SIZES.map((size) => [what, size, stream, items] as const),
);

describe('the bytes of an event stream (rules.md#server-sent-events)', () => {
  it.each(table)('can contain %s, in chunks of %d', async (_what, size, stream, items) => {
    expect((await itemsOf(events({ parse: 'text' }), stream, size)).map(shown)).toEqual(items);
  });

  it('keep their order for a thousand events', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `message ${String(at)}`);
    const stream = many.map((each) => `data: ${each}\n\n`).join('');
    for (const size of [64, 1000, Infinity]) {
      const items = await itemsOf(events({ parse: 'text' }), stream, size);
      expect(items.map(({ data }) => data)).toEqual(many);
    }
  });

  it('can split a carriage return and its line feed into two chunks', async () => {
    const chunks = ['data: Hello\r', '\ndata: World\r', '\n\r\ndata: OK\r', '\n', '\r', '\n'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(bytesOfText(chunk));
        controller.close();
      },
    });
    const items = await itemsOfBody(events({ parse: 'text' }), body);
    expect(items.map(shown)).toEqual(['message "Hello\\nWorld"', 'message "OK"']);
  });
});

describe('maxItemSize (rules.md#server-sent-events)', () => {
  const read = async (stream: string, size: number, maxItemSize: number) =>
    (await itemsOf(events({ parse: 'text', maxItemSize }), stream, size)).map(shown);

  describe.each(CHUNK_SIZES)('with chunks of %d bytes', (size) => {
    it('accepts an item that is exactly as large as the limit', async () => {
      expect(await read('data: 0123456789\n\n', size, 10)).toEqual(['message "0123456789"']);
      expect(await read('data: 01234\ndata: 6789\n\n', size, 10)).toEqual(['message "01234\\n6789"']);
    });

    it("doesn't count the type, the id or a comment", async () => {
      const stream = 'event: a long name\n: a long comment\nid: a long id\ndata: 0123456789\n\n';
      expect(await read(stream, size, 10)).toEqual(['a long name#a long id "0123456789"']);
    });

    it.each([
      ['on one line', 'data: a\n\ndata: 0123456789x\n\ndata: b\n\n'],
      ['on two lines', 'data: a\n\ndata: 01234\ndata: 67890\n\ndata: b\n\n'],
      ['ended by carriage returns', 'data: a\r\rdata: 0123456789x\r\rdata: b\r\r'],
    ])('ends the stream at an item that is larger, %s', async (_what, stream) => {
      expect(await read(stream, size, 10)).toEqual(['message "a"', 'error (parse)']);
    });
  });

  it('is named in the error', async () => {
    const [item] = await itemsOf(events({ maxItemSize: 4 }), 'data: 12345\n\n');
    expect(item).toMatchObject({ ended: true, error: { kind: 'parse', status: 200 } });
    expect(item!.error!.message).toBe('GET /events sent an item of more than 4 characters');
  });

  it('ends a stream with an endless event before the event is complete', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 1024;
          controller.enqueue(bytesOfText(sent === 1024 ? `data: ${'x'.repeat(1018)}` : 'x'.repeat(1024)));
        },
      },
      { highWaterMark: 0 },
    );
    const items = await itemsOfBody(events({ maxItemSize: 10_000 }), endless);
    expect(items.map(shown)).toEqual(['error (parse)']);
    expect(sent).toBeLessThan(16_000);
  });

  it('is 16 Mi characters by default', async () => {
    const mebi = 1024 * 1024;
    const event = (size: number): string => `data: ${'x'.repeat(size)}\n\n`;
    const [largest] = await itemsOf(events({ parse: 'text' }), event(16 * mebi), mebi);
    expect((largest!.data as string).length).toBe(16 * mebi);
    const [larger] = await itemsOf(events({ parse: 'text' }), event(16 * mebi + 1), mebi);
    expect(larger!.error?.kind).toBe('parse');
  });
});
