import { REFUSALS } from './refusals.mjs';

/**
 * Holds a difference against the list of refusals. A list that names what no longer occurs is out of date; that can be
 * said only of a run of the whole suite.
 */
export const judge = (suite, major, found, isWhole) => {
  const refusals = REFUSALS.map(({ id, where }) => ({
    id,
    patterns: where
      .filter((place) => place.suite === suite && (place.undici ?? [6, 7, 8]).includes(major))
      .flatMap(({ tests }) => tests),
  })).filter(({ patterns }) => patterns.length > 0);
  const isMatch = (pattern, name) => (typeof pattern === 'string' ? pattern === name : pattern.test(name));
  const listed = refusals.map(({ id, patterns }) => ({
    id,
    tests: found.filter(({ name }) => patterns.some((pattern) => isMatch(pattern, name))),
    gone: patterns.filter((pattern) => !found.some(({ name }) => isMatch(pattern, name))),
  }));
  const all = new Set(listed.flatMap(({ tests }) => tests));
  const gone = listed.flatMap((refusal) =>
    refusal.gone.map((pattern) => ({ id: `${refusal.id}: ${pattern}` })),
  );
  return {
    listed: listed.filter(({ tests }) => tests.length > 0),
    unlisted: found.filter((test) => !all.has(test)),
    gone: isWhole ? gone : [],
  };
};
