import { readFileSync } from 'node:fs';
import { REFUSALS } from './refusals.mjs';

const page = readFileSync(new URL('../../docs/node.md', import.meta.url), 'utf8');

/** The refusals that the page doesn't speak of. */
export const undocumented = () => REFUSALS.filter(({ docs }) => !page.includes(docs)).map(({ id }) => id);

const isMatch = (pattern, name) => (typeof pattern === 'string' ? pattern === name : pattern.test(name));

/** The refusals that show in one suite of one version of undici. */
export const refusalsFor = (suite, major) =>
  REFUSALS.map(({ id, reason, where }) => ({
    id,
    reason,
    patterns: where
      .filter((place) => place.suite === suite && (place.undici ?? [6, 7, 8]).includes(major))
      .flatMap(({ tests }) => tests),
  })).filter(({ patterns }) => patterns.length > 0);

/** Whether a test fails for one of them. */
export const isRefused = (refusals, name) =>
  refusals.some(({ patterns }) => patterns.some((pattern) => isMatch(pattern, name)));

/**
 * Holds a difference against the refusals: those that occur, what is none of them, and those that no longer occur. The
 * last can be said only of a run of the whole suite.
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
