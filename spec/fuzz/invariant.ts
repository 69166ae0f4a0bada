import type { Report } from './report.js';

/** Says what is wrong; undefined when nothing is. */
export type Invariant = (report: Report) => string | undefined;

/** By the rule that each holds. */
export type Invariants = Readonly<Record<string, Invariant>>;
