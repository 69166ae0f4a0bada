import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { alphabetOf, patterns } from '../support/patterns.js';
import { effort } from '../support/effort.js';

const LENGTH = effort(30_000, 100_000);

/** A quadratic search over such a text takes several times as long, a linear one about a millisecond. */
const BOUND = effort(150, 1000);

/**
 * Long runs of one character, of two in turn and of an escaped one, after the start of a match and before what ends it in
 * failure.
 */
const textsFor = (pattern: string): string[][] => {
  const alphabet = alphabetOf(pattern);
  const heads = ['', '/', '?', 'a', 'GET /', 'https://'];
  const runs = alphabet.flatMap((one) => [one, `${one}a`, `\\${one}`]);
  return runs.map((run) => heads.map((head) => `${head}${run.repeat(Math.ceil(LENGTH / run.length))}\u0001`));
};

/** Whether it ends in time; asked again where it didn't, as a busy machine may stop any process for a second. */
const endsInTime = (search: () => unknown, triesLeft = 3): boolean => {
  try {
    search();
    return true;
  } catch {
    return triesLeft > 1 && endsInTime(search, triesLeft - 1);
  }
};

/** The beginning of a text that takes the pattern too long; undefined when there is none. */
const slowText = (pattern: string): string | undefined => {
  const context = createContext({ texts: [] });
  // Those of one run together, as each search with a limit starts a thread.
  const script = new Script(`for (const text of texts) text.replace(${pattern}, '');`);
  const slow = textsFor(pattern).find((texts) => {
    context.texts = texts;
    return !endsInTime(() => script.runInContext(context, { timeout: BOUND }) as unknown);
  });
  return slow?.[0]?.slice(0, 20);
};

describe('a regular expression takes time in proportion to its text', () => {
  it.each(patterns())('%s: %s', (_file, pattern) => {
    expect(slowText(pattern)).toBeUndefined();
  });

  it.each(['/(a+)+$/', '/\\/+$/', '/^\\s*(\\S+)\\s+(\\S.*?)\\s*$/', '/"(?:[^"\\\\]|\\\\.)*"/g'])(
    'which %s does not',
    (slow) => {
      expect(slowText(slow)).toBeDefined();
    },
  );
});
