import { describe, expect, it } from 'vitest';
import {
  errorResult,
  type ResultMatchers,
  resultMatchers,
  successResult,
} from '../../lib/entries/testing.js';

expect.extend(resultMatchers);

const expecting = (value: unknown) =>
  expect(value) as unknown as ResultMatchers<void> & { readonly not: ResultMatchers<void> };

describe('toBeSuccess and toBeFailure (rules.md#the-test-stub)', () => {
  it('accept a success, with any data or with equal data', () => {
    const result = successResult({ id: 1 });
    expecting(result).toBeSuccess();
    expecting(result).toBeSuccess({ id: 1 });
    expecting(result).toBeSuccess({ id: expect.any(Number) });
    expecting(result).not.toBeSuccess({ id: 2 });
    expecting(result).not.toBeSuccess(undefined);
    expecting(result).not.toBeFailure();
    expecting(successResult(undefined)).toBeSuccess(undefined);
  });

  it('accept a failure, of any kind or of the expected kind', () => {
    expecting(errorResult(404)).toBeFailure();
    expecting(errorResult(404)).toBeFailure({ kind: 'http', status: 404 });
    expecting(errorResult(0)).toBeFailure({ kind: 'network' });
    expecting(errorResult(404)).not.toBeFailure({ kind: 'timeout' });
    expecting(errorResult(404)).not.toBeFailure({ status: 500 });
    expecting(errorResult(404)).not.toBeSuccess();
  });

  it('report the actual Result', () => {
    expect(() => expecting(errorResult(404)).toBeSuccess()).toThrow(/a success, got failure 'http'/);
    expect(() => expecting(successResult(1)).toBeFailure({ kind: 'http', status: 404 })).toThrow(
      /a failure, 'http' 404, got success/,
    );
    expect(() => expecting(successResult(1)).not.toBeSuccess()).toThrow(/anything but a success/);
  });

  it.each([null, 1, {}, Promise.resolve(successResult(1))])('reject %o with a message', (value) => {
    expecting(value).not.toBeSuccess();
    expect(() => expecting(value).toBeFailure()).toThrow(/not a Result/);
  });
});
