import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { alphabetOf, patterns } from '../support/patterns.js';
import { effort } from '../support/effort.js';

const LENGTH = effort(12_000, 100_000);

/** A quadratic search over such a string takes several times as long. A linear search takes about a millisecond. */
const BOUND = effort(60, 1000);

/**
 * Long runs of one character, of two alternating characters and of an escaped character, after the start of a match and
 * before a character that makes the match fail.
 */
const textsFor = (pattern: string): string[][] => {
  const alphabet = alphabetOf(pattern);
  const heads = ['', '/', '?', 'a', 'GET /', 'https://'];
  const runs = alphabet.flatMap((one) => [one, `${one}a`, `\\${one}`]);
  return runs.map((run) => heads.map((head) => `${head}${run.repeat(Math.ceil(LENGTH / run.length))}\u0001`));
};

/** Whether the search ends in time. Tries again if not, because a busy machine can stop a process for a second. */
const endsInTime = (search: () => unknown, triesLeft = 3): boolean => {
  try {
    search();
    return true;
  } catch {
    return triesLeft > 1 && endsInTime(search, triesLeft - 1);
  }
};

/** The start of a string for which the pattern takes too long; undefined if no string does. */
const slowText = (pattern: string): string | undefined => {
  const context = createContext({ texts: [] });
  // The strings of one run share a search, because each search with a limit starts a thread.
  const script = new Script(`for (const text of texts) text.replace(${pattern}, '');`);
  const isInTime = (): boolean =>
    endsInTime(() => script.runInContext(context, { timeout: BOUND }) as unknown);
  const slow = textsFor(pattern).find((texts) => {
    context.texts = texts;
    // Twice, because a busy machine can stop the first search.
    return !isInTime() && !isInTime();
  });
  return slow?.[0]?.slice(0, 20);
};

describe('a regular expression', () => {
  it.each(patterns())('takes time in proportion to its input in %s: %s', (_file, pattern) => {
    expect(slowText(pattern)).toBeUndefined();
  });

  it.each(['/(a+)+$/', '/\\/+$/', '/^\\s*(\\S+)\\s+(\\S.*?)\\s*$/', '/"(?:[^"\\\\]|\\\\.)*"/g'])(
    'is recognized as too slow when it is %s',
    (slow) => {
      expect(slowText(slow)).toBeDefined();
    },
  );
});
