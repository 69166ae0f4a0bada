import { describe, expect, it } from 'vitest';
import {
  causesOf,
  describeParseError,
  describeFetchError,
  oneLine,
  describeUserError,
  shownUrl,
} from '../../../lib/core/result/error-text.js';
import { timeoutError } from '../../../lib/core/platform/errors.js';

const SECRET = 'hunter2';
const coded = (code: unknown, more: object = {}): Error =>
  Object.assign(new Error(`quotes ${SECRET}`), { code, ...more });
const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause });
const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

describe('describeFetchError (rules.md#what-a-message-says)', () => {
  it.each<[string, unknown, string]>([
    ['the code', coded('ECONNRESET'), 'ECONNRESET'],
    ['the code of the innermost error that has one', fetchFailed(coded('A', { cause: coded('B') })), 'B'],
    [
      'the code with the address and the port',
      coded('E', { address: '127.0.0.1', port: 3000 }),
      'E 127.0.0.1:3000',
    ],
    ['an IPv6 address in brackets', coded('E', { address: '::1', port: 80 }), 'E [::1]:80'],
    ['an address without a port', coded('E', { address: '/tmp/socket' }), 'E /tmp/socket'],
    [
      'the code of the last of several addresses',
      new AggregateError([coded('A'), coded('B'), new Error('x')]),
      'B',
    ],
    ['the message if the code is a sentence', fetchFailed(coded(`not ${SECRET}`)), `quotes ${SECRET}`],
    ['the message if the code is a number', coded(7), `quotes ${SECRET}`],
    ['no invalid address', coded('E', { address: 7, port: 'x' }), 'E'],
    ['the URL template for an invalid URL', coded('ERR_INVALID_URL'), 'ERR_INVALID_URL /users/:id'],
    ['a message of plain words', new TypeError('Failed to fetch'), 'Failed to fetch'],
    [
      'the innermost message of plain words',
      fetchFailed(new Error('redirect count exceeded')),
      'redirect count exceeded',
    ],
    ['no message with a colon', fetchFailed(new Error('no: hunter2')), 'fetch failed'],
    ['no message with a URL', new TypeError('no https://bob:hunter2@a.test'), 'TypeError'],
    ['no message with a query', named('E', '/x?key=hunter2'), 'E'],
    ['no message with a header', named('E', 'Bearer: hunter2'), 'E'],
    ['no message of two lines', named('E', 'a\nb'), 'E'],
    ['no message of more than 80 characters', named('E', 'a'.repeat(81)), 'E'],
    ['the name if nothing else is safe', named('ProxyError', `refused: ${SECRET}`), 'ProxyError'],
    ['the type of a thrown string', SECRET, 'string'],
    [
      'the whole message of an error from homing',
      timeoutError('A limit of 5 ms passed.'),
      'A limit of 5 ms passed.',
    ],
    [
      'the whole message of an error from homing that is a cause',
      new Error(SECRET, { cause: timeoutError('Too long.') }),
      'Too long.',
    ],
  ])('returns %s', (_what, thrown, told) => {
    expect(describeFetchError(thrown, '/users/:id')).toBe(told);
  });

  it('returns only the code if the URL is complete, after a redirect or a change by a middleware', () => {
    expect(describeFetchError(coded('ERR_INVALID_URL'), 'https://a.test/users/:id')).toBe('ERR_INVALID_URL');
  });
});

describe('describeUserError', () => {
  it.each<[string, unknown, string]>([
    ['name and message', named('TokenError', 'no session'), 'TokenError: no session'],
    ['only the name without a message', new RangeError(''), 'RangeError'],
    ['one line', new Error('a\n\tb\u0007\u202Ec'), 'Error: a b c'],
    ['a string unchanged', 'no session', 'no session'],
    ['a symbol as it is written', Symbol('s'), 'Symbol(s)'],
    ['null as a string', null, 'null'],
    ['the message unchanged', new Error('no https://a.test/x?key=1'), 'Error: no https://a.test/x?key=1'],
    [
      'only the name for an invalid header',
      new TypeError(`"${SECRET}" is an invalid header value`),
      'TypeError',
    ],
    [
      'only the name for an error of Headers',
      new TypeError(`Headers.append: ${SECRET} is invalid`),
      'TypeError',
    ],
    [
      'another TypeError with its message',
      new TypeError('x is not a function'),
      'TypeError: x is not a function',
    ],
    [
      'only the name for an error of a parser',
      new SyntaxError(`"${SECRET}" is not valid JSON`),
      'SyntaxError',
    ],
  ])('returns %s', (_what, thrown, told) => {
    expect(describeUserError(thrown)).toBe(told);
  });

  it('returns at most 200 characters, and no half of a character', () => {
    expect(describeUserError('x'.repeat(200))).toBe('x'.repeat(200));
    expect(describeUserError('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(describeUserError(`${'x'.repeat(198)}😀${'x'.repeat(9)}`)).toBe(`${'x'.repeat(198)}😀…`);
    expect(oneLine('x'.repeat(1e7)).length).toBe(200);
  });
});

describe('describeParseError', () => {
  it.each<[unknown, string]>([
    [new RangeError(SECRET), 'RangeError'],
    [new TypeError(SECRET), 'TypeError'],
    [new SyntaxError(`Unexpected token h in JSON at position 12, "${SECRET}"`), 'SyntaxError at position 12'],
    [
      new SyntaxError(`JSON.parse: unexpected "${SECRET}" at line 1 column 2 of the JSON data`),
      'SyntaxError at line 1 column 2',
    ],
    [new SyntaxError(`"${SECRET}" is not valid JSON`), 'SyntaxError'],
    [new RangeError('at position 3'), 'RangeError'],
    [SECRET, 'string'],
  ])('returns the name of the error: %s', (thrown, told) => {
    expect(describeParseError(thrown)).toBe(told);
  });
});

describe('causesOf', () => {
  const chain = (level: number, inner: Error): Error =>
    level === 0
      ? inner
      : Object.assign(named(`Error${String(level)}`, SECRET), { cause: chain(level - 1, inner) });

  it('returns name and code, and no message', () => {
    expect(causesOf(fetchFailed(coded('ECONNREFUSED')))).toEqual([
      { name: 'TypeError' },
      { name: 'Error', code: 'ECONNREFUSED' },
    ]);
  });

  it('returns at most three causes, including the innermost with a code', () => {
    const names = (levels: number, inner: Error) =>
      causesOf(chain(levels, inner)).map(({ name, code }) => code ?? name);
    expect(names(5, new Error(SECRET))).toEqual(['Error5', 'Error4', 'Error3']);
    expect(names(5, coded('EPIPE'))).toEqual(['Error5', 'Error4', 'EPIPE']);
    expect(names(2, coded('EPIPE'))).toEqual(['Error2', 'Error1', 'EPIPE']);
  });
});

describe('a thrown value of any type', () => {
  it.each([undefined, null, '', 0, 1n, Symbol('s'), {}, Object.create(null), new Error('broken')])(
    'is described in one line: %o',
    (thrown) => {
      for (const tell of [describeFetchError, describeUserError, describeParseError])
        expect(tell(thrown)).toMatch(/^.{0,200}$/);
      expect(causesOf(thrown).length).toBeLessThanOrEqual(3);
    },
  );
});

describe('shownUrl', () => {
  it('removes user, password, query and fragment', () => {
    expect(shownUrl('https://bob:hunter2@a.test/x?key=1#top')).toBe('https://a.test/x');
    expect(shownUrl('/x#top?key=1')).toBe('/x');
  });
});
