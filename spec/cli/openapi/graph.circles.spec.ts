import { describe, expect, it } from '@jest/globals';
import { Circles } from '../../../lib/cli/openapi/graph.js';

const circles = (ways: Readonly<Record<string, readonly string[]>>): Circles =>
  new Circles((point) => ways[point] ?? []);

describe('Circles', () => {
  it('are the points from which ways lead to each other and back', () => {
    const of = circles({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a', 'f'] });
    const together = (pair: string): boolean => of.together(pair.charAt(0), pair.charAt(1));
    expect(['ab', 'bc', 'ca', 'de', 'ff'].map(together)).toEqual([true, true, true, true, true]);
    expect(['ad', 'ce', 'fa', 'af'].map(together)).toEqual([false, false, false, false]);
  });

  it('are found at the end of a way of a hundred thousand, each point being asked for its ways once', () => {
    const last = 100_000;
    let asked = 0;
    const of = new Circles((point) => {
      asked += 1;
      return [String(Math.min(Number(point) + 1, last)), ...(point === String(last) ? ['99000'] : [])];
    });
    expect([
      of.together('0', '1'),
      of.together('99000', String(last)),
      of.together('98999', '99000'),
    ]).toEqual([false, true, false]);
    expect(asked).toBe(last + 1);
  });
});
