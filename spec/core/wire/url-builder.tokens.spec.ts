import { describe, expect, it } from '@jest/globals';
import { listText, UrlBuilder } from '../../../lib/core/wire/url-builder.js';

type Fields = Readonly<Record<string, unknown>>;

/** The URL of the path, filled as far as it can be; and the sentence where that is not to its end. */
const filled = (path: string | UrlBuilder, fields: Fields, textOf?: typeof listText): string[] => {
  const builder = typeof path === 'string' ? new UrlBuilder('', path) : path;
  const request = { url: '' };
  try {
    builder.fill(request, fields, textOf);
    return [request.url];
  } catch (thrown) {
    return [request.url, (thrown as Error).message];
  }
};

describe('a path', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['/users', []],
    ['/users/:id', ['id']],
    ['/:a/:b/:a', ['a', 'b', 'a']],
    ['/users/:id.json/:id-card', ['id', 'id']],
    ['/v1/operations/:name:cancel', ['name']],
    ['/a:b/::c/:', []],
    ['/users/{id}', ['id']],
    ['/files/{name}.{ext}', ['name', 'ext']],
    ['/f(x={x},y={y})', ['x', 'y']],
    ['/enterprises/{enterprise-team}/{a.b}', ['enterprise-team', 'a.b']],
    ['/{a}/{b}/{a}', ['a', 'b', 'a']],
    ['/{user id}/{$filter}/{é}', ['user id', '$filter', 'é']],
    ['/users/:id/{name}:activate', ['name']],
    ['/{}/:id', ['id']],
    ['/{a/b}/:id', ['id']],
    ['/{"a":1}/:id', ['id']],
    ['/{a{b}c}', ['b']],
    ['/{a', []],
  ])('%j has the tokens %j', (path, tokens) => {
    expect(new UrlBuilder('', path).tokens).toEqual(tokens);
  });

  it.each([
    ['/users/:id', '/users/7'],
    ['/:id/:id', '/7/7'],
    ['/:id.json', '/7.json'],
    ['/a:b', '/a:b'],
    ['/{id}', '/7'],
    ['/f(x={id},y={id})', '/f(x=7,y=7)'],
    ['/{id}{id}.{id}', '/77.7'],
    ['/:id/{id}:id', '/:id/7:id'],
    ['', ''],
  ])('%j is filled to %j', (path, url) => {
    expect(filled(path, { id: 7 })).toEqual([url]);
  });

  it('has a colon behind a param as text', () => {
    expect(filled('/:id:id', { id: 7 })).toEqual(['/7:id']);
    expect(filled('/{id}:stop', { id: 7, stop: true })).toEqual(['/7:stop']);
  });

  it('takes lists where these are sent', () => {
    expect(filled('/users/{ids}/{name}', { ids: [1, 2], name: 'a' }, listText)).toEqual(['/users/1,2/a']);
    expect(filled('/users/{ids}/{name}', { ids: [1, 2], name: 'a' })).toEqual([
      '',
      expect.stringContaining('"ids" (an Array)'),
    ]);
  });

  it('gives the same for the same params, however often it is filled', () => {
    const path = new UrlBuilder('', '/:id');
    expect([1, 2, 1].map((id) => filled(path, { id }))).toEqual([['/1'], ['/2'], ['/1']]);
  });

  it('names each param that is missing once, and nothing of the others', () => {
    expect(filled('/{a-b}/x:y/{c}/{a-b}', { c: 1 })).toEqual([
      '',
      expect.stringMatching(/^Unusable path params: "a-b" \(missing\)\. /),
    ]);
  });

  it('is its template until it is filled', () => {
    expect(new UrlBuilder('https://a.test/v1/', 'users/:id?x=1').template).toBe(
      'https://a.test/v1/users/:id?x=1',
    );
  });
});
