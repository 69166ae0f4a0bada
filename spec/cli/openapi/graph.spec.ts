import { describe, expect, it } from 'vitest';
import { Circles, Reachability } from '../../../lib/cli/openapi/graph.js';

const circles = (ways: Readonly<Record<string, readonly string[]>>): Circles =>
  new Circles((point) => ways[point] ?? []);

describe('Circles', () => {
  it('contains the points that lead to each other and back', () => {
    const of = circles({ a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a', 'f'] });
    const together = (pair: string): boolean => of.together(pair.charAt(0), pair.charAt(1));
    expect(['ab', 'bc', 'ca', 'de', 'ff'].map(together)).toEqual([true, true, true, true, true]);
    expect(['ad', 'ce', 'fa', 'af'].map(together)).toEqual([false, false, false, false]);
  });

  it('works for a path of a hundred thousand points, and reads the edges of each point once', () => {
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

/** Edges written as `a>b`. The target is `x`. */
const reaching = (...ways: string[]): { leads: (point: string) => boolean; looks: () => number } => {
  let looks = 0;
  const next = (point: string): string[] =>
    ways.filter((way) => way.startsWith(`${point}>`)).map((way) => way.slice(point.length + 1));
  const points = new Reachability((point) => {
    looks += 1;
    return { isFound: point === 'x', next: next(point) };
  });
  return { leads: (point) => points.leads(point), looks: () => looks };
};

describe('Reachability', () => {
  it('finds the points that lead to a target', () => {
    const { leads } = reaching('a>b', 'b>c', 'c>x', 'b>d', 'd>e');
    expect(['a', 'b', 'c', 'x', 'd', 'e'].map(leads)).toEqual([true, true, true, true, false, false]);
  });

  it('follows cycles from any start', () => {
    for (const start of ['a', 'b', 'c']) {
      const { leads } = reaching('a>b', 'b>c', 'c>a', 'b>x', 'd>d', 'c>d');
      expect([start, 'a', 'b', 'c', 'd'].map(leads)).toEqual([true, true, true, true, false]);
    }
  });

  it('visits each point once, in any order of the queries', () => {
    const points = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const ways = points.map((point, index) => `${point}>p${index + 1}`);
    for (const asked of [points, [...points].reverse()]) {
      const { leads, looks } = reaching(...ways, 'p300>x');
      expect(asked.every(leads)).toBe(true);
      expect(looks()).toBe(302);
    }
  });
});
