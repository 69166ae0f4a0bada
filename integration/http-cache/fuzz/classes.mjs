// The differences between homing and undici or http-cache-semantics, with their reasons. The cases are already
// reduced, so every part of a case is needed for the difference.
import { ASKING } from './classes/asking.mjs';
import { READING } from './classes/reading.mjs';
import { REUSING } from './classes/reusing.mjs';

/**
 * Each class has a reason, its source (rules are headings of docs/reference/rules/http-cache.md), the caches that it
 * applies to, and a test for its differences. The first matching class applies.
 */
export const CLASSES = [...ASKING, ...READING, ...REUSING];
