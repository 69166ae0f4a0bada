import { describe, expect, it } from '@jest/globals';
import { PathTemplate } from '../../../lib/core/wire/path-template.js';

describe('a path', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['/users', []],
    ['/users/:id', ['id']],
    ['/:a/:b/:a', ['a', 'b', 'a']],
    ['/users/:id.json/:id-card', ['id', 'id']],
    ['/v1/operations/:name:cancel', ['name']],
    ['/a:b/::c/:', []],
  ])('%j has the tokens %j', (path, tokens) => {
    expect(new PathTemplate(path).tokens).toEqual(tokens);
  });

  it.each([
    ['/users/:id', '/users/7'],
    ['/:id/:id', '/7/7'],
    ['/:id:id', '/7:id'],
    ['/:id.json', '/7.json'],
    ['/a:b', '/a:b'],
    ['', ''],
  ])('%j is filled to %j', (path, filled) => {
    expect(new PathTemplate(path).fill({ id: 7 })).toBe(filled);
  });

  it('gives the same for the same params, however often it is filled', () => {
    const path = new PathTemplate('/:id');
    expect([path.fill({ id: 1 }), path.fill({ id: 2 }), path.fill({ id: 1 })]).toEqual(['/1', '/2', '/1']);
  });
});
