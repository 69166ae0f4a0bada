import { describe, expect, it } from '@jest/globals';
import { issuePaths } from '../../../lib/core/result/api-error.js';

const pathOf = (...path: unknown[]) => issuePaths([{ message: 'quotes "hunter2"', path: path as [] }])[0];

describe('the path of an issue', () => {
  it.each<[unknown[], string]>([
    [['items', 2, 'price'], 'items[2].price'],
    [[0, 'a'], '[0].a'],
    [[{ key: 'items' }, { key: 0 }], 'items[0]'],
    [[], ''],
    [['two words', 'a.b'], '["two words"]["a.b"]'],
    [['\u001b[31m'], '["[31m"]'],
    [[Symbol('s')], '["Symbol(s)"]'],
  ])('%j is %s', (path, text) => {
    expect(pathOf(...path)).toBe(text);
  });

  it('is empty where an issue has none', () => {
    expect(issuePaths([{ message: 'x' }])).toEqual(['']);
  });

  it('is one of at most twenty', () => {
    const issues = Array.from({ length: 1000 }, () => ({ message: 'x', path: ['a'] }));
    expect(issuePaths(issues)).toHaveLength(20);
  });

  it('has at most twenty segments', () => {
    expect(pathOf(...Array<string>(1000).fill('a'))).toBe(Array<string>(20).fill('a').join('.'));
  });
});
