import { describe, expect, it } from '@jest/globals';
import { Reaching } from '../../../lib/cli/openapi/graph.js';

/** Ways written as `a>b`; what is looked for is `x`. */
const reaching = (...ways: string[]): { leads: (point: string) => boolean; looks: () => number } => {
  let looks = 0;
  const next = (point: string): string[] =>
    ways.filter((way) => way.startsWith(`${point}>`)).map((way) => way.slice(point.length + 1));
  const points = new Reaching((point) => {
    looks += 1;
    return { isFound: point === 'x', next: next(point) };
  });
  return { leads: (point) => points.leads(point), looks: () => looks };
};

describe('Reaching', () => {
  it('says which points lead to one that is looked for', () => {
    const { leads } = reaching('a>b', 'b>c', 'c>x', 'b>d', 'd>e');
    expect(['a', 'b', 'c', 'x', 'd', 'e'].map(leads)).toEqual([true, true, true, true, false, false]);
  });

  it('goes round in circles, wherever it begins', () => {
    for (const start of ['a', 'b', 'c']) {
      const { leads } = reaching('a>b', 'b>c', 'c>a', 'b>x', 'd>d', 'c>d');
      expect([start, 'a', 'b', 'c', 'd'].map(leads)).toEqual([true, true, true, true, false]);
    }
  });

  it('looks at each point once, in whatever order they are asked for', () => {
    const points = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const ways = points.map((point, index) => `${point}>p${index + 1}`);
    for (const asked of [points, [...points].reverse()]) {
      const { leads, looks } = reaching(...ways, 'p300>x');
      expect(asked.every(leads)).toBe(true);
      expect(looks()).toBe(302);
    }
  });
});
