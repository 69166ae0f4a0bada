import { describeType, givenOptions, readDelay } from '../../../core/seats.js';
import { ANY_SERVICE, PRESETS, type RateLimitRules } from './rate-limit-rules.js';
import type { SharedLimit } from './shared-limit.js';

/** Options of `RateLimitPlugin`. */
export interface RateLimitOptions {
  /** How many requests of a key may be underway at once. Default 20. Fractions round down; below 1, and NaN: 20. */
  concurrency?: number | undefined;
  /**
   * The longest that a request may wait for its turn, in milliseconds. One that is known to wait longer, or longer than
   * its call has left, fails at once. Default 30000. 0: none waits. NaN is the default; negative is 0.
   */
  maxWait?: number | undefined;
  /** How many requests of a key may wait at once. Default 1000. Fractions round down; negative is 0; NaN is the default. */
  maxQueue?: number | undefined;
  /** A limit that several processes keep together, asked before each request: `flexible(limiter)`. Default: none. */
  shared?: SharedLimit | undefined;
  /**
   * Whether requests go out without asking as long as the shared limit fails, or says nothing for 50 ms. With false they
   * wait, and ask again each second, for `maxWait` at most. Default true.
   */
  failOpen?: boolean | undefined;
  /**
   * Rules of a service that go beyond what its headers say. `'github'`: a 403 says, too, that there were too many requests,
   * unless it looks like one for a lack of rights; and after such an answer without figures, all wait for 60 s, then twice
   * as long with each further one, up to an hour. Default: none, so that a 429 alone says so, and the waits are 250 ms up
   * to 30 s.
   */
  preset?: 'github' | undefined;
}

/** The options, read once. */
export interface OwnRateLimitOptions {
  readonly concurrency: number;
  readonly maxWait: number;
  readonly maxQueue: number;
  readonly rules: RateLimitRules;
  readonly shared: SharedLimit | undefined;
  readonly failOpen: boolean;
}

const check = (name: string, given: unknown, isFit: boolean, wanted: string): void => {
  if (given !== undefined && !isFit)
    throw new TypeError(`RateLimitPlugin: the option ${name} is ${describeType(given)}: pass ${wanted}.`);
};

/** Throws a TypeError that names what can't be an option. */
export function readRateLimitOptions(options: RateLimitOptions | null | undefined): OwnRateLimitOptions {
  const {
    concurrency = 20,
    maxWait,
    maxQueue = 1000,
    shared,
    failOpen = true,
    preset,
  } = givenOptions(options);
  check(
    'shared',
    shared,
    typeof shared?.take === 'function',
    'flexible(limiter), or an object with take(key)',
  );
  check('preset', preset, preset !== undefined && Object.hasOwn(PRESETS, preset), "'github', or none");
  return {
    concurrency: concurrency >= 1 ? Math.floor(concurrency) : 20,
    maxWait: readDelay(maxWait, 30_000),
    maxQueue: Number.isNaN(maxQueue) ? 1000 : Math.max(Math.floor(maxQueue), 0),
    rules: preset ? PRESETS[preset] : ANY_SERVICE,
    shared,
    failOpen,
  };
}
