import { describe, expect, it } from '@jest/globals';
import { type Asked, call } from '../../support/capture.js';

const json = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } });

const typed = (type: string): Response => new Response('<p>', { headers: { 'content-type': type } });

const brokenWith = (thrown: unknown): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(thrown) }));

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

const messageOf = async (
  answer: () => Response,
  more: Asked = {},
  kind = 'parse',
): Promise<string | undefined> => {
  const { error } = (await call({ ...more, answer })).result;
  expect(error?.kind).toBe(kind);
  return error?.message.replace('GET /items ', '');
};

describe('what is told of a body that is no data (rules.md#what-a-message-says)', () => {
  it.each<[string, () => Response, string]>([
    ['of another type', () => typed('text/html; charset=utf-8'), 'with text/html, which is no JSON'],
    ['that was cut', () => json('{"a":'), 'with application/json, which is no JSON: SyntaxError'],
    [
      'that quotes itself',
      () => json('{"a":hunter2}'),
      'with application/json, which is no JSON: SyntaxError',
    ],
    ['with a type that is none', () => typed('x'), 'with x, which is no JSON'],
    ['that is empty', () => json(''), "with an empty body: declare responseType 'none' or 'optionalJson'"],
  ])('%s', async (_what, answer, told) => {
    // Engines differ in whether they tell the position.
    expect((await messageOf(answer))?.replace(/ at position \d+$/, '')).toBe(`answered 200 ${told}`);
  });

  it('that broke off, with the code', async () => {
    const thrown = new TypeError('terminated', { cause: coded('other side closed', 'UND_ERR_SOCKET') });
    expect(await messageOf(() => brokenWith(thrown), {}, 'network')).toBe(
      'answered 200, but the body broke off: UND_ERR_SOCKET',
    );
  });

  it('that could not be read for another reason', async () => {
    expect(
      await messageOf(() => brokenWith(coded('incorrect header check', 'Z_DATA_ERROR')), {}, 'network'),
    ).toBe('answered 200, but its body could not be read: Z_DATA_ERROR');
    expect(await messageOf(() => brokenWith(new TypeError('network error')), {}, 'network')).toBe(
      'answered 200, but its body could not be read: TypeError',
    );
  });

  it('that is no form', async () => {
    expect(await messageOf(() => json('{}'), { responseType: 'formData' })).toBe(
      'answered 200, but its body could not be read: it is no form data',
    );
  });

  it.each([
    [
      'throws',
      () => {
        throw new RangeError('hunter2');
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('hunter2'))],
  ])('of which a parseJson of the user’s %s', async (_what, parseJson) => {
    expect(await messageOf(() => json('{}'), { client: { parseJson } })).toBe(
      'answered 200 with application/json, which is no data: RangeError',
    );
  });
});
