import { describe, expect, it } from '@jest/globals';
import { TypeNames } from '../../../../lib/cli/openapi/names/type-names.js';

const taken = (...names: string[]): string[] => {
  const types = new TypeNames(['BaseUrl']);
  return names.map((name) => types.take(name));
};

describe('TypeNames', () => {
  it('gives each name once, with the lowest number that is free', () => {
    expect(taken('a', 'A', 'a3', '-a', 'a-', 'base url')).toEqual(['A', 'A2', 'A3', 'A4', 'A5', 'BaseUrl2']);
  });

  it('takes no longer for the thousandth of a name than for the first', () => {
    const names = taken(...Array.from({ length: 50_000 }, () => 'same'));
    expect(names.at(-1)).toBe('Same50000');
  });
});
