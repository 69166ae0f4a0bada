import { describe, expect, it } from '@jest/globals';
import { ApiError, isApiError } from '../../../lib/index.js';
import { errorResult } from '../../../lib/testing.js';
import { secondCopy } from '../../support/second-copy.js';

const init = { kind: 'abort', request: { method: 'GET', url: '/' } } as const;

describe('isApiError', () => {
  it('is true for the error of a Result', () => {
    expect(isApiError(errorResult(404).error)).toBe(true);
  });

  it('is true for one of another copy of the package', () => {
    expect(isApiError(new (secondCopy().ApiError)(init))).toBe(true);
  });

  it('is true for an instance of a subclass', () => {
    class Mine extends ApiError {}
    expect(isApiError(new Mine(init))).toBe(true);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'ApiError'],
    ['another error', new Error('mine')],
    ['an error with its name', Object.assign(new Error(), { name: 'ApiError', kind: 'http' })],
    ['its JSON', JSON.parse(JSON.stringify(errorResult(404).error))],
    ['the class', ApiError],
    ['its prototype', ApiError.prototype],
    ['a Result', errorResult(404)],
  ])('is false for %s', (_what, value) => {
    expect(isApiError(value)).toBe(false);
  });
});
