import { printResult, readResult } from './print-result.js';

/** For `expect.addSnapshotSerializer(resultSerializer)`, in Jest and in Vitest: prints a Result in three lines. */
export const resultSerializer = {
  /** Whether a value is printed by this: a Result. */
  test: (value: unknown): boolean => readResult(value) !== undefined,
  /** The three lines: success or kind of failure, status, data or message. */
  serialize: (value: unknown): string => printResult(value),
};
