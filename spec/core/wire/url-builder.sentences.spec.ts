import { describe, expect, it } from '@jest/globals';
import { UrlBuilder } from '../../../lib/core/wire/url-builder.js';

const TAIL = 'Each takes a non-empty string, a finite number, a bigint or a boolean.';

const fill = (path: string, fields: Record<string, unknown>) => () => {
  const request = { url: '' };
  new UrlBuilder('https://api.test', path).fill(request, fields);
  return request.url;
};

describe('what an unusable path param is told', () => {
  it.each<[unknown, string]>([
    [undefined, 'missing'],
    [null, 'null'],
    ['', 'an empty string'],
    ['.', '"."'],
    ['..', '".."'],
    [[1], 'an Array'],
    [NaN, 'NaN'],
    ['.a\uD800', 'a string'],
    ['a.\uD800', 'a string'],
  ])('%p', (id, told) => {
    expect(fill('/users/:id', { id })).toThrow(`Unusable path params: "id" (${told}). ${TAIL}`);
  });

  it('several, each once', () => {
    expect(fill('/:a/:b/:a', {})).toThrow(`Unusable path params: "a" (missing), "b" (missing). ${TAIL}`);
  });

  it('names that begin or end with dots are as good as any', () => {
    expect(fill('/f/:name', { name: '...' })()).toBe('https://api.test/f/...');
    expect(fill('/f/:name', { name: '.env' })()).toBe('https://api.test/f/.env');
    expect(fill('/f/:name', { name: 'a..' })()).toBe('https://api.test/f/a..');
  });
});

describe('what else is told of a path', () => {
  it('a token in its query', () => {
    expect(fill('/a?b=:token&c=1', {})).toThrow(
      'The path has "=:token" in its query, which is never filled: pass it as a param instead',
    );
  });

  it('an inherited name after a colon inside a segment is no param', () => {
    const fields = Object.create({ verb: 1 }) as Record<string, unknown>;
    expect(fill('/a/b:verb', fields)()).toBe('https://api.test/a/b:verb');
    expect(fill('/a/b:verb', { verb: undefined })()).toBe('https://api.test/a/b:verb');
  });

  it('a fragment, without the query that stands before it', () => {
    expect(fill('/a?key=secret#b', {})).toThrow('The path "/a?…#b" has "#", which is never sent');
  });
});
