import { describe, expect, it } from '@jest/globals';
import { Origins } from '../../../lib/parts/auth/request-changes.js';

const refusal = (origins: Origins, url: string): string => {
  try {
    origins.check(url);
    return '';
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(TypeError);
    return (thrown as TypeError).message;
  }
};

describe('rule 6: origins (rules.md#credentials)', () => {
  it('the first request says which one, and the others keep to it', () => {
    const origins = new Origins(undefined);
    expect(refusal(origins, 'https://api.test/a?b')).toBe('');
    expect(refusal(origins, 'https://api.test/c')).toBe('');
    expect(refusal(origins, 'https://api.test?c')).toBe('');
    expect(refusal(origins, 'HTTPS://API.test:443/c')).toBe('');
  });

  it('another one is refused, naming both, and nothing else of the URL', () => {
    const origins = new Origins(undefined);
    origins.check('https://api.test/a');
    expect(refusal(origins, 'https://ada:secret@other.test/secret?secret')).toBe(
      'The token is for https://api.test, and the request goes to https://other.test: name its origin in ' +
        'AuthPlugin({ origins }), or leave such calls out by appliesTo().',
    );
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
  ])('another one is %s', (url) => {
    expect(refusal(new Origins(['https://api.test']), url)).not.toBe('');
  });

  it('those that were named are all of them, the first request or not', () => {
    const origins = new Origins(['https://a.test', 'https://b.test']);
    expect(refusal(origins, 'https://c.test/')).toContain('The token is for https://a.test, https://b.test,');
    expect([refusal(origins, 'https://b.test/x'), refusal(origins, 'https://a.test/')]).toEqual(['', '']);
  });

  it('a list that is empty has none', () => {
    expect(refusal(new Origins([]), 'https://a.test/')).toContain('The token is for nobody');
  });

  it('a URL without one, where there is no page, says nothing about those that follow', () => {
    const origins = new Origins(undefined);
    const noPage = (globalThis as { location?: unknown }).location === undefined;
    expect(refusal(origins, noPage ? '/relative' : 'https://api.test/a')).toBe('');
    expect(refusal(origins, 'https://api.test/a')).toBe('');
  });
});
