import { printResult, readResult } from './print-result.js';

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
