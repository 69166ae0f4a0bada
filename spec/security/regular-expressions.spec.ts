import { createContext, Script } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { alphabetOf, patterns } from '../support/patterns.js';

const LENGTH = 100_000;

/** A quadratic search over such a text takes many seconds, a linear one about a millisecond. */
const BOUND = 1000;

/** Long runs of one character and of two in turn, after the start of a match and before what ends it in failure. */
const textsFor = (pattern: string): string[] => {
  const alphabet = alphabetOf(pattern);
  const heads = ['', '/', '?', 'a', 'GET /', 'https://'];
  const runs = alphabet.flatMap((one) => [one, `${one}a`]);
  return runs.flatMap((run) =>
    heads.map((head) => `${head}${run.repeat(Math.ceil(LENGTH / run.length))}\u0001`),
  );
};

const isLinear = (pattern: string): string | undefined => {
  const context = createContext({ text: '' });
  const search = new Script(`text.replace(${pattern}, '');`);
  for (const text of textsFor(pattern)) {
    context.text = text;
    try {
      search.runInContext(context, { timeout: BOUND });
    } catch {
      return text.slice(0, 20);
    }
  }
  return undefined;
};

describe('a regular expression takes time in proportion to its text', () => {
  it.each(patterns())('%s: %s', (_file, pattern) => {
    expect(isLinear(pattern)).toBeUndefined();
  });

  it.each(['/(a+)+$/', '/\\/+$/', '/^\\s*(\\S+)\\s+(\\S.*?)\\s*$/'])('which %s does not', (slow) => {
    expect(isLinear(slow)).toBeDefined();
  });
});
