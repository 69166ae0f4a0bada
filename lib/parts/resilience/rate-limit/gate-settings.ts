import type { Clock } from '../../../core/seats.js';
import type { Asker } from './asker.js';
import type { RateLimitRules } from './rate-limit-rules.js';

/** What all gates of a plugin have in common. */
export interface GateSettings {
  readonly clock: Clock;
  /** How many may be inside at once. */
  readonly concurrency: number;
  /** Milliseconds. */
  readonly maxWait: number;
  readonly maxQueue: number;
  readonly rules: RateLimitRules;
  readonly shared: Asker | undefined;
}
