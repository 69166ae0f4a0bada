// Where homing does otherwise than undici or http-cache-semantics, and why. A case comes here when nothing more can be
// left out of it: what it has is what makes the difference.
import { ASKING } from './classes/asking.mjs';
import { READING } from './classes/reading.mjs';
import { REUSING } from './classes/reusing.mjs';

/**
 * Each has the reason, where that is written (rules are headings of docs/reference/rules/http-cache.md), whom it holds for, and
 * what a difference of its kind looks like. The first that fits is it.
 */
export const CLASSES = [...ASKING, ...READING, ...REUSING];
