import type { Outcome } from './simulate.js';

const recovered = ({ recovery }: Outcome): string =>
  recovery === undefined ? 'never recovers' : `recovers after ${String(recovery)} s`;

/** Describes a run in one line. */
export const line = (outcome: Outcome): string =>
  `${outcome.policy.padEnd(8)}${outcome.requestsPerCall.toFixed(2)} requests per call, ${recovered(outcome)}`;
