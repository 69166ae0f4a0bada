import { describe, expect, it } from '@jest/globals';
import { Origins } from '../../../lib/parts/auth/request-changes.js';

const OWN = 'https://api.test';

describe('rule 6: origins (rules.md#credentials)', () => {
  it.each([`${OWN}/c`, `${OWN}?c`, 'HTTPS://API.test:443/c'])('%s is of the first one', (url) => {
    const origins = new Origins(undefined);
    origins.check(`${OWN}/a?b`);
    expect(() => origins.check(url)).not.toThrow();
  });

  it.each([
    'http://api.test/',
    'https://api.test:8443/',
    'https://api.test.evil.test/',
    'https://api.test@evil.test/',
    'https://api.testevil.test/',
    '/relative',
    'data:text/plain,a',
    'https://',
  ])('%s is another one', (url) => {
    expect(() => new Origins([OWN]).check(url)).toThrow(TypeError);
  });

  it('another one is refused, naming both, and nothing else of the URL', () => {
    const origins = new Origins(undefined);
    origins.check(`${OWN}/a`);
    expect(() => origins.check('https://ada:secret@other.test/secret?secret')).toThrow(
      new TypeError(
        'The token is for https://api.test, and the request goes to https://other.test: name its origin in ' +
          'AuthPlugin({ origins }), or leave such calls out by appliesTo().',
      ),
    );
  });

  it('those that were named are all of them, the first request or not', () => {
    const origins = new Origins(['https://a.test', 'https://b.test']);
    expect(() => origins.check('https://c.test/')).toThrow(
      'The token is for https://a.test, https://b.test,',
    );
    for (const url of ['https://b.test/x', 'https://a.test/']) origins.check(url);
    expect(() => new Origins([]).check('https://a.test/')).toThrow('The token is for nobody');
  });
});
