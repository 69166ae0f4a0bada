import { describe, expect, it } from '@jest/globals';
import { successResult } from '../../lib/testing.js';

describe('successResult (rules.md#the-test-stub)', () => {
  it('is a well-formed success', async () => {
    const data = { id: 1 };
    const result = successResult(data);
    expect(result.data).toBe(data);
    expect(result.error).toBeNull();
    expect(result.response).toBeInstanceOf(Response);
    expect(result.response.ok).toBe(true);
    expect((await result.retry()).data).toBe(data);
  });
});
