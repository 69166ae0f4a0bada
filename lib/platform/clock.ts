/** The edge to time: everything in homing that waits or reads the time of day does it through one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once, `ms` milliseconds from now; gives what `clearTimeout` takes. */
  setTimeout(task: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}
