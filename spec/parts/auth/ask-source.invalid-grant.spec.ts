import { describe, expect, it } from '@jest/globals';
import { isInvalidGrant } from '../../../lib/parts/auth/ask-source.js';

describe('isInvalidGrant', () => {
  it.each([
    ['an error with the code', { error: 'invalid_grant' }],
    ['an error that has it in its cause', new Error('x', { cause: { error: 'invalid_grant' } })],
    ['an ApiError that has it in its body', { kind: 'http', body: { error: 'invalid_grant' } }],
  ])('knows %s', (_what, thrown) => {
    expect(isInvalidGrant(thrown)).toBe(true);
  });

  it.each([null, undefined, 5, 'invalid_grant', new Error('invalid_grant'), { error: 'invalid_request' }])(
    'is false for another: case %#',
    (thrown) => {
      expect(isInvalidGrant(thrown)).toBe(false);
    },
  );
});
