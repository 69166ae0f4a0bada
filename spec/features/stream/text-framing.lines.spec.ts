import { describe, expect, it } from 'vitest';
import { LineFraming } from '../../../lib/features/stream/text-framing.js';
import { TooLarge } from '../../../lib/features/streaming/format.js';
import { CHUNK_SIZES, framed, utf8 } from '../../support/framed.js';

const BOM = '\ufeff';

describe.each(CHUNK_SIZES)('lines, from chunks of %s bytes (rules.md#streams)', (size) => {
  it.each<[string, string, string[]]>([
    ['an empty body', '', []],
    ['lines', 'a\nbc\n', ['a', 'bc']],
    ['a last line without its line feed', 'a\nbc', ['a', 'bc']],
    ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
    ['a last carriage return without its line feed', 'a\r', ['a']],
    ['a carriage return inside a line', 'a\rb\n', ['a\rb']],
    ['two carriage returns', 'a\r\r\n', ['a\r']],
    ['empty lines', '\n\na\n\n\nb\n\n', ['a', 'b']],
    ['empty lines of CRLF', '\r\n\r\na\r\n\r\n', ['a']],
    ['lines of spaces and tabs', ' \n\t\n \t \na\n  ', ['a']],
    ['spaces around a line', '  a \n', ['  a ']],
    ["a line of a space character that JSON doesn't allow", '\u00a0\n', ['\u00a0']],
    ['a byte order mark', `${BOM}a\nb\n`, ['a', 'b']],
    ['only a byte order mark', BOM, []],
    ['a second byte order mark, which is content', `${BOM}${BOM}a\n`, [`${BOM}a`]],
    ['a later byte order mark, which is content', `a\n${BOM}b\n`, ['a', `${BOM}b`]],
    ['characters of two, three and four bytes', 'é€\n😀\n', ['é€', '😀']],
    [
      "Unicode line separators, which don't end a line here",
      'a\u2028b\u2029c\u0085d\u000be\n',
      ['a\u2028b\u2029c\u0085d\u000be'],
    ],
    ['a null character', 'a\0b\n', ['a\0b']],
    ['escaped line feeds', '{"a":"\\n"}\n', ['{"a":"\\n"}']],
  ])('include %s', (_name, text, lines) => {
    expect(framed(new LineFraming(Infinity), utf8(text), size)).toEqual(lines);
  });

  it.each<[string, number[], string[]]>([
    ['a character that is cut at the end', [0x61, 0xe2, 0x82], ['a\ufffd']],
    ['a character that is cut by a line feed', [0xe2, 0x82, 0x0a, 0x62], ['\ufffd', 'b']],
    ['bytes that are not UTF-8', [0xff, 0x61, 0x0a], ['\ufffda']],
  ])('contain a replacement character for %s', (_name, bytes, lines) => {
    expect(framed(new LineFraming(Infinity), Uint8Array.from(bytes), size)).toEqual(lines);
  });

  it('accept the maximum number of characters, and reject one more after the items before it', () => {
    const told: string[] = [];
    const framing = new LineFraming(3);
    const push = (text: string): void => {
      for (let at = 0; at < text.length; at += size)
        framing.push(utf8(text.slice(at, at + size)), (line) => told.push(line as string));
    };
    push('abc\n12\n');
    expect(() => push('defg\nx\n')).toThrow(new TooLarge('sent an item of more than 3 characters'));
    expect(told).toEqual(['abc', '12']);
  });

  it('that are too large are rejected at the end too', () => {
    const framing = new LineFraming(3);
    expect(() => framed(framing, utf8('a\nbcde'), size)).toThrow(TooLarge);
  });
});

describe('a line', () => {
  it('is rejected as soon as it is too large, and not only at its end', () => {
    const framing = new LineFraming(10);
    expect(() => framing.push(utf8('x'.repeat(11)), () => undefined)).toThrow(TooLarge);
  });

  it('can arrive in a hundred thousand pieces', () => {
    const framing = new LineFraming(Infinity);
    const piece = utf8('x'.repeat(100));
    const sizes: number[] = [];
    const tell = (line: unknown): void => void sizes.push((line as string).length);
    // If each piece copied the pieces before it, this would copy 500 GB.
    for (let count = 0; count < 100_000; count += 1) framing.push(piece, tell);
    framing.push(utf8('\n'), tell);
    expect(sizes).toEqual([10_000_000]);
  });

  it('leaves nothing for the next connection', () => {
    const cut = new LineFraming(Infinity);
    cut.push(utf8('{"a":'), () => undefined);
    expect(framed(new LineFraming(Infinity), utf8('1\n'), Infinity)).toEqual(['1']);
  });
});
