import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../../lib/index.js';
import { isServiceFailure, NotSentError } from '../../../../lib/entries/resilience.js';

const request = { method: 'GET', url: '/', params: undefined };

const failure = (kind: ApiErrorKind, status = 0, cause?: unknown) => ({
  data: null,
  error: new ApiError({ kind, status, request, cause, body: cause }),
});

/** The error for a request that can't be sent. */
const InvalidInputError = Object.getPrototypeOf(NotSentError) as new (sentence: string) => TypeError;

const held = new NotSentError('queue-full', 'Full.');

describe('isServiceFailure() (rules.md#policy)', () => {
  it.each([
    ['a network error', failure('network')],
    ['a timeout', failure('timeout')],
    ['500', failure('http', 500)],
    ['503', failure('http', 503)],
    ['a response of 500 that could not be read', failure('parse', 500)],
  ])('is true for %s', (_, result) => {
    expect(isServiceFailure(result)).toBe(true);
  });

  it.each([
    ['a success', { data: 1, error: null }],
    ['an abort', failure('abort')],
    ['429', failure('http', 429)],
    ['499', failure('http', 499)],
    ['a body that could not be used', failure('parse', 200)],
    ['a failure in a middleware', failure('middleware')],
    ['a call that was held back', failure('network', 0, held)],
    [
      'a call that was held back, in the words of a middleware',
      { data: null, error: { kind: 'network', cause: held } },
    ],
    ['a request that was rejected before sending', failure('network', 0, new InvalidInputError('No body.'))],
  ])('is false for %s', (_, result) => {
    expect(isServiceFailure(result)).toBe(false);
  });

  it.each([undefined, null, 'text', new Error('x'), {}])(
    'is false for a value that is not a Result: %o',
    (given) => {
      expect([isServiceFailure(given), isServiceFailure({ error: given })]).toEqual([false, false]);
    },
  );
});
