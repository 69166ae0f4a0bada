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

describe('what fetch threw (rules.md#what-a-message-says)', () => {
  it.each<[string, unknown, string]>([
    ['its code', coded('ECONNRESET'), 'ECONNRESET'],
    ['that of the innermost that has one', fetchFailed(coded('A', { cause: coded('B') })), 'B'],
    ['with the address and the port', coded('E', { address: '127.0.0.1', port: 3000 }), 'E 127.0.0.1:3000'],
    ['an IPv6 address in brackets', coded('E', { address: '::1', port: 80 }), 'E [::1]:80'],
    ['an address without a port', coded('E', { address: '/tmp/socket' }), 'E /tmp/socket'],
    ['the last of several addresses', new AggregateError([coded('A'), coded('B'), new Error('x')]), 'B'],
    ['no code that is a text', fetchFailed(coded(`not ${SECRET}`)), `quotes ${SECRET}`],
    ['no code that is a number', coded(7), `quotes ${SECRET}`],
    ['no address that is none', coded('E', { address: 7, port: 'x' }), 'E'],
    ['the URL that it takes for none, unfilled', coded('ERR_INVALID_URL'), 'ERR_INVALID_URL /users/:id'],
    ['a message of plain words', new TypeError('Failed to fetch'), 'Failed to fetch'],
    ['the innermost of these', fetchFailed(new Error('redirect count exceeded')), 'redirect count exceeded'],
    ['none that only quotes', fetchFailed(new Error('no: hunter2')), 'fetch failed'],
    ['no message with a URL', new TypeError('no https://bob:hunter2@a.test'), 'TypeError'],
    ['no message with a query', named('E', '/x?key=hunter2'), 'E'],
    ['no message with a header', named('E', 'Bearer: hunter2'), 'E'],
    ['no message of two lines', named('E', 'a\nb'), 'E'],
    ['no message of more than 80 characters', named('E', 'a'.repeat(81)), 'E'],
    ['else the name', named('ProxyError', `refused: ${SECRET}`), 'ProxyError'],
    ['of a text that was thrown its type', SECRET, 'string'],
    ['what homing threw whole', timeoutError('A limit of 5 ms passed.'), 'A limit of 5 ms passed.'],
    ['and behind another', new Error(SECRET, { cause: timeoutError('Too long.') }), 'Too long.'],
  ])('is told by %s', (_what, thrown, told) => {
    expect(describeFetchError(thrown, '/users/:id')).toBe(told);
  });

  it('is the code alone where the URL is whole: a redirect, or a middleware, has made another', () => {
    expect(describeFetchError(coded('ERR_INVALID_URL'), 'https://a.test/users/:id')).toBe('ERR_INVALID_URL');
  });
});

describe('what the program threw', () => {
  it.each<[string, unknown, string]>([
    ['name and message', named('TokenError', 'no session'), 'TokenError: no session'],
    ['the name alone where there is no message', new RangeError(''), 'RangeError'],
    ['one line', new Error('a\n\tb\u0007\u202Ec'), 'Error: a b c'],
    ['a text as it is', 'no session', 'no session'],
    ['a symbol as it is written', Symbol('s'), 'Symbol(s)'],
    ['nothing as it is', null, 'null'],
    ['its message as it is', new Error('no https://a.test/x?key=1'), 'Error: no https://a.test/x?key=1'],
    ['the name, of a header', new TypeError(`"${SECRET}" is an invalid header value`), 'TypeError'],
    ['the name, of Headers', new TypeError(`Headers.append: ${SECRET} is invalid`), 'TypeError'],
    ['another TypeError whole', new TypeError('x is not a function'), 'TypeError: x is not a function'],
    ['the name, of a parser', new SyntaxError(`"${SECRET}" is not valid JSON`), 'SyntaxError'],
  ])('is told by %s', (_what, thrown, told) => {
    expect(describeUserError(thrown)).toBe(told);
  });

  it('has 200 characters at most, and no half of one', () => {
    expect(describeUserError('x'.repeat(200))).toBe('x'.repeat(200));
    expect(describeUserError('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(describeUserError(`${'x'.repeat(198)}😀${'x'.repeat(9)}`)).toBe(`${'x'.repeat(198)}😀…`);
    expect(oneLine('x'.repeat(1e7)).length).toBe(200);
  });
});

describe('what a decoder or a validator threw', () => {
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
  ])('is told by its name: %s', (thrown, told) => {
    expect(describeParseError(thrown)).toBe(told);
  });
});

describe('the causes for a log', () => {
  const chain = (level: number, inner: Error): Error =>
    level === 0
      ? inner
      : Object.assign(named(`Error${String(level)}`, SECRET), { cause: chain(level - 1, inner) });

  it('have name and code, and no text', () => {
    expect(causesOf(fetchFailed(coded('ECONNREFUSED')))).toEqual([
      { name: 'TypeError' },
      { name: 'Error', code: 'ECONNREFUSED' },
    ]);
  });

  it('are at most three, with the innermost that has a code among them', () => {
    const names = (levels: number, inner: Error) =>
      causesOf(chain(levels, inner)).map(({ name, code }) => code ?? name);
    expect(names(5, new Error(SECRET))).toEqual(['Error5', 'Error4', 'Error3']);
    expect(names(5, coded('EPIPE'))).toEqual(['Error5', 'Error4', 'EPIPE']);
    expect(names(2, coded('EPIPE'))).toEqual(['Error2', 'Error1', 'EPIPE']);
  });
});

describe('whatever was thrown', () => {
  it.each([undefined, null, '', 0, 1n, Symbol('s'), {}, Object.create(null), new Error('broken')])(
    'is told in one line: %o',
    (thrown) => {
      for (const tell of [describeFetchError, describeUserError, describeParseError])
        expect(tell(thrown)).toMatch(/^.{0,200}$/);
      expect(causesOf(thrown).length).toBeLessThanOrEqual(3);
    },
  );
});

describe('a URL that is shown', () => {
  it('has no user, no password, no query and no fragment', () => {
    expect(shownUrl('https://bob:hunter2@a.test/x?key=1#top')).toBe('https://a.test/x');
    expect(shownUrl('/x#top?key=1')).toBe('/x');
  });
});
