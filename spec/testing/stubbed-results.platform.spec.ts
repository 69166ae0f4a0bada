import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonResponse, mockFetch } from '../../lib/testing.js';

describe('an environment without fetch (rules.md#the-test-stub)', () => {
  const { Response, fetch } = globalThis;
  beforeEach(() => {
    for (const name of ['Response', 'fetch']) Reflect.deleteProperty(globalThis, name);
  });
  afterEach(() => void Object.assign(globalThis, { Response, fetch }));

  it.each([
    ['mockFetch', () => mockFetch({})],
    ['jsonResponse', () => jsonResponse({})],
  ])('is named by %s, with the one to take', (_name, use) => {
    expect(use).toThrow(/no Response, no fetch: .* take jest-fixed-jsdom/);
  });
});
