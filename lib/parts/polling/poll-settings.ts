import {
  type CallOptions,
  describeType,
  givenOptions,
  MAX_DELAY,
  readDelay,
  readSignal,
  Refusal,
} from '../../core/seats.js';
import type { PollOptions, PollUntilOptions } from './poll-options.js';

/** The default of `maxEvery`, in milliseconds, unless `every` is longer. */
export const DEFAULT_MAX_EVERY = 60_000;

/** What every caller of a poll asks of it; nothing is missing, and all can be used as it is. */
export interface PollSettings {
  /** Milliseconds from an answer to the next request; Infinity for one request and one answer. */
  readonly every: number;
  /** The longest wait, in milliseconds. */
  readonly maxEvery: number;
  /** Whether it goes on while the tab is hidden. */
  readonly inBackground: boolean;
  /** Stops the poll. */
  readonly signal: AbortSignal | undefined;
}

/** The options of `poll` or `pollUntil`, sorted by what they are for. */
interface SortedOptions {
  readonly settings: PollSettings;
  /** For each request. */
  readonly callOptions: CallOptions;
  /** Of `pollUntil`. */
  readonly until: PollUntilOptions<never>['until'] | undefined;
  /** Of `pollUntil`. */
  readonly onResult: PollUntilOptions<never>['onResult'];
  /** Of `pollUntil`: milliseconds, 0 for never. */
  readonly giveUpAfter: number;
}

/** Reads the options of a poll. Throws a Refusal for what are no options, and for a signal that is none. */
export function readPollOptions(options: PollOptions): SortedOptions {
  if (typeof options !== 'object' || (options as unknown) === null)
    throw new Refusal(
      `The options of a poll are ${describeType(options)}: pass an object with \`every\`, in milliseconds.`,
    );
  const {
    every = 0,
    maxEvery,
    inBackground = false,
    signal,
    until,
    onResult,
    giveUpAfter = 0,
    ...callOptions
  } = givenOptions(options as PollOptions & Partial<PollUntilOptions<never>>);
  const settings: PollSettings = {
    every: Number.isFinite(every) && every >= 1 ? Math.min(every, MAX_DELAY) : Infinity,
    maxEvery: readDelay(maxEvery, DEFAULT_MAX_EVERY),
    inBackground,
    signal: readSignal(signal),
  };
  const hasLimit = giveUpAfter > 0 && giveUpAfter <= MAX_DELAY;
  return { settings, callOptions, until, onResult, giveUpAfter: hasLimit ? giveUpAfter : 0 };
}
