import { expect, test } from '@jest/globals';
import { errorResult, jsonResponse, mockContext, mockFetch, successResult } from 'homing/testing';

const uses = {
  mockFetch: () => mockFetch({}),
  jsonResponse: () => jsonResponse({}),
  successResult: () => successResult(1),
  errorResult: () => errorResult(404),
};

for (const [name, use] of Object.entries(uses))
  test(`${name} says what the environment lacks, and which to take`, () => {
    expect(use).toThrow(
      /no Response, no Request, no fetch: .* take jest-fixed-jsdom, or "@jest-environment node"/,
    );
  });

test('an error without a response and the context of a middleware need none of it', () => {
  expect(errorResult(0)).toBeFailure({ kind: 'network', status: 0 });
  expect(mockContext({ headers: { 'x-a': '1' } }).request.getHeader('x-a')).toBe('1');
});
