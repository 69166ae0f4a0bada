import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { targetOf } from '../../lib/node/request-options.js';

describe('the target of a request', () => {
  it('is an origin and a path with its query, without the fragment', () => {
    expect(targetOf('https://Example.com:443/a/../b?c=d#e')).toMatchObject({
      origin: 'https://example.com',
      path: '/b?c=d',
      secure: true,
      isBlocked: false,
      href: 'https://example.com/b?c=d',
    });
  });

  it.each([
    ['http://localhost/a?', '/a?', 'http://localhost/a?'],
    ['http://localhost/a?#b', '/a?', 'http://localhost/a?'],
    ['http://localhost/a#b?', '/a', 'http://localhost/a'],
  ])('keeps the empty query of %s', (url, path, href) => {
    expect(targetOf(url)).toMatchObject({ path, href });
  });

  it("is relative to the origin that undici's setGlobalOrigin sets", () => {
    const key = Symbol.for('undici.globalOrigin.1');
    Reflect.set(globalThis, key, new URL('http://localhost:8080/a/'));
    try {
      expect(targetOf('b').href).toBe('http://localhost:8080/a/b');
      expect(targetOf('http://localhost/c').href).toBe('http://localhost/c');
    } finally {
      Reflect.deleteProperty(globalThis, key);
    }
  });

  it('is resolved from a location that is relative to the previous URL', () => {
    expect(targetOf('../c', 'http://localhost:8080/a/b').href).toBe('http://localhost:8080/c');
  });

  it.each([
    [undefined, /^The URL includes credentials.* in an Authorization header\.$/],
    ['http://localhost/a', /^The redirect URL includes credentials.*\.$/],
  ])(
    'is rejected if it includes credentials, with the kind of URL in the message, after the URL %s',
    (base, told) => {
      expect(() => targetOf('http://bob:hunter2@localhost/', base)).toThrow(told);
    },
  );

  it.each(['data:text/plain,x', 'blob:null/1', 'file:///etc/passwd', 'ftp://localhost/', 'unix:/run/x.sock'])(
    "can't be %s: only HTTP is supported (trap 11, trap 13)",
    (url) => {
      expect(() => targetOf(url)).toThrow(/supports only http: and https:/);
    },
  );

  it("can't be a long data: URL, which would bypass the limit on bodies (trap 13: axios#7011)", () => {
    const url = `data:text/plain,${'x'.repeat(1_000_000)}`;
    expect(() => targetOf(url)).toThrow(/not data:/);
  });

  it('treats a socket name as an ordinary host (trap 11: CVE-2022-33987)', () => {
    expect(targetOf('http://unix:/run/x.sock:/path')).toMatchObject({
      origin: 'http://unix',
      path: '/run/x.sock:/path',
    });
  });

  it.each([
    'https://bob:hunter2@127.0.0.1:99999/',
    'https:\\\\bob:hunter2@127.0.0.1:99999/',
    'https:/bob:hunter2@[/',
    'https:bob:hunter2@[',
    '//bob:hunter2@localhost/',
    ' https://bob:hunter2@127.0.0.1:99999/?key=hunter2#hunter2',
    'hunter@2:hunter2@/x',
  ])('is shown without a password, a query or a fragment in the error: %s', (url) => {
    try {
      targetOf(url);
    } catch (error) {
      expect(inspect(error, { showHidden: true, depth: 10 }).replaceAll('at ', '')).not.toContain('hunter2@');
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/hunter2/);
      const { cause } = error as { cause: object };
      expect(JSON.stringify(cause, Object.getOwnPropertyNames(cause))).not.toMatch(/hunter2/);
    }
    expect.assertions(3);
  });
});

const PIECES = [
  ...[
    'a',
    'Z',
    '0',
    '/',
    '.',
    '..',
    '%2e',
    '%2E',
    '%',
    '%41',
    '?',
    '&',
    '=',
    '+',
    '~',
    '-',
    '_',
    ':',
    '@',
    ';',
  ],
  ...[
    '#',
    '\\',
    ' ',
    '\t',
    '\n',
    '"',
    "'",
    '<',
    '>',
    '^',
    '`',
    '{',
    '|',
    '[',
    '!',
    '$',
    '*',
    '(',
    ',',
    'é',
    '\0',
  ],
];

/** All strings of this many pieces. */
const textsOf = (count: number): string[] =>
  count === 0 ? [''] : textsOf(count - 1).flatMap((text) => PIECES.map((piece) => text + piece));

describe('the target of a second request to an origin', () => {
  const origin = 'http://localhost:8080';

  /** The path from the URL parser, which doesn't report an empty query. */
  const parsedPath = (url: string): string => {
    const { pathname, search, href } = new URL(url);
    return pathname + (search || (/^[^#]*\?/.test(href) ? '?' : ''));
  };

  it('matches the URL parser for every URL after the origin', () => {
    targetOf(origin);
    const urls = [1, 2, 3].flatMap(textsOf).map((text) => `${origin}/${text}`);
    expect(urls.filter((url) => targetOf(url).path !== parsedPath(url))).toEqual([]);
  });

  it.each([
    'http://localhost:8080.example.com/a',
    'http://localhost:80801/a',
    'http://localhost:8080@example.com/a',
  ])('is rejected if the URL only starts like the origin: %s', (url) => {
    targetOf(origin);
    expect(() => targetOf(url)).toThrow(TypeError);
  });

  it.each([
    ['http://localhost:808/a', 'http://localhost:808'],
    ['http://LOCALHOST:8080/a', origin],
    ['https://localhost:8080/a', 'https://localhost:8080'],
  ])('is parsed again if the origin has another spelling: %s', (url, expected) => {
    targetOf(origin);
    expect(targetOf(url).origin).toBe(expected);
  });
});
