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

/**
 * Creates the codec of a value that is a string in the response.
 *
 * @param wanted Names the type in reports.
 * @param tag The tag of the program's values.
 * @param decode Returns undefined, or throws, for a string that isn't valid. Can report itself and return the string.
 * @param encode Throws for a value that can't be sent.
 */
export const leaf = <T>(
  wanted: string,
  tag: string,
  decode: (text: string, report: CodecReport) => T | string | undefined,
  encode: (value: T) => unknown,
): Codec =>
  inBothWays((value, report) => {
    const isDecoding = report.way === 'decode';
    // Null, undefined, and what is converted already.
    if (isDecoding ? value == null || tagOf(value) === tag : tagOf(value) !== tag) return value;
    try {
      const found = isDecoding ? typeof value === 'string' && decode(value, report) : encode(value as T);
      if (found !== undefined && found !== false) return found;
    } catch {
      // Reported below.
    }
    report(`Expected ${wanted}`);
    return value;
  });
