import { describe, expect, it, jest } from '@jest/globals';
import { ApiError, type ApiErrorKind, matchError } from '../../../lib/index.js';
import { errorResult } from '../../../lib/testing.js';
import { secondCopy } from '../../support/second-copy.js';

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
  ])('takes the narrowest of what is there for %d: %s', (status, handled) => {
    expect(matchError(errorOf('http', status), handlers)).toBe(handled);
  });

  it('goes on to the kind, and then to the default', () => {
    expect(matchError(errorOf('network'), handlers)).toBe('network');
    expect(matchError(errorOf('abort'), handlers)).toBe('default');
    expect(matchError(http(404), { default: () => 'default' })).toBe('default');
  });

  it('goes by the status of an http error only', () => {
    const statuses = { 200: () => 'status', '2XX': () => 'class', default: () => 'default' };
    expect(matchError(errorOf('parse', 200), statuses)).toBe('default');
    expect(matchError(errorOf('http', 200), statuses)).toBe('status');
  });

  it('does with all kinds and no default', () => {
    const each = Object.fromEntries(KINDS.map((kind) => [kind, () => kind])) as Record<
      ApiErrorKind,
      () => string
    >;
    for (const kind of KINDS) expect(matchError(errorOf(kind), each)).toBe(kind);
  });

  it('hands the error on, and calls one of them once', () => {
    const error = http(404);
    const [found, none] = [jest.fn(), jest.fn()];
    matchError(error, { 404: found, http: none, default: none });
    expect([found.mock.calls, none.mock.calls]).toEqual([[[error]], []]);
  });

  it('gives a promise where the function does', async () => {
    expect(await matchError(http(404), { default: async () => 7 })).toBe(7);
  });

  it('throws what the function throws', () => {
    const failing = (): never => {
      throw new Error('mine');
    };
    expect(() => matchError(http(404), { default: failing })).toThrow('mine');
  });

  it('takes an error of another copy of the package', () => {
    const { ApiError: Other } = secondCopy();
    const error = new Other({ kind: 'timeout', request: { method: 'GET', url: '/' } });
    expect(matchError(error, { timeout: () => 1, default: () => 2 })).toBe(1);
  });

  it('passes over what is undefined', () => {
    expect(matchError(http(404), { 404: undefined, default: () => 'default' })).toBe('default');
  });

  it('takes own properties only', () => {
    const inherited = Object.create({ http: () => 'inherited' }) as typeof handlers;
    expect(matchError(http(404), Object.assign(inherited, { default: () => 'own' }))).toBe('own');
  });

  it('says what is missing, where types were not heeded', () => {
    expect(() => matchError(http(404), {} as never)).toThrow(
      new TypeError('matchError has nothing for 404, 4XX, http, default: add one of them.'),
    );
  });

  it.each([null, undefined, 'default'])('refuses what is no object of functions: %p', (value) => {
    expect(() => matchError(http(404), value as never)).toThrow(
      /^matchError needs an object of functions: it is /,
    );
  });

  it.each([null, undefined, new Error('mine'), 'http'])(
    'refuses what is no error of a Result: %p',
    (value) => {
      expect(() => matchError(value as never, handlers)).toThrow(
        /^matchError needs the error of a Result: it is /,
      );
    },
  );
});
