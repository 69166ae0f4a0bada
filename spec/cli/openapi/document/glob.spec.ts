import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../../../lib/cli/openapi/document/glob.js';

describe('globMatcher', () => {
  it.each([
    ['/users', '/users', true],
    ['/users', '/users/', false],
    ['/users', '/Users', false],
    ['/users/*', '/users/{id}', true],
    ['/users/*', '/users/', true],
    ['/users/*', '/users', false],
    ['/users/*', '/users/{id}/posts', false],
    ['/users/**', '/users', true],
    ['/users/**', '/users/{id}/posts', true],
    ['/users/**', '/users2', false],
    ['/users/***', '/users', true],
    ['/**/posts', '/posts', true],
    ['/**/posts', '/users/{id}/posts', true],
    ['/**/posts', '/users/myposts', false],
    ['/a/**/b/*', '/a/b/c', true],
    ['/a/**/b/*', '/a/x/y/b/c', true],
    ['/a/**/b/*', '/a/x/y/b/c/d', false],
    ['/a**', '/ab/c', true],
    ['**', '', true],
    ['**', '/a/b', true],
    ['*', '/a', false],
    ['/*/b', '/a/b', true],
    ['/a*c*e', '/abcde', true],
    ['/a*c*e', '/abcd', false],
    ['/v1.0/{id}', '/v1.0/{id}', true],
    ['/v1.0', '/v1x0', false],
    ['/[a]?+(b)', '/[a]?+(b)', true],
    ['', '', true],
    ['', '/', false],
  ])('for %s and %s returns %s', (glob, path, matches) => {
    expect(globMatcher(glob)(path)).toBe(matches);
  });

  it.each(['/*a'.repeat(300), '/**/a'.repeat(200), '*a*'.repeat(300), '**a'.repeat(300)])(
    'takes no exponential time',
    (glob) => {
      const start = performance.now();
      expect(globMatcher(`${glob}!`)('/a'.repeat(1000))).toBe(false);
      expect(performance.now() - start).toBeLessThan(2000);
    },
  );
});
