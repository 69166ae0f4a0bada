import { describe, expect, it } from '@jest/globals';
import { originOf, queryOf } from '../../../lib/parts/pagination/next-link.js';

describe('the origin of a URL', () => {
  const base = 'https://api.test/things?a=b://c';

  it.each<[string, string | undefined]>([
    ['https://api.test/other', 'https://api.test'],
    ['HTTPS://Api.Test:443?x', 'https://api.test'],
    ['http://api.test:80/', 'http://api.test'],
    ['https://api.test:8443#x', 'https://api.test:8443'],
    ['https://ada:secret@api.test/', 'https://api.test'],
    ['//api.test/x', 'https://api.test'],
    ['\\\\evil.test/x', 'https://evil.test'],
    ['/things?page=2', 'https://api.test'],
    ['?to=https://evil.test', 'https://api.test'],
    ['things:2', 'things:'],
    ['', 'https://api.test'],
    ['javascript:alert(1)', 'javascript:'],
  ])('of %p beside its base is %p', (url, origin) => {
    expect(originOf(url, base)).toBe(origin);
  });

  it.each(['/things', '', '//api.test/x'])('of %p without a base is not known', (url) => {
    expect(originOf(url)).toBeUndefined();
  });
});

describe('the query of a URL, by name', () => {
  it.each<[string, [string, string[]][]]>([
    ['/things', []],
    ['/things?', []],
    ['/things?&&', []],
    [
      '?a=1&b=2&a=3',
      [
        ['a', ['1', '3']],
        ['b', ['2']],
      ],
    ],
    [
      '?q=a+b%20c&%C3%A4=%26',
      [
        ['q', ['a b c']],
        ['ä', ['&']],
      ],
    ],
    [
      '?a&b=&c=x=y',
      [
        ['a', ['']],
        ['b', ['']],
        ['c', ['x=y']],
      ],
    ],
    ['?a=1?2#b?c=3', [['a', ['1?2']]]],
    ['#a?b=1', []],
    [
      '?a=%E9&b=100%',
      [
        ['a', ['%E9']],
        ['b', ['100%']],
      ],
    ],
  ])('%p', (url, query) => {
    expect([...queryOf(url)]).toEqual(query);
  });
});
