import { readFileSync } from 'node:fs';
import { REFUSALS } from './refusals.mjs';

const page = readFileSync(new URL('../../docs/node.md', import.meta.url), 'utf8');

/** The intended differences that the page doesn't mention. */
export const undocumented = () => REFUSALS.filter(({ docs }) => !page.includes(docs)).map(({ id }) => id);

const isMatch = (pattern, name) => (typeof pattern === 'string' ? pattern === name : pattern.test(name));

/** The intended differences in one suite of one version of undici. */
export const refusalsFor = (suite, major) =>
  REFUSALS.map(({ id, reason, where }) => ({
    id,
    reason,
    patterns: where
      .filter((place) => place.suite === suite && (place.undici ?? [6, 7, 8]).includes(major))
      .flatMap(({ tests }) => tests),
  })).filter(({ patterns }) => patterns.length > 0);

/** Whether a test fails because of an intended difference. */
export const isRefused = (refusals, name) =>
  refusals.some(({ patterns }) => patterns.some((pattern) => isMatch(pattern, name)));

/**
 * Compares the failed tests with the intended differences. Returns the differences that occur, the unexpected
 * failures, and the differences that no longer occur. The last group is known only after a run of the complete suite.
 */
export const judge = (refusals, found, isWhole) => ({
  listed: refusals
    .map(({ id, reason, patterns }) => ({
      id,
      reason,
      tests: found.filter(({ name }) => patterns.some((pattern) => isMatch(pattern, name))),
    }))
    .filter(({ tests }) => tests.length > 0),
  unlisted: found.filter(({ name }) => !isRefused(refusals, name)),
  gone: refusals
    .flatMap(({ id, patterns }) => patterns.map((pattern) => ({ id: `${id}: ${pattern}`, pattern })))
    .filter(({ pattern }) => isWhole && !found.some(({ name }) => isMatch(pattern, name))),
});
