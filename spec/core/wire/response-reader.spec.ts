import { describe, expect, it } from '@jest/globals';
import { isReader } from '../../../lib/core/wire/response-reader.js';
import { ownReader, responseReaderContract } from '../../contracts/response-reader.js';
import { hostileValues } from '../../support/hostile-values.js';
import { linesReader, type LineStream } from '../../support/lines-reader.js';

const formAnswer = (): Response => {
  const form = new FormData();
  form.set('a', '1');
  return new Response(form);
};

const whole = (data: unknown): unknown => data;

const linesOf = async (stream: LineStream): Promise<unknown[]> => {
  const lines: unknown[] = [];
  for await (const { line, error } of stream) lines.push(line ?? error?.kind);
  return lines;
};

const text = (): Response => new Response('"a"');

responseReaderContract("'json'", { responseType: 'json', answer: text, use: whole, expected: 'a' });
responseReaderContract("'text'", { responseType: 'text', answer: text, use: whole, expected: '"a"' });
responseReaderContract("'blob'", {
  responseType: 'blob',
  answer: text,
  use: (data) => (data as Blob).text(),
  expected: '"a"',
});
responseReaderContract("'arrayBuffer'", {
  responseType: 'arrayBuffer',
  answer: text,
  use: (data) => new TextDecoder().decode(data as ArrayBuffer),
  expected: '"a"',
});
responseReaderContract("'formData'", {
  responseType: 'formData',
  answer: formAnswer,
  use: (data) => [...(data as FormData).entries()],
  expected: [['a', '1']],
});
responseReaderContract("'none'", { responseType: 'none', answer: text, use: whole, expected: undefined });
responseReaderContract(
  'A reader of lines',
  ownReader(linesReader({ idle: 60_000 }), {
    answer: () => new Response('a\nb'),
    use: linesOf,
    expected: ['a', 'b'],
  }),
);
responseReaderContract(
  'A reader that reads the whole at once',
  ownReader(
    {
      async open(body) {
        const read = await body.read('text');
        body.end();
        return read;
      },
    },
    { answer: text, use: whole, expected: '"a"' },
  ),
);

describe('a reader', () => {
  it('is an object with a function open, its own or inherited', () => {
    class Lines {
      open(): number {
        return 1;
      }
    }
    expect([{ open: () => 1 }, new Lines(), Object.create({ open: () => 1 })].map(isReader)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ...hostileValues,
    ['a name', () => 'json'],
    ['an open that is no function', () => ({ open: 1 })],
  ] as [string, () => unknown][])('is never %s, and nothing throws', (_what, make) => {
    expect(isReader(make())).toBe(false);
  });
});
