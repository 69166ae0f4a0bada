import { readNumber } from './limits.js';
import { TooLarge } from './framing.js';

/** The longest item where none is given: 16 Mi characters. */
const DEFAULT_MAX_ITEM_SIZE = 16 * 1024 * 1024;

/** How large an item may be. */
export interface SizeOption {
  /**
   * The most characters that one item may have; a larger one ends the stream with a `'parse'` item. `Infinity` for any.
   * Default: 16777216.
   */
  readonly maxItemSize?: number | undefined;
}

export const readMaxItemSize = (owner: string, { maxItemSize }: SizeOption): number =>
  readNumber(owner, 'maxItemSize', maxItemSize, DEFAULT_MAX_ITEM_SIZE);

/** Throws TooLarge for an item that has become larger than it may. */
export function checkSize(size: number, max: number): void {
  if (size > max) throw new TooLarge(`sent an item of more than ${String(max)} characters`);
}
