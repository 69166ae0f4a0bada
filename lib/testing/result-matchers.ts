import { type ApiError, type ApiErrorKind, describeType, type Result } from '../core/internal.js';

/** The value as a Result, undefined for what is none. */
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
    // It has no text for undefined or a function.
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : String(value);
  } catch {
    return describeType(value);
  }
};

/** A Result in three lines, whatever else it holds: what it is, its status, its data or its message. */
function printResult(value: unknown): string {
  const result = readResult(value);
  if (!result) return `${describeType(value)}, not a Result`;
  const { data, error, response } = result;
  const lines = error
    ? [`failure '${error.kind}'`, `  status: ${error.status}`, `  error: ${error.message}`]
    : ['success', `  status: ${response.status}`, `  data: ${asJson(data)}`];
  return lines.join('\n');
}

/** What `toBeFailure` compares; what is left out may be anything. */
export interface ExpectedFailure {
  /** One of the six kinds. Default: any. Another text: the matcher fails, and says what came. */
  readonly kind?: ApiErrorKind | undefined;
  /**
   * The HTTP status; 0 where there was no response. Default: any. Another number: the matcher fails, and says what
   * came.
   */
  readonly status?: number | undefined;
}

/** The part of a matcher's `this` that these use, alike in Jest and in Vitest. */
export interface MatcherState {
  /** Deep equality, with asymmetric matchers such as `expect.any(String)`. */
  equals(a: unknown, b: unknown): boolean;
}

/** What a matcher says. */
export interface MatcherOutcome {
  /** Whether the value is as expected. */
  readonly pass: boolean;
  /** Shown when the test fails; names what came instead. */
  message(): string;
}

/** The matchers as a runner's `expect` has them. Its type is given them by declaration merging. */
export interface ResultMatchers<TReturn = unknown> {
  /** Passes for a Result with data; where they are given, with equal ones. */
  toBeSuccess(data?: unknown): TReturn;
  /** Passes for a Result with an error; where they are given, of this kind and this status. */
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

/** For `expect.extend(resultMatchers)`, in Jest and in Vitest. A Promise of a Result is none: await it. */
export const resultMatchers = {
  /** Passes for a Result with data; where they are given, with equal ones. */
  toBeSuccess(this: MatcherState, received: unknown, ...data: readonly unknown[]): MatcherOutcome {
    const result = readResult(received);
    const succeeded = result !== undefined && result.error === null;
    const pass = succeeded && (data.length === 0 || this.equals(result.data, data[0]));
    return outcome(pass, received, data.length === 0 ? 'a success' : 'a success with the given data');
  },
  /** Passes for a Result with an error; where they are given, of this kind and this status. */
  toBeFailure(this: MatcherState, received: unknown, expected: ExpectedFailure = {}): MatcherOutcome {
    const result = readResult(received);
    const pass = result !== undefined && isAs(result.error, expected);
    const { kind, status } = expected;
    const wanted = [kind && `'${kind}'`, status].filter((part) => part !== undefined).join(' ');
    return outcome(pass, received, `a failure${wanted && `, ${wanted}`}`);
  },
};

/** For `expect.addSnapshotSerializer(resultSerializer)`, in Jest and in Vitest: prints a Result in three lines. */
export const resultSerializer = {
  /** Whether a value is printed by this: a Result. */
  test: (value: unknown): boolean => readResult(value) !== undefined,
  /**
   * The three lines: success or kind of failure, status, data or message. Both runners begin the first line
   * themselves, and leave it to the serializer to begin the others as deep.
   *
   * @param _config What the runner prints with. Not read.
   * @param indentation What each line begins with. Default none.
   */
  serialize: (value: unknown, _config?: unknown, indentation = ''): string =>
    printResult(value).replaceAll('\n', `\n${indentation}`),
};
