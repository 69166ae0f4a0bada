import { tagOf } from '../../core/internal.js';

/** Reports a value that a codec can't convert. Call it with a message that doesn't contain the value. */
export interface CodecReport {
  (message: string): void;
  /** The direction of the conversion. */
  readonly way: 'decode' | 'encode';
  /** The keys from the root to the current value. A container adds the key of each member before its conversion. */
  readonly path: PropertyKey[];
  /** The problems so far. */
  readonly issues: { readonly message: string; readonly path: readonly PropertyKey[] }[];
  /** The value at the root, as it was before the conversion. */
  readonly root: unknown;
  /** The number of objects that lack the members of `withMembers`. */
  misfits: number;
}

/** Converts a value between its form in a request or response and its form in the program. */
export interface Codec {
  /**
   * Returns the program's form of a value from a response. Calls `report` and returns the value itself if it can't be
   * converted. If it throws, the whole data stays unconverted, and that is reported.
   */
  decode(value: unknown, report: CodecReport): unknown;
  /**
   * Returns the form that a request sends. Calls `report` for a value that can't be sent: the call then returns a `'network'` error,
   * and nothing is sent. If it throws, the same happens.
   */
  encode(value: unknown, report: CodecReport): unknown;
}

/** Creates a codec whose function reads the direction from the report. One function keeps the stack flat. */
export const inBothWays = (convert: Codec['decode']): Codec => ({ decode: convert, encode: convert });

/** How a string in a response becomes a value of the program. */
export interface TextConversion<T> {
  /** Names the format in reports. */
  readonly wanted: string;
  /** The tag of the program's values. */
  readonly tag: string;
  /** Returns undefined, or throws, for a string that isn't valid. Can report itself and return the string. */
  read: (text: string, report: CodecReport) => T | string | undefined;
  /** Returns undefined, or throws, for a value that can't be sent. */
  write: (value: T) => unknown;
}

/**
 * Converts a value that is a string in the response.
 *
 * The codecs call it inside a function, and not to create themselves: a bundler removes an unused function and an unused
 * object, but not the result of an unused call.
 */
export function convertText<T>(
  { wanted, tag, read, write }: TextConversion<T>,
  value: unknown,
  report: CodecReport,
): unknown {
  const isDecoding = report.way === 'decode';
  const isConverted = tagOf(value) === tag;
  if (isDecoding ? value == null || isConverted : !isConverted) return value;
  try {
    const found = isDecoding ? typeof value === 'string' && read(value, report) : write(value as T);
    if (found !== undefined && found !== false) return found;
  } catch {
    // Reported below.
  }
  report(`Expected ${wanted}`);
  return value;
}
