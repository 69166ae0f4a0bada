import { describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorKind, isApiError, matchError } from '../../../lib/index.js';
import { errorResult } from '../../../lib/entries/testing.js';
import { secondCopy } from '../../support/second-copy.js';

const init = { kind: 'abort', request: { method: 'GET', url: '/' } } as const;

describe('isApiError', () => {
  class Mine extends ApiError {}

  it.each<[string, unknown]>([
    ['the error of a Result', errorResult(404).error],
    ['an error of another copy of the package', new (secondCopy().ApiError)(init)],
    ['an instance of a subclass', new Mine(init)],
  ])('is true for %s', (_what, value) => {
    expect(isApiError(value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'ApiError'],
    ['another error', new Error('mine')],
    ['an error with its name', Object.assign(new Error(), { name: 'ApiError', kind: 'http' })],
    ['its JSON', JSON.parse(JSON.stringify(errorResult(404).error))],
    ['the class', ApiError],
    ['a Result', errorResult(404)],
  ])('is false for %s', (_what, value) => {
    expect(isApiError(value)).toBe(false);
  });
});

const KINDS: readonly ApiErrorKind[] = ['network', 'http', 'parse', 'timeout', 'abort', 'middleware'];

const errorOf = (kind: ApiErrorKind, status = 0): ApiError =>
  new ApiError({ kind, status, request: { method: 'GET', url: '/' } });
const http = (status: number): ApiError => errorResult(status).error;

const handlers = {
  404: () => 'exactly 404',
  '4XX': () => 'some 4XX',
  '5XX': () => 'some 5XX',
  http: () => 'http',
  network: () => 'network',
  default: () => 'default',
};

describe('matchError (rules.md#from-result-to-code-that-goes-on)', () => {
  it.each([
    [404, 'exactly 404'],
    [403, 'some 4XX'],
    [499, 'some 4XX'],
    [500, 'some 5XX'],
    [599, 'some 5XX'],
    [304, 'http'],
    [200, 'http'],
  ])('calls the most specific handler for %d: %s', (status, handled) => {
    expect(matchError(errorOf('http', status), handlers)).toBe(handled);
  });

  it('falls back to the kind, and then to the default', () => {
    expect(matchError(errorOf('network'), handlers)).toBe('network');
    expect(matchError(errorOf('abort'), handlers)).toBe('default');
    expect(matchError(http(404), { default: () => 'default' })).toBe('default');
  });

  it('uses the status of an http error only', () => {
    const statuses = { 200: () => 'status', '2XX': () => 'class', default: () => 'default' };
    expect(matchError(errorOf('parse', 200), statuses)).toBe('default');
    expect(matchError(errorOf('http', 200), statuses)).toBe('status');
  });

  it.each(KINDS)('works with all kinds and no default: %s', (kind) => {
    const each = Object.fromEntries(KINDS.map((name) => [name, () => name]));
    expect(matchError(errorOf(kind), each as Record<ApiErrorKind, () => string>)).toBe(kind);
  });

  it('passes the error on, and calls one handler once', () => {
    const error = http(404);
    const [found, none] = [vi.fn(), vi.fn()];
    matchError(error, { 404: found, http: none, default: none });
    expect([found.mock.calls, none.mock.calls]).toEqual([[[error]], []]);
  });

  it('returns a promise if the handler does', async () => {
    expect(await matchError(http(404), { default: async () => 7 })).toBe(7);
  });

  it('throws the error that the handler throws', () => {
    const { error } = errorResult(500);
    const failing = (): never => {
      throw error;
    };
    expect(() => matchError(http(404), { default: failing })).toThrow(error);
  });

  it('accepts an error of another copy of the package', () => {
    const { ApiError: Other } = secondCopy();
    const error = new Other({ kind: 'timeout', request: { method: 'GET', url: '/' } });
    expect(matchError(error, { timeout: () => 1, default: () => 2 })).toBe(1);
  });

  it('ignores undefined handlers', () => {
    expect(matchError(http(404), { 404: undefined, default: () => 'default' })).toBe('default');
  });

  it('reads own properties only', () => {
    const inherited = Object.create({ http: () => 'inherited' }) as typeof handlers;
    expect(matchError(http(404), Object.assign(inherited, { default: () => 'own' }))).toBe('own');
  });

  it.each([{}, null, undefined, 'default'])(
    'names the missing handler for %o, if the types were ignored',
    (none) => {
      expect(() => matchError(http(404), none as never)).toThrow(
        new TypeError('matchError has no case for 404, 4XX, http, default: add one.'),
      );
    },
  );

  it.each([null, undefined, new Error('mine'), 'http'])(
    'rejects a value that is not the error of a Result: %o',
    (value) => {
      expect(() => matchError(value as never, handlers)).toThrow(
        /^matchError got .*: pass the error of a Result\.$/,
      );
    },
  );
});
