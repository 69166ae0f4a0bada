import { describe, expect, it } from 'vitest';
import { reader } from '../../../lib/entries/stream.js';
import { ownReader, responseReaderContract } from '../../contracts/response-reader.js';
import { linesReader, type LineStream } from '../../support/lines-reader.js';
import { createTestClient } from '../../support/client.js';

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
    reader({
      async open(body) {
        const read = await body.read('text');
        body.end();
        return read;
      },
    }),
    { answer: text, use: whole, expected: '"a"' },
  ),
);

describe('a reader', () => {
  it('has open and its helpers as own or inherited properties', async () => {
    class Lines {
      readonly count = 1;
      open(): number {
        return this.count;
      }
    }
    for (const options of [
      { open: () => 1 },
      new Lines(),
      Object.create({ open: () => 1 }) as { open(): number },
    ]) {
      const { api } = createTestClient({ endpoint: { responseType: reader(options) } });
      expect((await api.call()).data).toBe(1);
    }
  });

  it.each([
    ['a bare object with open', { open: () => 1 }, ' is an Object: pass reader(…) from homing/stream.'],
    ['an open that is not a function', { open: 1 }, 'responseType'],
  ])('is never %s', (_what, responseType, words) => {
    expect(() => createTestClient({ endpoint: { responseType: responseType as never } }).api).toThrow(words);
  });
});
