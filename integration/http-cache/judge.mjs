import { ALLOWED, GOALS } from './allowed.mjs';

/** The number of tests of a kind, and how many of them passed. */
export const count = (results, kind) => {
  const all = [...results.values()].filter((each) => each.kind === kind);
  return { passed: all.filter(({ outcome }) => outcome === 'pass').length, all: all.length };
};

/**
 * Compares the results with the goals, and with the list of allowed failures. Returns the problems.
 *
 * @param unseen By id, the reason why a test can't pass here.
 */
export function judge(mode, where, results, unseen = {}) {
  const allowed = { ...ALLOWED[mode], ...unseen };
  const failed = [...results].filter(([, { kind, outcome }]) => kind !== 'check' && outcome !== 'pass');
  const seen = new Map([...results].filter(([id]) => !(id in unseen)));
  const missing = (kind) => count(results, kind).all - count(seen, kind).all;
  return [
    ...Object.entries(GOALS[mode])
      .filter(([kind, least]) => count(seen, kind).passed < least - missing(kind))
      .map(([kind, least]) => `${mode}, ${where}: ${count(seen, kind).passed} ${kind}, and not ${least}`),
    ...failed
      .filter(([id]) => !(id in allowed))
      .map(([id, { kind, outcome, message }]) => `${mode}, ${where}: ${id} (${kind}) ${outcome}: ${message}`),
    ...Object.keys(allowed)
      .filter((id) => !failed.some(([each]) => each === id))
      .map((id) => `${mode}, ${where}: ${id} passes: remove it from the list`),
  ];
}
