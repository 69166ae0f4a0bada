import { describe, expect, it } from '@jest/globals';
import { AuthPlugin } from '../../../lib/auth.js';
import { readAuthOptions } from '../../../lib/parts/auth/credentials.js';

const source = async () => ({ token: 'T' });

describe('readAuthOptions', () => {
  const defaults = { refreshAhead: 60_000, refreshTimeout: 30_000, minInterval: 10_000 };

  it.each([undefined, {}, { refreshAhead: undefined, refreshTimeout: undefined, minInterval: undefined }])(
    'has the defaults for %p',
    (options) => {
      expect(readAuthOptions(options)).toEqual({
        ...defaults,
        store: undefined,
        lock: undefined,
        onSignedOut: undefined,
        origins: undefined,
      });
    },
  );

  it('has them for null and NaN, too', () => {
    const spoilt = { refreshAhead: NaN, refreshTimeout: null, minInterval: null };
    expect(readAuthOptions(spoilt as never)).toMatchObject(defaults);
  });

  it('takes 0 and negative numbers as 0, and infinite ones as the longest delay', () => {
    expect(readAuthOptions({ refreshAhead: -1, minInterval: Infinity })).toMatchObject({
      refreshAhead: 0,
      minInterval: 2 ** 31 - 1,
    });
  });

  it.each([0, -1, NaN])('has no refresh without an end: a refreshTimeout of %p is the default', (given) => {
    expect(readAuthOptions({ refreshTimeout: given }).refreshTimeout).toBe(30_000);
  });

  it('writes origins as platforms do', () => {
    const { origins } = readAuthOptions({ origins: ['HTTPS://api.test:443/path?q', 'http://[::1]:80'] });
    expect(origins).toEqual(['https://api.test', 'http://[::1]']);
  });
});

describe('new AuthPlugin', () => {
  it.each<[string, unknown, string]>([
    ['store', {}, 'the option store is an Object: pass an object with load and save.'],
    ['store', { load: source }, 'the option store is an Object: pass an object with load and save.'],
    ['lock', 5, 'the option lock is a number: pass a function that runs its task.'],
    ['onSignedOut', 'x', 'the option onSignedOut is a string: pass a function.'],
    ['origins', 'https://api.test', 'the option origins is a string: pass a list.'],
    ['origins', ['api.test'], 'one of the origins is no URL: pass such as "https://api.example.com".'],
  ])('refuses %s as %p by its name', (name, given, sentence) => {
    expect(() => new AuthPlugin(source, { [name]: given })).toThrow(new TypeError(`AuthPlugin: ${sentence}`));
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['a token', 'a string'],
    [{}, 'an Object'],
    [{ refresh: 'x' }, 'an Object'],
  ])('refuses %p as a source', (given, type) => {
    expect(() => new AuthPlugin(given as never)).toThrow(
      new TypeError(`AuthPlugin: its source is ${type}: pass a function, or an object with refresh().`),
    );
  });

  it('is a plugin called auth', () => {
    expect(new AuthPlugin(source).name).toBe('auth');
  });
});
