import type { StandardSchemaV1 } from '../../core/internal.js';
import type { Codec, CodecReport } from './codec.js';

/** Keys of a reported path. More would take memory that grows with the square of the nesting. */
const MAX_PATH = 64;

function schema<Input, Output>(
  codec: Codec,
  way: CodecReport['way'],
  found: 'issues' | 'reported',
): StandardSchemaV1<Input, Output> {
  const validate = (value: unknown): never => {
    const path: PropertyKey[] = [];
    const issues: CodecReport['issues'] = [];
    const report: CodecReport = Object.assign(
      (message: string) => void issues.push({ message, path: path.slice(0, MAX_PATH) }),
      { way, path, issues, root: value, misfits: 0 },
    );
    let converted = value;
    try {
      converted = codec[way](value, report);
    } catch {
      // The stack overflowed, or a codec of the application threw.
      report('The conversion failed');
    }
    return { value: converted, [found]: issues.length ? issues : undefined } as never;
  };
  return { '~standard': { version: 1, vendor: 'homing', validate } };
}

/**
 * Creates the `schema`, or a schema in `responses` and `errors`, that converts the data of a response.
 *
 * It never rejects data: a value that can't be converted stays as it is, and `onInvalidData` of the client is called
 * with its path. The data that was passed in isn't changed.
 *
 * @typeParam T The converted data. Not checked.
 */
export const decodes = <T = unknown>(codec: Codec): StandardSchemaV1<unknown, T> =>
  schema(codec, 'decode', 'reported');

/**
 * Creates the `params` schema that converts the params of a call to what the request sends.
 *
 * A value that can't be sent, such as an invalid `Date`, makes a `'network'` error with `issues`, and nothing is sent. The
 * caller's objects aren't changed.
 *
 * @typeParam T The params that a call accepts. Not checked.
 */
export const encodes = <T = unknown>(codec: Codec): StandardSchemaV1<T, unknown> =>
  schema(codec, 'encode', 'issues');

/**
 * Creates a schema that passes the output of the first schema to the second: for example a codec that renames members,
 * then a schema that checks them. If the first rejects the value, the second doesn't run.
 */
export const chain = <Input, Output>(
  first: StandardSchemaV1<Input, unknown>,
  second: StandardSchemaV1<unknown, Output>,
): StandardSchemaV1<Input, Output> => {
  type Outcome = ReturnType<StandardSchemaV1<unknown, Output>['~standard']['validate']>;
  const next = (outcome: Awaited<Outcome>): Outcome => {
    if (outcome.issues) return outcome;
    const found = second['~standard'].validate(outcome.value);
    const { reported } = outcome as { reported?: unknown };
    return reported && 'value' in found ? ({ ...found, reported } as never) : found;
  };
  const validate = (value: unknown): Outcome => {
    const outcome = first['~standard'].validate(value) as Outcome;
    return outcome instanceof Promise ? outcome.then(next) : next(outcome);
  };
  return { '~standard': { version: 1, vendor: 'homing', validate } };
};
