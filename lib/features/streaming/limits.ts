import { type Clock, readTimeout, InvalidInputError } from '../../core/internal.js';
import { TooLarge } from './format.js';

/** How long a stream may take, which the call's `timeout` says nothing of. */
export interface StreamLimits {
  /**
   * The longest silence, in milliseconds: until the first bytes, and between bytes. It is measured while somebody waits
   * for an item, and not while nobody reads. Default: none. 0 and below: none; above 2^31-1 it is that. No number: a
   * `TypeError`.
   */
  readonly idleTimeout?: number | undefined;
  /**
   * The longest that the whole stream may take, in milliseconds, from the headers on. Default: none. 0 and below: none;
   * above 2^31-1 it is that. No number: a `TypeError`.
   */
  readonly maxDuration?: number | undefined;
}

/** The limits as they are kept: 0 for none. */
export type OwnLimits = Readonly<Record<keyof StreamLimits, number>>;

/** What is waited for, where neither the call nor its stream has a limit, in milliseconds. */
export const LONGEST_WAIT = 60_000;

/** What the work comes to, or `'late'` where that takes longer than so many milliseconds. */
export function inTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve('late'), ms);
    work.finally(() => clock.clearTimeout(timer)).then(resolve, reject);
  });
}

/** A number that isn't NaN. Throws a TypeError that names the option. */
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

/** How large an item may be. */
export interface SizeOption {
  /**
   * The most characters that one item may have; a larger one ends the stream with a `'parse'` item. `Infinity` for any.
   * Default: 16777216. No number: a `TypeError`.
   */
  readonly maxItemSize?: number | undefined;
}

export const readMaxItemSize = (owner: string, { maxItemSize }: SizeOption): number =>
  readNumber(owner, 'maxItemSize', maxItemSize, 16 * 1024 * 1024);

/** Throws TooLarge for an item that has become larger than it may. */
export function checkSize(size: number, max: number): void {
  if (size > max) throw new TooLarge(`sent an item of more than ${max} characters`);
}
