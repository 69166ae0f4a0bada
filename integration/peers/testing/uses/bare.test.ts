import { expect, test } from '@jest/globals';
import { errorResult, jsonResponse, mockContext, mockFetch, successResult } from 'homing/testing';

const uses = {
  mockFetch: () => mockFetch({}),
  jsonResponse: () => jsonResponse({}),
  successResult: () => successResult(1),
  errorResult: () => errorResult(404),
};

for (const [name, use] of Object.entries(uses))
  test(`${name} reports the missing globals, and the environment to use`, () => {
    expect(use).toThrow(
      /no Response, no Request, no fetch: .* take jest-fixed-jsdom, or "@jest-environment node"/,
    );
  });

test('errorResult and mockContext work without these globals', () => {
  expect(errorResult(0)).toBeFailure({ kind: 'network', status: 0 });
  expect(mockContext({ headers: { 'x-a': '1' } }).request.getHeader('x-a')).toBe('1');
});
