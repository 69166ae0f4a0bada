import { describe, expect, it } from '@jest/globals';
import { ForeignWords } from '../../../lib/core/result/foreign-words.js';
import { issuePaths } from '../../../lib/core/result/issue-paths.js';
import { revokedProxy } from '../../support/hostile-values.js';

const words = new ForeignWords({ url: '', params: { sort: 'price', token: 'hunter2' } }, '');
const pathOf = (...path: unknown[]) => issuePaths([{ message: 'quotes "hunter2"', path }], words)[0];

describe('the path of an issue', () => {
  it.each<[unknown[], string]>([
    [['items', 2, 'price'], 'items[2].price'],
    [[0, 'a'], '[0].a'],
    [[{ key: 'items' }, { key: 0 }], 'items[0]'],
    [[], ''],
    [['two words', 'a.b'], '["two words"]["a.b"]'],
    [['\u001b[31m'], '["[31m"]'],
    [['users', 'hunter2', 'age'], 'users[…].age'],
    [[Symbol('s')], '["Symbol(s)"]'],
  ])('%j is %s', (path, text) => {
    expect(pathOf(...path)).toBe(text);
  });

  it('is empty where an issue has none', () => {
    expect(issuePaths([{ message: 'x' }], words)).toEqual(['']);
  });

  it.each([
    ['a revoked proxy', revokedProxy()],
    ['null', null],
    ['a text', 'x'],
  ])('of %s for issues: there is none', (_what, issues) => {
    expect(issuePaths(issues, words)).toEqual([]);
  });

  it('is one of at most twenty', () => {
    const issues = Array.from({ length: 1000 }, () => ({ message: 'x', path: ['a'] }));
    expect(issuePaths(issues, words)).toHaveLength(20);
  });
});
