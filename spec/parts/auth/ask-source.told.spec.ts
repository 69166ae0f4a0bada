import { describe, expect, it } from '@jest/globals';
import { toldSafely } from '../../../lib/parts/auth/ask-source.js';

const credentials = { token: 'tok-3f9a7c1e', refreshToken: 'refresh-8b2d6e40' };

describe('toldSafely', () => {
  it.each([null, undefined, 5, 'text', new Error('503'), new Error('x', { cause: new Error('y') })])(
    'gives what quotes nothing as it is: case %#',
    (thrown) => {
      expect(toldSafely(thrown, credentials)).toBe(thrown);
    },
  );

  it.each([
    ['the token', new Error('no tok-3f9a7c1e')],
    ['the refresh token', new Error('token?refresh_token=refresh-8b2d6e40 failed')],
    ['either in a cause', new Error('x', { cause: new Error('REFRESH-8b2d6e40') })],
    ['either as a text', 'refresh-8b2d6e40'],
    ['either as a code', Object.assign(new Error('x'), { code: 'refresh-8b2d6e40' })],
    ['either as a name', Object.assign(new Error('x'), { name: 'tok-3f9a7c1e' })],
  ])('leaves out words that quote %s', (_what, thrown) => {
    expect(toldSafely(thrown, credentials)).toEqual(
      new Error('The words of the source quote its credentials, and are left out.'),
    );
  });

  it('gives everything as it is where there were no credentials', () => {
    const thrown = new Error('no tok-3f9a7c1e');
    expect(toldSafely(thrown, undefined)).toBe(thrown);
  });
});
