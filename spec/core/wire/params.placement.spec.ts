import { describe, expect, it } from '@jest/globals';
import { type Placement, readPlacement } from '../../../lib/core/wire/params.js';

describe('what place gives', () => {
  it('has nothing in it where it leaves everything out', () => {
    expect(readPlacement({})).toEqual({ path: {}, query: '', headers: undefined, body: undefined });
    const nothing = { path: null, query: null, headers: null, body: undefined };
    expect(readPlacement(nothing)).toEqual(readPlacement({}));
  });

  it.each<[unknown, string]>([
    [{ a: 'x y', b: [1, 2], c: undefined }, 'a=x+y&b=1&b=2'],
    [new URLSearchParams({ a: 'b,c' }), 'a=b%2Cc'],
    [new Map([['a', 1]]), 'a=1'],
    ['ids=1,2&q=%20', 'ids=1,2&q=%20'],
    ['a=1#b', 'a=1%23b'],
    ['', ''],
  ])('has the query %p as %j', (query, text) => {
    expect(readPlacement({ query } as Placement).query).toBe(text);
  });

  it('has its headers by lowercase name, without null and undefined ones', () => {
    const headers = { 'X-A': 1, 'x-b': null, 'x-c': undefined };
    expect(readPlacement({ headers }).headers).toEqual({ 'x-a': '1' });
  });

  it.each<[unknown, string]>([
    [undefined, 'What place gave is undefined: pass an object'],
    ['/x', 'What place gave is a string: pass an object'],
    [[], 'What place gave is an Array: pass an object'],
    [Promise.resolve({}), 'What place gave is a Promise: pass an object'],
    [() => ({}), 'What place gave is a function: pass an object'],
    [{ path: 'x' }, 'path is a string: pass an object'],
    [{ path: ['x'] }, 'path is an Array: pass an object'],
    [{ query: 5 }, 'query is a number: pass an object'],
    [{ query: ['a'] }, 'query is an Array: pass an object'],
    [{ query: { a: {} } }, 'The query param "a" is an Object: pass'],
    [{ headers: 'x' }, 'headers is a string: pass an object'],
    [{ headers: { 'x-a': 'a\r\nb: c' } }, 'The header "x-a" is invalid'],
    [{ headers: { 'x a': 'b' } }, 'The header "x a" is invalid'],
  ])('is refused when it is %p', (given, told) => {
    expect(() => readPlacement(given as Placement)).toThrow(told);
  });

  it('is read by own properties only', () => {
    expect(readPlacement(Object.create(null)).body).toBeUndefined();
    expect(() => readPlacement(Object.create({ body: 1 }))).toThrow('What place gave');
  });
});
