import { describe, expect, it } from '@jest/globals';
import { listText, PathTemplate } from '../../../lib/core/wire/path-template.js';

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
    expect(new PathTemplate(path).tokens).toEqual(tokens);
  });

  it('is filled as far as it can be, with lists where these are sent', () => {
    const path = new PathTemplate('/users/{ids}/{name}');
    expect(path.filledAsFar({ ids: [1, 2] })).toBe('/users/{ids}/{name}');
    expect(path.filledAsFar({ ids: [1, 2] }, listText)).toBe('/users/1,2/{name}');
  });

  it.each([
    ['/users/:id', '/users/7'],
    ['/:id/:id', '/7/7'],
    ['/:id:id', '/7:id'],
    ['/:id.json', '/7.json'],
    ['/a:b', '/a:b'],
    ['/{id}', '/7'],
    ['/f(x={id},y={id})', '/f(x=7,y=7)'],
    ['/{id}{id}.{id}', '/77.7'],
    ['/:id/{id}:id', '/:id/7:id'],
    ['', ''],
  ])('%j is filled to %j', (path, filled) => {
    expect(new PathTemplate(path).fill({ id: 7 })).toBe(filled);
  });

  it('gives the same for the same params, however often it is filled', () => {
    const path = new PathTemplate('/:id');
    expect([path.fill({ id: 1 }), path.fill({ id: 2 }), path.fill({ id: 1 })]).toEqual(['/1', '/2', '/1']);
  });

  it('leaves a param as it is written where its value is missing, until all are there', () => {
    expect(new PathTemplate('/{a-b}/x:y/{c}').filledAsFar({ c: 1 })).toBe('/{a-b}/x:y/1');
  });

  it('whose params stand in braces takes a param that is named after a colon for none of its own', () => {
    expect(new PathTemplate('/{id}:stop').fill({ id: 7, stop: true })).toBe('/7:stop');
  });
});
