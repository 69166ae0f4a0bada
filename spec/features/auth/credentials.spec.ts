import { describe, expect, it } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import { readAuthOptions } from '../../../lib/features/auth/credentials.js';

describe('the options of AuthPlugin', () => {
  const defaults = { refreshAhead: 60_000, refreshTimeout: 30_000, minInterval: 10_000 };

  it.each([
    undefined,
    {},
    { refreshAhead: undefined, refreshTimeout: undefined, minInterval: undefined },
    { refreshAhead: NaN, refreshTimeout: null, minInterval: null },
    { refreshTimeout: 0 },
    { refreshTimeout: -1 },
    { refreshTimeout: NaN },
  ])('have the defaults for %o: every refresh has a timeout', (options) => {
    expect(readAuthOptions(options as never)).toEqual(defaults);
  });

  it('count negative numbers as 0, and infinite ones as the longest delay', () => {
    const options = readAuthOptions({ refreshAhead: -1, minInterval: Infinity });
    expect(options).toMatchObject({ refreshAhead: 0, minInterval: 2 ** 31 - 1 });
  });

  it('normalize origins as platforms do, and reject invalid ones', () => {
    const { origins } = readAuthOptions({ origins: ['HTTPS://api.test:443/path?q', 'http://[::1]:80'] });
    expect(origins).toEqual(['https://api.test', 'http://[::1]']);
    expect(() => new AuthPlugin(async () => null, { origins: ['api.test'] })).toThrow(
      new TypeError('AuthPlugin origins[] is not a URL: pass one such as "https://api.example.com".'),
    );
  });
});
