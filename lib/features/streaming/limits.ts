import { type Clock, readTimeout, InvalidInputError } from '../../core/internal.js';
import { TooLarge } from './format.js';

/** Time limits of a stream, to which the call's `timeout` doesn't apply. */
export interface StreamLimits {
  /**
   * Longest time without bytes in milliseconds, before the first bytes and between bytes. Measured only while the
   * caller waits for an item. Default: no limit. 0 or less: no limit. Above 2^31-1: 2^31-1. Throws a TypeError for a
   * value that isn't a number.
   */
  readonly idleTimeout?: number | undefined;
  /**
   * Longest duration of the stream in milliseconds, from the headers on. Default: no limit. 0 or less: no limit. Above
   * 2^31-1: 2^31-1. Throws a TypeError for a value that isn't a number.
   */
  readonly maxDuration?: number | undefined;
}

/** Limits in milliseconds; 0 for no limit. */
export type OwnLimits = Readonly<Record<keyof StreamLimits, number>>;

/** Milliseconds to wait if neither the call nor its stream has a limit. */
export const LONGEST_WAIT = 60_000;

/** Resolves with the result of the work, or with `'late'` after `ms` milliseconds. */
export function inTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve('late'), ms);
    work.finally(() => clock.clearTimeout(timer)).then(resolve, reject);
  });
}

/** Reads a number that isn't NaN. Throws a TypeError that names the option. */
export function readNumber<T extends number | undefined>(
  owner: string,
  name: string,
  given: unknown,
  byDefault: T,
): number | T {
  if (given === undefined || given === null) return byDefault;
  if (typeof given === 'number' && !Number.isNaN(given)) return given;
  throw InvalidInputError.ofOption(`${owner}: ${name}`, given, 'a number');
}

export const readLimits = (owner: string, { idleTimeout, maxDuration }: StreamLimits): OwnLimits => ({
  idleTimeout: readTimeout(readNumber(owner, 'idleTimeout', idleTimeout, undefined)),
  maxDuration: readTimeout(readNumber(owner, 'maxDuration', maxDuration, undefined)),
});

/** Option for the size of an item. */
export interface SizeOption {
  /**
   * Maximum size of an item in characters. A larger item ends the stream with a `'parse'` item. `Infinity`: no limit.
   * Throws a TypeError for a value that isn't a number.
   *
   * @default 16777216
   */
  readonly maxItemSize?: number | undefined;
}

export const readMaxItemSize = (owner: string, { maxItemSize }: SizeOption): number =>
  readNumber(owner, 'maxItemSize', maxItemSize, 16 * 1024 * 1024);

/** Throws TooLarge for an item that exceeds its maximum size. */
export function checkSize(size: number, max: number): void {
  if (size > max) throw new TooLarge(`sent an item of more than ${max} characters`);
}
