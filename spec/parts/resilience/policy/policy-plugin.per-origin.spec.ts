import { describe, expect, it } from '@jest/globals';
import { PerOrigin } from '../../../../lib/parts/resilience/policy/policy-plugin.js';

const counting = (max: number) => {
  const made: string[] = [];
  const kept = new PerOrigin((origin) => ({ origin, number: made.push(origin) }), max);
  return { kept, made };
};

describe('PerOrigin', () => {
  it('makes one for each origin, whatever the path, the user and the spelling', () => {
    const { kept, made } = counting(10);
    const first = kept.for('https://a.test/x');
    for (const url of ['https://a.test/y?z', 'https://a.test:443', 'HTTPS://A.TEST/', 'https://u:p@a.test/x'])
      expect(kept.for(url)).toBe(first);
    expect(kept.for('https://a.test.evil.example/')).not.toBe(first);
    expect(kept.for('https://a.test@evil.example/')).not.toBe(first);
    expect(kept.for('http://a.test/')).not.toBe(first);
    expect(made).toEqual([
      'https://a.test',
      'https://a.test.evil.example',
      'https://evil.example',
      'http://a.test',
    ]);
  });

  it('has one for all URLs that are relative where there is no page', () => {
    const { kept, made } = counting(10);
    expect(kept.for('/x')).toBe(kept.for('/y'));
    expect(made).toEqual(['']);
  });

  it('lets go of the one that was used longest ago, and of no other', () => {
    const { kept, made } = counting(2);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `https://${name}.test/`) as [string, string, string];
    for (const url of [a, b, a, c, a]) kept.for(url);
    expect(made).toHaveLength(3);
    kept.for(b);
    expect(made.at(-1)).toBe('https://b.test');
    kept.for(a);
    expect(made).toHaveLength(4);
  });

  it('makes it again where making it threw', () => {
    let isBroken = true;
    const kept = new PerOrigin(() => {
      if (isBroken) throw new TypeError('broken');
      return 1;
    }, 2);
    expect(() => kept.for('https://a.test/')).toThrow('broken');
    isBroken = false;
    expect(kept.for('https://a.test/')).toBe(1);
  });
});
