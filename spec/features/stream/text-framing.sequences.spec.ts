import { describe, expect, it } from 'vitest';
import { SequenceFraming } from '../../../lib/features/stream/text-framing.js';
import { TooLarge } from '../../../lib/features/streaming/format.js';
import { CHUNK_SIZES, framed, utf8 } from '../../support/framed.js';

const RS = '\u001e';

/** The strings, with `…` after strings that might be cut. */
const textsOf = (text: string, size: number): string[] =>
  framed(new SequenceFraming(Infinity), utf8(text), size).map((each) =>
    typeof each === 'string' ? each : `${each.cut}…`,
  );

describe.each(CHUNK_SIZES)('strings of RFC 7464, from chunks of %s bytes (rules.md#streams)', (size) => {
  it.each<[string, string, string[]]>([
    ['an empty body', '', []],
    ['separators alone', `${RS}${RS}${RS}`, []],
    ['only separators and line feeds', `${RS}\n${RS}\n\n`, []],
    ['strings', `${RS}{"a":1}\n${RS}[2]\n`, ['{"a":1}', '[2]']],
    ['a string over several lines', `${RS}{\n  "a": [\n1\n]\n}\n${RS}1\n`, ['{\n  "a": [\n1\n]\n}', '1']],
    ['braces and quotes in strings', `${RS}{"a":"}\\"]{","b":"\\\\"}\n`, ['{"a":"}\\"]{","b":"\\\\"}']],
    ['an escaped backslash before the end of a string', `${RS}["\\\\"]\n${RS}2\n`, ['["\\\\"]', '2']],
    ['several separators before a string', `${RS}${RS}1\n`, ['1']],
    ['CRLF', `${RS}1\r\n${RS}2\r\n`, ['1', '2']],
    ['scalars', `${RS}1\n${RS}true\n${RS}null\n${RS}"a"\n`, ['1', 'true', 'null', '"a"']],
    ['a last string without its line feed', `${RS}1\n${RS}23`, ['1', '23…']],
    ['a string without its line feed before the next', `${RS}1${RS}2\n`, ['1…', '2']],
    ['a scalar that ends with white space', `${RS}1 ${RS}2\t${RS}3\r`, ['1', '2', '3']],
    ['a string that is cut by the next', `${RS}{"a":"x${RS}{"b":1}\n`, ['{"a":"x…', '{"b":1}']],
    ['a string that is cut in an escape', `${RS}{"a":"\\${RS}"b"\n`, ['{"a":"\\…', '"b"']],
    ['more closing than opening brackets', `${RS}]]}\n${RS}1\n`, [']]}', '1']],
    ['no first separator', `1\n${RS}2\n`, ['1', '2']],
    ['a byte order mark', `\ufeff${RS}1\n`, ['1']],
    ['characters of several bytes', `${RS}"€😀"\n`, ['"€😀"']],
  ])('include %s', (_name, text, texts) => {
    expect(textsOf(text, size)).toEqual(texts);
  });

  it('of one character too many are rejected after the items before them', () => {
    const told: string[] = [];
    const framing = new SequenceFraming(4);
    const push = (text: string): void => {
      for (let at = 0; at < text.length; at += size)
        framing.push(utf8(text.slice(at, at + size)), (each) => told.push(each as string));
    };
    expect(() => push(`${RS}123\n${RS}45678\n`)).toThrow(
      new TooLarge('sent an item of more than 4 characters'),
    );
    expect(told).toEqual(['123']);
  });
});
