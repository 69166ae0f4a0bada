import { describe, expect, it } from 'vitest';
import {
  errorType,
  methodAndServer,
  requestDetails,
  requestErrorType,
  shownUrl,
  spanName,
  templatePath,
} from '../../../lib/adapters/otel/attributes.js';
import { ApiError } from '../../../lib/index.js';

type Init = Omit<ConstructorParameters<typeof ApiError>[0], 'request'>;

const failed = (init: Init): ApiError =>
  new ApiError({ request: { method: 'GET', url: 'http://api.test/thing' }, ...init });

const coded = (code: string, cause?: unknown): Error => Object.assign(new Error('why', { cause }), { code });

describe('the attributes of a request (rules.md#tracing)', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY'])(
    'contain the method %s unchanged',
    (method) => {
      expect(methodAndServer(method, new URL('http://a'))).toMatchObject({ 'http.request.method': method });
      expect(spanName(method, '/users')).toBe(`${method} /users`);
    },
  );

  it('contain _OTHER for an unknown method, the original method, and HTTP in the span name', () => {
    expect(methodAndServer('PURGE', new URL('http://a'))).toMatchObject({ 'http.request.method': '_OTHER' });
    expect(requestDetails('PURGE', '', '', 1)).toMatchObject({ 'http.request.method_original': 'PURGE' });
    expect(requestDetails('GET', '', '', 1)['http.request.method_original']).toBeUndefined();
    expect(spanName('PURGE', '/users')).toBe('HTTP /users');
  });

  it.each([
    ['https://api.test/a', 'api.test', 443],
    ['http://api.test/a', 'api.test', 80],
    ['http://api.test:8080/a', 'api.test', 8080],
    ['https://[::1]:8443/', '::1', 8443],
  ])('for %s contain %s and %i for the server', (url, address, port) => {
    expect(methodAndServer('GET', new URL(url))).toMatchObject({
      'server.address': address,
      'server.port': port,
    });
  });

  it.each([
    ['https://api.test/v2/users/:id', '/v2/users/:id'],
    ['https://api.test/users/{id}?fields={all}', '/users/{id}'],
    ['https://user:secret@api.test/users', '/users'],
    ['HTTPS://API.test', '/'],
    ['https:user:secret@api.test/users', '/users'],
    ['https:/user:secret@api.test/users', '/users'],
    ['https:\\\\user:secret@api.test/users', '/users'],
    ['ht\ntps://user:sec\tret@api.test/users', '/users'],
    [' https://user:secret@api.test/users', '/users'],
    ['https://user:secret@api.test', '/'],
    ['//user:secret@api.test/users', '/users'],
    ['/\\user:secret@api.test/users', '/users'],
    ['https://api.test/users/@me', '/users/@me'],
    ['/users/:id', '/users/:id'],
  ])('contain the template of %s as %s', (urlTemplate, template) => {
    expect(templatePath(urlTemplate)).toBe(template);
  });

  it('contain the resend count from the second attempt on', () => {
    const countOf = (number: number) => requestDetails('GET', '', '', number)['http.request.resend_count'];
    expect([1, 2, 3].map(countOf)).toEqual([undefined, 1, 2]);
  });
});

describe('url.full (rules.md#tracing)', () => {
  const isSecret = (name: string): boolean => name === 'sig' || name === 'a b';

  it.each([
    ['https://api.test/a?b=c&d', 'https://api.test/a?b=c&d'],
    ['https://api.test:8080/a#secret', 'https://api.test:8080/a'],
    ['https://user:secret@api.test/a', 'https://REDACTED:REDACTED@api.test/a'],
    ['https://user@api.test/', 'https://REDACTED:REDACTED@api.test/'],
    ['https://:secret@api.test/', 'https://REDACTED:REDACTED@api.test/'],
    ['https://api.test/?sig=secret&b=sig', 'https://api.test/?sig=REDACTED&b=sig'],
    ['https://api.test/?b=1&sig=a=b&sig=', 'https://api.test/?b=1&sig=REDACTED&sig=REDACTED'],
    ['https://api.test/?%73ig=secret', 'https://api.test/?%73ig=REDACTED'],
    ['https://api.test/?a+b=1&a%20b=2', 'https://api.test/?a+b=REDACTED&a%20b=REDACTED'],
    ['https://api.test/?%=1&%E0%A4=2&Sig=3', 'https://api.test/?%=1&%E0%A4=2&Sig=3'],
    ['https://api.test/?a?sig=1&x=?sig=2', 'https://api.test/?a?sig=1&x=?sig=2'],
  ])('for %s is %s', (url, shown) => {
    expect(shownUrl(new URL(url), isSecret)).toBe(shown);
  });

  it('contains no value if all are secret, and no flag that could be a secret', () => {
    const shown = shownUrl(new URL('http://api.test/?a=1&token&b=&'), () => true);
    expect(shown).toBe('http://api.test/?a=REDACTED&REDACTED&b=REDACTED&');
  });
});

describe('error.type (rules.md#tracing)', () => {
  const opaque = Object.defineProperty({}, 'name', {
    get: () => {
      throw new Error('no');
    },
  });

  it.each<[string, Init, string | undefined]>([
    ['the status', { kind: 'http', status: 503 }, '503'],
    ['the status of a redirect that was not followed', { kind: 'http', status: 304 }, '304'],
    ['graphql, for an error in a successful response', { kind: 'http', status: 200 }, 'graphql'],
    ['http, for an opaque response', { kind: 'http' }, 'http'],
    ['timeout', { kind: 'timeout', cause: coded('ETIMEDOUT') }, 'timeout'],
    ['parse', { kind: 'parse', status: 200, cause: new SyntaxError() }, 'parse'],
    ['the code of the cause', { kind: 'network', cause: coded('ECONNREFUSED') }, 'ECONNREFUSED'],
    [
      'the code of the innermost cause',
      { kind: 'network', cause: coded('UND_ERR', coded('ECONNRESET')) },
      'ECONNRESET',
    ],
    ['the name of the cause', { kind: 'network', cause: new TypeError('fetch failed') }, 'TypeError'],
    [
      'the name of the error that a middleware threw',
      { kind: 'middleware', cause: new RangeError() },
      'RangeError',
    ],
    ['a fallback name for an unreadable error', { kind: 'network', cause: opaque }, 'Error'],
    ['the kind, without a cause', { kind: 'network' }, 'network'],
    ['nothing, for an abort', { kind: 'abort', cause: new Error('gone') }, undefined],
  ])('contains %s', (_what, init, type) => {
    expect(errorType(failed(init))).toBe(type);
  });

  it('is undefined for a request if only its content is an error, or a schema rejected it', () => {
    const issues = [{ message: 'no' }];
    expect(requestErrorType(failed({ kind: 'http', status: 200 }))).toBeUndefined();
    expect(requestErrorType(failed({ kind: 'http', status: 304 }))).toBeUndefined();
    expect(requestErrorType(failed({ kind: 'parse', status: 200, issues }))).toBeUndefined();
    expect(requestErrorType(failed({ kind: 'parse', status: 200 }))).toBe('parse');
    expect(requestErrorType(failed({ kind: 'http', status: 400, issues }))).toBe('400');
    expect([requestErrorType(null), errorType(undefined)]).toEqual([undefined, undefined]);
  });
});
