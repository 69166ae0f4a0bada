// Compiled, but never run.
import { expect } from '@jest/globals';
import { mockContext, successResult } from 'homing/testing';

export function refused(): void {
  // @ts-expect-error the matcher's name is wrong
  expect(successResult(1)).toBeSuccessful();
  // @ts-expect-error there is no such kind
  expect(successResult(1)).toBeFailure({ kind: 'https' });
  // @ts-expect-error a failure needs more than a status
  expect(successResult(1)).not.toBeFailure(404);
  // @ts-expect-error there is one value of data
  expect(successResult(1)).toBeSuccess(1, 2);
  // @ts-expect-error a value without await is not a promise
  const promise: Promise<void> = expect(successResult(1)).toBeSuccess();
  // @ts-expect-error the signal is not an AbortSignal
  mockContext({ signal: promise });
}
