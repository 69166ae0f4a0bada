import { type ApiError, type ApiErrorKind, describeType, type Result } from '../core/internal.js';

/** Returns the value as a Result; undefined if it is not a Result. */
const readResult = (value: unknown): Result<unknown> | undefined =>
  typeof value === 'object' &&
  value &&
  'data' in value &&
  'error' in value &&
  'retry' in value &&
  'response' in value
    ? (value as Result<unknown>)
    : undefined;

const asJson = (value: unknown): string => {
  try {
    // JSON.stringify returns undefined for undefined and for functions.
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : String(value);
  } catch {
    return describeType(value);
  }
};

/** Prints a Result in three lines: success or error kind, status, and data or message. */
function printResult(value: unknown): string {
  const result = readResult(value);
  if (!result) return `${describeType(value)}, not a Result`;
  const { data, error, response } = result;
  const lines = error
    ? [`failure '${error.kind}'`, `  status: ${error.status}`, `  error: ${error.message}`]
    : ['success', `  status: ${response.status}`, `  data: ${asJson(data)}`];
  return lines.join('\n');
}

/** Properties that `toBeFailure` compares. An omitted property matches any value. */
export interface ExpectedFailure {
  /**
   * Expected error kind, one of six. Default: any kind. For an unknown kind, the matcher fails and prints the
   * received Result.
   */
  readonly kind?: ApiErrorKind | undefined;
  /**
   * Expected HTTP status; 0 if there was no response. Default: any status. For an unknown status, the matcher
   * fails and prints the received Result.
   */
  readonly status?: number | undefined;
}

/** The part of a matcher's `this` that these matchers use. It is the same in Jest and Vitest. */
export interface MatcherState {
  /** Compares deeply, with asymmetric matchers such as `expect.any(String)`. */
  equals(a: unknown, b: unknown): boolean;
}

/** Return value of a matcher. */
export interface MatcherOutcome {
  /** Whether the value matches. */
  readonly pass: boolean;
  /** Returns the message of a failed test, with the received value. */
  message(): string;
}

/** The matchers as methods of `expect`. Add them to its type by declaration merging. */
export interface ResultMatchers<TReturn = unknown> {
  /** Passes for a Result with data. If `data` is passed, the data must be equal. */
  toBeSuccess(data?: unknown): TReturn;
  /** Passes for a Result with an error. If `expected` is passed, the kind and the status must match. */
  toBeFailure(expected?: ExpectedFailure): TReturn;
}

const outcome = (pass: boolean, received: unknown, wanted: string): MatcherOutcome => ({
  pass,
  message: () => `Expected ${pass ? 'anything but ' : ''}${wanted}, got ${printResult(received)}`,
});

const isAs = (error: ApiError | null, { kind, status }: ExpectedFailure): boolean =>
  error !== null &&
  (kind === undefined || error.kind === kind) &&
  (status === undefined || error.status === status);

/**
 * Matchers for `expect.extend(resultMatchers)` in Jest and Vitest. Await the call first: a Promise of a
 * Result doesn't match.
 */
export const resultMatchers = {
  /** Passes for a Result with data. If `data` is passed, the data must be equal. */
  toBeSuccess(this: MatcherState, received: unknown, ...data: readonly unknown[]): MatcherOutcome {
    const result = readResult(received);
    const succeeded = result !== undefined && result.error === null;
    const pass = succeeded && (data.length === 0 || this.equals(result.data, data[0]));
    return outcome(pass, received, data.length === 0 ? 'a success' : 'a success with the given data');
  },
  /** Passes for a Result with an error. If `expected` is passed, the kind and the status must match. */
  toBeFailure(this: MatcherState, received: unknown, expected: ExpectedFailure = {}): MatcherOutcome {
    const result = readResult(received);
    const pass = result !== undefined && isAs(result.error, expected);
    const { kind, status } = expected;
    const wanted = [kind && `'${kind}'`, status].filter((part) => part !== undefined).join(' ');
    return outcome(pass, received, `a failure${wanted && `, ${wanted}`}`);
  },
};

/**
 * Prints a Result in three lines. For `expect.addSnapshotSerializer(resultSerializer)` in Jest and Vitest.
 */
export const resultSerializer = {
  /** Whether a value is a Result. */
  test: (value: unknown): boolean => readResult(value) !== undefined,
  /**
   * Returns three lines: success or error kind, status, and data or message. Jest and Vitest indent the first
   * line; the serializer must indent the others.
   *
   * @param _config Settings of the printer. Not used.
   * @param indentation Start of each further line. Default `''`.
   */
  serialize: (value: unknown, _config?: unknown, indentation = ''): string =>
    printResult(value).replaceAll('\n', `\n${indentation}`),
};
