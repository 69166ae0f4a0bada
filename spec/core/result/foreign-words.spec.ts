import { describe, expect, it } from '@jest/globals';
import { AbortError } from '../../../lib/core/platform/interruption.js';
import { ForeignWords } from '../../../lib/core/result/foreign-words.js';
import { Refusal } from '../../../lib/core/result/refusal.js';
import { hostileValues } from '../../support/hostile-values.js';

const call = {
  url: 'http://bob:pa55word@api.test/users/ada?key=k3y-in-query',
  params: { id: 'ada@example.com', deep: [{ pin: '123', card: 4111111111111111 }] },
  headerRecord: () => ({ authorization: 'Bearer hunter2-token', 'x-lang': 'en' }),
};
const words = new ForeignWords(call, 'http://api.test/users/:id');

const coded = (message: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code });

describe('the text of somebody else (rules.md#what-a-message-says)', () => {
  it.each([
    ['is told as it is', 'other side closed', 'other side closed'],
    ['has no control characters', 'a\u001b[31mb\u0007\r\n[homing] ← x OK', 'a [31mb [homing] ← x OK'],
    ['has nothing that turns a line around', 'a\u202Eb\u2028c', 'a b c'],
    [
      'has the template in place of the call’s URL',
      `Failed: ${call.url}!`,
      'Failed: http://api.test/users/:id!',
    ],
    [
      'has other URLs without user and query',
      'to https://me:pw@x.test/a?b=c#d failed',
      'to https://x.test/a failed',
    ],
    ['has no query without a host', 'no route /x?token=abc here', 'no route /x here'],
    [
      'has no user in front of a host without scheme',
      'proxy //me:pw@host:1 refused',
      'proxy //host:1 refused',
    ],
    ['is empty for what is no text', 12, ''],
  ])('%s', (_what, text, told) => {
    expect(words.text(text)).toBe(told);
  });

  it('is cut at 200 characters, and not amid a character', () => {
    expect(words.text('x'.repeat(200))).toHaveLength(200);
    expect(words.text('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(words.text(`${'x'.repeat(198)}😀😀`)).toBe(`${'x'.repeat(198)}…`);
  });

  it.each([
    ['a header value', 'bad Bearer hunter2-token here'],
    ['a word of a header value', 'token=hunter2-token'],
    ['a query value', 'k3y-in-query is wrong'],
    ['a string param', 'no ada@example.com'],
    ['one that is encoded', 'no ada%40example.com'],
    ['one that is JSON', String.raw`no "ada\u0040example.com"`],
    ['one in other cases', 'no ADA@EXAMPLE.COM'],
    ['one that is broken into lines', 'bad hunter2-\n  token here'],
    ['a long number', 'no card 4111 1111 1111 1111'],
    ['a short one in quotes', 'bad pin "123"'],
    ['a password of the URL', 'denied pa55word'],
  ])('is not told where it quotes %s', (_what, text) => {
    expect(words.text(text)).toBe('');
  });

  it('is told where a short value is a part of an address', () => {
    expect(words.text('connect 10.0.0.123:1230')).toBe('connect 10.0.0.123:1230');
  });

  it('is not told where the call can not be looked through', () => {
    const params = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    expect(new ForeignWords({ url: '', params }, '').text('connect refused')).toBe('');
  });
});

describe('the innermost cause', () => {
  const refused = coded('connect ECONNREFUSED 127.0.0.1:3000', 'ECONNREFUSED');

  it('is told with its code and message', () => {
    expect(words.innermost(new TypeError('fetch failed', { cause: refused }))).toBe(refused.message);
    expect(words.innermost(coded('certificate has expired', 'CERT_HAS_EXPIRED'))).toBe(
      'CERT_HAS_EXPIRED: certificate has expired',
    );
  });

  it('is the innermost that has a code, and else the innermost that says something', () => {
    expect(words.innermost(coded('outer', 'E_OUTER', new Error('inner')))).toBe('E_OUTER: outer');
    expect(words.innermost(new Error('outer', { cause: new Error('inner') }))).toBe('inner');
    expect(words.innermost(new Error('outer', { cause: new Error('') }))).toBe('outer');
  });

  it('is, of several addresses, the last that has a code', () => {
    const all = new AggregateError([
      coded('connect ECONNREFUSED ::1:3000', 'ECONNREFUSED'),
      refused,
      new Error('x'),
    ]);
    expect(words.innermost(new TypeError('fetch failed', { cause: all }))).toBe(refused.message);
  });

  it('has its name in place of a message that may not be told, and keeps its code', () => {
    expect(words.innermost(coded('no ada@example.com', 'E_USER'))).toBe('E_USER: Error');
    expect(words.innermost(coded('no', 'k3y-in-query'))).toBe('no');
  });

  it.each([
    'Headers.set: "Bearer other" is an invalid header value.',
    "Header 'x' has invalid value: 'other'",
  ])('has its name in place of what Headers throws: %s', (message) => {
    expect(words.innermost(new TypeError(message))).toBe('TypeError');
  });

  it('has what a parser says without what it read', () => {
    const told = (message: string) => words.innermost(new SyntaxError(message));
    expect(told(`Unexpected token 'p', ..."{"a":password"... is not valid JSON`)).toBe(
      'Unexpected token … is not valid JSON',
    );
    expect(told('Unexpected end of JSON input')).toBe('Unexpected end of JSON input');
    expect(told('JSON Parse error: Unexpected identifier "password"')).not.toContain('password');
  });
});

describe('what was thrown', () => {
  it('is told with name and message, and with what stands behind it', () => {
    class TokenError extends Error {
      override readonly name = 'TokenError';
    }
    expect(words.thrown(new TokenError('no session'))).toBe('TokenError: no session');
    const cause = coded('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED');
    expect(words.thrown(new TypeError('fetch failed', { cause }))).toBe(
      'TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:1',
    );
  });

  it.each([
    ['a text', 'nope', 'nope'],
    ['a number', 7, '7'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['an object', { a: 1 }, 'Error'],
    ['a function', () => 'ada@example.com', 'function'],
  ])('may be %s', (_what, thrown, told) => {
    expect(words.thrown(thrown)).toBe(told);
  });

  it('is told whole where homing wrote it', () => {
    const sentence = `The param "ada@example.com" ${'x'.repeat(300)}`;
    expect(words.innermost(new Refusal(sentence))).toBe(sentence);
    expect(words.innermost(new AbortError('The call has ended.'))).toBe('The call has ended.');
  });
});

describe('the causes of an error', () => {
  const chain = (...errors: Error[]): Error =>
    errors.reduceRight((cause, error) => Object.assign(error, { cause }));

  it('are at most three, with the innermost that has a code', () => {
    const errors = [1, 2, 3, 4, 5].map((n) => new Error(`n${n}`));
    const found = words.causes(chain(...errors, coded('last', 'E_LAST')), false);
    expect(found.map(({ message }) => message)).toEqual(['n1', 'n2', 'last']);
    expect(found[2]).toEqual({ name: 'Error', code: 'E_LAST', message: 'last' });
    expect(words.causes(new Error('a'), false)).toEqual([{ name: 'Error', message: 'a' }]);
  });

  it('are names alone where their texts may quote a body', () => {
    expect(words.causes(new SyntaxError('"abc" is not valid'), true)).toEqual([
      { name: 'SyntaxError', message: 'SyntaxError' },
    ]);
  });
});

describe('a hostile cause', () => {
  it.each(hostileValues)('%s is told in a few words', (_what, make) => {
    for (const told of [
      words.thrown(make()),
      words.innermost(make()),
      JSON.stringify(words.causes(make(), false)),
    ])
      expect(told.length).toBeLessThan(700);
  });

  it('of ten megabytes is told at once', () => {
    const began = performance.now();
    const huge = coded('x'.repeat(10_000_000), 'E'.repeat(10_000_000));
    huge.name = '\u001b'.repeat(10_000_000);
    const all = new AggregateError(
      Array.from({ length: 100_000 }, () => huge),
      'y'.repeat(10_000_000),
    );
    expect(words.innermost(all)).toHaveLength(200);
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('whose getters count is read once', () => {
    let reads = 0;
    const counting = Object.defineProperty(new Error('x'), 'message', { get: () => `read ${(reads += 1)}` });
    expect(words.thrown(counting)).toBe('Error: read 1');
  });
});
